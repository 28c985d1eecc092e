// Tests of the page (page.mjs): lists of files and lines, rows of the tree, and rooms with their animations.
import assert from 'node:assert/strict';
import {join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {file_of_sample, give_back, given, open_page, open_sample, opened, settled, until} from './browser.mjs';

const model = 'newmodel hero\nsetsupermodel hero NULL\nclassification character\nsetanimationscale 1\nbeginmodelgeom hero\nnode dummy hero\n  parent NULL\n  position 0 zero 0\nendnode\nendmodelgeom hero\ndonemodel hero\n';
const layout_of = rooms => `beginlayout\n roomcount ${rooms.length}\n${rooms.map((room, i) => `  ${room} ${40 * i} 0 0\n`).join('')} trackcount 0\n obstaclecount 0\n doorhookcount 0\ndonelayout\n`;

export const list_tests = ({browser, address, folder, command, pane}) => ({
  async long_lines_are_cut_and_say_so() {
    const page = await open_page(browser, address);
    const text = model.replace('zero', '0').replace('setsupermodel', `# ${'x'.repeat(70000)}\n# ${'y'.repeat(3000)}\nsetsupermodel`);
    await page.setInputFiles('#chooser', given('long.mdl.ascii', text));
    await opened(page, 'long.mdl.ascii');
    await pane(page, 'bytes');
    await page.locator('.text-line[data-line="13"]').waitFor();
    const lines = await page.locator('.text-line').allTextContents();
    assert.deepEqual(lines.map(line => line.slice(5, 25)), text.trimEnd().split('\n').map(line => line.slice(0, 20)), 'every line is there');
    assert.equal(lines[1].slice(-24), 'xxx … and 68,003 bytes more'.slice(-24));
    assert.match(lines[2], /y{1998} … and 1,003 bytes more$/);
    assert(!lines.some((line, i) => ![1, 2].includes(i) && line.includes('…')));
    // A mark behind what is shown.
    const offset = 14 + 60000;
    await page.evaluate(at => window.meshwright.shown_bytes.go(0, at, at + 1), offset);
    await page.locator('.text-line.on[data-line="2"] .left-out.on').waitFor();
    assert.equal(await page.locator('.text-line.on').count(), 1);
    return page;
  },
  async an_excerpt_has_the_lines_of_the_library() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', given('old.mdl.ascii', model.replaceAll('\n', '\r')));
    await page.locator('.excerpt .on', {hasText: /^\s+8 {4}position 0 zero 0\s*$/}).waitFor();
    assert.equal((await page.locator('.excerpt').textContent()).trimEnd().split('\n').length, 6, 'five lines and the caret');
    await page.setInputFiles('#chooser', given('tabs.mdl.ascii', model.replace('  position 0 zero', '\t\tposition 0 zero')));
    await page.locator('#instead h2', {hasText: 'tabs.mdl.ascii'}).waitFor();
    await page.locator('.excerpt .on', {hasText: /^\s+8 {10}position 0 zero 0\s*$/}).waitFor();
    assert.equal((await page.locator('.excerpt .caret').textContent()).indexOf('▲'), '    8          position 0 '.length);
    return page;
  },
  async typed_places_are_of_the_file_that_is_shown() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.bwm');
    await open_sample(page, 'sample.wok.ascii');
    await pane(page, 'bytes');
    const marked = await page.evaluate(async () => {
      const {shown_bytes: bytes, tabs} = window.meshwright;
      const late = [bytes.go_typed('3'), bytes.choose(20)];
      window.meshwright.activate(tabs[0]);
      await Promise.all(late);
      await bytes.go_typed('');
      return [bytes.tab.title, bytes.marked.offset];
    });
    assert.deepEqual(marked, ['sample.bwm', -1]);
    await page.getByLabel('Go to offset').fill('0x10');
    await page.getByLabel('Go to offset').press('Enter');
    await page.locator('.byte.on[data-at="16"]').waitFor();
    await page.locator('#bytes .about', {hasText: /^0x00000010 · \w/}).waitFor();  // its field
    for (const wrong of ['zzz', '0xfffffff']) {
      await page.getByLabel('Go to offset').fill(wrong);
      await page.getByLabel('Go to offset').press('Enter');
      await page.locator('#bytes .about', {hasText: `“${wrong}” is no offset of this file: the last one is 0x`}).waitFor();
    }
    return page;
  },
  async a_layout_gets_its_rooms_and_no_others() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.wok');
    await page.setInputFiles('#chooser', [given('area.lyt', layout_of(['Hall'])), given('hall.wok', bytes), given('other.wok', bytes), given('notes.txt', 'x')]);
    await until(page, () => window.meshwright.tabs.length === 2);
    await opened(page, 'area.lyt');
    assert.deepEqual(await page.evaluate(() => Promise.all(window.meshwright.tabs.map(async tab => [tab.title, (await tab.library.read()).paths]))),
      [['area.lyt', ['area.lyt', 'hall.wok']], ['other.wok', ['other.wok']]]);
    // One that fails to open is not opened again.
    const opened_paths = await page.evaluate(async text => {
      const paths = [];
      window.meshwright.open_anew = async file => { paths.push(file.path); };
      await window.meshwright.open_dropped([{path: 'bad.lyt', bytes: new TextEncoder().encode(text)}]);
      return paths;
    }, layout_of(['hall']));
    assert.deepEqual(opened_paths, ['bad.lyt']);
    return page;
  },
  async rooms_move_their_own_nodes() {
    const page = await open_page(browser, address);
    const {bytes, companion} = await file_of_sample(page, 'sample.mdl');
    const {bytes: floor} = await file_of_sample(page, 'sample.wok');
    await page.setInputFiles('#chooser', [given('area.lyt', layout_of(['hall', 'yard'])), ...['hall', 'yard'].flatMap(room => [given(`${room}.mdl`, bytes), given(`${room}.mdx`, companion)]), given('hall.wok', floor)]);
    await opened(page, 'area.lyt');
    assert.equal(await page.evaluate(() => window.meshwright.active.rooms.length), 3, 'a room may have two files');
    const labels = await page.locator('#timeline select').first().locator('option').allTextContents();
    assert(labels.includes('hall.mdl · walk · 1.00 s') && labels.includes('yard.mdl · walk · 1.00 s'), labels.join());
    const places = () => page.evaluate(() => window.meshwright.active.model.root.children.filter(room => window.meshwright.active.model.names.get(room).endsWith('.mdl')).map(room => {
      const places = [];
      room.traverse(node => { if (node !== room) places.push(...node.position.toArray(), ...node.quaternion.toArray()); });
      return places.map(each => Math.round(each * 1e4));
    }));
    const before = await places();
    await page.locator('#timeline select').first().selectOption({label: 'yard.mdl · walk · 1.00 s'});
    await page.getByRole('button', {name: 'Pause (space)'}).click();
    await page.evaluate(() => window.meshwright.timeline.seek(0.25));
    const after = await places();
    assert.deepEqual(after[0], before[0], 'the other room stands still');
    assert.notDeepEqual(after[1], before[1]);
    return page;
  },
  async eyes_and_rows_follow_the_state() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    const eye = page.getByRole('button', {name: 'Hide tail_g', exact: true});
    const select = () => page.evaluate(() => { const tab = window.meshwright.active; return tab.select_part(tab.model.parts.find(part => part.name === 'tail_g')); });
    await select();
    await page.keyboard.press('H');  // as the list of keys has it
    assert.equal(await eye.getAttribute('aria-pressed'), 'true');
    await page.locator('#tabs [role=tab]').first().click();
    assert.equal(await eye.getAttribute('aria-pressed'), 'true', 'also when it is shown anew');
    await page.keyboard.press('i');
    assert.equal(await eye.getAttribute('aria-pressed'), 'false');
    await eye.dispatchEvent('click');
    assert.equal(await eye.getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('i');
    await page.locator('#search').fill('tail');
    await page.locator('#tree .row', {hasText: 'nodes[6]'}).first().waitFor();
    await select();
    assert.deepEqual(await page.locator('#tree [aria-selected=true] .name').allTextContents(), ['tail_g'], 'while one searches');
    await page.locator('#search').fill('');
    await page.locator('#tree .row', {hasText: 'animations'}).first().waitFor();
    assert.deepEqual(await page.locator('#tree [aria-selected=true] .name').allTextContents(), ['tail_g'], 'and afterwards');
    return page;
  },
  async marks_of_differences_stay() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.wok');
    const changed = Buffer.from(bytes);
    for (const face of [27, 28]) changed.writeUInt32LE(7, changed.readUInt32LE(88) + 4 * face);
    for (const [name, content] of [['a.wok', bytes], ['b.wok', changed]]) {
      await page.setInputFiles('#chooser', given(name, content));
      await opened(page, name);
    }
    await page.locator('#compare').click();
    const marked = () => page.evaluate(() => window.meshwright.tabs.map(tab => tab.view.marked.triangles));
    await until(page, () => window.meshwright.tabs.every(tab => tab.view.marked.triangles === 2));
    await page.locator('#findings .finding', {hasText: 'materials[28]'}).click();
    await until(page, () => window.meshwright.active.selection);
    await settled(page);
    assert.deepEqual(await marked(), [2, 2]);
    await page.locator('#compare').click();
    await settled(page);
    assert.deepEqual(await marked(), [1, 1], 'what is selected on both sides stays marked, the other difference does not');
    return page;
  },
  async tied_cameras_see_as_far() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.geometry');
    await open_sample(page, 'sample.wok');
    await page.evaluate(() => { const {model} = window.meshwright.active; model.root.scale.setScalar(100); model.root.updateMatrixWorld(true); });
    await page.locator('#compare').click();
    await settled(page);
    const [left, right] = await page.evaluate(() => window.meshwright.tabs.map(({view}) => [view.camera.near, view.camera.far, view.reach, view.camera.position.distanceTo(view.controls.target)]));
    for (const [near, far, reach, distance] of [left, right]) {
      assert(far > distance + reach, 'what is looked at is not too far away');
      assert(near < distance - reach, 'nor too near');
    }
    assert(Math.abs(right[1] / left[1] - right[3] / left[3]) < 1e-3 * right[3] / left[3], 'as far as it is large');
    return page;
  },
  async the_camera_is_moved_by_keys() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.bwm');
    await page.keyboard.press('1');
    await settled(page);
    const camera = () => page.evaluate(() => { const {camera, controls} = window.meshwright.active.view; return [camera.position.toArray(), controls.target.toArray()]; });
    const [eye, target] = await camera();
    await page.locator('#views canvas').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    const [moved_eye, moved_target] = await camera();
    const step = Math.hypot(...eye.map((each, i) => each - target[i])) / 20;
    for (const [from, to] of [[eye, moved_eye], [target, moved_target]])
      to.forEach((each, i) => assert(Math.abs(each - from[i] - [step, step, 0][i]) < step / 100, `${from} ${to}`));
    return page;
  },
  async what_shines_has_a_shape_without_its_texture() {
    const page = await open_page(browser, address);
    const text = model.replace('zero', '0').replace('endmodelgeom', 'node trimesh lamp\n  parent hero\n  position 0 0 0\n  selfillumcolor 1 1 1\n  bitmap glow\n  verts 3\n    0 0 0\n    1 0 0\n    0 1 0\n  tverts 3\n    0 0 0\n    1 0 0\n    0 1 0\n  faces 1\n    0 1 2 1 0 1 2 0\nendnode\nendmodelgeom');
    await page.setInputFiles('#chooser', given('lamp.mdl.ascii', text));
    await opened(page, 'lamp.mdl.ascii');
    const [part] = await page.evaluate(() => window.meshwright.active.model.parts.map(({name, own}) => [name, own.emissive.getHexString(), own.map === null]));
    assert.deepEqual(part, ['lamp', '000000', true]);
    return page;
  },
  async a_list_of_dropped_files_is_closed_again() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.wok');
    await page.setInputFiles('#chooser', [1, 2, 3, 4, 5, 6, 7].map(i => given(`room${i}.wok`, bytes)));
    await page.locator('#offer h2', {hasText: '7 files'}).waitFor();
    assert(await page.locator('.first').first().isHidden());
    await page.locator('.offer-rows button', {hasText: 'room3.wok'}).click();
    await opened(page, 'room3.wok');
    await page.locator('#files-button').click();
    await page.getByRole('button', {name: 'Close this list'}).click();
    assert(await page.locator('.first').first().isVisible(), 'the samples are back');
    assert(await page.locator('#offer').isHidden() && await page.locator('#files-button').isHidden());
    return page;
  },
  async a_link_into_a_page_with_files_finds_one() {
    const out = join(folder, 'several.html');
    const files = ['kotor-walkmesh', 'bw2-bwm'].map((format, i) => join(folder, ['floor.wok', 'house.bwm'][i]));
    for (const [i, format] of ['kotor-walkmesh', 'bw2-bwm'].entries()) await command(['sample', '-f', format, files[i]]);
    await command(['view', '-f', ...files, '--html', out], {MESHWRIGHT_VIEWER: resolve(fileURLToPath(address))});
    const page = await open_page(browser, pathToFileURL(out).href);
    await until(page, () => window.meshwright.tabs.length === 2);
    await page.locator('#tabs [role=tab]', {hasText: 'floor.wok'}).click();
    await page.evaluate(() => window.meshwright.active.select_path(0, 'faces[3]'));
    await until(page, () => location.hash.includes('at=') && location.hash.includes('floor.wok'));
    const hash = await page.evaluate(() => location.hash);
    for (const name of ['floor.wok', 'house.bwm']) {
      const again = await open_page(browser, pathToFileURL(out).href + hash.replace('floor.wok', name));
      await until(again, () => window.meshwright.tabs.length === 2 && !document.querySelector('#busy:not([hidden])'));
      await opened(again, name);
      if (name === 'floor.wok') await until(again, () => window.meshwright.active.selection?.title === 'faces[3]');
      await give_back(again);
    }
    return page;
  },
  async all_parts_of_a_node_are_chosen() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    const surface = () => page.evaluate(() => {
      const {model, selection} = window.meshwright.active;
      const of = model.parts.filter(part => part.name === 'surface');
      return {all: of.length, chosen: selection?.parts.length, hidden: of.filter(part => part.hidden).length, others: model.parts.filter(part => !of.includes(part) && !part.hidden).length};
    });
    const choose = async () => {
      await page.locator('#tree .row', {hasText: 'surface'}).first().click();
      await until(page, () => window.meshwright.active.selection?.title === 'surface');
    };
    await choose();
    const {all, chosen} = await surface();
    assert(all > 1, 'it has several materials');
    assert.equal(chosen, all);
    const framed = await page.evaluate(() => {
      const {active} = window.meshwright;
      let given;
      active.view.frame = parts => { given = parts; };
      active.frame_selection();
      delete active.view.frame;
      return given.length;
    });
    assert.equal(framed, all);
    await page.keyboard.press('i');
    assert.deepEqual(await surface(), {all, chosen: all, hidden: 0, others: 0});
    await page.keyboard.press('h');
    assert.equal((await surface()).hidden, all);
    return page;
  },
  async an_eye_shows_what_its_island_hides() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    await open_sample(page, 'sample.wok');
    await page.locator('.choice', {hasText: 'Coloured by'}).locator('select').selectOption('islands');
    await page.locator('.legend-chip', {hasText: 'not walkable'}).waitFor();
    const state = () => page.evaluate(() => window.meshwright.active.model.parts.filter(part => part.object.isMesh && part.material === 'NonWalk').map(part => part.object.visible));
    assert((await state()).every(each => !each));
    await page.evaluate(() => {
      const {active} = window.meshwright;
      active.view.paint.reveal(active.model.parts.find(part => part.object.isMesh && part.material === 'NonWalk'));
      active.repaint();
    });
    assert((await state()).every(Boolean));
    assert.equal(await page.locator('.legend-chip', {hasText: 'not walkable'}).getAttribute('aria-pressed'), 'true');
    // What is chosen last is what it is coloured by, whatever takes longer.
    await page.evaluate(() => {
      const {active, view_tools} = window.meshwright;
      active.load_islands = () => new Promise(done => { window.loaded = done; });
      active.view.paint.by = 'part';
      view_tools.show(active);
    });
    const colours = page.locator('.choice', {hasText: 'Coloured by'}).locator('select');
    await colours.selectOption('islands');
    await colours.selectOption('material');
    await page.evaluate(async () => { window.loaded(); await new Promise(requestAnimationFrame); });
    assert.equal(await page.evaluate(() => window.meshwright.active.view.paint.by), 'material');
    return page;
  },
  async a_chosen_node_is_found_again() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await open_sample(page, 'sample.mdl');
    const name = await page.evaluate(() => {
      const {model} = window.meshwright.active;
      const [node, name] = [...model.names].find(([node]) => !model.parts.some(part => part.node === node));
      window.meshwright.tree.rows.get(node).click();
      return name;
    });
    await until(page, () => window.meshwright.active.selection);
    for (const tab of ['sample.wok', 'sample.mdl']) await page.locator('#tabs [role=tab]').getByText(tab.slice(0, 6)).nth(tab === 'sample.wok' ? 0 : 1).click();
    assert.deepEqual(await page.locator('#tree [aria-selected=true] .name').allTextContents(), [name]);
    return page;
  },
});
