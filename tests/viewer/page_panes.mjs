// Tests of the page (page.mjs): the tree, texts, axes, words, the order of tabs, and what differs between two files.
import assert from 'node:assert/strict';
import {open_page, open_sample, opened, settled, until} from './browser.mjs';

/// Where a click hits a part.
const spot_of_part = (page, name) => page.evaluate(wanted => {
  const {view, model} = window.meshwright.active;
  const part = model.parts.find(each => each.name === wanted);
  const {left, top, width, height} = view.canvas.getBoundingClientRect();
  for (let i = 0; i < part.triangles; ++i) {
    const middle = view.corners(part, i).reduce((sum, each) => sum.add(each)).divideScalar(3).project(view.camera);
    const at = {x: left + (middle.x + 1) / 2 * width, y: top + (1 - middle.y) / 2 * height};
    if (view.hit(at.x, at.y)?.part === part) return at;
  }
}, name);

export const pane_tests = ({browser, address, shoot, pane, field, spot}) => ({
  async a_skin_is_one_part_and_its_mark_moves_with_it() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    const rows = page.locator('#tree [aria-label=Scene] .row', {hasText: 'body_g'});
    assert.equal(await rows.count(), 1);
    assert.match(await rows.textContent(), /20 tri/);
    assert.equal(await rows.getAttribute('aria-level'), '2', 'where the file has it');
    const marks = () => page.evaluate(() => {
      const {view} = window.meshwright.active;
      const round = points => points.map(each => Math.round(each * 1e4) / 1e4);
      return view.marks.sets.flatMap(({triangles, shapes}) => triangles.map(({part, number}, i) => ({name: part.name,
        at: round([...shapes.faces.attributes.position.array].slice(9 * i, 9 * i + 9)), is: round(view.corners(part, number).flatMap(each => each.toArray()))})));
    });
    // Seen from the front, the first triangle that a click hits.
    await page.keyboard.press('1');
    await settled(page);
    const {x, y} = await spot_of_part(page, 'body_g');
    await page.mouse.click(x, y);
    await page.locator('#tree [aria-selected=true]', {hasText: 'body_g'}).waitFor();
    const [before] = await marks();
    assert.equal(before.name, 'body_g');
    await page.locator('#timeline select').first().selectOption({label: 'walk · 1.00 s'});
    await page.getByRole('button', {name: 'Pause (space)'}).click();
    const moved = [];
    for (const time of [0.25, 0.75]) {
      await page.evaluate(seconds => window.meshwright.timeline.seek(seconds), time);
      const [mark] = await marks();
      assert.deepEqual(mark.at, mark.is, 'the mark is where the triangle is');
      moved.push(mark.at);
    }
    assert.notDeepEqual(moved[0], moved[1]);
    return page;
  },
  async errors_and_findings_of_texts_show_their_lines() {
    const page = await open_page(browser, address);
    const text = 'newmodel hero\nsetsupermodel hero NULL\nclassification character\nsetanimationscale 1\nbeginmodelgeom hero\nnode dummy hero\n  parent NULL\n  position 0 zero 0\nendnode\nendmodelgeom hero\ndonemodel hero\n';
    await page.setInputFiles('#chooser', {name: 'broken.mdl.ascii', mimeType: '', buffer: Buffer.from(text)});
    await page.locator('.excerpt .on', {hasText: /^\s+8 {4}position 0 zero 0\s*$/}).waitFor();
    assert.equal((await page.locator('.excerpt .caret').textContent()).indexOf('▲'), '    8    position 0 '.length);
    await page.locator('#instead button', {hasText: 'Show line 8 in the text'}).click();
    await page.locator('.text-line.on[data-line="8"]').waitFor();
    assert.deepEqual(await page.locator('.text-line.on').evaluateAll(all => all.map(each => each.dataset.line)), ['8']);
    await shoot(page, 'text');
    // A finding of a walkmesh, far down: a face without an area.
    const walkmesh = Buffer.from(await page.evaluate(async () => {
      await window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === 'sample.wok.ascii'));
      return [...(await window.meshwright.active.ask('file')).bytes];
    })).toString().split('\n');
    const line = walkmesh.findIndex(each => each.startsWith('  faces')) + 100;
    walkmesh[line - 1] = '    0 0 0 1 0 0 0 4';
    await page.setInputFiles('#chooser', {name: 'bad.wok.ascii', mimeType: '', buffer: Buffer.from(walkmesh.join('\n'))});
    await opened(page, 'bad.wok.ascii');
    await pane(page, 'findings');
    await page.locator('.finding-row', {hasText: `line ${line}`}).first().getByRole('button', {name: 'Show the line'}).click();
    await page.locator(`.text-line.on[data-line="${line}"]`).waitFor();
    assert(await page.locator('#bytes').isVisible());
    // The same place in bytes, and a line by its number.
    await page.locator('#bytes').getByRole('button', {name: 'Text'}).click();
    const offset = Buffer.from(walkmesh.slice(0, line - 1).join('\n')).length + 1;
    await page.locator(`.byte.on[data-at="${offset}"]`).waitFor();
    await page.locator('#bytes').getByRole('button', {name: 'Text'}).click();
    await page.getByLabel('Go to line').fill('3');
    await page.getByLabel('Go to line').press('Enter');
    await page.locator('.text-line.on[data-line="3"]').waitFor();
    return page;
  },
  async triangles_of_texts_have_lines() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok.ascii');
    const {x, y} = await spot(page, 'surface', 27);
    await page.mouse.click(x, y);
    await page.locator('#fields h3', {hasText: 'nodes[0].faces['}).waitFor();
    await pane(page, 'bytes');
    await page.locator('.text-line.on').waitFor();
    assert.match(await page.locator('.text-line.on').textContent(), /^\s*\d+ {4}\d+ \d+ \d+ 1 0 0 0 4$/, 'a face of stone');
    await page.locator('.choice', {hasText: 'Coloured by'}).locator('select').selectOption('islands');
    await page.locator('#legend', {hasText: 'island 1'}).waitFor();
    return page;
  },
  async a_packed_mesh_says_why_it_has_no_bytes() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.geometry');
    await page.evaluate(() => {
      const tab = window.meshwright.active;
      return tab.select_triangle(tab.model.parts.find(part => part.mesh === 'TurretShape'), 3);
    });
    await page.locator('#fields .why-not', {hasText: 'No bytes are this triangle’s alone: its buffers are compressed, so that no byte belongs to one triangle'}).waitFor();
    await page.evaluate(() => {
      const tab = window.meshwright.active;
      return tab.select_triangle(tab.model.parts.find(part => part.mesh === 'plate_0'), 1);
    });
    await page.locator('#fields h3', {hasText: 'armor_models[0].plates[0].vertices[3]'}).waitFor();
    assert.equal(await page.locator('#fields .why-not').count(), 0);
    return page;
  },
  async axes_are_looked_along() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    const side = () => page.evaluate(() => { const {camera, controls} = window.meshwright.active.view; return camera.position.clone().sub(controls.target).normalize().toArray().map(each => Math.round(each) + 0); });
    for (const [name, from] of [['above (7)', [0, 1, 0]], ['the front (1)', [0, 0, -1]], ['the left (3, 9)', [1, 0, 0]], ['behind (1, 9)', [0, 0, 1]], ['below (7, 9)', [0, -1, 0]]]) {
      await page.getByRole('button', {name: `Look from ${name}`, exact: true}).dispatchEvent('click');
      await settled(page);
      assert.deepEqual(await side(), from, name);
    }
    await page.keyboard.press('3');
    await settled(page);
    await page.keyboard.press('9');
    await settled(page);
    assert.deepEqual(await side(), [1, 0, 0], 'the other side');
    // Seen from the front of a creature that looks along y, x points to the left and z up: ends lie where they are in the picture.
    await page.keyboard.press('1');
    await settled(page);
    const [x, z] = await page.evaluate(() => ['X', 'Z'].map(letter => {
      const end = [...document.querySelectorAll('.compass .end')].find(each => each.textContent === letter).getBoundingClientRect();
      const all = document.querySelector('.compass').getBoundingClientRect();
      return [Math.sign(Math.round(end.x + end.width / 2 - all.x - all.width / 2)), Math.sign(Math.round(end.y + end.height / 2 - all.y - all.height / 2))];
    }));
    assert.deepEqual([x, z], [[-1, 0], [0, -1]]);
    // All of it is in the picture, and fills it.
    const {covered, left, right, top, bottom} = await page.evaluate(() => {
      const {view, model} = window.meshwright.active;
      const seen = model.points().map(each => each.project(view.camera));
      return {covered: view.covered().top, left: Math.min(...seen.map(p => p.x)), right: Math.max(...seen.map(p => p.x)), bottom: Math.min(...seen.map(p => p.y)), top: Math.max(...seen.map(p => p.y))};
    });
    assert(left > -1 && right < 1 && bottom > -1 && top < 1);
    assert(Math.max(right - left, top - bottom) > 1.5);
    assert(Math.abs(top + bottom + 2 * covered) < 0.05, 'it stands in the middle of what is free');
    return page;
  },
  async colours_are_called_by_plain_words() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.geometry');
    const by = page.locator('.choice', {hasText: 'Coloured by'}).locator('select');
    const labels = await by.locator('option').allTextContents();
    for (const label of ['Armor layer (layer)', 'Texture density (density)', 'Vertex mapping (vertices_id)']) assert(labels.includes(label), label);
    await page.getByRole('button', {name: 'Armor'}).click();
    await by.selectOption('.layer');
    assert.deepEqual(await page.locator('.legend-chip .label').allTextContents(), ['none', 'armor layer 1', 'armor layer 2']);
    return page;
  },
  async tabs_stand_in_the_order_of_opening() {
    const page = await open_page(browser, address);
    await page.evaluate(async () => {
      const {samples} = window.meshwright;
      const [first, second] = ['sample.wok', 'sample.bwm'].map(file => samples.find(each => each.file === file));
      // The first one takes longer than the second.
      let go;
      const wait = new Promise(take => { go = take; });
      const show = window.meshwright.show_new;
      let slow;
      await new Promise(begun => {
        window.meshwright.show_new = async (...words) => { begun(); await wait; return show.apply(window.meshwright, words); };
        slow = window.meshwright.open_sample(first);
      });
      window.meshwright.show_new = show;
      await window.meshwright.open_sample(second);
      go();
      await slow;
    });
    assert.deepEqual(await page.locator('#tabs [role=tab]').allTextContents(), ['sample.wok', 'sample.bwm']);
    assert.equal(await page.locator('#tabs [aria-selected=true]').textContent(), 'sample.bwm', 'nobody is taken away from what was opened last');
    assert.equal(await page.locator('.picture:visible').count(), 1);
    await page.locator('#tabs [role=tab]').first().click();
    await opened(page, 'sample.wok');
    return page;
  },
  async differences_are_grouped_and_both_are_drawn_alike() {
    const page = await open_page(browser, address);
    const bytes = Buffer.from(await page.evaluate(async () => {
      await window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === 'sample.wok'));
      return [...(await window.meshwright.active.ask('file')).bytes];
    }));
    for (const face of [27, 28]) bytes.writeUInt32LE(7, bytes.readUInt32LE(88) + 4 * face);  // materials
    bytes.writeFloatLE(9, 136);  // a coordinate of the first vertex
    await page.setInputFiles('#chooser', {name: 'changed.wok', mimeType: '', buffer: bytes});
    await opened(page, 'changed.wok');
    await page.locator('#compare').click();
    await page.locator('#findings h3', {hasText: '3 differences'}).waitFor();
    assert.deepEqual(await page.locator('.part summary').allTextContents(), ['vertices1', 'materials2']);
    await page.getByLabel('Filter the differences').fill('[28]');
    await until(page, () => document.querySelectorAll('.part').length === 1 && document.querySelectorAll('.part .finding').length === 1);
    assert.deepEqual(await page.locator('.part .finding:visible .mono:first-child').allTextContents(), ['materials[28]']);
    await page.getByLabel('Filter the differences').fill('nothing of it');
    await page.locator('#findings .empty', {hasText: 'No difference has “nothing of it” in it.'}).waitFor();
    const drawn = () => page.evaluate(() => window.meshwright.tabs.map(({view, model}) => [view.paint.look, view.paint.by, view.show.grid, [...view.paint.off],
      model.parts.find(part => part.material === 'Stone').object.material.color.getHexString()]));
    await page.locator('.choice', {hasText: 'Coloured by'}).locator('select').selectOption('part');
    await page.getByRole('button', {name: 'Grid'}).click();
    let [left, right] = await drawn();
    assert.deepEqual(left, right);
    assert.deepEqual(left.slice(0, 3), ['lit', 'part', false]);
    await page.locator('.choice', {hasText: 'Coloured by'}).locator('select').selectOption('islands');
    await until(page, () => window.meshwright.tabs.every(tab => tab.view.paint.by === 'islands' && tab.view.paint.islands));
    await settled(page);
    assert.deepEqual(await page.locator('.legend-chip .label').allTextContents(), ['island 1', 'not walkable', 'island 2'], 'islands of both');
    await shoot(page, 'compare-alike');
    await page.locator('.legend-chip', {hasText: 'island 1'}).click();
    [left, right] = await drawn();
    assert.deepEqual(left[3].sort(), ['island 1', 'not walkable']);
    assert.deepEqual(right[3].sort(), left[3]);
    return page;
  },
  async places_in_the_file_are_asked_for() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await open_sample(page, 'sample.pwk');
    await page.locator('#compare').click();
    const places = page.locator('#findings').getByRole('button', {name: /^Places in the file \(\d+\)$/});
    await places.waitFor();
    const offsets = () => page.locator('.part .finding', {hasText: '_offset'}).count();
    await page.locator('.part .finding').first().waitFor();
    assert.equal(await offsets(), 0);
    await places.click();
    await page.locator('.part .finding', {hasText: '_offset'}).nth(3).waitFor();
    return page;
  },
});
