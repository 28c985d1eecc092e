// Tests of the page (page.mjs): what is told of a click, a difference or a damage, and that it is of the right file.
import assert from 'node:assert/strict';
import {file_of_sample, give_back, given, open_page, open_sample, opened, settled, until} from './browser.mjs';

/// As a program leaves it that takes it for a text.
const with_translated_lines = bytes => [...bytes].slice(0, -1).flatMap(byte => byte === 10 ? [13, 10] : [byte]).concat(13, 10);

const layout = 'beginlayout\n roomcount 2\n  hall 0 0 0\n  **** 0 0 0\n trackcount 0\n obstaclecount 0\n doorhookcount 0\ndonelayout\n';
const floor = 'node aabb room\n  position 0 0 0\n  orientation 0 0 0 1\n  verts 4\n    0 0 0\n    8 0 0\n    8 8 0\n    0 8 0\n  faces 2\n    0 1 2 1 0 0 0 4\n    0 2 3 1 0 0 0 4\nendnode\n';
/// A sheet one above the floor that faces upwards.
const model = `newmodel hall
setsupermodel hall NULL
classification other
setanimationscale 1
beginmodelgeom hall
node dummy hall
  parent NULL
endnode
node trimesh carpet
  parent hall
  position 0 0 1
  bitmap wool
  verts 4
    0 0 0\n    8 0 0\n    8 8 0\n    0 8 0
  tverts 3
    0 0 0\n    1 0 0\n    0 1 0
  faces 2
    0 1 2 1 0 1 2 0\n    0 2 3 1 0 1 2 0
endnode
endmodelgeom hall
donemodel hall
`;
const one_room = [given('area.lyt', layout), given('hall.mdl', model), given('hall.wok', floor)];

/// A point of the picture where nothing is.
const nowhere = page => page.evaluate(() => {
  const {view} = window.meshwright.active;
  const {left, top, width, height} = view.canvas.getBoundingClientRect();
  for (let y = 0.5; y < 0.95; y += 0.05) for (let x = 0.02; x < 0.9; x += 0.05)
    if (!view.hit(left + x * width, top + y * height)) return {x: left + x * width, y: top + y * height};
});

const state = page => page.evaluate(() => window.meshwright.tabs.map(({title, selection, view}) => [title, selection?.title, view.marked]));

export const told_tests = ({browser, address, shoot, pane, field, spot}) => ({
  async a_damage_is_told_before_what_follows_from_it() {
    const page = await open_page(browser, address);
    const {bytes, companion} = await file_of_sample(page, 'sample.mdl');
    await page.setInputFiles('#chooser', [given('sample.mdl', bytes), given('sample.mdx', with_translated_lines(companion))]);
    await opened(page, 'sample.mdl');
    await pane(page, 'findings');
    const first = page.locator('#findings > *').first();
    await first.locator('p', {hasText: /^mdx sample\.mdx is damaged: its line endings were translated/}).waitFor();
    const fold = first.locator('> details');
    assert.equal(await fold.getAttribute('open'), null);
    assert.match(await fold.locator('summary').first().textContent(), /^What follows from that\d+$/);
    assert.match(await fold.textContent(), /MDL_MDX_SIZE_MISMATCH/);
    assert.equal(await page.locator('#findings > section > h3', {hasText: 'MDL_'}).count(), 0, 'nothing else is wrong with it');
    assert.equal(await page.locator('#findings-count').textContent(), '1');
    assert.match(await page.locator('#title').textContent(), /1 error: see Findings$/);
    await shoot(page, 'damage');
    return page;
  },
  async the_ground_below_a_model_is_another_files() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', one_room);
    await opened(page, 'area.lyt');
    assert.deepEqual(await page.evaluate(() => [...window.meshwright.active.view.paint.roles]), ['visual'], 'the walkmesh is a layer for who wants it');
    assert.equal(await page.locator('#tree .row:visible', {hasText: 'carpet'}).count(), 0, 'rooms are closed');
    const status = await page.locator('#status').textContent();
    const {x, y} = await spot(page, 'carpet', 0);
    await page.mouse.click(x, y);
    await page.locator('#tree [aria-selected=true]', {hasText: 'carpet'}).waitFor();
    const facts = place => page.locator(`#fields ${place} th`).allTextContents();
    assert.equal(await field(page, 'material'), 'wool', 'its own');
    assert(!(await facts('> .facts')).includes('elevation'));
    assert.equal(await page.locator('#fields .ground h3').textContent(), 'Walkmesh here · hall.wok');
    assert.deepEqual(await facts('.ground'), ['face when compiled', 'material', 'walkable', 'elevation', 'at', 'island']);
    assert.equal(await page.locator('#fields .ground tr', {hasText: 'material'}).locator('td').textContent(), 'Stone (4)');
    assert.equal(await page.locator('#status').textContent(), status, 'the picture lacks as much as before');
    assert.equal(await page.locator('#looked-into').inputValue(), 'hall.mdl');
    await shoot(page, 'area-model');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#looked-into').inputValue(), 'area.lyt');
    assert.equal(await page.evaluate(() => window.meshwright.active.selection), undefined);
    // A room that was chosen is gone back to, and from that to the layout.
    await page.locator('#looked-into').selectOption('hall.wok');
    await until(page, () => window.meshwright.active.path === 'hall.wok');
    await page.mouse.click(x, y);
    await until(page, () => window.meshwright.active.path === 'hall.mdl');
    for (const path of ['hall.wok', 'area.lyt']) {
      await page.keyboard.press('Escape');
      await page.locator('#looked-into option:checked', {hasText: path}).waitFor({state: 'attached'});
    }
    // On the walkmesh itself what is there is the triangle's own.
    await page.getByRole('button', {name: 'Model', exact: true}).click();
    await page.getByRole('button', {name: 'Walkmesh', exact: true}).click();
    await page.mouse.click(x, y);
    await until(page, () => window.meshwright.active.path === 'hall.wok' && window.meshwright.active.selection);
    assert.equal(await field(page, 'material'), 'Stone (4)');
    assert.equal(await page.locator('#fields .ground').count(), 0);
    // Islands are of the walkmesh, which is shown for that.
    await page.getByRole('button', {name: 'Walkmesh', exact: true}).click();
    await page.locator('.choice', {hasText: 'Coloured by'}).locator('select').selectOption('islands');
    await until(page, () => window.meshwright.active.view.paint.by === 'islands');
    assert.deepEqual(await page.evaluate(() => window.meshwright.active.model.parts.filter(part => part.object.visible && part.triangles > 0).map(part => part.file)), ['hall.wok']);
    return page;
  },
  async what_an_area_lacks_is_said_alike_whichever_file_is_looked_into() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.mdl');
    await page.setInputFiles('#chooser', [given('area.lyt', layout), given('hall.mdl', bytes), given('hall.wok', floor)]);  // without its MDX
    await opened(page, 'area.lyt');
    const lacks = () => page.evaluate(() => window.meshwright.active.all_losses);
    const [before, status] = [await lacks(), await page.locator('#status').textContent()];
    assert.match(status, /; see Findings for what the picture lacks$/);
    await page.locator('#looked-into').selectOption('hall.mdl');
    await until(page, () => window.meshwright.active.path === 'hall.mdl');
    assert((await page.evaluate(() => window.meshwright.active.about.losses.length)) > 0, 'of itself it tells that it lacks its MDX');
    assert.deepEqual(await lacks(), before);
    assert.equal(await page.locator('#status').textContent(), status);
    return page;
  },
  async what_two_formats_differ_in_is_chosen_where_it_is() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    await open_sample(page, 'sample.wok');
    await page.locator('#compare').click();
    await page.locator('#findings .marks', {hasText: 'Every part differs, so that none is marked: a click on a difference shows where it is.'}).waitFor();
    const total = /^\d+/.exec(await page.locator('#findings h3').first().textContent())[0];
    assert.equal(await page.locator('#findings-count').textContent(), total, 'as many as are listed');
    const choose = async text => {
      await page.locator('#findings summary', {hasText: text}).first().click();
      await page.locator('#findings details[open] .finding', {hasText: text}).first().click();
    };
    const camera = await page.evaluate(() => window.meshwright.tabs[0].view.camera_text());
    await choose('tail_g');
    await page.locator('#tree [aria-selected=true]', {hasText: 'tail_g'}).waitFor();
    await settled(page);
    assert.deepEqual(await state(page), [['sample.mdl', 'tail_g', {parts: 1, triangles: 0}], ['sample.wok', undefined, {parts: 0, triangles: 0}]]);
    assert.notEqual(await page.evaluate(() => window.meshwright.tabs[0].view.camera_text()), camera, 'and gone to');
    await choose('walkmesh/surface');
    await until(page, () => window.meshwright.active.title === 'sample.wok' && window.meshwright.active.selection);
    await page.locator('#tree [aria-selected=true]', {hasText: 'surface'}).waitFor();
    assert.equal((await state(page))[0][1], undefined, 'the other has none');
    await shoot(page, 'compare-formats');
    return page;
  },
  async a_difference_is_looked_for_in_the_file_that_has_it() {
    const page = await open_page(browser, address);
    // Two of one name, of which the second is meant.
    const [before, sheet, after] = model.split(/(?=node trimesh)|(?=endmodelgeom)/);
    await page.setInputFiles('#chooser', given('twins.mdl.ascii', before + sheet + sheet.replace('0 0 1', '0 9 1') + after));
    await opened(page, 'twins.mdl.ascii');
    await open_sample(page, 'sample.wok');
    await page.locator('#compare').click();
    await page.locator('#findings summary', {hasText: 'carpet#2'}).click();
    await page.locator('#findings details[open] .finding', {hasText: 'carpet#2'}).first().click();
    await until(page, () => window.meshwright.tabs[0].selection);
    assert.deepEqual(await page.evaluate(() => { const {model, selection} = window.meshwright.tabs[0]; return [selection.title, model.parts.indexOf(selection.part)]; }), ['carpet', 1]);
    await page.locator('#compare').click();
    for (const name of ['twins.mdl.ascii', 'sample.wok']) await page.getByRole('button', {name: `Close ${name}`, exact: true}).click();
    // Of one format, where a file lacks the field.
    const rooms = count => `beginlayout\n roomcount ${count}\n${'  hall 0 0 0\n  yard 9 0 0\n'.slice(0, count * 13)} trackcount 0\n obstaclecount 0\n doorhookcount 0\ndonelayout\n`;
    for (const count of [1, 2]) {
      await page.setInputFiles('#chooser', given(`${count}.lyt`, rooms(count)));
      await opened(page, `${count}.lyt`);
    }
    await page.locator('#compare').click();
    await page.locator('#findings .finding', {hasText: 'missing →'}).first().waitFor({state: 'attached'});
    await page.evaluate(() => window.meshwright.tabs[0].select_path(0, 'roomcount'));
    await page.evaluate(() => [...document.querySelectorAll('#findings .finding')].find(each => each.textContent.includes('missing →')).click());
    await until(page, () => window.meshwright.active.title === '2.lyt' && window.meshwright.active.selection);
    assert.deepEqual(await page.evaluate(() => window.meshwright.tabs.map(tab => tab.selection?.title)), [undefined, 'yard']);
    return page;
  },
  async what_is_cancelled_at_the_last_moment_is_not_opened() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await page.evaluate(async () => {
      const page = window.meshwright;
      Object.getPrototypeOf(page.active).make_picture = async function () { this.library.stop(new Error('closed')); };
      await page.open_sample(page.samples.find(each => each.file === 'sample.bwm'));
    });
    await page.locator('#status', {hasText: 'Opening sample.bwm was cancelled.'}).waitFor();
    assert.deepEqual(await page.evaluate(() => window.meshwright.tabs.map(tab => tab.title)), ['sample.wok']);
    return page;
  },
  async marks_are_shaded_and_explained() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.wok');
    const changed = Buffer.from(bytes);
    const at = changed.readUInt32LE(76) + 12 * 30;
    changed.writeFloatLE(changed.readFloatLE(at + 8) + 2, at + 8);
    for (const [name, content] of [['a.wok', bytes], ['b.wok', changed]]) {
      await page.setInputFiles('#chooser', given(name, content));
      await opened(page, name);
    }
    await page.locator('#compare').click();
    await page.locator('.marks-entry').first().waitFor();
    assert.deepEqual(await page.locator('.marks-entry').allTextContents(), ['triangles that differ', 'those of the one you choose below', 'where the other file has them']);
    const drawn = () => page.evaluate(() => window.meshwright.tabs.map(({view}) => view.differing.group.children.map(({type, material}) => [type, material.type, material.depthTest])));
    const marks = [['Mesh', 'MeshBasicMaterial', false], ['Mesh', 'MeshLambertMaterial', true], ['LineSegments', 'LineBasicMaterial', false]];
    const elsewhere = ['LineSegments', 'LineDashedMaterial', false];
    assert.deepEqual(await drawn(), [[...marks, elsewhere], [...marks, elsewhere]]);
    // The colours of the list are those of the picture.
    const colours = await page.evaluate(() => [window.meshwright.tabs[0].view.differing.group.children[1].material.color.getHexString(), getComputedStyle(document.querySelector('.marks .swatch')).backgroundColor]);
    assert.deepEqual(colours, ['e05fd0', 'rgb(224, 95, 208)']);
    await shoot(page, 'compare-moved');
    return page;
  },
  async a_click_marks_the_triangle_and_one_on_nothing_unmarks_it() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await pane(page, 'bytes');
    const {x, y} = await spot(page, 'surface', 27);
    await page.mouse.click(x, y);
    await page.locator('.byte.on').first().waitFor();
    assert.deepEqual(await page.evaluate(() => window.meshwright.active.view.marked), {parts: 0, triangles: 1}, 'not all of its material');
    const empty = await nowhere(page);
    await page.mouse.click(empty.x, empty.y);
    await until(page, () => !window.meshwright.active.selection && !document.querySelector('.byte.on'));
    await page.locator('#bytes .about', {hasText: 'Click one to see its field'}).waitFor();
    assert.deepEqual(await page.evaluate(() => window.meshwright.active.view.marked), {parts: 0, triangles: 0});
    return page;
  },
  async a_way_goes_on_after_a_click_on_nothing() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await page.keyboard.press('7');
    await settled(page);
    const empty = await nowhere(page);
    await page.getByRole('button', {name: 'Find a way'}).click();
    const told = text => page.locator('#told', {hasText: text}).waitFor();
    await page.mouse.click(empty.x, empty.y);
    await told('There is nothing to walk on. Click where the way begins');
    for (const triangle of [0, 27]) {
      const {x, y} = await spot(page, 'surface', triangle);
      await page.mouse.click(x, y);
      await settled(page);
      if (triangle > 0) break;
      await page.mouse.click(empty.x, empty.y);
      await told('There is nothing to walk on. Click where the way ends');
    }
    await told('Way over');
    return page;
  },
  async layers_stand_in_one_order() {
    const page = await open_page(browser, address);
    const names = ['Model', 'Hidden', 'Collision', 'Armor', 'Walkmesh', 'Helpers'];
    for (const name of ['sample.mdl', 'sample.geometry', 'sample.bwm']) {
      await open_sample(page, name);
      const chips = (await page.locator('#view-tools .chip').allTextContents()).filter(text => names.includes(text));
      assert.deepEqual(chips, names.filter(each => chips.includes(each)), name);
      const lines = await page.evaluate(() => {
        const grid = window.meshwright.active.view.extras.children.find(each => each.type === 'GridHelper');
        return grid.geometry.attributes.position.count / 4 - 1;
      });
      assert(lines >= 6 && lines <= 18 && lines % 2 === 0, `${name}: ${lines} lines`);
    }
    return page;
  },
  async what_is_said_to_move_moves() {
    const page = await open_page(browser, address, {reducedMotion: 'no-preference'});
    await page.locator('.first', {hasText: 'A creature that moves'}).click();
    await page.getByRole('button', {name: 'Pause (space)'}).waitFor();
    const moved = await page.evaluate(async () => {
      const {model} = window.meshwright.active;
      const before = model.points();
      // It goes to and fro: at some time it is not where it was.
      for (let frame = 0; frame < 600; ++frame) {
        await new Promise(requestAnimationFrame);
        const moved = model.points().filter((point, i) => point.distanceTo(before[i]) > 0.01).length;
        if (moved > 3) return moved;
      }
      return 0;
    });
    assert(moved > 3, `${moved} vertices moved`);
    await give_back(page);
    const still = await open_page(browser, address);  // somebody wants no motion
    await still.locator('.first', {hasText: 'A creature that moves'}).click();
    await opened(still, 'sample.mdl');
    assert.equal(await still.getByRole('button', {name: 'Play (space)'}).count(), 1);
    return still;
  },
  async normals_that_point_away_do_not_darken() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.bwm');
    const flat = () => page.evaluate(() => window.meshwright.active.model.parts.filter(part => part.object.isMesh).map(part => part.own.flatShading));
    await page.setInputFiles('#chooser', given('house.bwm', bytes));
    await opened(page, 'house.bwm');
    assert((await flat()).every(each => !each));
    const offsets = await page.evaluate(async () => (await window.meshwright.active.ask('fields', {most: 100000})).json.fields.filter(each => each.path.endsWith('.normal')).map(each => each.offset));
    assert(offsets.length > 20);
    const turned = Buffer.from(bytes);
    for (const offset of offsets) for (const at of [0, 4, 8]) turned.writeFloatLE(-turned.readFloatLE(offset + at), offset + at);
    await page.setInputFiles('#chooser', given('turned.bwm', turned));
    await opened(page, 'turned.bwm');
    assert((await flat()).some(each => each), 'they are drawn by their triangles');
    return page;
  },
  async names_are_said_once_and_broken_where_they_may() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await page.evaluate(() => window.meshwright.active.select_path(0, 'vertices[3]'));
    await page.locator('#fields h3', {hasText: 'vertices[3]'}).waitFor();
    assert.equal(await page.locator('#fields', {hasText: 'vertices[3]'}).evaluate(each => each.textContent.split('vertices[3]').length - 1), 1);
    assert.equal(await page.locator('#fields .places .name').first().textContent(), 'value');
    const {bytes, companion} = await file_of_sample(page, 'sample.mdl');
    await page.setInputFiles('#chooser', [given('a_very_long_name.mdl', bytes), given('a_very_long_name.mdx', companion)]);
    await opened(page, 'a_very_long_name.mdl');
    const name = page.locator('#fields .copy', {hasText: 'a_very_long_name.mdl'}).first();
    assert.equal((await name.innerHTML()).replaceAll('<wbr>', '|'), 'a_|very_|long_|name|.mdl');
    assert.match(await field(page, 'bytes known'), /^[\d.]+ % of a_very_long_name\.mdl, [\d.]+ % of a_very_long_name\.mdx$/);
    return page;
  },
});
