// Tests of the page (page.mjs): what is chosen while answers are on their way, in one file of several, and what goes wrong meanwhile.
import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {join} from 'node:path';
import {give_back, open_page, open_sample, opened, settled, until} from './browser.mjs';

const bytes_of_sample = async (page, name) => Buffer.from(await page.evaluate(async file => {
  await window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === file));
  return [...(await window.meshwright.active.ask('file')).bytes];
}, name));

const shown_parts = page => page.evaluate(() => window.meshwright.tabs.map(({model}) => model.parts.filter(part => part.object.visible).length));

export const choice_tests = ({browser, address, folder, pane, spot}) => ({
  async files_of_two_kinds_are_both_seen() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await open_sample(page, 'sample.mdl');
    const before = await shown_parts(page);
    const drawn = () => page.evaluate(() => { const {paint, show} = window.meshwright.tabs[1].view; return [paint.by, paint.look, [...paint.roles].sort(), [...paint.off], show.grid]; });
    const as_it_was = await drawn();
    assert(before.every(count => count > 0));
    await page.locator('#compare').click();
    await settled(page);
    assert.deepEqual(await shown_parts(page), before, 'beside each other');
    await page.locator('.choice', {hasText: 'Coloured by'}).locator('select').selectOption('part');
    await page.getByRole('button', {name: 'Grid'}).click();
    assert.equal((await drawn())[0], 'part');
    await page.locator('#compare').click();
    await settled(page);
    assert.deepEqual(await shown_parts(page), before, 'and afterwards');
    assert.deepEqual(await drawn(), as_it_was);
    assert.equal(await page.evaluate(() => window.meshwright.tabs[0].view.paint.by), 'part', 'what was chosen for the left one stays');
    return page;
  },
  async of_two_files_the_clicked_one_is_told_about() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.bwm');
    await open_sample(page, 'sample.wok');
    await page.locator('#compare').click();
    await page.locator('#findings h3', {hasText: 'differences'}).waitFor();
    await pane(page, 'bytes');
    const told = () => page.evaluate(() => { const {active, shown_bytes} = window.meshwright; return [active.title, shown_bytes.tab.title, shown_bytes.marked.offset]; });
    // What another tab says is none of the panes' business.
    await page.evaluate(async () => { const tab = window.meshwright.tabs[1]; await tab.select_triangle(tab.model.parts.find(part => part.mesh === 'surface'), 3); });
    assert.deepEqual(await told(), ['sample.bwm', 'sample.bwm', -1]);
    const at = await page.evaluate(() => {
      const {view} = window.meshwright.tabs[1];
      const {left, top, width, height} = view.canvas.getBoundingClientRect();
      for (let y = 0.1; y < 0.9; y += 0.02) for (let x = 0.1; x < 0.9; x += 0.02)
        if (view.hit(left + x * width, top + y * height)?.part.mesh === 'surface') return {x: left + x * width, y: top + y * height};
    });
    await page.mouse.click(at.x, at.y);
    await until(page, () => window.meshwright.shown_bytes.marked.offset >= 0);
    const [active, shown, offset] = await told();
    assert.deepEqual([active, shown], ['sample.wok', 'sample.wok']);
    assert(offset >= 1240 && (offset - 1240) % 12 === 0, 'a row of faces');
    assert.equal(await page.locator('.picture:visible').count(), 2, 'they are still compared');
    await page.locator('#findings h3', {hasText: 'differences'}).waitFor({state: 'attached'});
    await pane(page, 'fields');
    await page.locator('#fields h3', {hasText: /faces\[\d+\]/}).waitFor();
    return page;
  },
  async answers_that_come_late_are_dropped() {
    const page = await open_page(browser, `${address}#sample=sample.lyt`);
    await opened(page, 'sample.lyt');
    const titles = await page.evaluate(async () => {
      const tab = window.meshwright.active;
      const floor = file => tab.model.parts.find(part => part.file === file && part.mesh === 'surface');
      const seen = [];
      const state = () => [tab.selection ? tab.selection.part?.file ?? tab.selection.title : null, tab.path];
      const slow = tab.select_triangle(floor('sample_02.wok'), 0, [1, 0, -1]);
      await Promise.all([slow, tab.select_part(floor('sample_03.wok'))]);
      seen.push([...state(), tab.selection.facts[0][0]]);
      const cleared = tab.select_triangle(floor('sample_02.wok'), 0, [1, 0, -1]);
      tab.clear();
      await cleared;
      seen.push(state());
      const path = tab.select_path(0, 'header');
      await Promise.all([path, tab.select_part(floor('sample_01.wok'))]);
      seen.push(state());
      return seen;
    });
    assert.deepEqual(titles, [['sample_03.wok', 'sample_03.wok', 'mesh'], [null, 'sample.lyt'], ['sample_01.wok', 'sample_01.wok']]);
    // Nor do they reach the panes of the tab that is shown meanwhile.
    await open_sample(page, 'sample.bwm');
    const marked = await page.evaluate(async () => {
      const {tabs, shown_bytes} = window.meshwright;
      window.meshwright.activate(tabs[0]);
      const slow = tabs[0].select_triangle(tabs[0].model.parts[0], 0);
      window.meshwright.activate(tabs[1]);
      await slow;
      return shown_bytes.marked.offset;
    });
    assert.equal(marked, -1);
    return page;
  },
  async a_way_is_asked_for_on_floors_only() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    const at = await page.evaluate(() => {
      const {view} = window.meshwright.active;
      const {left, top, width, height} = view.canvas.getBoundingClientRect();
      for (let y = 0.2; y < 0.8; y += 0.02) for (let x = 0.2; x < 0.8; x += 0.02) if (view.hit(left + x * width, top + y * height)) return {x: left + x * width, y: top + y * height};
    });
    await page.keyboard.down('Alt');
    await page.mouse.click(at.x, at.y);
    await page.keyboard.up('Alt');
    await until(page, () => window.meshwright.active.selection);
    assert(await page.locator('#told').isHidden());
    await open_sample(page, 'sample.wok');
    await page.keyboard.press('7');
    await settled(page);
    await page.keyboard.down('Alt');
    for (const triangle of [0, 27]) {
      const place = await spot(page, 'surface', triangle);
      await page.mouse.click(place.x, place.y);
    }
    await page.keyboard.up('Alt');
    await page.locator('#told', {hasText: 'Way over'}).waitFor();
    await page.keyboard.press('?');
    await page.locator('#keys', {hasText: 'Alt and click'}).waitFor();
    // A question that is refused is told where the way would be.
    await page.evaluate(async () => {
      const tab = window.meshwright.active;
      tab.area = {layout: 'nowhere.lyt', walkable: true};
      await tab.path_tool.step([0, 0, 0]);
      await tab.path_tool.step([1, 0, 0]);
    });
    assert.match(await page.locator('#told').textContent(), /^No way can be found: \w/);
    // So is whatever else a click begins.
    await page.locator('.choice', {hasText: 'Coloured by'}).locator('select').selectOption('islands');
    await page.locator('#trouble', {hasText: /^.?nowhere\.lyt: \w/}).waitFor();
    return page;
  },
  async a_damaged_neighbour_empties_no_pane() {
    const page = await open_page(browser, address);
    const bytes = await bytes_of_sample(page, 'sample.wok');
    await page.setInputFiles('#chooser', [{name: 'room.wok', mimeType: '', buffer: bytes}, {name: 'surfacemat.2da', mimeType: '', buffer: Buffer.from('2DA V2.b\nfoo')}]);
    await opened(page, 'room.wok');
    await page.locator('#fields th', {hasText: 'format'}).waitFor();
    await pane(page, 'findings');
    await page.locator('#findings', {hasText: /The file cannot be checked.*surfacemat\.2da/}).waitFor();
    return page;
  },
  async a_link_remembers_the_file_and_the_room() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    const path = await page.evaluate(async () => {
      const tab = window.meshwright.active;
      const {fields} = (await tab.ask('fields', {layer: 1, most: 50})).json;
      await tab.select_path(1, fields[5].path);
      return fields[5].path;
    });
    const hash = async () => {
      await until(page, () => location.hash.includes('at='));
      return new URLSearchParams((await page.evaluate(() => location.hash)).slice(1));
    };
    const link = await hash();
    assert.deepEqual([link.get('at'), link.get('layer'), link.get('room')], [path, '1', null]);
    const again = await open_page(browser, `${address}#${link}`);
    await until(again, () => window.meshwright.active?.selection);
    assert.deepEqual(await again.evaluate(() => [window.meshwright.active.selection.layer, window.meshwright.shown_bytes.layer]), [1, 1]);
    await give_back(again);
    const area = await open_page(browser, `${address}#sample=sample.lyt&at=faces%5B3%5D&room=sample_02.wok`);
    await until(area, () => window.meshwright.active?.selection);
    const [offset, ...shown] = await area.evaluate(async () => {
      const {active: tab, shown_bytes} = window.meshwright;
      const {fields} = (await tab.library.ask('sample_02.wok', 'fields', {parent: 'faces[3]', most: 1})).json;
      return [fields[0].offset, shown_bytes.marked.offset, tab.path, tab.selection.part.file];
    });
    assert.deepEqual(shown, [offset, 'sample_02.wok', 'sample_02.wok']);
    await until(area, () => location.hash.includes('room=sample_02.wok'));
    await give_back(area);
    return page;
  },
  async a_sample_is_opened_once() {
    const page = await open_page(browser, address);
    const [titles, same] = await page.evaluate(async () => {
      const sample = window.meshwright.samples.find(each => each.file === 'sample.wok');
      const both = await Promise.all([window.meshwright.open_sample(sample), window.meshwright.open_sample(sample)]);
      await window.meshwright.open_sample(sample);
      return [window.meshwright.tabs.map(tab => tab.title), both.length];
    });
    assert.deepEqual([titles, same], [['sample.wok'], 2]);
    await page.getByRole('button', {name: 'Close sample.wok'}).click();
    await open_sample(page, 'sample.wok');  // and again when it was closed
    return page;
  },
  async a_library_that_does_not_start_is_told_of() {
    const broken = join(folder, 'broken.html');
    writeFileSync(broken, readFileSync(fileURLToPath(address), 'utf8').replace(/(id="library">)[^<]+/, '$1AAAA'));
    const page = await open_page(browser, pathToFileURL(broken).href);
    await page.locator('#trouble', {hasText: 'The library inside the page'}).waitFor();
    assert.equal(page.workers().length, 0, 'its worker is gone');
    await page.setInputFiles('#chooser', {name: 'a.wok', mimeType: '', buffer: Buffer.from('BWM V1.0')});
    await page.locator('#trouble', {hasText: 'a.wok'}).waitFor();
    assert.equal(page.workers().length, 0);
    await give_back(page);
    const whole = await open_page(browser, address);
    // Cancelled while the library still starts.
    const shown = await whole.evaluate(async () => {
      const opening = window.meshwright.open_sample(window.meshwright.samples[0]);
      document.querySelector('#busy button').click();
      await opening;
      return window.meshwright.tabs.length;
    });
    assert.equal(shown, 0);
    assert.equal(await whole.locator('#status').textContent(), 'Opening sample.mdl was cancelled.'.replace('sample.mdl', await whole.evaluate(() => window.meshwright.samples[0].file)));
    return whole;
  },
});
