// page.mjs MODULES PAGE FOLDER MESHWRIGHT: the viewer in Chromium, as somebody uses it. With ONLY=... only cases run whose names
// match that. With PICTURES=1 pictures to look at go to FOLDER/pictures. With UPDATE=1 the pictures that it is compared with are
// written anew. Exits with 77 when there is no page or no browser.
import assert from 'node:assert/strict';
import {execFile, spawn} from 'node:child_process';
import {copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {area_tests} from './page_areas.mjs';
import {back_tests} from './page_back.mjs';
import {belonging_tests} from './page_belongs.mjs';
import {choice_tests} from './page_choices.mjs';
import {compare_tests} from './page_compare.mjs';
import {detail_tests} from './page_details.mjs';
import {difference_tests} from './page_differences.mjs';
import {drop_tests} from './page_drops.mjs';
import {edit_tests} from './page_edits.mjs';
import {hidden_tests} from './page_hidden.mjs';
import {key_tests} from './page_keys.mjs';
import {look_tests} from './page_looks.mjs';
import {list_tests} from './page_lists.mjs';
import {motion_tests} from './page_motion.mjs';
import {odd_tests} from './page_odd.mjs';
import {pane_tests} from './page_panes.mjs';
import {refusal_tests} from './page_refusals.mjs';
import {role_tests} from './page_roles.mjs';
import {screen_tests} from './page_screens.mjs';
import {small_tests} from './page_small.mjs';
import {told_tests} from './page_told.mjs';
import {view_tests} from './page_views.mjs';
import {chromium_path, close_unused, difference, give_back, open_page, open_sample, opened, pixels, settled, start, until} from './browser.mjs';

const [modules, path, folder, meshwright] = process.argv.slice(2);
for (const needed of [path, join(modules, 'node_modules', 'playwright-core')])
  if (!existsSync(needed)) {
    console.log(`skipped: there is no ${needed}`);
    process.exit(77);
  }
if (!chromium_path()) {
  console.log('skipped: there is no Chromium');
  process.exit(77);
}
const address = pathToFileURL(resolve(path)).href;
const pictures_file = join(dirname(fileURLToPath(import.meta.url)), 'pictures.json');
const pictures = existsSync(pictures_file) ? JSON.parse(readFileSync(pictures_file, 'utf8')) : {};
const browser = await start(modules);

const command = (words, environment = {}) => promisify(execFile)(meshwright, ['-q', ...words], {env: {...process.env, ...environment}});
const shoot = async (page, name) => { if (process.env.PICTURES) await page.screenshot({path: join(folder, 'pictures', `${name}.png`)}); };
const pane = (page, name) => page.locator(`.pane-tabs [data-pane=${name}]`).click();
const field = (page, name) => page.locator('#fields tr', {has: page.locator('th', {hasText: new RegExp(`^${name}$`)})}).locator('td').first().textContent();

/// Average colours of 12 x 8 parts of a picture: what it looks like from afar, whatever draws it.
function from_afar(picture) {
  const cells = [];
  for (let row = 0; row < 8; ++row)
    for (let column = 0; column < 12; ++column) {
      const sum = [0, 0, 0];
      let count = 0;
      for (let y = row * picture.height / 8; y < (row + 1) * picture.height / 8; y += 5)
        for (let x = column * picture.width / 12; x < (column + 1) * picture.width / 12; x += 5, ++count)
          picture.at(x, y).forEach((part, i) => { sum[i] += part; });
      cells.push(sum.map(part => Math.round(part / count)));
    }
  return cells;
}

/// Compares with the picture of that name; parts may be 12 of 255 off, a few more.
function looks_like(name, picture) {
  const seen = from_afar(picture);
  if (process.env.UPDATE) pictures[name] = seen.flat();
  const known = pictures[name];
  assert(known, `there is no picture of ${name}`);
  const off = seen.filter((cell, i) => cell.some((part, k) => Math.abs(part - known[i * 3 + k]) > 12)).length;
  assert(off <= 4, `${name}: ${off} of 96 parts of the picture differ`);
}

/// Where a triangle of a mesh is on the screen.
function spot(page, mesh, triangle, file) {
  return page.evaluate(([name, number, room]) => {
    const {view, model} = window.meshwright.active;
    const part = model.parts.find(each => each.mesh === name && each.object.visible && (!room || each.file === room));
    const corners = view.corners(part, number);
    const middle = corners[0].clone().add(corners[1]).add(corners[2]).divideScalar(3).project(view.camera);
    const {left, top, width, height} = view.canvas.getBoundingClientRect();
    return {x: left + (middle.x + 1) / 2 * width, y: top + (1 - middle.y) / 2 * height};
  }, [mesh, triangle, file]);
}

// A database holds many models, and a layout only says where rooms are: they have no picture of their own.
const without_picture = ['sample.bin', 'sample.lyt'];
const samples_of = async page => (await page.evaluate(() => window.meshwright.samples)).map(each => each.file).filter(name => !without_picture.includes(name));

const tests = {
  async the_first_screen_says_what_to_do() {
    const begun = Date.now();
    const page = await open_page(browser, address);
    const paint = await page.evaluate(() => new Promise(take => new PerformanceObserver((list, self) => { self.disconnect(); take(list.getEntries()[0].startTime); }).observe({type: 'paint', buffered: true})));
    console.log(`     first paint after ${Math.round(paint)} ms, ready after ${Date.now() - begun} ms`);
    assert(paint < 30_000, `first paint after ${paint} ms`);
    await page.getByRole('heading', {name: 'Drop a model here'}).waitFor();
    assert.match(await page.locator('#start').textContent(), /Nothing leaves your computer/);
    const offered = await page.evaluate(() => window.meshwright.samples.map(each => each.file));
    for (const name of [...without_picture, 'sample.wok', 'sample.mdl', 'sample.bwm', 'sample.geometry']) assert(offered.includes(name), `${name} is no sample`);
    assert.deepEqual((await page.locator('#samples .chip').allTextContents()).sort(), offered.map(name => name.replace('sample', '')).sort());
    await shoot(page, 'start');
    // Without a file at hand one click shows something, and it is plain which.
    assert.deepEqual(await page.locator('.first').evaluateAll(all => all.map(each => each.querySelector('img').naturalWidth)), [320, 320, 320, 320]);
    assert.equal(await page.locator('.first .begin').count(), 1);
    const {y, height} = await page.locator('.first').first().boundingBox();
    assert(y + height < 760, 'it is below the fold');
    await page.locator('.first', {has: page.getByText('Start here')}).click();
    await opened(page, 'sample.geometry');
    await page.locator('#status', {hasText: 'sample.geometry: 50 of 74 triangles in 5 parts shown'}).waitFor();
    return page;
  },
  async every_sample_is_shown() {
    const page = await open_page(browser, address);
    const samples = await samples_of(page);
    for (const name of samples) {
      await open_sample(page, name);
      assert(await page.locator('#instead').isHidden(), `${name} has no picture`);
      looks_like(name, await pixels(page));
      await shoot(page, name);
      const tools = await page.locator('#view-tools').boundingBox();
      assert(tools.height < 45, `${name}: the tools take more than one row`);
      const tabs = await page.locator('#tabs').boundingBox();
      const cross = await page.getByRole('button', {name: `Close ${name}`, exact: true}).boundingBox();
      assert(cross.x + cross.width <= tabs.x + tabs.width + 1, `${name} cannot be closed`);
    }
    assert.equal(await page.locator('#tabs [role=tab]').count(), samples.length);
    // More than the row has room for: all of them are in a list.
    await page.locator('#tabs-button', {hasText: `All ${samples.length}`}).click();
    assert.deepEqual(await page.locator('#tabs-menu button > span:first-child').allTextContents(), samples);
    await page.locator('#tabs-menu button', {hasText: samples[0]}).first().click();
    await opened(page, samples[0]);
    await page.locator('#tabs [role=tab]').first().focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), samples[1]);
    for (const name of samples.slice(2)) await page.getByRole('button', {name: `Close ${name}`, exact: true}).dispatchEvent('click');
    assert(await page.locator('#tabs-button').isHidden());
    return page;
  },
  async a_file_without_a_picture_says_why() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.bin');
    assert.match(await page.locator('#instead').textContent(), /No picture of this file.*holds many models/);
    await page.locator('#tree .row', {hasText: 'databases'}).waitFor();
    assert.match(await page.locator('#status').textContent(), /^sample\.bin: .*, without a picture; /);
    return page;
  },
  async a_pair_is_dropped() {
    const page = await open_page(browser, address);
    const pair = await page.evaluate(async () => {
      const {samples} = window.meshwright;
      await window.meshwright.open_sample(samples.find(each => each.file === 'sample.mdl'));
      const tab = window.meshwright.active;
      const bytes = async layer => [...(await tab.ask('bytes', {layer, offset: 0, length: 65536})).bytes];
      const both = {mdl: await bytes(0), mdx: await bytes(1)};
      window.meshwright.close(tab);
      return both;
    });
    const drop = names => page.evaluate(async ([given, list]) => {
      const transfer = new DataTransfer();
      for (const [name, kind] of list) transfer.items.add(new File([new Uint8Array(given[kind])], name));
      document.dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true}));
    }, [pair, names]);
    await drop([['hero.mdl', 'mdl'], ['HERO.MDX', 'mdx']]);
    await opened(page, 'hero.mdl');
    assert.equal(await page.locator('#tabs [role=tab]').count(), 1, 'the MDX is no file of its own');
    assert.equal(await field(page, 'mdx'), 'yes');
    await page.getByRole('button', {name: 'Close hero.mdl'}).click();
    await drop([['alone.mdl', 'mdl']]);
    await opened(page, 'alone.mdl');
    assert.equal(await field(page, 'mdx'), 'no');
    await pane(page, 'findings');
    await page.locator('#findings', {hasText: 'was not found in the files that were dropped'}).waitFor();
    return page;
  },
  async figures_are_looked_in_the_face() {
    const page = await open_page(browser, address);
    const side = () => page.evaluate(() => { const {camera, controls} = window.meshwright.active.view; return camera.position.clone().sub(controls.target).normalize().toArray().map(Math.round); });
    for (const [name, front] of [['sample.mdl', -1], ['sample.bwm', 1]]) {
      await open_sample(page, name);
      assert.equal(await page.evaluate(() => { const {camera, controls} = window.meshwright.active.view; return Math.sign(camera.position.z - controls.target.z); }), front, name);
      for (const [key, from] of [['1', [0, 0, front]], ['3', [front, 0, 0]], ['7', [0, 1, 0]]]) {
        await page.keyboard.press(key);
        await settled(page);
        assert.deepEqual((await side()).map(each => each + 0), from, `${name} ${key}`);
      }
    }
    return page;
  },
  async an_animation_plays() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    const before = await pixels(page);
    await page.locator('#timeline select').first().selectOption({label: 'walk · 1.00 s'});
    assert.equal(await page.locator('.moment').count(), 2);
    await page.getByRole('button', {name: 'Pause (space)'}).click();
    await page.locator('.moment').first().click();
    await settled(page);
    const stepped = await pixels(page);
    assert(difference(before, stepped) > 0.002, 'nothing moved');
    assert.equal(await page.locator('#timeline output').textContent(), '0.25 s');
    await page.getByRole('button', {name: 'Play (space)'}).click();
    await page.locator('#timeline output', {hasNotText: '0.25 s'}).waitFor();
    await shoot(page, 'animation');
    return page;
  },
  async a_triangle_has_bytes_and_bytes_have_a_triangle() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    const {x, y} = await spot(page, 'surface', 27);
    await page.mouse.click(x, y);
    await page.locator('#fields h3', {hasText: 'faces[27]'}).waitFor();
    assert.equal(await field(page, 'face'), '27');
    assert.equal(await field(page, 'material'), 'Stone (4)');
    assert.equal(await field(page, 'elevation'), '0');
    await page.locator('#tree [aria-selected=true]', {hasText: 'surface'}).waitFor();
    await pane(page, 'bytes');
    await page.locator('.byte.on[data-at="1564"]').waitFor();  // 1240 + 27 x 12
    assert.equal(await page.locator('.byte.on').count(), 12);
    await page.locator('#bytes .about', {hasText: /^0x0000061c · faces\[27\]/}).waitFor();
    await shoot(page, 'bytes');
    await page.locator('.byte[data-at="1580"]').click();
    await page.locator('#bytes .about', {hasText: 'faces[28]'}).waitFor();
    await until(page, () => window.meshwright.active.selection?.title === 'faces[28]');
    await pane(page, 'fields');
    await page.locator('#fields h3', {hasText: 'faces[28]'}).first().waitFor();
    return page;
  },
  async a_way_is_found() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await page.keyboard.press('7');  // from above
    await settled(page);
    await page.getByRole('button', {name: 'Find a way'}).click();
    for (const triangle of [0, 27]) {
      const {x, y} = await spot(page, 'surface', triangle);
      await page.mouse.click(x, y);
      await settled(page);
    }
    const told = page.locator('#told', {hasText: /Way over \d+ faces: shortest [\d.]+ \([\d.]+ along the surface\), fast [\d.]+\./});
    await told.waitFor();
    await shoot(page, 'way');
    await page.keyboard.press('Escape');
    assert(await page.locator('#told').isHidden());
    await page.locator('.choice', {hasText: 'Coloured by'}).locator('select').selectOption('islands');
    await page.locator('#legend', {hasText: 'island 1'}).waitFor();
    await shoot(page, 'islands');
    return page;
  },
  async findings_lead_to_their_place() {
    const page = await open_page(browser, address);
    const bytes = await page.evaluate(async () => {
      await window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === 'sample.wok'));
      return [...(await window.meshwright.active.ask('bytes', {offset: 0, length: 65536})).bytes];
    });
    const bad = Buffer.from(bytes);
    bad.writeFloatLE(7, 3512 + 12 * 5);
    await page.setInputFiles('#chooser', {name: 'bad.wok', mimeType: '', buffer: bad});
    await opened(page, 'bad.wok');
    await pane(page, 'findings');
    await page.locator('#findings', {hasText: 'WALKMESH_NORMAL_NOT_UNIT'}).waitFor();
    assert.match(await page.locator('#findings-count').textContent(), /\d/);
    await shoot(page, 'findings');
    await page.locator('.finding', {hasText: 'normals[5]'}).first().click();
    await pane(page, 'bytes');
    await page.locator('.byte.on[data-at="3572"]').waitFor();
    return page;
  },
  async bad_files_show_the_error_and_the_page_goes_on() {
    const page = await open_page(browser, address);
    await page.setInputFiles('#chooser', {name: 'cut.wok', mimeType: '', buffer: Buffer.from('BWM V1.0\x01\0\0\0')});
    await page.locator('#instead h2', {hasText: 'cut.wok cannot be read'}).waitFor();
    assert.match(await page.locator('#instead').textContent(), /0x[0-9a-f]{8}/);
    await shoot(page, 'bad');
    assert.match(await page.locator('#instead').textContent(), /What was read before that is in the tree/);
    assert.match(await page.locator('#status').textContent(), /^cut\.wok: cannot be read; 12 bytes$/);
    await page.setInputFiles('#chooser', {name: 'notes.txt', mimeType: '', buffer: Buffer.from('hello')});
    await page.locator('#instead h2', {hasText: 'notes.txt cannot be read'}).waitFor();
    assert.doesNotMatch(await page.locator('#instead').textContent(), /in the tree|Mend the line/, 'nothing of it was read');
    await page.setInputFiles('#chooser', {name: 'nothing.mdl', mimeType: '', buffer: Buffer.alloc(0)});
    await page.locator('#instead h2', {hasText: 'nothing.mdl cannot be read'}).waitFor();
    await open_sample(page, 'sample.bwm');
    assert(await page.locator('#instead').isHidden());
    return page;
  },
  async trees_are_searched_and_walked_by_keys() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    await page.keyboard.press('/');
    await page.keyboard.type('tail');
    await page.locator('#tree .row', {hasText: 'nodes[6]'}).first().waitFor();
    await page.locator('#tree .row', {hasText: 'tail_g'}).first().click();
    await page.locator('#fields h3', {hasText: 'tail_g'}).first().waitFor();
    await page.locator('#search').fill('');
    const row = page.locator('#tree .row', {hasText: 'animations'}).first();
    await row.waitFor();
    await row.focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('#tree .row', {hasText: 'pause1'}).first().waitFor();
    assert.equal(await row.getAttribute('aria-expanded'), 'true');
    await page.keyboard.press('?');
    assert(await page.locator('#keys').isVisible());
    await page.keyboard.press('Escape');
    assert(await page.locator('#keys').isHidden());
    return page;
  },
  async layers_levels_and_the_legend_filter() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.geometry');
    const visible = () => page.evaluate(() => window.meshwright.active.model.parts.filter(part => part.object.visible).map(part => part.name));
    assert.deepEqual(await visible(), ['TurretShape', 'Turret_wireShape', 'bodyShape']);
    await page.locator('.choice', {hasText: 'Level'}).locator('select').selectOption('1');
    assert.deepEqual(await visible(), ['Turret_lod1Shape']);
    await page.getByRole('button', {name: 'Armor'}).click();
    await page.getByRole('button', {name: 'Model', exact: true}).click();
    assert.deepEqual(await visible(), ['plate_0', 'plate_1']);
    await page.locator('.choice', {hasText: 'Coloured by'}).locator('select').selectOption('.layer');
    await page.locator('.legend-chip').first().click();
    assert.deepEqual(await visible(), ['plate_1']);
    await shoot(page, 'armor');
    for (const look of ['wireframe', 'normals']) await page.locator('.choice', {hasText: 'Drawn as'}).locator('select').selectOption(look);
    return page;
  },
  async files_are_downloaded() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.bwm');
    for (const [kind, start] of [['.glb', 'glTF'], ['.json', '{'], ['.bwm', 'LiOnHeAdMODEL']]) {
      await page.locator('#download').click();
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#download-menu button', {hasText: kind}).first().click()]);
      assert.equal(download.suggestedFilename(), `sample${kind}`);
      assert.equal(readFileSync(await download.path()).toString('latin1', 0, start.length), start);
    }
    return page;
  },
  ...area_tests({browser, address, shoot, pane, field, spot}),
  ...pane_tests({browser, address, shoot, pane, field, spot}),
  ...told_tests({browser, address, shoot, pane, field, spot}),
  ...refusal_tests({browser, address, folder, command, shoot, pane}),
  ...screen_tests({browser, address, shoot}),
  ...small_tests({browser, address, shoot, pane, field}),
  ...choice_tests({browser, address, folder, pane, spot}),
  ...belonging_tests({browser, address, shoot, pane, field}),
  ...odd_tests({browser, address, shoot, pane, field}),
  ...compare_tests({browser, address, shoot, field}),
  ...hidden_tests({browser, address, shoot, pane}),
  ...detail_tests({browser, address, shoot, pane}),
  ...difference_tests({browser, address, shoot}),
  ...edit_tests({browser, address, pane, shoot, spot}),
  ...key_tests({browser, address, pane, shoot, field}),
  ...role_tests({browser, address, folder, meshwright, command, pane, modules, shoot}),
  ...motion_tests({browser, address, shoot}),
  ...look_tests({browser, address, shoot}),
  ...view_tests({browser, address, shoot, pane, field}),
  ...list_tests({browser, address, folder, command, pane}),
  ...back_tests({browser, address, folder, command, shoot}),
  ...drop_tests({browser, address, folder, command, meshwright, shoot, pane, field}),
  async the_command_serves_it_and_writes_it() {
    const files = join(folder, 'served');
    rmSync(files, {recursive: true, force: true});
    mkdirSync(files, {recursive: true});
    for (const [format, name] of [['kotor-mdl', 'hero.mdl'], ['bw2-bwm', 'house.bwm'], ['kotor-layout', 'area.lyt'], ['kotor-walkmesh', 'sample_01.wok']])
      await command(['sample', format, join(files, name)]);
    copyFileSync(join(files, 'sample_01.wok'), join(files, 'sample_02.wok'));
    const viewer = {MESHWRIGHT_VIEWER: resolve(path)};
    const server = spawn(meshwright, ['view', '--json', '--no-open', files], {env: {...process.env, ...viewer}});
    let page;
    try {
      const line = await new Promise(take => server.stdout.once('data', take));
      page = await open_page(browser, JSON.parse(line).address);
      await shoot(page, 'served');
      assert(await page.locator('.first').first().isHidden(), 'who has files needs no samples');
      await page.locator('#offer input').fill('hero');
      assert.equal(await page.locator('.offer-rows button').count(), 1);
      await page.locator('.offer-rows button').click();
      await opened(page, 'hero.mdl');
      assert.equal(await field(page, 'mdx'), 'yes');
      await page.locator('#files-button').click();
      await page.locator('#offer input').fill('area');
      await page.locator('.offer-rows button').click();
      await opened(page, 'area.lyt');
    } finally {
      server.kill();
    }
    for (const name of ['house.bwm', '<!--<script>.bwm']) {
      const path = join(files, name);
      if (!existsSync(path)) copyFileSync(join(files, 'house.bwm'), path);
      const out = join(files, 'sent.html');
      await command(['view', '-f', path, '--html', out], viewer);
      const sent = await open_page(browser, pathToFileURL(out).href);
      await opened(sent, name);
      await give_back(sent);
    }
    return page;
  },
  async dark_and_by_a_link() {
    const page = await open_page(browser, `${address}#sample=sample.geometry&theme=dark&camera=4,3,5,0,0.5,0&at=armor_models%5B0%5D`);
    await opened(page, 'sample.geometry');
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(background, 'rgb(20, 23, 28)');
    assert.equal(await page.evaluate(() => window.meshwright.active.view.camera_text()), '4,3,5,0,0.5,0');
    await page.locator('#fields h3', {hasText: 'armor_models[0]'}).first().waitFor();
    looks_like('dark', await pixels(page));
    await shoot(page, 'dark');
    await page.locator('#theme').click();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
    return page;
  },
  async on_a_phone() {
    const page = await open_page(browser, address, {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true});
    await shoot(page, 'phone-start');
    await page.getByRole('heading', {name: 'Open a model'}).waitFor();  // nothing can be dropped there
    await open_sample(page, 'sample.mdl');
    await shoot(page, 'phone');
    assert((await page.locator('#timeline input').boundingBox()).width > 300, 'the time is set by a finger');
    // What a finger hits is 24 pixels wide and high; words in a line of text, and marks that reach beyond themselves, need not be.
    const too_small = () => page.evaluate(() => [...document.querySelectorAll('button, select, input, summary, .twist')].filter(each => each.checkVisibility()
      && !each.matches('.copy, .moment, .row:not([aria-expanded]) .twist') && Math.min(each.getBoundingClientRect().width, each.getBoundingClientRect().height) < 24)
      .map(each => each.outerHTML.slice(0, 90)));
    for (const name of ['Tree', 'Fields', 'Findings', 'Bytes']) {
      await page.locator('.sheet-tabs button', {hasText: name}).tap();
      await page.locator(name === 'Tree' ? '#left' : `#${name.toLowerCase()}`).waitFor();
      await settled(page);
      const sheet = await page.locator(name === 'Tree' ? '#left' : '#right').boundingBox();
      const picture = await page.locator('#middle').boundingBox();
      assert(picture.y + picture.height <= sheet.y + 1, `${name} lies on the picture`);
      assert.deepEqual(await too_small(), [], name);
    }
    await shoot(page, 'phone-bytes');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(wide, 390, 'the page scrolls sideways');
    return page;
  },
  async closing_files_gives_memory_back() {
    const page = await open_page(browser, address);
    const samples = await samples_of(page);
    const round = async () => {
      for (let i = 0; i < 20; ++i) {
        const name = samples[i % samples.length];
        await page.evaluate(async file => {
          await window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === file));
          window.meshwright.close(window.meshwright.active);
        }, name);
      }
      while (page.workers().length > 0) await page.evaluate(() => new Promise(requestAnimationFrame));
      await page.evaluate(() => window.gc());
      return page.evaluate(() => { window.gc(); return performance.memory.usedJSHeapSize; });
    };
    const first = await round();
    const second = await round();
    console.log(`     ${Math.round(first / 1e6)} MB after 20 files, ${Math.round(second / 1e6)} MB after 40`);
    assert(second < first * 1.15 + 2e6, `grew from ${first} to ${second} bytes`);
    assert.equal(page.workers().length, 0, 'workers are left');
    return page;
  },
};

let passed = 0;
let failed = 0;

async function run(name) {
  const begun = Date.now();
  try {
    await give_back(await tests[name]());
    ++passed;
    console.log(`ok   ${name} (${Date.now() - begun} ms)`);
  } catch (error) {
    ++failed;
    console.log(`FAIL ${name}: ${error.stack}`);
  }
}

async function run_all(names) { while (names.length > 0) await run(names.shift()); }

const wanted = Object.keys(tests).filter(name => new RegExp(process.env.ONLY ?? '').test(name));
const measuring = ['the_first_screen_says_what_to_do', 'a_large_model_opens_soon', 'closing_files_gives_memory_back'];
const others = wanted.filter(name => !measuring.includes(name));
await Promise.all([run_all(others), run_all(others)]);  // while one waits, the other goes on
for (const name of wanted.filter(each => measuring.includes(each))) {
  await close_unused();  // nothing of another case takes time or memory
  await run(name);
}
console.log(`${passed} passed, ${failed} failed`);
await browser.close();
if (process.env.UPDATE) {
  const rows = Object.entries(pictures).map(([name, numbers]) => `  ${JSON.stringify(name)}: [${numbers.join(',')}]`);
  writeFileSync(pictures_file, `{\n${rows.join(',\n')}\n}\n`);
}
process.exit(failed === 0 ? 0 : 1);
