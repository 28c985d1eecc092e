// Tests of the page (page.mjs): small things that one comes upon while looking.
import assert from 'node:assert/strict';
import {file_of_sample, given, open_page, open_sample, opened, settled, until} from './browser.mjs';

/// A model of a box of one unit with a square behind it that is so many times as wide.
const with_plane = (name, width, away = 3) => `newmodel ${name}
setsupermodel ${name} NULL
classification other
setanimationscale 1
beginmodelgeom ${name}
node dummy ${name}
  parent NULL
endnode
${['one', 'two', 'three'].map((part, i) => `node trimesh ${part}
  parent ${name}
  position ${i * 0.3} 0 0
  verts 4\n    0 0 0\n    1 0 0\n    0 1 0\n    0 0 1
  faces 4\n    0 2 1 1 0 0 0 0\n    0 1 3 1 0 0 0 0\n    1 2 3 1 0 0 0 0\n    0 3 2 1 0 0 0 0
endnode`).join('\n')}
node trimesh sky
  parent ${name}
  position ${-width / 2} ${away} ${-width / 2}
  verts 4\n    0 0 0\n    ${width} 0 0\n    ${width} 0 ${width}\n    0 0 ${width}
  faces 2\n    0 1 2 1 0 0 0 0\n    0 2 3 1 0 0 0 0
endnode
endmodelgeom ${name}
donemodel ${name}
`;

const fills = (page, name) => page.evaluate(wanted => {
  const {view, model} = window.meshwright.active;
  view.camera.updateMatrixWorld();
  const points = model.points(model.parts.filter(part => !wanted || part.name === wanted)).map(each => each.project(view.camera));
  const [x, y] = [points.map(each => each.x), points.map(each => each.y)];
  return Math.max(Math.max(...x) - Math.min(...x), Math.max(...y) - Math.min(...y)) / 2;
}, name);

export const detail_tests = ({browser, address, shoot, pane}) => ({
  async the_armor_sample_opens_with_its_armor() {
    const page = await open_page(browser, address);
    await page.locator('.first', {hasText: 'A turret and its armor'}).click();
    await opened(page, 'sample.geometry');
    assert(await page.evaluate(() => window.meshwright.active.model.parts.some(part => part.role === 'armor' && part.object.visible)), 'its plates are there');
    assert.equal(await page.getByRole('button', {name: 'Armor', exact: true}).getAttribute('aria-pressed'), 'true');
    await shoot(page, 'armor-sample');
    return page;
  },
  async bytes_keep_their_colours_while_one_scrolls() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await pane(page, 'bytes');
    await page.locator('.byte').first().waitFor();
    const colours = () => page.locator('.byte').evaluateAll(all => all.map(each => [each.dataset.at, each.className.replace(' on', '')]));
    const seen = new Map();
    let compared = 0;
    for (const top of [0, 20, 60, 140, 400, 1000, 400, 20]) {
      await page.locator('.scroller').evaluate((each, to) => { each.scrollTop = to; }, top);
      await settled(page);
      await page.waitForTimeout(60);
      for (const [at, look] of await colours()) {
        if (seen.has(at)) { ++compared; assert.equal(look, seen.get(at), `byte ${at} at ${top}`); }
        seen.set(at, look);
      }
    }
    assert(compared > 500);
    return page;
  },
  async marked_bytes_are_copied() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', {value: {writeText: async text => { window.copied = text; }}}));
    await pane(page, 'bytes');
    const copy = page.locator('#bytes').getByRole('button', {name: 'Copy'});
    await copy.click();
    await page.locator('#status', {hasText: 'Click a byte first: what is marked is copied.'}).waitFor();
    await page.locator('.byte[data-at="0"]').click();
    await until(page, () => window.meshwright.active.selection?.title === 'magic');
    await copy.click();
    await page.locator('#status', {hasText: 'Copied 8 bytes'}).waitFor();
    assert.equal(await page.evaluate(() => window.copied), '42 57 4d 20 56 31 2e 30');
    await page.evaluate(() => window.meshwright.active.select_path(0, 'faces[28]'));
    await page.locator('.scroller').focus();
    await page.keyboard.press('Control+c');
    await page.locator('#status', {hasText: 'Copied 12 bytes'}).waitFor();
    assert.match(await page.evaluate(() => window.copied), /^([0-9a-f]{2} ){11}[0-9a-f]{2}$/);
    await open_sample(page, 'sample.wok.ascii');
    await page.locator('.scroller').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('.text-line.on[data-line="1"]').waitFor();
    await page.keyboard.press('Control+c');
    await until(page, () => !/^[0-9a-f]{2} /.test(window.copied));
    return page;
  },
  async what_the_mouse_rests_on_is_named() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.bwm');
    const {x, y} = await page.evaluate(() => {
      const {left, top, width, height} = window.meshwright.active.view.canvas.getBoundingClientRect();
      return {x: left + width / 2, y: top + height / 2};
    });
    const under = await page.evaluate(([across, down]) => window.meshwright.active.view.hit(across, down).part.name, [x, y]);
    await page.mouse.move(x - 5, y);
    await page.mouse.move(x, y);
    const label = page.locator('.hover-name');
    await label.getByText(under, {exact: true}).waitFor();
    await shoot(page, 'hover');
    await page.mouse.down();
    assert(await label.isHidden(), 'who holds it needs none');
    await page.mouse.up();
    return page;
  },
  async what_stands_behind_everything_is_not_framed() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', given('sky.mdl.ascii', with_plane('scene', 60)));
    await opened(page, 'sky.mdl.ascii');
    assert(await page.evaluate(() => window.meshwright.active.model.parts.every(part => part.object.visible)), 'the sky is drawn');
    assert(await fills(page, 'two') > 0.3, 'the things before it are seen well');
    await page.keyboard.press('1');
    await settled(page);
    assert(await fills(page, 'two') > 0.3);
    await shoot(page, 'backdrop');
    // One that is hardly larger than what stands on it belongs to it.
    await page.setInputFiles('#chooser', given('floor.mdl.ascii', with_plane('scene', 2, 1)));
    await opened(page, 'floor.mdl.ascii');
    const all = await fills(page);
    assert(all > 0.5 && all <= 1, `it fills ${all}`);
    return page;
  },
  async a_bare_plane_is_framed() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.wok');
    await page.setInputFiles('#chooser', given('hall.wok', bytes));
    await opened(page, 'hall.wok');
    assert(await fills(page) > 0.5);
    return page;
  },
});
