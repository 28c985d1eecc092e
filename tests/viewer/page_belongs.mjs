// Tests of the page (page.mjs): files that belong together, files of one name, and what a download has in it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {file_of_sample, given, open_page, open_sample, opened, settled, until} from './browser.mjs';

const titles = page => page.locator('#tabs [role=tab]').evaluateAll(all => all.map(each => each.getAttribute('aria-label')));

/// As if the shown file was at work on a question that takes it very long.
const take_long = page => page.evaluate(() => { window.meshwright.active.library.worker.onmessage = () => {}; });

/// What is in a .glb: how many triangles and lights.
function content_of(glb) {
  const json = JSON.parse(glb.toString('utf8', 20, 20 + glb.readUInt32LE(12)));
  const corners = json.meshes.flatMap(mesh => mesh.primitives).map(each => json.accessors[each.indices ?? each.attributes.POSITION].count);
  return {triangles: corners.reduce((sum, each) => sum + each / 3, 0), lights: json.extensions?.KHR_lights_punctual?.lights.length ?? 0};
}

export const belonging_tests = ({browser, address, shoot, pane, field}) => ({
  async a_companion_joins_its_file_whichever_comes_first() {
    const page = await open_page(browser, address);
    const {bytes, companion} = await file_of_sample(page, 'sample.mdl');
    await open_sample(page, 'sample.wok');
    await page.setInputFiles('#chooser', given('hero.mdl', bytes));
    await opened(page, 'hero.mdl');
    assert.equal(await field(page, 'mdx'), 'no');
    await open_sample(page, 'sample.bwm');
    await page.setInputFiles('#chooser', given('HERO.MDX', companion));
    await page.locator('#told', {hasText: 'HERO.MDX belongs to hero.mdl, which is shown with it now.'}).waitFor();
    await opened(page, 'hero.mdl');
    assert.deepEqual(await titles(page), ['sample.wok', 'hero.mdl', 'sample.bwm'], 'in its place');
    assert.equal(await field(page, 'mdx'), 'yes');
    for (const name of ['sample.wok', 'hero.mdl', 'sample.bwm']) await page.getByRole('button', {name: `Close ${name}`, exact: true}).click();
    // The other way round. Nothing is wrong with it.
    await page.setInputFiles('#chooser', given('hero.mdx', companion));
    await page.locator('#instead', {hasText: 'It belongs to hero.mdl and is read with it only: open that file too.'}).waitFor();
    assert.doesNotMatch(await page.locator('#instead').textContent(), /damaged|unpack/);
    assert.equal(await page.locator('#findings-count').textContent(), '', 'no error');
    await page.locator('#title', {hasText: 'part of another file'}).waitFor();
    await shoot(page, 'companion');
    await page.setInputFiles('#chooser', given('other.mdl', bytes));
    await opened(page, 'other.mdl');
    assert.deepEqual(await titles(page), ['hero.mdx', 'other.mdl'], 'it is not this one\'s');
    await page.setInputFiles('#chooser', given('hero.mdl', bytes));
    await until(page, () => window.meshwright.tabs.map(tab => tab.title).join() === 'other.mdl,hero.mdl');
    await opened(page, 'hero.mdl');
    assert.equal(await field(page, 'mdx'), 'yes');
    // Of several each goes where it belongs, and what belongs nowhere says so.
    await page.setInputFiles('#chooser', [given('third.mdx', companion), given('other.mdx', companion)]);
    await page.locator('#instead', {hasText: 'It belongs to third.mdl and is read with it only: open that file too.'}).waitFor();
    assert.deepEqual(await titles(page), ['other.mdl', 'hero.mdl', 'third.mdx']);
    assert.equal(await page.evaluate(() => window.meshwright.tabs[0].about.layers.length), 2, 'its MDX is there');
    // What belongs to nothing says so, as before.
    await page.setInputFiles('#chooser', given('notes.txt', 'hello'));
    await page.locator('#instead h2', {hasText: 'notes.txt cannot be read'}).waitFor();
    return page;
  },
  async files_of_one_name_are_told_apart() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.bwm');
    // The same file is one tab however often it comes; another one of its name is another tab.
    const other = Buffer.from(bytes);
    other[bytes.length - 1] ^= 1;
    for (const [content, count] of [[bytes, 1], [bytes, 1], [other, 2]]) {
      await page.setInputFiles('#chooser', given('house.bwm', content));
      await until(page, wanted => window.meshwright.tabs.length === wanted && document.getElementById('busy').hidden && !document.querySelector('#chooser').value, count);
    }
    assert.deepEqual(await titles(page), ['house.bwm', 'house.bwm (2)']);
    await page.evaluate(async content => {
      for (const folder of ['mine', 'theirs']) await window.meshwright.open_dropped([{path: `${folder}/shed.bwm`, bytes: new Uint8Array(content)}]);
    }, [...other]);
    await settled(page);
    assert.deepEqual(await titles(page), ['house.bwm', 'house.bwm (2)', 'shed.bwm (mine)', 'shed.bwm (theirs)']);
    await page.locator('#compare').click();
    assert.deepEqual(await page.locator('#compare-menu button').allTextContents(), ['house.bwm', 'house.bwm (2)', 'shed.bwm (mine)']);
    await page.locator('#compare-menu button', {hasText: '(2)'}).click();
    await page.locator('#findings', {hasText: 'shed.bwm (theirs) and house.bwm (2) are the same'}).waitFor();
    assert.deepEqual(await page.locator('.caption option:checked').allTextContents().then(all => all.sort()), ['house.bwm (2)', 'shed.bwm (theirs)']);
    await page.getByRole('button', {name: 'Close house.bwm (2)', exact: true}).dispatchEvent('click');
    assert.deepEqual(await titles(page), ['house.bwm', 'shed.bwm (mine)', 'shed.bwm (theirs)']);
    return page;
  },
  async downloads_tell_what_is_not_in_them() {
    const page = await open_page(browser, address);
    const offered = () => page.locator('#download-menu button').allTextContents();
    const download = async text => {
      if (await page.locator('#download-menu').isHidden()) await page.locator('#download').click();
      const [file] = await Promise.all([page.waitForEvent('download'), page.locator('#download-menu button', {hasText: text}).click()]);
      return readFileSync(await file.path());
    };
    await open_sample(page, 'sample.geometry');
    await page.locator('#download').click();
    assert.deepEqual((await offered()).filter(each => /glTF|OBJ/.test(each)), ['.glbglTF 2.0: as the game draws it', '.glbglTF 2.0: with all levels, collision and armor',
      '.objWavefront OBJ: as the game draws it', '.objWavefront OBJ: with all levels, collision and armor']);
    await shoot(page, 'download-menu');
    assert.deepEqual(content_of(await download('glTF 2.0: as the game draws it')), {triangles: 40, lights: 0});
    const told = page.locator('#trouble.info');
    await told.getByText('sample.glb is saved. What is not in it:').waitFor();
    assert.deepEqual(await told.locator('li').allTextContents(), ['left out: 1 collision mesh, 2 armor meshes, 1 mesh of other levels']);
    await page.locator('#status', {hasText: /^sample\.glb: [\d.]+ kB; what is not in it is listed above$/}).waitFor();
    await shoot(page, 'download-told');
    assert.deepEqual(content_of(await download('glTF 2.0: with')), {triangles: 74, lights: 0});
    await page.locator('#status', {hasText: /^sample\.glb: [\d.]+ kB$/}).waitFor();
    assert(await told.isHidden(), 'nothing is lost');
    // Lights are in a glTF only.
    await open_sample(page, 'sample.mdl');
    await page.locator('#download').click();
    assert.deepEqual((await offered()).filter(each => /with/.test(each)), ['.glbglTF 2.0: with collision and lights', '.objWavefront OBJ: with collision']);
    assert.equal(content_of(await download('glTF 2.0: with')).lights, 1);
    // What has no more than is drawn has one way to be saved.
    await open_sample(page, 'sample.wok');
    await page.locator('#download').click();
    assert.equal((await offered()).filter(each => /glTF/.test(each)).length, 1);
    return page;
  },
  async twenty_files_are_all_drawn() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.bwm');
    const seen = await page.evaluate(async content => {
      for (let i = 0; i < 20; ++i) await window.meshwright.open_dropped([{path: `house${i}.bwm`, bytes: new Uint8Array(content)}]);
      const pictures = [];
      for (const tab of window.meshwright.tabs) {
        window.meshwright.activate(tab);
        const {width, height} = tab.view.canvas;
        await tab.view.screenshot();
        const {data} = tab.view.canvas.getContext('2d').getImageData(0, 0, width, height);
        pictures.push(new Set(new Uint32Array(data.buffer)).size);
      }
      return pictures;
    }, [...bytes]);
    assert.equal(seen.length, 20);
    assert(Math.min(...seen) > 20, `colours in the pictures: ${seen}`);
    return page;
  },
  async a_drop_goes_on_when_the_tab_that_it_asks_is_closed() {
    const page = await open_page(browser, address);
    const {bytes, companion} = await file_of_sample(page, 'sample.mdl');
    await page.setInputFiles('#chooser', given('hero.mdl', bytes));
    await opened(page, 'hero.mdl');
    await take_long(page);
    await page.setInputFiles('#chooser', given('hero.mdx', companion));
    await page.locator('#busy', {hasText: 'Looking what belongs to hero.mdl …'}).waitFor();
    await page.getByRole('button', {name: 'Close hero.mdl', exact: true}).click();
    await page.locator('#instead', {hasText: 'It belongs to hero.mdl and is read with it only'}).waitFor();
    await until(page, () => !document.getElementById('busy').checkVisibility());
    assert.deepEqual(await titles(page), ['hero.mdx']);
    return page;
  },
  async closing_a_tab_on_the_way_back_leaves_the_way_open() {
    const page = await open_page(browser, address);
    const noted = path => until(page, wanted => new URLSearchParams(location.hash.slice(1)).get('at') === wanted, path);
    await open_sample(page, 'sample.wok');
    for (const path of ['faces[3]', 'faces[5]']) {
      await page.evaluate(each => window.meshwright.active.select_path(0, each), path);
      await noted(path);
    }
    await take_long(page);
    await page.goBack();
    await until(page, () => window.meshwright.active.library.waiting.size > 0);
    await page.getByRole('button', {name: 'Close sample.wok', exact: true}).click();
    await open_sample(page, 'sample.bwm');
    await until(page, () => location.hash.includes('sample=sample.bwm'));
    return page;
  },
});
