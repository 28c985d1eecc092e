// Tests of the page (page.mjs): which two files stand side by side, and how they are framed.
import assert from 'node:assert/strict';
import {open_page, open_sample, settled, until} from './browser.mjs';

const pair = page => page.evaluate(() => window.meshwright.compare_pane.pair?.map(tab => tab.title));

/// What each model takes up of its picture.
const extents = page => page.evaluate(() => window.meshwright.compare_pane.pair.map(({view, model}) => {
  const seen = model.points().map(each => each.project(view.camera));
  const [x, y] = [seen.map(each => each.x), seen.map(each => each.y)];
  return {fills: Math.max(Math.max(...x) - Math.min(...x), Math.max(...y) - Math.min(...y)) / 2, outside: Math.max(...x, ...y, ...x.map(each => -each), ...y.map(each => -each)) > 1};
}));

const ways = page => page.evaluate(() => window.meshwright.compare_pane.pair.map(({view}) => view.stand().away.toArray().map(each => Math.round(each * 1000) / 1000)));

/// Moves the shown model far away and makes it much larger; gives the camera that frames it.
const put_elsewhere = page => page.evaluate(() => {
  const {model, view} = window.meshwright.active;
  model.root.position.set(500, 0, 0);
  model.root.scale.setScalar(20);
  model.root.updateMatrixWorld(true);
  view.frame();
  return view.camera_text();
});

export const compare_tests = ({browser, address, shoot, field}) => ({
  async of_several_files_two_are_chosen() {
    const page = await open_page(browser, address);
    for (const name of ['sample.wok', 'sample.mdl', 'sample.bwm']) await open_sample(page, name);
    await page.locator('#tabs [role=tab]', {hasText: 'sample.mdl'}).click();
    await page.locator('#compare').click();
    assert.equal(await pair(page), undefined, 'it is asked which');
    assert.equal(await page.locator('#compare-menu .menu-head').textContent(), 'Compare sample.mdl with');
    assert.deepEqual(await page.locator('#compare-menu button').allTextContents(), ['sample.wok', 'sample.bwm']);
    await page.keyboard.press('Escape');
    assert(await page.locator('#compare-menu').isHidden());
    await page.locator('#compare').click();
    await page.locator('#compare-menu button', {hasText: 'sample.bwm'}).click();
    await page.locator('#findings h3', {hasText: 'differences'}).waitFor();
    assert.deepEqual(await pair(page), ['sample.mdl', 'sample.bwm']);
    await shoot(page, 'compare-chosen');
    await page.getByLabel('File on the right').selectOption({label: 'sample.wok'});
    await until(page, () => window.meshwright.compare_pane.pair?.[1].title === 'sample.wok');
    await page.getByLabel('File on the left').selectOption({label: 'sample.bwm'});
    await until(page, () => window.meshwright.compare_pane.pair?.[0].title === 'sample.bwm');
    assert.deepEqual(await pair(page), ['sample.bwm', 'sample.wok']);
    assert.deepEqual(await page.getByLabel('File on the left').locator('option').allTextContents(), ['sample.mdl', 'sample.bwm'], 'not with itself');
    assert.equal(await page.locator('.picture:visible').count(), 2);
    await page.locator('#compare').click();
    assert.equal(await pair(page), undefined);
    assert.equal(await page.locator('#tabs [aria-selected=true]').textContent(), 'sample.bwm');
    return page;
  },
  async models_of_two_places_are_both_seen() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.geometry');
    await open_sample(page, 'sample.wok');
    const camera = await put_elsewhere(page);
    await page.locator('#compare').click();
    await page.locator('#findings', {hasText: 'each is framed by itself'}).waitFor();
    await settled(page);
    for (const {fills, outside} of await extents(page)) assert(fills > 0.5 && !outside, `fills ${fills}`);
    await page.locator('.picture:visible canvas').first().focus();
    await page.keyboard.press('ArrowLeft');
    await settled(page);
    let [left, right] = await ways(page);
    assert.deepEqual(left, right, 'they are looked at from the same side');
    for (const {fills} of await extents(page)) assert(fills > 0.5);
    await shoot(page, 'compare-apart');
    const tied = page.getByRole('button', {name: 'Cameras tied'});
    assert.equal(await tied.getAttribute('aria-pressed'), 'true');
    await tied.click();
    await page.locator('.picture:visible canvas').first().focus();
    await page.keyboard.press('ArrowLeft');
    [left, right] = await ways(page);
    assert.notDeepEqual(left, right, 'each goes its way');
    await tied.click();
    [left, right] = await ways(page);
    assert.deepEqual(left, right);
    await page.locator('#compare').click();
    await page.locator('#tabs [role=tab]', {hasText: 'sample.wok'}).click();
    await settled(page);
    assert.equal(await page.evaluate(() => window.meshwright.active.view.camera_text()), camera, 'the right one is looked at as before');
    assert.equal(await page.getByRole('button', {name: 'Cameras tied'}).count(), 0);
    return page;
  },
  async the_same_place_is_seen_in_both() {
    const page = await open_page(browser, address);
    const bytes = Buffer.from(await page.evaluate(async () => {
      await window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === 'sample.wok'));
      return [...(await window.meshwright.active.ask('file')).bytes];
    }));
    for (const face of [27, 28]) bytes.writeUInt32LE(7, bytes.readUInt32LE(88) + 4 * face);
    await page.setInputFiles('#chooser', {name: 'changed.wok', mimeType: '', buffer: bytes});
    await until(page, () => window.meshwright.tabs.length === 2);
    await settled(page);
    await page.locator('#compare').click();
    await until(page, () => window.meshwright.tabs.every(tab => tab.view.marked.triangles === 2));
    const cameras = await page.evaluate(() => window.meshwright.tabs.map(tab => tab.view.camera_text()));
    assert.equal(cameras[0], cameras[1], 'from the same place');
    await page.locator('.marks-entry').first().waitFor();
    assert.deepEqual(await page.locator('.marks-entry').allTextContents(), ['triangles that differ', 'those of the one you choose below'], 'none has moved');
    await page.locator('#findings .finding', {hasText: 'materials[28]'}).click();
    await until(page, () => window.meshwright.tabs.every(tab => tab.selection?.title === 'materials[28]'));
    await settled(page);
    assert.deepEqual(await page.evaluate(() => window.meshwright.tabs.map(tab => tab.view.marked.triangles)), [2, 2]);
    return page;
  },
  async a_layout_is_looked_into_like_its_rooms() {
    const page = await open_page(browser, `${address}#sample=sample.lyt`);
    await until(page, () => window.meshwright.active?.view);
    await settled(page);
    assert.equal(await page.locator('#tabs [aria-selected=true]').textContent(), 'sample.lyt');
    assert.match(await page.locator('#title').textContent(), /^sample\.lyt.*area of 3 rooms · \d+ triangles/);
    assert.deepEqual(await page.locator('#looked-into option').allTextContents(), ['sample.lyt', 'sample_01.wok', 'sample_02.wok', 'sample_03.wok']);
    assert.equal(await field(page, 'file'), 'sample.lyt');
    await page.locator('#tree h3', {hasText: 'File · sample.lyt'}).waitFor();
    await page.locator('#tree .row', {hasText: 'roomcount'}).click();
    await page.locator('#fields h3', {hasText: 'roomcount'}).first().waitFor();
    await page.locator('.pane-tabs [data-pane=bytes]').click();
    await page.locator('.text-line.on', {hasText: 'roomcount 3'}).waitFor();
    await page.locator('.pane-tabs [data-pane=findings]').click();
    await page.locator('#findings', {hasText: 'LAYOUT_MODEL_MISSING'}).waitFor();
    await page.locator('#download').click();
    await page.locator('#download-menu', {hasText: 'sample.lyt only says where rooms are'}).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#looked-into').selectOption('sample_02.wok');
    await page.locator('#tree h3', {hasText: 'File · sample_02.wok'}).waitFor();
    assert.equal(await page.locator('#tree h3', {hasText: 'File · '}).count(), 1);
    await page.locator('.pane-tabs [data-pane=fields]').click();
    await page.locator('#fields td', {hasText: 'sample_02.wok'}).waitFor();
    await page.locator('#download').click();
    assert.equal(await page.locator('#download-menu .menu-head').textContent(), 'Download sample_02.wok as');
    await page.keyboard.press('Escape');
    await page.locator('#tree .row', {hasText: 'sample_03.wok'}).first().click();  // its node in the scene
    await until(page, () => window.meshwright.active.path === 'sample_03.wok');
    assert.equal(await page.locator('#looked-into').inputValue(), 'sample_03.wok');
    await shoot(page, 'area-room');
    return page;
  },
  async a_moved_vertex_is_marked() {
    const page = await open_page(browser, address);
    const bytes = Buffer.from(await page.evaluate(async () => {
      await window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === 'sample.wok'));
      return [...(await window.meshwright.active.ask('file')).bytes];
    }));
    const at = bytes.readUInt32LE(76) + 12 * 30;  // a vertex
    bytes.writeFloatLE(bytes.readFloatLE(at + 8) + 2, at + 8);
    await page.setInputFiles('#chooser', {name: 'changed.wok', mimeType: '', buffer: bytes});
    await until(page, () => window.meshwright.tabs.length === 2);
    await settled(page);
    const faces = Array.from({length: bytes.readUInt32LE(80)}, (_, i) => [0, 4, 8].map(corner => bytes.readUInt32LE(bytes.readUInt32LE(84) + 12 * i + corner))).filter(corners => corners.includes(30)).length;
    assert(faces > 1);
    await page.locator('#compare').click();
    await page.locator('#findings .finding', {hasText: 'vertices[30]'}).waitFor();
    await until(page, () => window.meshwright.tabs.every(tab => tab.view.marked.triangles > 0));
    assert.deepEqual(await page.evaluate(() => window.meshwright.tabs.map(tab => tab.view.marked.triangles)), [faces, faces]);
    const camera = await page.evaluate(() => window.meshwright.tabs[0].view.camera_text());
    await page.locator('#findings .finding', {hasText: 'vertices[30]'}).click();
    await until(page, () => window.meshwright.tabs.every(tab => tab.selection?.title === 'vertices[30]'));
    await settled(page);
    assert.deepEqual(await page.evaluate(() => window.meshwright.tabs.map(tab => tab.view.marked.triangles)), [faces, faces]);
    assert.notEqual(await page.evaluate(() => window.meshwright.tabs[0].view.camera_text()), camera, 'and gone to');
    return page;
  },
  async findings_of_rooms_name_the_room() {
    const page = await open_page(browser, address);
    const bytes = Buffer.from(await page.evaluate(async () => {
      await window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === 'sample.wok'));
      const {bytes} = await window.meshwright.active.ask('file');
      window.meshwright.close(window.meshwright.active);
      return [...bytes];
    }));
    bytes.writeFloatLE(7, 3512 + 12 * 5);  // a normal
    const layout = 'beginlayout\n roomcount 1\n  hall 0 0 0\n trackcount 0\n obstaclecount 0\n doorhookcount 1\n  hall door_01 0 2 1 0 1 0 0 0\ndonelayout\n';
    await page.setInputFiles('#chooser', [{name: 'area.lyt', mimeType: '', buffer: Buffer.from(layout)}, {name: 'hall.wok', mimeType: '', buffer: bytes}]);
    await until(page, () => window.meshwright.active?.view);
    await settled(page);
    assert.deepEqual(await page.evaluate(() => { const {model} = window.meshwright.active; return model.hooks.map(hook => [model.names.get(hook), hook.position.toArray().map(each => each + 0)]); }), [['door_01', [2, 0, -1]]], 'the hooks of the layout');
    await page.locator('.pane-tabs [data-pane=findings]').click();
    await page.locator('.finding', {hasText: 'hall.wok'}).first().waitFor();
    await page.locator('.finding', {hasText: 'normals[5]'}).first().click();
    await until(page, () => window.meshwright.active.path === 'hall.wok' && window.meshwright.active.selection);
    await page.locator('.finding', {hasText: 'normals[5]'}).first().waitFor();  // the list stays
    await page.locator('.pane-tabs [data-pane=bytes]').click();
    await page.locator('.byte.on[data-at="3572"]').waitFor();
    return page;
  },
  async a_room_is_compared_and_gone_to() {
    const page = await open_page(browser, `${address}#sample=sample.lyt`);
    await until(page, () => window.meshwright.active?.view);
    await settled(page);
    const bytes = Buffer.from(await page.evaluate(async () => {
      const tab = window.meshwright.active;
      await tab.look_at('sample_02.wok');
      return [...(await tab.ask('file')).bytes];
    }));
    bytes.writeUInt32LE(7, bytes.readUInt32LE(88) + 4 * 3);  // the material of a face
    await page.setInputFiles('#chooser', {name: 'other.wok', mimeType: '', buffer: bytes});
    await until(page, () => window.meshwright.tabs.length === 2);
    await settled(page);
    await page.evaluate(() => { const {tabs, compare_pane} = window.meshwright; return compare_pane.show(tabs[0], tabs[1]); });
    const row = page.locator('#findings .finding', {hasText: 'materials'}).first();
    await row.click();
    await until(page, () => window.meshwright.tabs.every(tab => tab.selection?.part));
    await settled(page);
    assert.deepEqual(await page.evaluate(() => window.meshwright.tabs.map(tab => tab.path)), ['sample_02.wok', 'other.wok']);
    assert.deepEqual(await page.evaluate(() => window.meshwright.tabs.map(tab => tab.selection.part.file)), ['sample_02.wok', '']);
    // What was chosen later than a place in another room is what stays chosen.
    const paths = await page.evaluate(async () => {
      const [tab] = window.meshwright.tabs;
      const slow = tab.go_to({file: 'sample_01.wok', path: 'faces[0]'});
      await Promise.all([slow, tab.select_path(0, 'faces[1]', {file: 'sample_03.wok'})]);
      return [tab.path, tab.selection.title];
    });
    assert.deepEqual(paths, ['sample_03.wok', 'faces[1]']);
    return page;
  },
  async what_is_chosen_stays_marked_beside_differences() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    const marked = await page.evaluate(async () => {
      const {active: {view, model}, active} = window.meshwright;
      await active.select_part(model.parts[0]);
      const seen = [view.marked.parts];
      view.mark_differences([model.parts[1]], []);
      seen.push(view.marked.parts);
      view.mark_differences([], []);
      return [...seen, view.marked.parts];
    });
    assert.deepEqual(marked, [1, 2, 1]);
    return page;
  },
  async a_closed_file_is_offered_no_more() {
    const page = await open_page(browser, address);
    for (const name of ['sample.wok', 'sample.mdl', 'sample.bwm']) await open_sample(page, name);
    await page.evaluate(() => { const {tabs, compare_pane} = window.meshwright; return compare_pane.show(tabs[1], tabs[2]); });
    assert.equal(await page.getByLabel('File on the left').locator('option').count(), 2);
    await page.getByRole('button', {name: 'Close sample.wok'}).click();
    assert.equal(await page.getByLabel('File on the left').count(), 0, 'there is no other');
    assert.deepEqual(await page.locator('.picture:visible .caption').allTextContents(), ['sample.mdl', 'sample.bwm']);
    await page.locator('#compare').click();
    assert.equal(await page.locator('#tabs [aria-selected=true]').textContent(), 'sample.mdl');
    await page.getByRole('button', {name: 'Close sample.bwm'}).click();
    assert(await page.locator('#compare').isDisabled());
    return page;
  },
  async changes_come_before_places_in_the_file() {
    const page = await open_page(browser, address);
    const text = Buffer.from(await page.evaluate(async () => {
      await window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === 'sample.mdl.ascii'));
      return [...(await window.meshwright.active.ask('file')).bytes];
    })).toString('latin1');
    const with_remarks = (remark, body = text) => Buffer.from(`# ${remark}\n`.repeat(1100) + body, 'latin1');
    await page.evaluate(() => window.meshwright.close(window.meshwright.active));
    const open = async (name, buffer) => {
      await page.setInputFiles('#chooser', {name, mimeType: '', buffer});
      await page.locator('#tabs [aria-selected=true]', {hasText: name}).waitFor();
      await settled(page);
    };
    await open('a.mdl.ascii', with_remarks('one'));
    await open('b.mdl.ascii', with_remarks('two', text.replace('position 0 0 0.5', 'position 0 0 0.7')));
    await page.locator('#compare').click();
    await page.locator('#findings h3', {hasText: '1,101 differences'}).waitFor();
    await page.locator('#findings .finding').first().waitFor();
    assert.equal(await page.locator('#findings .finding').count(), 1);
    assert.equal(await page.locator('#findings', {hasText: 'They differ only in where things lie'}).count(), 0);
    await page.getByRole('button', {name: 'Places in the file (1,100)'}).click();
    await page.locator('#findings .part').nth(1).waitFor();
    assert.deepEqual(await page.locator('#findings .part .badge').allTextContents().then(all => all.map(each => Number(each.replace(',', ''))).reduce((sum, each) => sum + each)), 1101);
    await page.locator('#compare').click();
    await page.getByRole('button', {name: 'Close b.mdl.ascii'}).click();
    await open('c.mdl.ascii', with_remarks('two'));
    await page.locator('#compare').click();
    await page.locator('#findings', {hasText: 'They differ only in where things lie in the file.'}).waitFor();
    assert.equal(await page.locator('#findings .finding').count(), 100);
    const turns = page.locator('#findings .turns');
    assert.match(await turns.textContent(), /to 100 of 1,100/);
    await turns.getByRole('button', {name: 'Last'}).click();
    await turns.getByText('to 1,100 of 1,100').waitFor();
    assert.equal(await page.locator('#findings .finding').count(), 100);
    return page;
  },
  async the_legend_counts_in_both_files() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    const bytes = Buffer.from(await page.evaluate(async () => [...(await window.meshwright.active.ask('file')).bytes]));
    const offset = bytes.readUInt32LE(88);
    const was = bytes.readUInt32LE(offset);
    bytes.writeUInt32LE(was === 3 ? 4 : 3, offset);
    await page.setInputFiles('#chooser', {name: 'other.wok', mimeType: '', buffer: bytes});
    await until(page, () => window.meshwright.tabs.length === 2);
    await settled(page);
    await page.locator('#compare').click();
    await page.locator('#findings h3', {hasText: 'difference'}).waitFor();
    const counts = () => page.evaluate(() => [...document.querySelectorAll('.legend-chip .kind')].map(each => each.textContent).filter(text => text.includes('|')).map(text => text.split(' | ').map(Number)));
    const told = await counts();
    assert.deepEqual(told.map(([left, right]) => left - right).sort(), [-1, 1]);
    await page.evaluate(() => window.meshwright.touched(window.meshwright.tabs[1]));
    assert.deepEqual((await counts()).sort(), told.sort(), 'the left one is first, whichever was clicked');
    await shoot(page, 'compare-legend');
    return page;
  },
});
