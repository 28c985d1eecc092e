// Tests of the page (page.mjs): all that two files differ in: marked, listed, within a tolerance, and seen by one camera.
import assert from 'node:assert/strict';
import {file_of_sample, given, open_page, open_sample, opened, settled, until} from './browser.mjs';

/// A text model of a sheet of so many squares a side, lifted by so much.
function sheet(name, side, lift) {
  const lines = [`newmodel ${name}`, `setsupermodel ${name} NULL`, 'classification other', 'setanimationscale 1', `beginmodelgeom ${name}`, `node dummy ${name}`, '  parent NULL', 'endnode',
    'node trimesh sheet', `  parent ${name}`, `  verts ${(side + 1) ** 2}`];
  for (let y = 0; y <= side; ++y) for (let x = 0; x <= side; ++x) lines.push(`    ${x} ${y} ${(x * y) % 3 + lift}`);
  lines.push(`  faces ${2 * side * side}`);
  for (let y = 0; y < side; ++y) for (let x = 0; x < side; ++x) {
    const a = y * (side + 1) + x;
    lines.push(`    ${a} ${a + 1} ${a + side + 2} 1 0 0 0 0`, `    ${a} ${a + side + 2} ${a + side + 1} 1 0 0 0 0`);
  }
  return [...lines, 'endnode', `endmodelgeom ${name}`, `donemodel ${name}`, ''].join('\n');
}

/// That as a binary model, which the page makes of it.
async function compiled(page, name, text) {
  await page.setInputFiles('#chooser', given(`${name}.mdl.ascii`, text));
  await opened(page, `${name}.mdl.ascii`);
  const {mdl, mdx} = await page.evaluate(async file => {
    const {active} = window.meshwright;
    const {bytes, companion} = await active.ask('convert', {name: file});
    window.meshwright.close(active);
    return {mdl: [...bytes], mdx: [...companion]};
  }, `${name}.mdl`);
  return [given(`${name}.mdl`, Buffer.from(mdl)), given(`${name}.mdx`, Buffer.from(mdx))];
}

async function open_two(page, a, b) {
  await page.setInputFiles('#chooser', given('one.wok', a));
  await opened(page, 'one.wok');
  await page.setInputFiles('#chooser', given('two.wok', b));
  await opened(page, 'two.wok');
}

const cameras = page => page.evaluate(() => window.meshwright.compare_pane.pair.map(({view}) => view.camera_text()));
const compared = page => page.locator('#findings h3', {hasText: /difference|are the same/}).waitFor();

export const difference_tests = ({browser, address, shoot}) => ({
  async all_differences_are_marked_and_listed() {
    const page = await open_page(browser, address);
    const side = 40;
    const pairs = [];
    for (const [name, lift] of [['low', 0], ['high', 0.25]]) pairs.push(await compiled(page, name, sheet('flag', side, lift)));
    for (const pair of pairs) {
      await page.setInputFiles('#chooser', pair);
      await opened(page, pair[0].name);
    }
    await page.locator('#compare').click();
    await compared(page);
    await page.locator('.marks-entry').first().waitFor();
    const marked = await page.evaluate(() => window.meshwright.compare_pane.pair.map(({view}) => view.differing.triangles.length));
    assert.deepEqual(marked, [2 * side * side, 2 * side * side], 'every triangle has moved');
    // Every one of them is in the list: each vertex is in the MDL and in the MDX.
    const search = page.getByLabel('Filter the differences');
    await search.fill('rows[');
    await until(page, number => document.querySelectorAll('#findings .part .badge')[0]?.textContent === number && document.querySelectorAll('#findings .part').length === 1, ((side + 1) ** 2).toLocaleString('en-US'));
    await page.locator('#findings .turns').waitFor();
    const seen = new Set();
    const rows = page.locator('#findings .finding');
    const turns = page.locator('#findings .turns');
    for (;;) {
      for (const text of await rows.evaluateAll(all => all.map(each => each.title))) seen.add(text);
      const next = turns.getByRole('button', {name: 'Next', exact: true});
      if (await next.isDisabled()) break;
      const before = await turns.locator('input').inputValue();
      await next.click();
      await until(page, known => document.querySelector('#findings .turns input').value !== known, before);
    }
    assert.equal(seen.size, (side + 1) ** 2);
    await turns.locator('input').fill('250');
    await turns.locator('input').press('Enter');
    await until(page, () => document.querySelector('#findings .turns input').value === '201');
    await turns.getByRole('button', {name: 'First'}).click();
    await until(page, () => document.querySelector('#findings .turns input').value === '1');
    assert(await page.locator('#findings .finding').count() <= 100, 'no more than can be read are made');
    await shoot(page, 'differences');
    return page;
  },
  /// Who takes a vertex out gives all behind it other numbers: what is gone is told from what only has these.
  async what_looks_the_same_is_told_from_what_does_not() {
    const page = await open_page(browser, address);
    const floor = materials => `node aabb room\n  position 0 0 0\n  orientation 0 0 0 1\n  verts ${2 * materials.length + 2}\n`
      + [...Array(materials.length + 1)].map((_, i) => `    ${i} 0 0\n    ${i} 1 0\n`).join('')
      + `  faces ${2 * materials.length}\n` + materials.map((material, i) => `    ${2 * i} ${2 * i + 2} ${2 * i + 3} 1 0 0 0 ${material}\n    ${2 * i} ${2 * i + 3} ${2 * i + 1} 1 0 0 0 ${material}\n`).join('') + 'endnode\n';
    const built = async (name, text) => {
      await page.setInputFiles('#chooser', given(`${name}.wok.ascii`, text));
      await opened(page, `${name}.wok.ascii`);
      return Buffer.from(await page.evaluate(async file => {
        const {active} = window.meshwright;
        const {bytes} = await active.ask('convert', {name: file});
        window.meshwright.close(active);
        return [...bytes];
      }, `${name}.wok`));
    };
    // The third square has another material, which puts it behind the others.
    await open_two(page, await built('a', floor([4, 4, 4, 4])), await built('b', floor([4, 4, 7, 4])));
    await page.locator('#compare').click();
    await page.locator('.marks-entry', {hasText: 'those that look the same, of other numbers in the file'}).waitFor();
    const strong = await page.evaluate(() => window.meshwright.compare_pane.pair.map(({view}) => view.differences.triangles.map(({part, number}) => Math.floor(Math.min(...view.corners(part, number).map(each => each.x))))));
    assert.deepEqual(strong.map(each => each.sort()), [[2, 2], [2, 2]], 'only the square that looks different');
    await shoot(page, 'differences-alike');
    return page;
  },
  async numbers_may_differ_by_a_tolerance() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.wok');
    const other = Buffer.from(bytes);
    const at = other.readUInt32LE(76);
    for (let i = 0; i < 10; ++i) other.writeFloatLE(other.readFloatLE(at + 12 * i) + 0.001, at + 12 * i);
    other.writeUInt32LE(7, other.readUInt32LE(88) + 4 * 28);
    await open_two(page, bytes, other);
    await page.locator('#compare').click();
    await page.locator('#findings h3', {hasText: /^11 differences$/}).waitFor();
    const tolerance = page.getByLabel('Numbers may differ by');
    await tolerance.fill('0.01');
    await tolerance.press('Enter');
    await page.locator('#findings h3', {hasText: /^1 difference$/}).waitFor();
    await page.locator('#findings .finding', {hasText: 'materials[28]'}).waitFor();
    await until(page, () => window.meshwright.tabs.every(tab => tab.view.differing.triangles.length === 1));
    await tolerance.fill('less');
    await tolerance.press('Enter');
    await page.locator('#status', {hasText: 'A tolerance is a number that is not below 0, such as 0.001.'}).waitFor();
    assert.equal(await tolerance.inputValue(), '0.01');
    await tolerance.fill('1e9');
    await tolerance.press('Enter');
    await page.locator('#findings h3', {hasText: /difference|are the same within/}).waitFor();
    return page;
  },
  async escape_ends_it() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.wok');
    const other = Buffer.from(bytes);
    other.writeUInt32LE(7, other.readUInt32LE(88) + 4 * 28);
    await open_two(page, bytes, other);
    await page.locator('#compare').click();
    await page.locator('#findings .finding', {hasText: 'materials[28]'}).click();
    await until(page, () => window.meshwright.tabs.every(tab => tab.selection));
    await page.keyboard.press('Escape');
    await until(page, () => window.meshwright.tabs.every(tab => !tab.selection));
    assert(await page.evaluate(() => window.meshwright.compare_pane.pair), 'one step back, not two');
    await page.keyboard.press('Escape');
    await until(page, () => !window.meshwright.compare_pane.pair);
    assert.equal(await page.locator('.picture:visible').count(), 1);
    assert.equal(await page.locator('#compare').getAttribute('aria-pressed'), 'false');
    return page;
  },
  async one_camera_sees_both() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.wok');
    const other = Buffer.from(bytes);
    const at = other.readUInt32LE(76);
    for (let i = 0; i < 3; ++i) other.writeFloatLE(other.readFloatLE(at + 12 * i + 8) + 1, at + 12 * i + 8);
    await open_two(page, bytes, other);
    await page.locator('#compare').click();
    await compared(page);
    const same = async what => {
      await settled(page);
      const [left, right] = await cameras(page);
      assert.equal(left, right, what);
    };
    await same('at first');
    const pictures = page.locator('.picture:visible canvas');
    for (const number of [0, 1]) {
      const {x, y, width, height} = await pictures.nth(number).boundingBox();
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 2 + 60, y + height / 2 + 20, {steps: 3});
      await page.mouse.up();
      await same(`dragged in picture ${number}`);
      await page.mouse.wheel(0, 200);
      await same(`the wheel in picture ${number}`);
      for (const key of ['f', '1', '7', '9', '+', 'ArrowLeft', '.']) {
        await pictures.nth(number).focus();
        await page.keyboard.press(key);
        await same(`${key} in picture ${number}`);
      }
    }
    await page.locator('#findings .finding').first().click();
    await until(page, () => window.meshwright.tabs.every(tab => tab.selection));
    await same('gone to a difference');
    await page.setViewportSize({width: 1000, height: 700});
    await same('another size');
    return page;
  },
  async what_lies_apart_is_seen_by_one_camera_too() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.geometry');
    await open_sample(page, 'sample.wok');
    await page.evaluate(() => {
      const {model, view} = window.meshwright.active;
      model.root.position.set(500, 0, 0);
      model.root.updateMatrixWorld(true);
      view.frame();
    });
    await page.locator('#compare').click();
    await compared(page);
    const chip = page.getByRole('button', {name: 'One camera'});
    assert.equal(await chip.getAttribute('aria-pressed'), 'false');
    await chip.click();
    await settled(page);
    const [left, right] = await cameras(page);
    assert.equal(left, right);
    await page.getByRole('button', {name: 'One camera'}).click();
    await settled(page);
    const apart = await cameras(page);
    assert.notEqual(apart[0], apart[1]);
    return page;
  },
});
