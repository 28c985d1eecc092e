// Tests of the page (page.mjs) with several files at once: areas, companions, two side by side.
import assert from 'node:assert/strict';
import {open_page, open_sample, opened, settled, until} from './browser.mjs';

export const area_tests = ({browser, address, shoot, pane, field, spot}) => ({
  async a_layout_and_its_rooms_are_one_area() {
    const page = await open_page(browser, address);
    const bytes = Buffer.from(await page.evaluate(async () => {
      await window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === 'sample.wok'));
      return [...(await window.meshwright.active.ask('bytes', {offset: 0, length: 65536})).bytes];
    }));
    const layout = 'beginlayout\n roomcount 2\n  hall 0 0 0\n  yard 40 10 0\n trackcount 0\n obstaclecount 0\n doorhookcount 0\ndonelayout\n';
    // The layout comes first in one drop and last in the other.
    await page.setInputFiles('#chooser', [{name: 'area.lyt', mimeType: '', buffer: Buffer.from(layout)}, {name: 'hall.wok', mimeType: '', buffer: bytes},
      {name: 'yard.wok', mimeType: '', buffer: bytes}]);
    await opened(page, 'area.lyt');
    assert.equal(await page.locator('#tabs [role=tab]').count(), 2, 'the sample and the area');
    await page.getByRole('button', {name: 'Close area.lyt'}).click();
    await page.setInputFiles('#chooser', [{name: 'hall.wok', mimeType: '', buffer: bytes}, {name: 'yard.wok', mimeType: '', buffer: bytes},
      {name: 'area.lyt', mimeType: '', buffer: Buffer.from(layout)}]);
    await opened(page, 'area.lyt');
    const places = await page.evaluate(() => window.meshwright.active.model.root.children.map(room => room.position.toArray().map(each => each + 0)));
    assert.deepEqual(places, [[0, 0, 0], [40, 0, -10]]);
    const {x, y} = await page.evaluate(() => {
      const {view, model} = window.meshwright.active;
      const part = model.parts.find(each => each.file === 'yard.wok' && each.mesh === 'surface');
      const corners = view.corners(part, 27);
      const middle = corners[0].clone().add(corners[1]).add(corners[2]).divideScalar(3).project(view.camera);
      const {left, top, width, height} = view.canvas.getBoundingClientRect();
      return {x: left + (middle.x + 1) / 2 * width, y: top + (1 - middle.y) / 2 * height};
    });
    await page.mouse.click(x, y);
    await page.locator('#fields h3', {hasText: 'faces[27]'}).waitFor();
    assert.equal(await page.evaluate(() => window.meshwright.active.path), 'yard.wok');
    assert.equal(await field(page, 'material'), 'Stone (4)', 'found where the layout has put the room');
    assert.equal(await field(page, 'face'), '27');
    await shoot(page, 'area');
    return page;
  },
  async the_area_sample_is_walked_from_room_to_room() {
    const page = await open_page(browser, `${address}#sample=sample.lyt`);
    await opened(page, 'sample.lyt');
    assert(await page.locator('#instead').isHidden());
    await page.keyboard.press('7');
    await settled(page);
    await page.getByRole('button', {name: 'Find a way'}).click();
    for (const file of ['sample_01.wok', 'sample_03.wok']) {
      const {x, y} = await spot(page, 'surface', 0, file);
      await page.mouse.click(x, y);
      await settled(page);
    }
    await page.locator('#told', {hasText: /Way over \d+ faces: shortest 12 /}).waitFor();
    assert.equal(await page.evaluate(() => window.meshwright.active.view.lines.children.length), 4, 'two lines and two ends');
    await shoot(page, 'area-way');
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => window.meshwright.active.view.lines.children.length), 0);
    assert.match(await page.locator('#status').textContent(), /^sample\.lyt: all \d+ triangles/);
    await page.locator('.choice', {hasText: 'Coloured by'}).locator('select').selectOption('islands');
    await page.locator('#legend', {hasText: 'island 1'}).waitFor({state: 'attached'});
    assert.deepEqual(await page.evaluate(() => [...window.meshwright.active.view.paint.islands.values()].map(each => [...new Set(each)])), [[0], [0], [0]]);
    return page;
  },
  async a_layout_alone_says_what_to_drop_with_it() {
    const page = await open_page(browser, address);
    const layout = 'beginlayout\n roomcount 1\n  hall 0 0 0\n trackcount 0\n obstaclecount 0\n doorhookcount 0\ndonelayout\n';
    await page.setInputFiles('#chooser', {name: 'area.lyt', mimeType: '', buffer: Buffer.from(layout)});
    await opened(page, 'area.lyt');
    assert.match(await page.locator('#instead').textContent(), /Open its rooms as well to see the area: hall\./);
    return page;
  },
  async islands_and_walls_are_hidden_by_the_legend() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    const looks = () => page.locator('.choice', {hasText: 'Drawn as'}).locator('option').allTextContents();
    const before = await looks();
    const visible = () => page.evaluate(() => window.meshwright.active.model.parts.filter(part => part.object.visible && part.object.isMesh).length);
    const all = await visible();
    await page.locator('.choice', {hasText: 'Coloured by'}).locator('select').selectOption('islands');
    const chip = page.locator('.legend-chip', {hasText: 'not walkable'});
    await chip.waitFor();
    assert.equal(await chip.getAttribute('aria-pressed'), 'false', 'walls and roofs do not cover the islands');
    const floors = await visible();
    assert(floors > 0 && floors < all);
    await page.locator('.legend-chip', {hasText: 'island 1'}).click();
    assert.equal(await visible(), 0);
    await page.locator('.legend-chip', {hasText: 'island 1'}).click();
    await chip.click();
    assert.equal(await visible(), all);
    assert.deepEqual(await looks(), before, 'colours of islands are none of the file');
    await page.locator('.choice', {hasText: 'Coloured by'}).locator('select').selectOption('material');
    assert(await page.evaluate(() => window.meshwright.active.model.parts.every(part => !part.object.geometry.attributes.color)));
    return page;
  },
  async the_finest_level_that_is_there_is_shown() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.geometry');
    const [levels, level, shown] = await page.evaluate(() => {
      const {model, view} = window.meshwright.active;
      model.parts.splice(0, model.parts.length, ...model.parts.filter(part => part.role !== 'visual' || part.level > 0));
      view.paint.start(model);
      return [model.levels(), view.paint.level, model.parts.filter(part => part.object.visible && part.role === 'visual').length];
    });
    assert.deepEqual([levels, level, shown], [[1], 1, 1]);
    return page;
  },
  async what_is_chosen_last_is_shown() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    const title = await page.evaluate(async () => {
      const {active: tab, fields} = window.meshwright;
      tab.selection = {title: 'slow', facts: [], layer: 0, paths: ['faces[0]', 'faces[1]', 'faces[2]'].map(path => ({path, offset: 0, end: 0}))};
      const slow = fields.show(tab);
      tab.selection = {title: 'quick', facts: [], layer: 0, paths: []};
      await Promise.all([slow, fields.show(tab)]);
      return document.querySelector('#fields h3').firstChild.textContent;
    });
    assert.equal(title, 'quick');
    return page;
  },
  async long_names_do_not_widen_the_page() {
    const page = await open_page(browser, address);
    const name = 'n'.repeat(236) + '.wok';
    await page.setInputFiles('#chooser', {name, mimeType: '', buffer: Buffer.from('BWM V1.0\x01\0\0\0')});
    await opened(page, name);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 1360);
    for (const id of ['#open', '#download', '#right']) {
      const {x, width} = await page.locator(id).boundingBox();
      assert(x + width <= 1360, id);
    }
    return page;
  },
  async a_finding_of_the_companion_shows_its_bytes() {
    const page = await open_page(browser, address);
    const {mdl, mdx, offset} = await page.evaluate(async () => {
      await window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === 'sample.mdl'));
      const tab = window.meshwright.active;
      const {bytes, companion} = await tab.ask('file');
      const {fields} = (await tab.ask('fields', {layer: 1, most: 50})).json;
      return {mdl: [...bytes], mdx: [...companion], offset: fields.find(each => each.path.endsWith('.normals')).offset};
    });
    const bad = Buffer.from(mdx);
    bad.writeFloatLE(7, offset);
    await page.setInputFiles('#chooser', [{name: 'bad.mdl', mimeType: '', buffer: Buffer.from(mdl)}, {name: 'bad.mdx', mimeType: '', buffer: bad}]);
    await opened(page, 'bad.mdl');
    await pane(page, 'findings');
    await page.locator('.finding', {hasText: 'mdx.'}).first().click();
    await pane(page, 'bytes');
    await page.locator(`.byte.on[data-at="${offset}"]`).waitFor();
    assert.equal(await page.locator('#bytes select').inputValue(), '1');
    // Another model's companion draws nonsense: that is said where one looks.
    assert.equal(await page.locator('#title .wrong').count(), 0);
    await page.setInputFiles('#chooser', [{name: 'cut.mdl', mimeType: '', buffer: Buffer.from(mdl)}, {name: 'cut.mdx', mimeType: '', buffer: bad.subarray(0, 100)}]);
    await opened(page, 'cut.mdl');
    await page.locator('#title .wrong', {hasText: '4 errors: see Findings'}).waitFor();
    return page;
  },
  async two_files_stand_side_by_side() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.pwk');
    await open_sample(page, 'sample.dwk');
    await page.locator('#compare').click();
    await page.locator('#findings h3', {hasText: /^\d+ differences$/}).waitFor();
    assert.equal(await page.locator('.picture:visible').count(), 2);
    assert.deepEqual(await page.locator('.caption:visible').allTextContents(), ['sample.pwk', 'sample.dwk']);
    await page.locator('.picture:visible canvas').last().focus();
    await page.keyboard.press('ArrowLeft');
    const cameras = await page.evaluate(() => window.meshwright.tabs.map(tab => tab.view.camera_text()));
    assert.equal(cameras[0], cameras[1]);
    await shoot(page, 'compare');
    await page.locator('#tabs [role=tab]').first().click();
    assert.equal(await page.locator('#compare').getAttribute('aria-pressed'), 'false', 'a tab is one file again');
    assert.equal(await page.locator('.picture:visible').count(), 1);
    return page;
  },
  async differences_are_marked() {
    const page = await open_page(browser, address);
    const bytes = Buffer.from(await page.evaluate(async () => {
      await window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === 'sample.wok'));
      return [...(await window.meshwright.active.ask('file')).bytes];
    }));
    bytes.writeUInt32LE(7, bytes.readUInt32LE(88) + 4 * 27);  // the material of a face
    await page.setInputFiles('#chooser', {name: 'changed.wok', mimeType: '', buffer: bytes});
    await opened(page, 'changed.wok');
    await page.locator('#compare').click();
    await page.locator('#findings h3', {hasText: /^\d+ differences?$/}).waitFor();
    await until(page, () => window.meshwright.tabs.every(tab => tab.view.marked.triangles === 1));
    assert.match(await page.locator('#findings .finding').first().textContent(), /\[27\]/);
    return page;
  },
  async each_model_is_compared_with_its_own_companion() {
    const page = await open_page(browser, address);
    const {mdl, mdx} = await page.evaluate(async () => {
      await window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === 'sample.mdl'));
      const {bytes, companion} = await window.meshwright.active.ask('file');
      return {mdl: [...bytes], mdx: [...companion]};
    });
    const other = Buffer.from(mdx);
    other.writeFloatLE(other.readFloatLE(0) + 1, 0);
    const drop = buffer => page.setInputFiles('#chooser', [{name: 'hero.mdl', mimeType: '', buffer: Buffer.from(mdl)}, {name: 'hero.mdx', mimeType: '', buffer}]);
    await drop(Buffer.from(mdx));
    await opened(page, 'hero.mdl');
    await drop(other);
    await until(page, () => window.meshwright.tabs.length === 3);
    await settled(page);
    await page.locator('#compare').click();
    await page.locator('#compare-menu button', {hasText: 'hero.mdl'}).click();
    await page.locator('#findings h3', {hasText: /^1 difference$/}).waitFor();
    return page;
  },
});
