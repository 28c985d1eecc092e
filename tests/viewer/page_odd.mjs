// Tests of the page (page.mjs): files with absurd numbers, with thousands of findings, with much to list.
import assert from 'node:assert/strict';
import {file_of_sample, given, open_page, open_sample, opened, settled, until} from './browser.mjs';

/// The sample with one coordinate of a vertex of it changed.
async function bent(page, number) {
  const {bytes} = await file_of_sample(page, 'sample.wok');
  const at = bytes.readUInt32LE(76) + 12 * 30;
  bytes.writeFloatLE(number, at);
  return bytes;
}

/// How much of the width and height of the picture what is drawn takes.
const extent = page => page.evaluate(() => {
  const {view, model} = window.meshwright.active;
  const seen = model.points().map(point => point.clone().project(view.camera));
  const across = seen.map(each => each.x), up = seen.map(each => each.y);
  return Math.max(Math.max(...across) - Math.min(...across), Math.max(...up) - Math.min(...up)) / 2;
});

const layout = 'beginlayout\n roomcount 1\n  hall 0 0 0\n trackcount 0\n obstaclecount 0\n doorhookcount 1\n  hall door_01 0 2 1 0 1 0 0 0\ndonelayout\n';
const floor = 'node aabb room\n  position 0 0 0\n  orientation 0 0 0 1\n  verts 4\n    0 0 0\n    8 0 0\n    8 8 0\n    0 8 0\n  faces 2\n    0 1 2 1 0 0 0 4\n    0 2 3 1 0 0 0 4\nendnode\n';

const still_model = `newmodel still
setsupermodel still NULL
classification other
setanimationscale 1
beginmodelgeom still
node dummy still
  parent NULL
endnode
node trimesh sheet
  parent still
  bitmap wool
  verts 3
    0 0 0\n    8 0 0\n    8 8 0
  tverts 3
    0 0 0\n    1 0 0\n    0 1 0
  faces 1
    0 1 2 1 0 1 2 0
endnode
endmodelgeom still
newanim loop still
  length 0.5
  transtime 0.25
  animroot still
  node dummy still
    parent NULL
  endnode
doneanim loop still
donemodel still
`;

export const odd_tests = ({browser, address, shoot, pane, field}) => ({
  async a_vertex_far_away_does_not_take_the_picture() {
    const page = await open_page(browser, address);
    for (const [name, number, told] of [
      ['far.wok', 1e5, /^1 vertex of surface lies far away from everything else\. It is drawn, but not framed\.$/],
      ['absurd.wok', 1e38, /^1 vertex of surface lies nowhere, or too far away to be drawn\. \d triangles there are left out\.$/],
      ['nothing.wok', NaN, /^1 vertex of surface lies nowhere, or too far away to be drawn\. \d triangles there are left out\.$/],
    ]) {
      await page.setInputFiles('#chooser', given(name, await bent(page, number)));
      await opened(page, name);
      assert(await extent(page) > 0.5, `${name}: what lies together fills the picture`);
      const status = await page.locator('#status').textContent();
      assert.match(status, number === 1e5 ? /: all 142 triangles/ : /: 13\d of 142 triangles/, name);
      assert.match(status, /; see Findings for what the picture lacks$/);
      await page.keyboard.press('f');
      await settled(page);
      assert(await extent(page) > 0.5, `${name}: framed again`);
      const grid = await page.evaluate(() => {
        const {extras} = window.meshwright.active.view;
        return extras.children.find(each => each.type === 'GridHelper').geometry.attributes.position.array.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
      });
      assert(grid < 100, `${name}: the grid reaches to ${grid}`);
      await shoot(page, name);
      await pane(page, 'findings');
      const row = page.locator('#findings .finding', {hasText: told}).first();  // one per material there
      await row.click();
      await until(page, () => window.meshwright.active.selection?.corners?.length === 3);
      assert.match(await page.evaluate(() => window.meshwright.active.selection.corners.map(each => each.path).join()), /vertices\[30\]/, 'the way to it');
    }
    return page;
  },
  async many_findings_are_folded_and_their_cause_comes_first() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.wok');
    bytes.fill(0, 1240, 1240 + 142 * 12);
    await page.setInputFiles('#chooser', given('zero.wok', bytes));
    await opened(page, 'zero.wok');
    await pane(page, 'findings');
    const kinds = page.locator('#findings > section.kind');
    await kinds.first().locator('h3', {hasText: 'WALKMESH_FACE_VERTEX_REPEATED'}).waitFor();
    const first = kinds.first();
    assert.equal(await first.locator('> .finding-row').count(), 5);
    const fold = first.locator('> details');
    assert.equal(await fold.locator('summary').textContent(), '137 more of these');
    assert.equal(await fold.locator('.finding-row').count(), 45);
    assert.match(await fold.textContent(), /… and 92 more, which are not listed$/);
    assert.match(await page.locator('#findings-count').getAttribute('class'), /error/, 'errors are there all the same');
    assert.equal(await page.locator('#status').textContent(), 'zero.wok: 142 triangles in 6 parts, all of which lie in one point');
    await shoot(page, 'findings-folded');
    // On a phone the number is on the button of the sheet.
    await page.setViewportSize({width: 390, height: 844});
    const below = page.locator('.sheet-tabs button', {hasText: 'Findings'}).locator('.badge');
    assert(await below.isVisible());
    assert.equal(await below.textContent(), await page.locator('#findings-count').textContent());
    const corner = await page.locator('#view-tools .corner').boundingBox();
    assert(corner.x >= 0 && corner.x + corner.width <= 390, `the last tools are at ${corner.x}`);
    await shoot(page, 'phone-findings');
    return page;
  },
  async an_animation_that_moves_nothing_is_not_passed_over() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', given('still.mdl.ascii', still_model));
    await opened(page, 'still.mdl.ascii');
    assert.equal(await page.locator('#timeline').textContent(), '1 animation, which moves nothing that is drawn');
    await page.keyboard.press('Space');
    await open_sample(page, 'sample.bwm');
    assert(await page.locator('#timeline').isHidden(), 'there is none');
    return page;
  },
  async plates_of_like_colours_get_others_and_are_explained() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.geometry');
    await page.setInputFiles('#chooser', given('a.geometry', bytes));
    await opened(page, 'a.geometry');
    const keys = await page.evaluate(async () => (await window.meshwright.active.ask('fields', {most: 100000})).json.fields.filter(each => /plates\[\d+\]\.(layer|material)$/.test(each.path)).map(({path, offset, length}) => ({path, offset, length})));
    assert(keys.length >= 4, JSON.stringify(keys));
    for (const {path, offset} of keys) bytes.writeUInt16LE(path.endsWith('layer') ? 1 : path.includes('plates[0]') ? 100 : 32, offset);
    await page.setInputFiles('#chooser', given('alike.geometry', bytes));
    await opened(page, 'alike.geometry');
    await page.getByRole('button', {name: 'Armor'}).click();
    const apart = await page.evaluate(() => {
      const plates = window.meshwright.active.model.parts.filter(part => part.role === 'armor');
      const [a, b] = plates.map(part => part.own.color.clone().convertLinearToSRGB().toArray());
      return Math.hypot(...a.map((each, i) => each - b[i]));
    });
    assert(apart >= 0.3, `the colours are ${apart} apart`);
    const chips = await page.locator('.legend-chip', {hasText: 'layer'}).allTextContents();
    assert.equal(chips.length, 2);
    for (const chip of chips) assert.match(chip, /^layer 1, material (100|32)\d+ triangles?$/);
    await shoot(page, 'armor-legend');
    return page;
  },
  async tables_of_a_narrow_pane_are_not_cut() {
    const page = await open_page(browser, address, {viewport: {width: 1280, height: 720}});
    for (const name of ['sample.geometry', 'sample.bwm']) {
      await open_sample(page, name);
      await page.evaluate(() => document.querySelectorAll('#fields details').forEach(each => { each.open = true; }));
      assert(await page.locator('#fields .record').count() > 1, name);
      const cut = await page.evaluate(() => {
        const pane = document.getElementById('fields');
        const {right} = pane.getBoundingClientRect();
        return [...pane.querySelectorAll('*')].filter(each => each.getBoundingClientRect().right > right + 1 || each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === 'auto').map(each => each.outerHTML.slice(0, 80));
      });
      assert.deepEqual(cut, [], name);
      await page.locator('#fields .record').first().scrollIntoViewIfNeeded();
      await shoot(page, `fields-${name}`);
    }
    return page;
  },
  async files_that_are_being_read_can_be_waited_for_or_not() {
    const page = await open_page(browser, address);
    await page.evaluate(() => { window.meshwright.file_opener.take(() => new Promise(() => {})); });
    await page.locator('#busy', {hasText: 'Reading the files …'}).getByRole('button', {name: 'Cancel'}).click();
    await page.locator('#status', {hasText: 'Opening the files was cancelled.'}).waitFor({state: 'attached'});
    assert(await page.locator('#busy').isHidden());
    await open_sample(page, 'sample.bwm');
    return page;
  },
  async what_a_file_says_with_a_number_is_said_in_words() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.geometry');
    await page.evaluate(() => { const tab = window.meshwright.active; return tab.select_part(tab.model.parts.find(part => part.extras.is_bumped === 1)); });
    await until(page, () => document.querySelector('#fields .facts')?.textContent.includes('is bumped'));
    assert.equal(await field(page, 'is bumped'), 'yes');
    return page;
  },
  async hooks_of_an_area_are_shown_when_they_are_wanted() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', [given('area.lyt', layout), given('hall.wok', floor)]);
    await opened(page, 'area.lyt');
    const axes = () => page.evaluate(() => window.meshwright.active.view.extras.children.filter(each => each.type === 'AxesHelper').length);
    assert.equal(await axes(), 0);
    await page.evaluate(() => { const {active} = window.meshwright; active.view.show.hooks = true; active.repaint(); });
    assert(await axes() > 0);
    return page;
  },
});
