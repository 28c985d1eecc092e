// Tests of the page (page.mjs): what is seen first, how much of the picture it fills, tools and legend, and a link to all of that.
import assert from 'node:assert/strict';
import {loadavg} from 'node:os';
import {give_back, given, open_page, open_sample, opened, settled, until} from './browser.mjs';


/// What the model takes up of the picture, whose sides are at -1 and 1, as far as nothing lies on it.
const extent = page => page.evaluate(() => {
  const {view, model} = window.meshwright.active;
  const seen = model.points().map(each => each.project(view.camera));
  const [x, y] = [seen.map(each => each.x), seen.map(each => each.y)].map(all => ({low: Math.min(...all), high: Math.max(...all)}));
  const {top, bottom} = view.covered();
  return {fills: Math.max(x.high - x.low, (y.high - y.low) / (1 - top - bottom)) / 2, middle: [x.low + x.high, y.low + y.high + 2 * (top - bottom)]};
});

async function is_framed(page, what) {
  const {fills, middle} = await extent(page);
  assert(fills > 0.7 && fills < 0.85, `${what} fills ${fills}`);
  assert(middle.every(each => Math.abs(each) < 0.06), `${what} is off the middle by ${middle}`);
}

/// A floor, and the same as a ceiling that cannot be walked on.
const room_with_roof = `node aabb room
  position 0 0 0
  orientation 0 0 0 1
  verts 8
    0 0 0\n    8 0 0\n    8 8 0\n    0 8 0\n    0 0 3\n    8 0 3\n    8 8 3\n    0 8 3
  faces 4
    0 1 2 1 0 0 0 4\n    0 2 3 1 0 0 0 4\n    4 5 6 1 0 0 0 2\n    4 6 7 1 0 0 0 2
endnode
`;

/// A room of so many triangles, each of a texture of its own; with a light, a hook and a skeleton's worth of switches.
const model_of = parts => `newmodel hall
setsupermodel hall NULL
classification other
setanimationscale 1
beginmodelgeom hall
node dummy hall
  parent NULL
endnode
node light lamp
  parent hall
  position 1 1 1
  radius 5
  color 1 1 1
endnode
${Array.from({length: parts}, (_, i) => `node trimesh part${i}
  parent hall
  position ${i} 0 0
  bitmap wall${i}
  verts 3
    0 0 0\n    1 0 0\n    0 1 1
  tverts 3
    0 0 0\n    1 0 0\n    0 1 0
  faces 1
    0 1 2 1 0 1 2 0
endnode
`).join('')}endmodelgeom hall
donemodel hall
`;
const layout = 'beginlayout\n roomcount 1\n  hall 0 0 0\n trackcount 0\n obstaclecount 0\n doorhookcount 0\ndonelayout\n';
const one_room = () => [given('area.lyt', layout), given('hall.mdl', model_of(7)), given('hall.wok', room_with_roof)];

/// So many wavy sheets as the text of a model.
function large_model(sheets, side) {
  const lines = ['newmodel large', 'setsupermodel large NULL', 'classification other', 'setanimationscale 1', 'beginmodelgeom large', 'node dummy large', '  parent NULL', 'endnode'];
  for (let sheet = 0; sheet < sheets; ++sheet) {
    lines.push(`node trimesh sheet${sheet}`, '  parent large', `  position ${sheet * side} 0 0`, '  bitmap cloth', `  verts ${(side + 1) ** 2}`);
    for (let y = 0; y <= side; ++y) for (let x = 0; x <= side; ++x) lines.push(`    ${x} ${y} ${(Math.sin(x / 9 + sheet) * Math.cos(y / 7) * 5).toFixed(3)}`);
    lines.push(`  tverts ${(side + 1) ** 2}`);
    for (let y = 0; y <= side; ++y) for (let x = 0; x <= side; ++x) lines.push(`    ${x / side} ${y / side} 0`);
    lines.push(`  faces ${2 * side * side}`);
    for (let y = 0; y < side; ++y)
      for (let x = 0; x < side; ++x) {
        const [a, b, c, d] = [0, 1, side + 1, side + 2].map(each => y * (side + 1) + x + each);
        lines.push(`    ${a} ${b} ${c} 1 ${a} ${b} ${c} 0`, `    ${b} ${d} ${c} 1 ${b} ${d} ${c} 0`);
      }
    lines.push('endnode');
  }
  return [...lines, 'endmodelgeom large', 'donemodel large', ''].join('\n');
}

export const look_tests = ({browser, address, shoot}) => ({
  async what_is_opened_fills_the_picture() {
    const phone = {hasTouch: true, isMobile: true};
    const sizes = [[1920, 1080, {}], [390, 844, phone], [1366, 768, {}]];
    let page;
    for (const [width, height, options] of sizes) {
      if (page) await give_back(page);
      page = await open_page(browser, address, {...options, viewport: {width, height}});
      for (const name of ['sample.wok', 'sample.mdl', 'sample.geometry', 'sample.lyt']) {
        await open_sample(page, name);
        await is_framed(page, `${name} at ${width} x ${height}`);
      }
    }
    // It stays so when the picture gets another size, until somebody moves the camera.
    await page.setViewportSize({width: 1000, height: 768});
    await settled(page);
    await is_framed(page, 'in a smaller window');
    const [before, after] = await page.evaluate(() => {
      const {view} = window.meshwright.active;
      view.turn(0.3, 0);
      return [view.camera_text(), (view.resize(), view.camera_text())];
    });
    assert.equal(before, after);
    return page;
  },
  async what_turns_stays_framed() {
    const page = await open_page(browser, address, {reducedMotion: 'no-preference'});
    await open_sample(page, 'sample.wok').catch(() => {});
    const seen = await page.evaluate(async () => {
      const {view} = window.meshwright.active;
      const turning = [view.turning];
      const from = view.camera.position.clone();
      while (view.camera.position.distanceTo(from) < view.reach / 50) await new Promise(requestAnimationFrame);
      for (let i = 0; i < 3; ++i) view.swing(2);
      turning.push(view.turning);
      view.turn(0, 0);
      return [...turning, view.turning];
    });
    assert.deepEqual(seen, [true, true, false]);
    await is_framed(page, 'after some turns');
    return page;
  },
  async a_floor_under_a_roof_is_seen() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', given('hall.wok.ascii', room_with_roof));
    await opened(page, 'hall.wok.ascii');
    const roof = () => page.evaluate(() => window.meshwright.active.model.parts.filter(part => part.object.material.transparent).map(part => part.material));
    assert.deepEqual(await roof(), ['Obscuring']);
    const up = await page.evaluate(() => window.meshwright.active.view.stand().away.y);
    assert(up > 0.7, `a floor is looked at from above, not from ${up}`);
    const hit = () => page.evaluate(() => {
      const {view} = window.meshwright.active;
      const {left, top, width, height} = view.canvas.getBoundingClientRect();
      return view.hit(left + width / 2, top + height / 2).part.material;
    });
    assert.equal(await hit(), 'Stone', 'a click goes through the roof');
    await shoot(page, 'roof');
    await page.getByRole('button', {name: 'Roofs'}).click();
    assert.deepEqual(await roof(), []);
    assert.equal(await hit(), 'Obscuring');
    await open_sample(page, 'sample.mdl');
    assert.equal(await page.getByRole('button', {name: 'Roofs'}).count(), 0);
    return page;
  },
  async one_looks_into_a_room_from_outside() {
    const page = await open_page(browser, address);
    const sides = role => page.evaluate(wanted => [...new Set(window.meshwright.active.model.parts
      .filter(part => part.role === wanted).map(part => part.object.material.side))], role);
    const [front, both] = [0, 2];
    await open_sample(page, 'sample.mdl');  // has a floor
    assert.deepEqual(await sides('visual'), [front]);
    assert.deepEqual(await sides('collision'), [both]);
    await open_sample(page, 'sample.bwm');
    assert.deepEqual(await sides('visual'), [both]);
    await page.setInputFiles('#chooser', one_room());
    await opened(page, 'area.lyt');
    assert.deepEqual(await sides('visual'), [front]);
    return page;
  },
  async tools_are_in_one_row() {
    const page = await open_page(browser, address, {viewport: {width: 1366, height: 768}});
    await page.setInputFiles('#chooser', one_room());
    await opened(page, 'area.lyt');
    const row = async () => (await page.locator('#view-tools').boundingBox()).height;
    assert(await row() < 45, 'in one row');
    await page.getByRole('button', {name: 'Find a way'}).waitFor();
    await page.getByRole('button', {name: 'Walkmesh'}).click();  // with its roofs
    await page.locator('#view-tools').getByRole('button', {name: 'More'}).click();
    const grid = page.locator('#more-switches').getByRole('button', {name: 'Grid'});
    await grid.click();
    assert.equal(await grid.getAttribute('aria-pressed'), 'false');
    assert(await grid.isVisible(), 'the list stays open');
    assert(await grid.evaluate(each => each === document.activeElement), 'and the switch has the focus');
    assert.equal(await page.evaluate(() => window.meshwright.active.view.show.grid), false);
    await shoot(page, 'more-tools');
    await page.keyboard.press('Escape');
    assert(await grid.isHidden());
    await page.setViewportSize({width: 1920, height: 1080});
    await until(page, () => document.getElementById('more-switches') === null);
    assert(await row() < 45);
    return page;
  },
  async the_legend_is_readable_and_covers_nothing() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', one_room());
    await opened(page, 'area.lyt');
    const labels = () => page.locator('.legend-chip .label').allTextContents();
    await page.getByRole('button', {name: 'Walkmesh'}).click();
    assert.deepEqual(await labels(), ['Obscuring', 'Stone', '7 of one colour']);
    const [legend, picture] = await Promise.all(['#legend', '#views'].map(place => page.locator(place).boundingBox()));
    assert(legend.y >= picture.y + picture.height - 1, 'it is below the picture');
    const shown = () => page.evaluate(() => window.meshwright.active.model.parts.filter(part => part.object.visible && part.role === 'visual').length);
    await page.locator('.legend-chip', {hasText: '7 of one colour'}).click();
    assert.equal(await shown(), 0);
    await page.locator('#legend').getByRole('button', {name: 'All 9'}).click();
    assert.equal((await labels()).length, 9);
    await page.locator('.legend-chip', {hasText: 'wall3'}).click();
    assert.equal(await shown(), 1, 'one of them alone');
    await page.locator('#legend').getByRole('button', {name: 'Fewer'}).click();
    await open_sample(page, 'sample.geometry');
    await page.getByRole('button', {name: 'Armor'}).click();
    assert.equal((await labels()).filter(label => /^layer \d+, material \d+$/.test(label)).length, 2, (await labels()).join());
    assert.match(await page.locator('.legend-chip', {hasText: 'layer'}).first().getAttribute('title'), /^Hide layer \d+, material \d+, \d+ triangles$/);
    return page;
  },
  async a_link_keeps_how_it_is_drawn() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.geometry');
    const first = await page.evaluate(() => location.hash);
    assert(!/look|by=|lod|layers|show|off/.test(first), first);
    await page.getByRole('button', {name: 'Armor'}).click();
    await page.getByRole('button', {name: 'Model', exact: true}).click();
    await page.getByRole('button', {name: 'Grid'}).click();
    await page.locator('.choice', {hasText: 'Drawn as'}).locator('select').selectOption('wireframe');
    await page.locator('.choice', {hasText: 'Coloured by'}).locator('select').selectOption('.layer');
    await page.locator('.choice', {hasText: 'Level'}).locator('select').selectOption('1');
    await page.locator('.legend-chip').first().click();
    const drawn = where => where.evaluate(() => {
      const {paint, show} = window.meshwright.active.view;
      return [paint.look, paint.by, paint.level, [...paint.roles].sort(), [...paint.off].sort(), {...show}, window.meshwright.active.model.parts.filter(part => part.object.visible).length];
    });
    await until(page, () => location.hash.includes('off='));
    const again = await open_page(browser, address + await page.evaluate(() => location.hash));
    await opened(again, 'sample.geometry');
    await until(again, () => window.meshwright.active.view.paint.off.size > 0);
    assert.deepEqual(await drawn(again), await drawn(page));
    assert.deepEqual((await drawn(again)).slice(0, 3), ['wireframe', '.layer', 1]);
    await give_back(again);
    const islands = await open_page(browser, `${address}#sample=sample.wok&by=islands&off=not+walkable&roofs=solid`);
    await until(islands, () => window.meshwright.active?.view?.paint.islands);
    await islands.locator('.legend-chip', {hasText: 'island 1'}).waitFor();
    assert.deepEqual(await islands.evaluate(() => { const {paint} = window.meshwright.active.view; return [paint.by, [...paint.off], paint.solid]; }), ['islands', ['not walkable'], true]);
    await islands.getByRole('button', {name: 'Close sample.wok'}).click();
    assert.equal(await islands.evaluate(() => location.hash), '#theme=light', 'of a closed file nothing is left');
    await give_back(islands);
    return page;
  },
  async a_large_model_opens_soon() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', given('large.mdl.ascii', large_model(18, 50)));
    await opened(page, 'large.mdl.ascii');
    const [bytes, triangles, took] = await page.evaluate(async () => {
      const {bytes, companion} = await window.meshwright.active.ask('convert', {name: 'large.mdl'});
      window.meshwright.close(window.meshwright.active);
      await new Promise(requestAnimationFrame);
      const begun = performance.now();
      const opening = window.meshwright.open_dropped([{path: 'large.mdl', bytes}, {path: 'large.mdx', bytes: companion}]);
      await opening;
      const {view, model} = window.meshwright.active;
      while (view.dirty) await new Promise(requestAnimationFrame);
      return [bytes.length + companion.length, model.parts.reduce((sum, part) => sum + part.triangles, 0), performance.now() - begun];
    });
    console.log(`     ${(bytes / 1e6).toFixed(1)} MB, ${triangles} triangles are drawn after ${(took / 1000).toFixed(1)} s, with ${loadavg()[0].toFixed(1)} processes waiting for this machine`);
    assert(bytes > 4.5e6 && triangles === 90_000, `${bytes} bytes, ${triangles} triangles`);
    assert(took < 60_000, `it took ${took} ms`);
    return page;
  },
});
