// Tests of the page (page.mjs): marks of what differs, long names, hints, and lines of a layout.
import assert from 'node:assert/strict';
import {given, open_page, open_sample, opened, settled} from './browser.mjs';

const marked = page => page.evaluate(() => window.meshwright.tabs.map(({view}) => view.marked));

/// Compares the two opened files as if they differed so.
async function compare_as(page, differences, through_scene) {
  const rows = differences.map(each => ({a: '1', b: '2', words: '', layout: false, layer: 0, path_a: null, path_b: null, ...each}));
  await page.evaluate(([differences, is_scene]) => {
    const {tabs} = window.meshwright;
    const totals = {total: differences.length, layout: 0, matching: differences.length, part_total: differences.length, through_scene: is_scene, any_all: false};
    const parts = differences.map(({where}) => ({part: where, count: 1, where}));
    /// What the library says that the rows of each file are.
    const marks = async side => {
      const paths = differences.map(each => side === 0 ? each.path_a : each.path_b).filter(path => path !== null);
      const found = (await Promise.all(paths.map(path => tabs[side].ask('triangle_of', {path})))).flatMap(({json}) => json.triangles);
      return {json: {meshes: found.map(({triangle, ...mesh}) => ({...mesh, triangles: 1})), names: []}, bytes: new Uint8Array(new Uint32Array(found.map(each => each.triangle)).buffer)};
    };
    Object.assign(tabs[0].library, {
      compare: async () => ({json: {...totals, parts}}),
      compared: async (question, {side, part}) => question === 'marks' ? marks(side) : {json: {...totals, parts, differences: differences.filter(each => each.where === part)}},
    });
  }, [rows, through_scene]);
  await page.locator('#compare').click();
  await page.locator('#findings .marks', {hasText: /./}).waitFor();
  await settled(page);
}

const layout = 'beginlayout\n roomcount 1\n  hall 0 0 0\n trackcount 1\n  Rail 1 1 1\n obstaclecount 0\n doorhookcount 3\n  hall door_01 0 2 1 0 1 0 0 0\n'
  + '  hall door_02 0 3 1 0 1 0 0 0\n  hall door_01 0 4 1 0 1 0 0 0\ndonelayout\n';
/// Its first face cannot be walked on, its second can.
const floor = 'node aabb room\n  position 0 0 0\n  orientation 0 0 0 1\n  verts 4\n    0 0 0\n    8 0 0\n    8 8 0\n    0 8 0\n  faces 2\n    0 1 2 1 0 0 0 7\n    0 2 3 1 0 0 0 4\nendnode\n';
const plain_model = 'newmodel hall\nsetsupermodel hall NULL\nclassification other\nsetanimationscale 1\nbeginmodelgeom hall\nnode dummy hall\n  parent NULL\nendnode\n'
  + 'node trimesh carpet\n  parent hall\n  verts 3\n    0 0 0\n    8 0 0\n    8 8 0\n  faces 1\n    0 1 2 1 0 0 0 0\nendnode\nendmodelgeom hall\ndonemodel hall\n';

export const small_tests = ({browser, address, shoot, pane, field}) => ({
  async menus_and_tools_fit_a_phone() {
    const page = await open_page(browser, address, {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true});
    await page.locator('#samples-button').tap();
    await page.locator('#samples-menu button').first().waitFor();
    const cut_off = place => page.locator(`${place} *`).evaluateAll(all => all.filter(each => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth).map(each => each.textContent));
    assert.deepEqual(await cut_off('#samples-menu'), []);
    await page.locator('#samples-menu button', {hasText: 'sample.mdl'}).first().tap();
    await opened(page, 'sample.mdl');
    await page.locator('.sheet-tabs [data-pane=bytes]').tap();
    await settled(page);
    assert.deepEqual(await cut_off('#bytes .tools'), []);
    return page;
  },
  async what_one_file_lacks_is_marked_in_the_other() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    const bytes = await page.evaluate(async () => [...(await window.meshwright.active.ask('file')).bytes]);
    await page.setInputFiles('#chooser', given('other.wok', bytes));
    await opened(page, 'other.wok');
    await compare_as(page, [{where: 'materials[28]', path_a: 'materials[28]'}, {where: 'materials[27]', path_b: 'materials[27]'}, {where: 'materials[26]', path_b: 'materials[26]'}], false);
    assert.deepEqual((await marked(page)).map(each => each.triangles), [1, 2]);
    return page;
  },
  async only_scenes_are_compared_by_names() {
    const page = await open_page(browser, address);
    for (const name of ['sample.mdl', 'sample.geometry']) await open_sample(page, name);
    await page.evaluate(() => { for (const {model} of window.meshwright.tabs) model.parts[0].material = '4000'; });
    await compare_as(page, [{where: 'materials[4000]'}], false);
    assert.deepEqual(await marked(page), [{parts: 0, triangles: 0}, {parts: 0, triangles: 0}]);
    await page.locator('#compare').click();
    await compare_as(page, [{where: 'materials[4000]'}], true);
    assert.deepEqual(await marked(page), [{parts: 1, triangles: 0}, {parts: 1, triangles: 0}]);
    return page;
  },
  async findings_that_come_late_leave_the_differences_where_they_are() {
    const page = await open_page(browser, address);
    for (const name of ['sample.mdl', 'sample.geometry']) await open_sample(page, name);
    await page.evaluate(() => {
      const {library} = window.meshwright.tabs[0];
      const ask = library.ask.bind(library);
      window.late = new Promise(done => {
        library.ask = async (path, question, words) => {
          const answer = await ask(path, question, words);
          if (question === 'findings') {
            await new Promise(wait => { window.answer_late = wait; });
            setTimeout(done, 50);
          }
          return answer;
        };
      });
    });
    await compare_as(page, [{where: 'materials[4000]'}], true);
    await page.evaluate(() => { window.answer_late(); return window.late; });
    assert.equal(await page.locator('#findings .marks').count(), 1);
    assert.equal(await page.locator('#findings-count').textContent(), '1');
    return page;
  },
  async many_differences_look_at_every_name_once() {
    const page = await open_page(browser, address);
    for (const name of ['sample.mdl', 'sample.geometry']) await open_sample(page, name);
    await page.evaluate(() => {
      const {names, root} = window.meshwright.tabs[0].model;
      for (let i = 0; i < 1000; ++i) names.set(root.clone(false), `node ${i}`);
      const look = names.get.bind(names);
      window.looks = 0;
      names.get = node => { ++window.looks; return look(node); };
    });
    await compare_as(page, Array.from({length: 200}, (_, i) => ({where: `nodes[node ${i}]`})).concat({where: 'nodes[mw_creature/hip_g/tail_g].mesh'}), true);
    assert.equal((await marked(page))[0].parts, 1);
    const looks = await page.evaluate(() => window.looks);
    assert(looks < 5000, `${looks} looks at 1,009 names`);
    return page;
  },
  async a_picture_that_fails_is_given_back() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await page.evaluate(() => {
      const kind = Object.getPrototypeOf(window.meshwright.active.view);
      const free = kind.free;
      window.freed = 0;
      kind.free = function() { ++window.freed; free.call(this); };
      kind.prepare = async () => { throw new Error('nothing to draw with'); };
      return window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === 'sample.pwk'));
    });
    await page.locator('#trouble', {hasText: 'sample.pwk: nothing to draw with'}).waitFor();
    assert.equal(await page.evaluate(() => window.freed), 1);
    return page;
  },
  async a_hint_lets_clicks_through() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await page.getByRole('button', {name: 'Find a way'}).click();
    const told = page.locator('#told', {hasText: 'Click where the way begins'});
    await told.waitFor();
    // What can be walked on is put under it.
    const {x, y, width, height} = await told.boundingBox();
    await page.evaluate(([left, top]) => {
      const {view} = window.meshwright.active;
      view.hit = (hit => (...words) => hit.apply(view, words) ?? {part: view.model.parts[0], triangle: 0, point: view.controls.target.clone()})(view.hit);
      window.under = document.elementFromPoint(left, top) === view.canvas;
    }, [x + width / 2, y + height / 2]);
    assert(await page.evaluate(() => window.under), 'it lies on the picture');
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.locator('#told', {hasNotText: /^Click where the way begins/}).waitFor();
    return page;
  },
  async space_plays_what_a_list_has_opened() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    assert(await page.evaluate(() => document.activeElement === window.meshwright.active.view.canvas));
    assert.equal(await page.getByRole('button', {name: 'Play (space)'}).count(), 1);
    await page.keyboard.press('Space');
    await page.getByRole('button', {name: 'Pause (space)'}).waitFor();
    assert(await page.locator('#samples-menu').isHidden());
    return page;
  },
  async only_what_can_be_made_is_offered() {
    const page = await open_page(browser, address);
    const offered = async () => {
      await page.locator('#download').click();
      const all = await page.locator('#download-menu button .mono').allTextContents();
      await page.keyboard.press('Escape');
      return all;
    };
    await page.setInputFiles('#chooser', given('hall.mdl', plain_model));
    await opened(page, 'hall.mdl');
    assert.deepEqual(await offered(), ['.glb', '.mdl', '.mdl.ascii', '.obj']);
    await open_sample(page, 'sample.mdl');
    assert.deepEqual((await offered()).filter(each => each.startsWith('.wok')), ['.wok', '.wok.ascii']);
    // What went wrong is no longer said when something else is asked for.
    const ask_for = async kind => {
      await page.locator('#download').click();
      await page.locator('#download-menu button', {has: page.getByText(kind, {exact: true})}).first().click();
    };
    await page.evaluate(() => { window.meshwright.active.ask = () => Promise.reject(new Error('it cannot be made')); });
    await ask_for('.obj');
    await page.locator('#trouble', {hasText: 'sample.obj: it cannot be made'}).waitFor();
    await page.evaluate(() => { delete window.meshwright.active.ask; });
    await Promise.all([page.waitForEvent('download'), ask_for('.json')]);
    assert(await page.locator('#trouble').isHidden());
    return page;
  },
  async hooks_of_a_layout_have_their_lines() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', [given('area.lyt', layout), given('hall.wok', floor)]);
    await opened(page, 'area.lyt');
    const choose = number => page.evaluate(at => {
      const {model} = window.meshwright.active;
      return window.meshwright.active.select_node(model.hooks[at], []);
    }, number);
    const names = await page.evaluate(() => { const {model} = window.meshwright.active; return model.hooks.map(each => model.names.get(each)); });
    assert.deepEqual(names, ['Rail', 'door_01', 'door_02', 'door_01']);
    await page.evaluate(() => window.meshwright.active.look_at('hall.wok'));
    const lines = [['hall#2', 8], ['hall#3', 9], ['hall#4', 10]];
    for (const [i, [path, line]] of lines.entries()) {
      await choose(i + 1);
      await page.locator('#fields h3', {hasText: new RegExp(`^${path}$`)}).waitFor();
      assert.deepEqual([await field(page, 'kind'), await field(page, 'room')], ['door hook', 'hall']);
      assert.equal(await page.locator('#fields .places .link').textContent(), `line ${line}`);
      assert.equal(await page.evaluate(() => window.meshwright.active.path), 'area.lyt');
    }
    await pane(page, 'bytes');
    await page.locator('.text-line.on', {hasText: 'hall door_01 0 4'}).waitFor();
    await pane(page, 'fields');
    await choose(0);
    await page.locator('#fields h3', {hasText: /^rail$/}).waitFor();
    assert.equal(await field(page, 'kind'), 'track');
    assert.equal(await page.locator('#fields .places .link').textContent(), 'line 5');
    return page;
  },
  async faces_of_a_text_say_which_number_they_have() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', given('hall.wok.ascii', floor));
    await opened(page, 'hall.wok.ascii');
    await page.evaluate(() => window.meshwright.active.select_path(0, 'nodes[0].faces[1]'));
    await page.locator('#fields th', {hasText: 'face when compiled'}).waitFor();
    assert.equal(await field(page, 'face when compiled'), '0');
    assert.equal(await field(page, 'material'), 'Stone (4)');
    assert.equal(await page.locator('#fields th', {hasText: /^face$/}).count(), 0);
    return page;
  },
  async a_text_that_cannot_be_read_is_in_the_tree_as_a_whole() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', given('bad.lyt', layout.replace('hall 0 0 0', 'hall 0 zero 0')));
    await page.locator('#instead h2', {hasText: 'bad.lyt cannot be read'}).waitFor();
    await page.locator('#instead', {hasText: 'What could be read of it is in the tree. Mend the line'}).waitFor();
    await page.locator('#fields', {hasText: 'What could be read of it is in the tree and among the bytes.'}).waitFor();
    await page.locator('#tree .row', {hasText: 'donelayout'}).waitFor();
    return page;
  },
  async what_differs_is_never_cut_off() {
    const page = await open_page(browser, address);
    for (const name of ['sample.mdl', 'sample.geometry']) await open_sample(page, name);
    const node = 'a_node_with_a_long_name/below_another_node_with_a_long_name';
    const wheres = [`nodes[${node}].mesh.primitives[0].normals`, `nodes[${node}]`, `names_without_any_place_to_break_them_${'x'.repeat(80)}.tangents`];
    await compare_as(page, wheres.map(where => ({where})), true);
    await page.locator('.part').evaluateAll(all => all.forEach(each => { each.open = true; }));
    const rows = page.locator('.part .finding');
    await rows.nth(2).waitFor();
    assert.deepEqual(await rows.locator('.mono:first-child').allTextContents(), ['mesh.primitives[0].normals', wheres[1], wheres[2]]);
    assert.deepEqual(await rows.evaluateAll(all => all.map(each => each.title)), wheres);
    const right = await page.locator('#right').boundingBox();
    for (const row of await rows.locator('.mono:first-child').all()) {
      const box = await row.boundingBox();
      assert(box.x + box.width <= right.x + right.width, 'it goes beyond the pane');
    }
    return page;
  },
  async tabs_keep_the_ends_of_names() {
    const page = await open_page(browser, address);
    const name = 'a_name_that_is_much_longer_than_any_tab.wok.ascii';
    await page.setInputFiles('#chooser', given(name, floor));
    await opened(page, name);
    const tab = page.getByRole('tab', {name, exact: true});
    assert.equal(await tab.textContent(), name);
    const [start, end, whole] = [await tab.locator('.name-start').boundingBox(), await tab.locator('.name-end').boundingBox(), await tab.boundingBox()];
    assert.equal(await tab.locator('.name-end').textContent(), '.wok.ascii');
    assert(await tab.locator('.name-start').evaluate(each => each.scrollWidth > each.clientWidth), 'it is cut');
    assert(start.width > 40 && start.x + start.width <= end.x + 1);
    assert(end.x + end.width <= whole.x + whole.width, 'the end is seen');
    assert(whole.width <= 221);
    await shoot(page, 'long-name');
    return page;
  },
});
