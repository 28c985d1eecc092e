// Tests of the page (page.mjs): animations stay in the picture, and what they need is asked for.
import assert from 'node:assert/strict';
import {difference, given, open_page, open_sample, opened, pixels, settled, until} from './browser.mjs';

const box = 'verts 4\n    0 0 0\n    1 0 0\n    0 1 0\n    0 0 1\n  faces 4\n    0 2 1 1 0 0 0 0\n    0 1 3 1 0 0 0 0\n    1 2 3 1 0 0 0 0\n    0 3 2 1 0 0 0 0';

/// A thing on a stage that an animation takes along a way: [seconds, x, y, z] each.
const model = (name, ways, {supermodel = 'NULL', render = 1} = {}) => `newmodel ${name}
setsupermodel ${name} ${supermodel}
classification character
setanimationscale 1
beginmodelgeom ${name}
node dummy ${name}
  parent NULL
endnode
node trimesh thing
  parent ${name}
  render ${render}
  ${box}
endnode
node trimesh hat
  parent thing
  position 0 0 1
  ${box}
endnode
endmodelgeom ${name}
${Object.entries(ways).map(([anim, way]) => `newanim ${anim} ${name}
  length ${way[way.length - 1][0]}
  transtime 0.25
  animroot ${name}
  node dummy ${name}
    parent NULL
  endnode
  node dummy thing
    parent ${name}
    positionkey
${way.map(each => `      ${each.join(' ')}`).join('\n')}
    endlist
  endnode
doneanim ${anim} ${name}
`).join('')}donemodel ${name}
`;

const ways = {cut: [[0, 500, 300, 4], [1, 530, 300, 4], [2, 530, 340, 4]], hop: [[0, 0, 0, 0], [1, 0, 0, 1], [2, 0, 0, 0]]};

/// The share of what is drawn that is in the picture, and how much of the picture that takes.
const seen = page => page.evaluate(() => {
  const {view, model} = window.meshwright.active;
  model.root.updateMatrixWorld(true);
  view.camera.updateMatrixWorld();
  const points = model.points().map(each => each.project(view.camera));
  const [x, y] = [points.map(each => each.x), points.map(each => each.y)];
  return {
    share: points.filter(each => Math.abs(each.x) <= 1 && Math.abs(each.y) <= 1 && Math.abs(each.z) <= 1).length / points.length,
    fills: Math.max(Math.max(...x) - Math.min(...x), Math.max(...y) - Math.min(...y)) / 2,
  };
});
const at = (page, clip, time) => page.evaluate(([wanted, when]) => {
  const {timeline, active} = window.meshwright;
  const number = active.model.clips.findIndex(each => each.title === wanted);
  if (timeline.chosen !== number) timeline.choose(number);
  timeline.play(false);
  timeline.seek(when);
}, [clip, time]);

export const motion_tests = ({browser, address, shoot}) => ({
  async what_a_cutscene_takes_away_is_followed() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', given('actor.mdl.ascii', model('actor', ways)));
    await opened(page, 'actor.mdl.ascii');
    await page.evaluate(async () => { const {view} = window.meshwright.active; for (const part of window.meshwright.active.model.parts) part.object.visible = false; view.redraw(); });
    await settled(page);
    const nothing = await pixels(page);
    await page.evaluate(() => window.meshwright.active.repaint());
    const at_rest = await page.evaluate(() => window.meshwright.active.view.camera_text());
    for (const time of [0, 0.7, 1, 1.9, 2]) {
      await at(page, 'cut', time);
      const {share, fills} = await seen(page);
      assert(share === 1 && fills > 0.3, `at ${time} s ${share} of it is seen, over ${fills} of the picture`);
    }
    await settled(page);
    assert(difference(nothing, await pixels(page)) > 0.02, 'the picture is not empty');
    await shoot(page, 'cutscene');
    // Who turns it goes on to see it, also in a window of another size.
    await page.evaluate(() => window.meshwright.active.view.turn(0.7, 0.1, 0.9));
    await at(page, 'cut', 0.2);
    assert.equal((await seen(page)).share, 1, 'turned');
    await page.keyboard.press('f');
    await page.setViewportSize({width: 1000, height: 700});
    await settled(page);
    await at(page, 'cut', 1.5);
    assert.equal((await seen(page)).share, 1, 'in another size');
    // Who does not want it to be followed sees it leave, and come back.
    const follow = page.getByRole('button', {name: 'Follow', exact: true});
    assert.equal(await follow.getAttribute('aria-pressed'), 'true');
    await follow.click();
    await at(page, 'cut', 0);
    assert.equal((await seen(page)).share, 0);
    await follow.click();
    assert.equal((await seen(page)).share, 1);
    await page.setViewportSize({width: 1360, height: 800});
    await page.evaluate(() => { const {timeline, active} = window.meshwright; timeline.choose(-1); active.view.frame(); });
    await settled(page);
    assert.equal((await seen(page)).share, 1, 'without an animation it is where it was');
    assert(await page.evaluate(() => window.meshwright.active.view.stand().target.length()) < 5, at_rest);
    return page;
  },
  async what_moves_about_where_it_is_is_framed_over_all_of_it() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', given('hopper.mdl.ascii', model('hopper', {hop: ways.hop})));
    await opened(page, 'hopper.mdl.ascii');
    await at(page, 'hop', 0);
    const camera = await page.evaluate(() => window.meshwright.active.view.camera_text());
    for (const time of [0.3, 1, 1.7]) {
      await at(page, 'hop', time);
      assert.equal((await seen(page)).share, 1, `at ${time} s`);
    }
    assert.equal(await page.evaluate(() => window.meshwright.active.view.camera_text()), camera, 'the camera stands still');
    assert.equal(await page.getByRole('button', {name: 'Follow', exact: true}).count(), 0);
    await page.keyboard.press('f');
    await at(page, 'hop', 1);
    assert.equal((await seen(page)).share, 1, 'framed again, over all of it');
    return page;
  },
  /// Who looks at a detail keeps it.
  async a_held_camera_stays_where_nothing_leaves() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    await page.evaluate(() => window.meshwright.active.view.turn(0.3, 0, 0.6));
    const camera = await page.evaluate(() => window.meshwright.active.view.camera_text());
    await at(page, 'walk', 0.5);
    assert.equal(await page.evaluate(() => window.meshwright.active.view.camera_text()), camera);
    return page;
  },
  async what_is_below_a_hidden_shape_is_drawn() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', given('hidden.mdl.ascii', model('hidden', {hop: ways.hop}, {render: 0})));
    await opened(page, 'hidden.mdl.ascii');
    assert.deepEqual(await page.evaluate(() => window.meshwright.active.model.parts.map(part => [part.name, part.object.visible])), [['thing', false], ['hat', true]]);
    const shown = await pixels(page);
    await page.evaluate(() => { const {active} = window.meshwright; active.model.parts[1].hidden = true; active.repaint(); });
    await settled(page);
    assert(difference(shown, await pixels(page)) > 0.02, 'the hat was in the picture');
    return page;
  },
  async a_missing_supermodel_is_named_and_taken() {
    const page = await open_page(browser, address);
    const heir = model('heir', {}, {supermodel: 's_walker'});
    await page.setInputFiles('#chooser', given('heir.mdl.ascii', heir));
    await opened(page, 'heir.mdl.ascii');
    const bar = page.locator('#timeline');
    await bar.getByText('Its animations come from s_walker, which is missing: drop s_walker.mdl here, or').waitFor();
    await shoot(page, 'supermodel');
    // Something else is opened by itself, and says why it cannot be.
    const [wrong] = await Promise.all([page.waitForEvent('filechooser'), bar.getByRole('button', {name: 'choose it'}).click()]);
    await wrong.setFiles(given('other.mdl', 'something'));
    await page.locator('#status', {hasText: 'other.mdl: cannot be read; 9 bytes'}).waitFor();
    await page.evaluate(() => window.meshwright.close(window.meshwright.active));
    await bar.getByText('which is missing').waitFor();
    // The model itself, made of its text by the page.
    await page.setInputFiles('#chooser', given('s_walker.mdl.ascii', model('s_walker', {hop: ways.hop})));
    await opened(page, 's_walker.mdl.ascii');
    const bytes = await page.evaluate(async () => {
      const {active} = window.meshwright;
      const made = await active.ask('convert', {name: 's_walker.mdl'});
      window.meshwright.close(active);
      return [...made.bytes];
    });
    await bar.getByText('which is missing').waitFor();
    await page.evaluate(given => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(given)], 's_walker.mdl'));
      document.querySelector('#timeline .givers').dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true}));
    }, bytes);
    await until(page, () => window.meshwright.active?.model?.clips.some(each => each.title === 'hop'));
    await settled(page);
    assert.equal(await page.evaluate(() => window.meshwright.active.title), 'heir.mdl.ascii', 'who gave it looks at what it is for');
    assert.equal(await bar.getByText('which is missing').count(), 0);
    return page;
  },
});
