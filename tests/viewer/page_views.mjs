// Tests of the page (page.mjs): what is seen of a file, called as the file has it, and what is in the way of it.
import assert from 'node:assert/strict';
import {file_of_sample, give_back, given, open_page, open_sample, opened, pixels, settled, until} from './browser.mjs';

/// Of each shown picture: how far what is framed reaches, and what is free of it, in pixels.
const framing = page => page.evaluate(() => window.meshwright.tabs.filter(tab => tab.place.clientWidth > 0).map(({model, view, caption, title}) => {
  const box = view.canvas.getBoundingClientRect();
  const seen = model.points().map(each => each.project(view.camera));
  const [x, y] = [seen.map(each => (each.x + 1) / 2 * box.width), seen.map(each => (1 - each.y) / 2 * box.height)];
  const of = each => each.getBoundingClientRect();
  const heading = of(document.getElementById('title'));
  const name = of(caption);
  return {title, left: Math.min(...x), right: box.width - Math.max(...x), top: Math.min(...y) - Math.max(0, heading.bottom - box.top), bottom: box.height - Math.max(...y) - (name.height > 0 ? box.bottom - name.top : 0)};
}));

const is_free = async (page, what) => {
  for (const {title, ...sides} of await framing(page))
    for (const [side, pixels] of Object.entries(sides)) assert(pixels > 3, `${what}, ${title}: ${pixels} pixels are left at the ${side}`);
};

/// What moves by itself never settles.
const open_sample_in_motion = async (page, name) => {
  await page.locator('#samples-button').click();
  await page.locator('#samples-menu button', {has: page.getByText(name, {exact: true})}).click();
  await page.locator('#tabs [aria-selected=true]').getByText(name, {exact: true}).waitFor();
  await page.locator('#tree [role=treeitem]').first().waitFor({state: 'attached'});
};

const layout = 'beginlayout\n roomcount 1\n  hall 0 0 0\n trackcount 0\n obstaclecount 0\n doorhookcount 1\n  hall way 0 7 3 0 0 0 0 1\ndonelayout\n';
const floor = 'node aabb room\n  position 0 0 0\n  orientation 0 0 0 1\n  verts 4\n    0 0 0\n    8 0 0\n    8 8 0\n    0 8 0\n  faces 2\n    0 1 2 1 0 0 0 4\n    0 2 3 1 0 0 0 4\nendnode\n';

/// A picture of 8 x 8 pixels in one colour, as a TGA.
export function tga([red, green, blue]) {
  const bytes = Buffer.alloc(18 + 8 * 8 * 3);
  bytes[2] = 2;
  bytes.writeUInt16LE(8, 12);
  bytes.writeUInt16LE(8, 14);
  bytes[16] = 24;
  for (let at = 18; at < bytes.length; at += 3) bytes.set([blue, green, red], at);
  return bytes;
}

export const view_tests = ({browser, address, shoot, pane, field}) => ({
  async the_axes_are_those_of_the_file() {
    const page = await open_page(browser, address);
    const seen_from = () => page.locator('.compass:visible .end:not(.behind)').evaluateAll(all => Object.fromEntries(all.map(each => [each.textContent, each.title.replace(/^Look from | \(.*$/g, '')])));
    const up = () => page.evaluate(() => [...document.querySelectorAll('.picture:not([hidden]) .end:not(.behind)')].sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0].textContent);
    for (const [name, axes, above] of [
      ['sample.mdl', {X: 'the left', Y: 'the front', Z: 'above'}, 'Z'],
      ['sample.lyt', {X: 'the right', Y: 'behind', Z: 'above'}, 'Z'],
      ['sample.bwm', {X: 'the right', Y: 'above', Z: 'behind'}, 'Y'],
    ]) {
      await open_sample(page, name);
      assert.deepEqual(await seen_from(), axes, name);
      await page.keyboard.press('1');
      await settled(page);
      assert.equal(await up(), above, name);
    }
    return page;
  },
  async what_is_framed_is_neither_cut_nor_covered() {
    const page = await open_page(browser, address, {viewport: {width: 1024, height: 640}});
    for (const name of ['sample.geometry', 'sample.mdl', 'sample.wok', 'sample.bwm']) {
      await open_sample(page, name);
      await is_free(page, 'in a small window');
      const tools = await page.locator('#view-tools').boundingBox();
      assert(tools.height < 45, `${name}: the tools take more than one row`);
    }
    await shoot(page, 'small');
    await page.locator('#tabs [role=tab]', {hasText: 'sample.geometry'}).click();
    await page.locator('#compare').click();
    await page.locator('#compare-menu button', {hasText: 'sample.mdl'}).click();
    await page.locator('#findings h3', {hasText: 'differences'}).waitFor();
    await settled(page);
    await is_free(page, 'side by side');
    await give_back(page);
    const phone = await open_page(browser, address, {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true});
    for (const name of ['sample.mdl', 'sample.bwm']) {
      await open_sample(phone, name);
      await is_free(phone, 'on a phone');
    }
    await phone.locator('#compare').click();
    await phone.locator('#findings h3', {hasText: 'differences'}).waitFor();
    await settled(phone);
    await is_free(phone, 'side by side on a phone');
    await shoot(phone, 'phone-compare');
    return phone;
  },
  async a_layer_that_is_larger_is_framed_too() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.geometry');
    const enlarge = () => page.evaluate(() => {
      const {model} = window.meshwright.active;
      for (const part of model.parts) if (part.role === 'collision') part.object.scale.setScalar(4);
      model.root.updateMatrixWorld(true);
    });
    await enlarge();
    const camera = () => page.evaluate(() => window.meshwright.active.view.camera_text());
    const before = await camera();
    await page.getByRole('button', {name: 'Boxes'}).click();
    await settled(page);
    assert.equal(await camera(), before, 'nothing larger is shown');
    await page.getByRole('button', {name: 'Collision', exact: true}).click();
    await settled(page);
    await is_free(page, 'with what was hidden');
    await page.getByRole('button', {name: 'Collision', exact: true}).click();
    await page.locator('#views canvas').focus();
    await page.keyboard.press('+');
    const held = await camera();
    await page.getByRole('button', {name: 'Collision', exact: true}).click();
    await settled(page);
    assert.equal(await camera(), held, 'it is somebody’s');
    return page;
  },
  async the_title_has_a_ground() {
    const page = await open_page(browser, address);
    assert(await page.locator('#title').isHidden(), 'there is nothing to tell yet');
    await open_sample(page, 'sample.wok');
    const [ground, text] = await page.evaluate(() => { const style = getComputedStyle(document.getElementById('title')); return [style.backgroundColor, style.color]; });
    assert.deepEqual([ground, text], ['rgb(255, 255, 255)', 'rgb(27, 32, 40)']);
    return page;
  },
  async armor_is_seen_through_the_model() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.geometry');
    const opacities = role => page.evaluate(wanted => [...new Set(window.meshwright.active.model.parts.filter(part => part.role === wanted).map(({object: {material}}) => material.transparent ? material.opacity : 1))], role);
    assert.deepEqual(await opacities('visual'), [1]);
    await page.getByRole('button', {name: 'Armor'}).click();
    await settled(page);
    const [[model], armor] = [await opacities('visual'), await opacities('armor')];
    assert(model < 0.3 && armor[0] === 1, `the model is ${model}, its armor ${armor}`);
    const hit = await page.evaluate(() => {
      const {view} = window.meshwright.active;
      const {left, top, width, height} = view.canvas.getBoundingClientRect();
      return view.hit(left + width / 2, top + height / 2).part.role;
    });
    assert.equal(hit, 'armor');
    await shoot(page, 'armor-through-model');
    await page.getByRole('button', {name: 'Armor'}).click();
    assert.deepEqual(await opacities('visual'), [1]);
    return page;
  },
  async eyes_tell_what_is_seen() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.geometry');
    const hidden = name => page.getByRole('button', {name: `Hide ${name}`, exact: true}).getAttribute('aria-pressed');
    const states = async () => Promise.all(['TurretShape', 'Turret_lod1Shape', 'plate_0', 'hull_0'].map(hidden));
    assert.deepEqual(await states(), ['false', 'true', 'true', 'true'], 'other levels and layers are not seen');
    await page.getByRole('button', {name: 'Hide plate_0', exact: true}).click();
    assert.deepEqual(await states(), ['false', 'true', 'false', 'true']);
    assert.equal(await page.getByRole('button', {name: 'Armor'}).getAttribute('aria-pressed'), 'true', 'its layer is shown for it');
    await page.getByRole('button', {name: 'Hide Turret_lod1Shape', exact: true}).click();
    assert.deepEqual(await states(), ['true', 'false', 'false', 'true'], 'another level is');
    return page;
  },
  async levels_and_ids_have_one_form() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.bwm');
    assert.deepEqual(await page.locator('.choice', {hasText: 'Level'}).locator('option').allTextContents(), ['1 (finest)', '2', 'All'], 'as the file counts them');
    await page.locator('#tree .row', {hasText: 'm_sample_house_far'}).first().click();
    await page.locator('#fields h3', {hasText: 'm_sample_house_far'}).first().waitFor();
    assert.equal(await field(page, 'level'), '2');
    await open_sample(page, 'sample.wok');
    await page.locator('#tree .row', {hasText: 'surface'}).first().click();
    await page.locator('#fields h3', {hasText: 'surface'}).first().waitFor();
    assert.equal(await page.locator('#fields th', {hasText: 'level'}).count(), 0, 'there are none');
    await open_sample(page, 'sample.geometry');
    await page.locator('#tree .row', {hasText: 'TurretShape'}).first().click();
    await page.locator('#fields h3', {hasText: 'TurretShape'}).first().waitFor();
    assert.equal(await field(page, 'level'), '0');
    assert.deepEqual([await field(page, 'vertices id'), await field(page, 'indices id')], ['0x03432C0C (54733836)', '0x98E59262 (2565182050)']);
    return page;
  },
  async what_is_all_in_the_way_offers_no_ways() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.pwk');
    assert.equal(await page.getByRole('button', {name: 'Find a way'}).count(), 0);
    assert.equal(await page.locator('.choice', {hasText: 'Coloured by'}).locator('option', {hasText: 'Islands'}).count(), 0);
    await page.keyboard.press('p');
    assert(await page.locator('#told').isHidden());
    await open_sample(page, 'sample.wok');
    const red = await page.evaluate(() => { const {paint} = window.meshwright.active.view; return paint.groups().find(each => each.label === 'NonWalk').colour; });
    await page.locator('.choice', {hasText: 'Coloured by'}).locator('select').selectOption('islands');
    await page.locator('#legend', {hasText: 'island 1'}).waitFor();
    const apart = await page.evaluate(colour => {
      const {paint} = window.meshwright.active.view;
      const hue = text => { const [r, g, b] = [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16)); return Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180 / Math.PI; };
      const between = Math.abs(hue(colour) - hue(paint.groups()[0].colour));
      return Math.min(between, 360 - between);
    }, red);
    assert(apart > 30, `island 1 is ${apart} degrees from what cannot be walked on`);
    return page;
  },
  async a_door_is_gone_to() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', [given('area.lyt', layout), given('hall.wok', floor)]);
    await opened(page, 'area.lyt');
    await page.locator('#tree .row', {hasText: 'way'}).first().click();
    await until(page, () => window.meshwright.active.selection?.title === 'way');
    const from = await page.evaluate(() => window.meshwright.active.view.stand().distance);
    await page.keyboard.press('.');
    await settled(page);
    const {target, distance} = await page.evaluate(() => { const {target, distance} = window.meshwright.active.view.stand(); return {target: target.toArray(), distance}; });
    assert(distance < from / 2, `it was looked at from ${from}, now from ${distance}`);
    [7, 0, -3].forEach((each, i) => assert(Math.abs(target[i] - each) < 0.3, `${target}`));
    // The room that is looked into is gone to as a whole.
    await page.locator('#looked-into').selectOption('hall.wok');
    await until(page, () => window.meshwright.active.path === 'hall.wok');
    await page.keyboard.press('.');
    await settled(page);
    assert(await page.evaluate(() => window.meshwright.active.view.stand().distance) > distance * 2);
    return page;
  },
  async a_chosen_part_keeps_its_looks() {
    const page = await open_page(browser, address);
    const {bytes, companion} = await file_of_sample(page, 'sample.mdl');
    const colour = [220, 120, 30];
    await page.setInputFiles('#chooser', [given('hero.mdl', bytes), given('hero.mdx', companion), given('mw_hide.tga', tga(colour))]);
    await opened(page, 'hero.mdl');
    const middle = async () => { const picture = await pixels(page); return picture.at(picture.width / 2, picture.height / 2); };
    const before = await middle();
    assert(before[0] > before[2] + 60, `its texture is seen: ${before}`);
    await page.locator('#tree .row', {hasText: 'body_g'}).first().click();
    await until(page, () => window.meshwright.active.view.marked.parts === 1);
    await settled(page);
    const after = await middle();
    before.forEach((part, i) => assert(Math.abs(part - after[i]) < 32, `${before} became ${after}`));
    assert.deepEqual(await page.evaluate(() => window.meshwright.active.view.marks.group.children.map(each => each.type)), ['Box3Helper']);
    await shoot(page, 'chosen-part');
    return page;
  },
  async textures_that_are_not_read_are_told_of() {
    const page = await open_page(browser, address);
    const {bytes, companion} = await file_of_sample(page, 'sample.mdl');
    await page.setInputFiles('#chooser', [given('hero.mdl', bytes), given('hero.mdx', companion), given('mw_hide.tpc', 'anything')]);
    await opened(page, 'hero.mdl');
    await page.locator('#status', {hasText: /; see Findings for what the picture lacks$/}).waitFor();
    await pane(page, 'findings');
    await page.locator('#findings', {hasText: '1 texture is a name only: mw_hide; textures of this kind (.tpc) are not read yet'}).waitFor();
    await page.setInputFiles('#chooser', given('mw_hide.tpc', 'anything'));
    await page.locator('#instead h2', {hasText: 'mw_hide.tpc cannot be read'}).waitFor();
    assert.match(await page.locator('#instead').textContent(), /textures of this kind \(\.tpc\) are not read yet: their models are shown without them/);
    assert.doesNotMatch(await page.locator('#instead').textContent(), /damaged/);
    return page;
  },
  async a_triangle_that_begins_elsewhere_is_the_same() {
    const page = await open_page(browser, address);
    const {bytes, companion} = await file_of_sample(page, 'sample.mdl');
    await page.setInputFiles('#chooser', [given('a.mdl', bytes), given('a.mdx', companion)]);
    await opened(page, 'a.mdl');
    const [offset] = await page.evaluate(async () => (await window.meshwright.active.ask('fields', {parent: 'nodes[6].mesh.index_lists[0].vertices', most: 3})).json.fields.map(each => each.offset));
    const turned = Buffer.from(bytes);
    const corners = [0, 2, 4].map(at => turned.readUInt16LE(offset + at));
    [1, 2, 0].forEach((corner, i) => turned.writeUInt16LE(corners[corner], offset + 2 * i));
    await page.setInputFiles('#chooser', [given('b.mdl', turned), given('b.mdx', companion)]);
    await opened(page, 'b.mdl');
    await page.locator('#compare').click();
    await page.locator('#findings .marks', {hasText: 'Nothing is marked'}).waitFor();
    assert.deepEqual(await page.evaluate(() => window.meshwright.tabs.map(tab => tab.view.marked)), [{parts: 0, triangles: 0}, {parts: 0, triangles: 0}]);
    return page;
  },
  async corners_that_differ_are_counted_in_words() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    const text = (await file_of_sample(page, 'sample.mdl.ascii')).bytes.toString('latin1');
    const [before, body] = text.split(/(?=node danglymesh tail_g)/);
    const moved = before + body.replace(/(verts \d+\r?\n\s*)\S+/, '$19.5');
    await page.setInputFiles('#chooser', given('moved.mdl.ascii', moved));
    await opened(page, 'moved.mdl.ascii');
    await page.locator('#compare').click();
    const row = page.locator('#findings .finding', {hasText: 'positions'}).first();
    await row.waitFor({state: 'attached'});
    assert.match(await row.locator('.place').textContent(), /^\d+ of \d+ corners differ, by at most [\d.]+$/);
    await until(page, () => window.meshwright.tabs.every(tab => tab.view.marked.parts > 0));  // on both sides
    await shoot(page, 'compare-words');
    return page;
  },
  async a_link_is_written_while_pictures_turn() {
    const page = await open_page(browser, address, {reducedMotion: 'no-preference'});
    const turned = () => page.evaluate(() => window.meshwright.tabs[0].view.camera_text());
    await open_sample_in_motion(page, 'sample.geometry');
    await page.evaluate(() => { window.before = window.meshwright.active.view.camera_text(); });
    await until(page, () => window.meshwright.active.view.camera_text() !== window.before);  // it turns by itself
    await until(page, () => location.hash.includes('sample=sample.geometry'));
    await open_sample_in_motion(page, 'sample.wok');
    await page.evaluate(() => window.meshwright.active.select_path(0, 'faces[0]'));
    await until(page, () => /sample=sample\.wok.*at=/.test(location.hash));
    const hidden = await turned();
    await page.evaluate(() => new Promise(done => { let frames = 20; const next = () => --frames > 0 ? requestAnimationFrame(next) : done(); next(); }));
    assert.equal(await turned(), hidden, 'nobody sees it');
    return page;
  },
  async what_a_key_does_in_a_flight_stays() {
    const page = await open_page(browser, address, {reducedMotion: 'no-preference'});
    await open_sample_in_motion(page, 'sample.geometry');
    const camera = await page.evaluate(() => {
      const {view} = window.meshwright.active;
      view.look_from(view.from(1, 0, 0));
      const flies = view.flight !== undefined;
      view.set_camera('1,2,3,0,0,0');
      return [flies, view.flight === undefined];
    });
    assert.deepEqual(camera, [true, true]);
    await settled(page);
    assert.equal(await page.evaluate(() => window.meshwright.active.view.camera_text()), '1,2,3,0,0,0');
    return page;
  },
  async what_is_hidden_moves_no_camera() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.bwm');
    const camera = () => page.evaluate(() => window.meshwright.active.view.camera_text());
    // Of balls the corners of the boxes around them are farther out than they are.
    await page.evaluate(() => {
      const {model, view} = window.meshwright.active;
      model.parts.filter(part => part.object.visible).forEach(({object: {geometry}}, ball) => {
        const {position} = geometry.attributes;
        for (let i = 0; i < position.count; ++i) {
          const [y, turn] = [1 - (2 * i + 1) / position.count, i * 2.4];
          position.setXYZ(i, Math.sqrt(1 - y * y) * Math.cos(turn) + 0.2 * ball, y, Math.sqrt(1 - y * y) * Math.sin(turn));
        }
        geometry.boundingBox = geometry.boundingSphere = null;
      });
      view.frame();
    });
    const before = await camera();
    await page.evaluate(() => {
      const {active} = window.meshwright;
      active.model.parts.filter(part => part.object.visible)[0].hidden = true;
      active.repaint();
    });
    await settled(page);
    assert.equal(await camera(), before);
    assert(await page.evaluate(() => window.meshwright.active.view.is_whole), 'it is nobody’s yet');
    return page;
  },
  async the_box_of_a_part_goes_with_it() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    await page.evaluate(() => { const tab = window.meshwright.active; return tab.select_part(tab.model.parts.find(part => part.name === 'tail_g')); });
    const box = () => page.evaluate(() => {
      const helper = window.meshwright.active.view.marks.group.children.find(each => each.type === 'Box3Helper');
      return helper?.visible ? [...helper.box.min.toArray(), ...helper.box.max.toArray()].map(each => Math.round(each * 1e4)) : null;
    });
    const rest = await box();
    const seek = time => page.evaluate(at => { const {timeline} = window.meshwright; timeline.choose(1); timeline.play(false); timeline.seek(at); }, time);
    await seek(0.25);
    assert.notDeepEqual(await box(), rest, 'the part has moved');
    await page.locator('#timeline select').first().selectOption('-1');
    assert.deepEqual(await box(), rest, 'and is back');
    assert.deepEqual(await page.locator('#timeline').evaluate(bar => [bar.querySelector('input').value, bar.querySelector('output').textContent]), ['0', '']);
    const eye = page.getByRole('button', {name: 'Hide tail_g', exact: true});
    await eye.dispatchEvent('click');
    assert.equal(await box(), null, 'nothing is there');
    await eye.dispatchEvent('click');
    assert.deepEqual(await box(), rest);
    // The boxes around all parts, too.
    await page.getByRole('button', {name: 'Boxes'}).click();
    const boxes = () => page.evaluate(() => window.meshwright.active.view.extras.children.filter(each => each.type === 'BoxHelper').map(each => each.object.isSkinnedMesh && [...each.geometry.attributes.position.array].map(part => Math.round(part * 1e4))));
    const before = (await boxes()).filter(Boolean);
    assert(before.length > 0, 'there is a skin');
    await seek(0.25);
    assert.notDeepEqual((await boxes()).filter(Boolean), before);
    return page;
  },
  async without_a_picture_the_rest_is_shown() {
    const page = await open_page(browser, address);
    await page.evaluate(() => { HTMLCanvasElement.prototype.getContext = () => null; });  // nothing was drawn before
    await open_sample(page, 'sample.wok');
    await page.locator('#instead', {hasText: 'This browser cannot draw it: '}).waitFor();
    await page.locator('#tree .row', {hasText: 'surface'}).first().click();
    await page.locator('#fields h3', {hasText: 'surface'}).first().waitFor();
    await page.evaluate(() => window.meshwright.active.go_to({path: 'faces[3]'}));
    await page.locator('#fields h3', {hasText: 'faces[3]'}).first().waitFor();
    await pane(page, 'bytes');
    await page.locator('.byte.on').first().waitFor();
    await pane(page, 'findings');
    await page.locator('#findings').getByText(/./).first().waitFor();
    assert(page.troubles.every(text => /WebGL/.test(text)), page.troubles.join());
    page.troubles.length = 0;
    return page;
  },
  async each_file_has_its_own_time() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    await page.evaluate(() => { const {timeline} = window.meshwright; timeline.choose(1); timeline.play(false); timeline.seek(0.25); });
    const state = () => page.locator('#timeline').evaluate(bar => [bar.querySelector('select').value, bar.querySelector('input').value, bar.querySelector('input').disabled, bar.querySelector('output').textContent]);
    const first = await state();
    assert.deepEqual(first, ['1', '0.25', false, '0.25 s']);
    await open_sample(page, 'sample.mdl.ascii');
    assert.deepEqual(await state(), ['-1', '0', true, '']);
    await page.locator('#tabs [role=tab]').first().click();
    assert.deepEqual(await state(), first);
    return page;
  },
  async what_the_picture_lacks_is_said_once() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.mdl');
    await page.setInputFiles('#chooser', given('hero.mdl', bytes));
    await opened(page, 'hero.mdl');
    const lacks = await page.evaluate(() => window.meshwright.active.all_losses);
    assert(lacks.some(each => each.includes('hero.mdx was not found')), lacks.join());
    assert.equal(new Set(lacks).size, lacks.length);
    return page;
  },
});
