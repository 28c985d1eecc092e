// Tests of the page (page.mjs): everything that a mouse does, by keys.
import assert from 'node:assert/strict';
import {open_page, open_sample, opened, settled, until} from './browser.mjs';

const press = async (page, ...keys) => { for (const key of keys) await page.keyboard.press(key); };
const focused = page => page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName);

export const key_tests = ({browser, address, pane, shoot, field}) => ({
  async a_cross_picks_what_is_under_it() {
    const page = await open_page(browser, address);
    await page.locator('.first').nth(1).focus();
    await press(page, 'Enter');
    await opened(page, 'sample.mdl');
    assert.equal(await focused(page), 'CANVAS', 'what was pressed is gone: the picture has the focus');
    await press(page, '1');
    await settled(page);
    await press(page, 'c', 'Enter');
    await until(page, () => window.meshwright.active.selection);
    const picked = await page.evaluate(() => {
      const {view, selection} = window.meshwright.active;
      const {left, top, width, height} = view.canvas.getBoundingClientRect();
      return [selection.part.name, view.hit(left + width / 2, top + height / 2).part.name];
    });
    assert.equal(picked[0], picked[1]);
    const before = await page.evaluate(() => [window.meshwright.active.view.cross.at(), window.meshwright.active.view.camera_text()]);
    await press(page, 'ArrowRight', 'ArrowDown', 'Shift+ArrowRight');
    const after = await page.evaluate(() => [window.meshwright.active.view.cross.at(), window.meshwright.active.view.camera_text()]);
    assert.deepEqual([after[0].x - before[0].x, after[0].y - before[0].y].map(Math.round), [13, 12]);
    assert.equal(after[1], before[1], 'the camera stands still');
    await shoot(page, 'cross');
    await press(page, 'Escape');
    assert(await page.locator('.cross').isHidden());
    assert(await page.evaluate(() => window.meshwright.active.selection), 'one step back, not two');
    await press(page, 'ArrowRight');
    assert.notEqual(await page.evaluate(() => window.meshwright.active.view.camera_text()), before[1], 'arrows turn it again');
    return page;
  },
  async a_way_is_found_by_keys() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await press(page, '7');
    await settled(page);
    await press(page, 'p', 'c');
    await page.locator('#told', {hasText: 'or put the cross there (C) and press Enter.'}).waitFor();
    const go = triangle => page.evaluate(number => {
      const {view, model} = window.meshwright.active;
      const middle = view.corners(model.parts.find(part => part.mesh === 'surface' && part.walkable), number).reduce((sum, each) => sum.add(each)).divideScalar(3).project(view.camera);
      const {left, top, width, height} = view.canvas.getBoundingClientRect();
      const {x, y} = view.cross.at();
      return [left + (middle.x + 1) / 2 * width - x, top + (1 - middle.y) / 2 * height - y].map(each => Math.round(each / 12));
    }, triangle);
    for (const triangle of [0, 27]) {
      const [right, down] = await go(triangle);
      for (let i = 0; i < Math.abs(right); ++i) await press(page, right > 0 ? 'ArrowRight' : 'ArrowLeft');
      for (let i = 0; i < Math.abs(down); ++i) await press(page, down > 0 ? 'ArrowDown' : 'ArrowUp');
      await press(page, 'Enter');
      await settled(page);
    }
    await page.locator('#told', {hasText: 'Way over'}).waitFor();
    await press(page, 'Escape', 'Escape');
    assert(await page.locator('#told').isHidden());
    assert.match(await page.locator('#status').textContent(), /^sample\.wok: all \d+ triangles in \d+ parts shown/, 'what is shown is said again');
    return page;
  },
  async bytes_and_lines_are_walked_by_keys() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await pane(page, 'bytes');
    await page.locator('.scroller').focus();
    const marked = () => page.evaluate(() => window.meshwright.shown_bytes.marked.offset);
    await press(page, 'ArrowRight');
    assert.equal(await marked(), 0);
    await press(page, 'ArrowRight', 'ArrowDown');
    await page.locator('.byte.on').waitFor();
    const width = await page.evaluate(() => window.meshwright.shown_bytes.width);
    assert.equal(await marked(), 1 + width);
    await page.locator('#bytes .about', {hasText: /^0x0000000/}).waitFor();
    assert.equal(await page.evaluate(() => window.meshwright.active.selection), undefined, 'going there selects nothing');
    await press(page, 'ArrowUp', 'ArrowLeft', 'Enter');
    await until(page, () => window.meshwright.active.selection?.title === 'magic');
    await press(page, 'End');
    const size = await page.evaluate(() => window.meshwright.active.about.bytes);
    assert.equal(await marked(), size - 1);
    await page.locator(`.byte.on[data-at="${size - 1}"]`).waitFor();
    await open_sample(page, 'sample.wok.ascii');
    await page.locator('.scroller').focus();
    await press(page, 'ArrowDown');
    await page.locator('.text-line.on[data-line="1"]').waitFor();
    await press(page, 'ArrowDown');
    await page.locator('.text-line.on[data-line="2"]').waitFor();
    return page;
  },
  async axes_and_eyes_are_reached_by_tab() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    await page.locator('#views canvas').focus();
    await press(page, 'Tab');
    assert.match(await focused(page), /^end axis-0/);
    await press(page, 'Tab', 'Tab', 'Tab', 'Tab', 'Enter');  // z, upwards
    await settled(page);
    assert(await page.evaluate(() => window.meshwright.active.view.stand().away.y) > 0.99);
    await page.locator('#tree .row', {hasText: 'tail_g'}).first().focus();
    await press(page, 'Tab');
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Hide tail_g');
    await press(page, 'Enter');
    assert(await page.evaluate(() => window.meshwright.active.model.parts.find(part => part.name === 'tail_g').hidden));
    assert.equal(await page.locator('#tree .eye[tabindex="0"]').count(), 1, 'one stop, not one per row');
    return page;
  },
  async arrows_lead_from_the_search_to_what_it_found() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    await press(page, '/');
    await page.keyboard.type('tail');
    await page.locator('#tree .row', {hasText: 'nodes[6]'}).first().waitFor();
    await press(page, 'ArrowDown');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'tail_g');
    await press(page, 'ArrowDown', 'ArrowUp', 'ArrowUp');
    assert.equal(await focused(page), 'search');
    await press(page, 'ArrowDown', 'Enter');
    await until(page, () => window.meshwright.active.selection?.part?.name === 'tail_g');
    return page;
  },
  async values_are_copied_by_keys() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', {value: {writeText: async text => { window.copied = text; }}}));
    await page.locator('#fields .copy', {hasText: 'Knights of the Old Republic walkmesh'}).focus();
    await press(page, 'Enter');
    await page.locator('#status', {hasText: 'Copied Knights of the Old Republic walkmesh'}).waitFor();
    assert.equal(await page.evaluate(() => window.copied), 'Knights of the Old Republic walkmesh');
    return page;
  },
  async the_list_of_keys_has_all_of_them() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await press(page, '?');
    const keys = (await page.locator('#keys th').allTextContents()).flatMap(text => text.split(/[ ,]+/));
    for (const key of ['F', '.', 'H', 'I', '1', '3', '7', '9', '+', '−', 'Space', 'P', 'C', '/', '?', 'Escape', 'Arrows', 'Shift', 'Enter', 'Alt', 'Home', 'End', 'Page'])
      assert(keys.includes(key), `${key} is not in the list`);
    await shoot(page, 'keys');
    return page;
  },
  async a_byte_is_selected_everywhere() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await pane(page, 'bytes');
    await page.getByLabel('Go to offset').fill('1580');
    await page.getByLabel('Go to offset').press('Enter');
    const row = page.locator('#tree [aria-selected=true]');
    await until(page, () => document.querySelector('#tree [aria-selected=true]')?.dataset.path === 'faces[28]');
    assert(await row.isVisible());
    await pane(page, 'fields');
    await page.locator('#fields th', {hasText: 'elevation'}).waitFor();
    assert.equal(await field(page, 'face'), '28');
    assert.match(await field(page, 'material'), /^\w+ \(\d+\)$/);
    // A vertex is of all the triangles around it.
    await pane(page, 'bytes');
    await page.getByLabel('Go to offset').fill(String(136 + 12 * 12));
    await page.getByLabel('Go to offset').press('Enter');
    await until(page, () => window.meshwright.active.selection?.title === 'vertices[12]');
    assert(await page.evaluate(() => window.meshwright.active.view.marked.triangles) > 1);
    // And a triangle has three of them.
    await page.evaluate(() => { const tab = window.meshwright.active; return tab.select_triangle(tab.model.parts.find(part => part.mesh === 'surface'), 3); });
    await pane(page, 'fields');
    await page.locator('#fields .corners summary', {hasText: 'corners3'}).click();
    await page.locator('#fields .corners h3').nth(2).waitFor();
    assert.deepEqual(await page.locator('#fields .corners h3').allTextContents(), await page.evaluate(() => window.meshwright.active.selection.corners.map(each => each.path)));
    // One that is too far down to be among the first rows.
    const last = await page.evaluate(() => window.meshwright.active.about.counts.aabb_nodes - 1);
    assert(last >= 200, 'beyond the rows that are made at first');
    await page.evaluate(number => window.meshwright.active.select_path(0, `aabb[${number}]`), last);
    await until(page, () => /^aabb\[\d+\]$/.test(document.querySelector('#tree [aria-selected=true]')?.dataset.path ?? ''));
    assert.equal(await row.getAttribute('data-path'), `aabb[${last}]`);
    return page;
  },
  async fields_are_told_in_words() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.geometry');
    await page.locator('#tree .row', {hasText: 'index_buffers'}).getByText('1 row', {exact: true}).waitFor();
    await page.evaluate(() => { const tab = window.meshwright.active; return tab.select_part(tab.model.parts.find(part => part.extras.vertices_id)); });
    await page.locator('#fields th', {hasText: 'vertices id'}).waitFor();
    const names = await page.locator('#fields .facts th').allTextContents();
    assert(names.indexOf('vertices id') > names.indexOf('density'), 'numbers for programs come last');
    await open_sample(page, 'sample.bwm');
    await page.evaluate(() => {
      const tab = window.meshwright.active;
      const part = tab.model.parts[0];
      part.extras = {...part.extras, box: {low: [0, 1], high: [2, 3.5], fits: true}};
      return tab.select_part(part);
    });
    await page.locator('#fields th', {hasText: 'box low'}).waitFor();
    assert.deepEqual([await field(page, 'box low'), await field(page, 'box high'), await field(page, 'box fits')], ['0, 1', '2, 3.5', 'yes']);
    assert.doesNotMatch(await page.locator('#fields .facts').textContent(), /[{}"]/);
    await open_sample(page, 'sample.mdl');
    const list = page.locator('#fields details', {hasText: 'names'}).first();
    assert.equal(await list.getAttribute('open'), null, 'long lists are opened by a click');
    assert.equal(await list.locator('summary').textContent(), 'names9');
    await list.locator('summary').click();
    assert.equal(await list.locator('li').count(), 9);
    return page;
  },
  async what_is_pressed_keeps_the_focus() {
    const page = await open_page(browser, address, {viewport: {width: 1024, height: 640}});
    await open_sample(page, 'sample.geometry');
    await open_sample(page, 'sample.wok');
    const chip = page.locator('.legend-chip').first();
    const text = await chip.textContent();
    await chip.focus();
    await press(page, 'Enter');
    assert.equal(await page.evaluate(() => document.activeElement.closest('.legend-chip')?.textContent), text);
    assert.equal(await chip.getAttribute('aria-pressed'), 'false');
    await press(page, 'Enter');
    assert.equal(await chip.getAttribute('aria-pressed'), 'true');
    await page.locator('#tabs [role=tab]').nth(1).focus();
    await press(page, 'ArrowLeft', 'Enter');
    await until(page, () => window.meshwright.active.title === 'sample.geometry');
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'sample.geometry');
    // A list of switches that stays open says so.
    const more = page.getByRole('button', {name: 'More', exact: true});
    await more.click();
    await page.locator('#more-switches button').first().click();
    assert(await page.locator('#more-switches').isVisible());
    assert.equal(await more.getAttribute('aria-expanded'), 'true');
    return page;
  },
  async the_end_is_reached_at_once() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await pane(page, 'bytes');
    const marked = () => page.evaluate(() => window.meshwright.shown_bytes.marked.offset);
    await page.locator('.scroller').focus();
    await press(page, 'End');
    assert.equal(await marked(), await page.evaluate(() => window.meshwright.active.about.bytes - 1));
    await page.evaluate(() => window.meshwright.shown_bytes.unmark());
    await press(page, 'PageDown');
    assert(await marked() > 0);
    await page.evaluate(() => window.meshwright.shown_bytes.unmark());
    await press(page, 'ArrowDown');
    assert.equal(await marked(), 0);
    // Corners that are opened twice before they are there are there once.
    await page.evaluate(() => { const tab = window.meshwright.active; return tab.select_triangle(tab.model.parts.find(part => part.mesh === 'surface'), 3); });
    await pane(page, 'fields');
    await page.locator('#fields .corners').waitFor();
    await page.evaluate(async () => {
      const list = document.querySelector('#fields .corners');
      for (const open of [true, false, true]) {
        list.open = open;
        await new Promise(done => list.addEventListener('toggle', done, {once: true}));
      }
    });
    await settled(page);
    assert.equal(await page.locator('#fields .corners h3').count(), 3);
    return page;
  },
});
