// Tests of the page (page.mjs): what was out of sight comes into it: words of menus, parts that were hidden, panes that are not shown.
import assert from 'node:assert/strict';
import {file_of_sample, given, open_page, open_sample, opened, settled, until} from './browser.mjs';

/// The middle of what a part has in the picture, from -1 to 1 in both directions.
const middle_of = (page, name) => page.evaluate(wanted => {
  const {view, model} = window.meshwright.active;
  const part = model.parts.find(each => each.mesh === wanted);
  const points = model.points([part]).map(each => each.project(view.camera));
  return {visible: part.object.visible, x: points.reduce((sum, each) => sum + each.x, 0) / points.length, y: points.reduce((sum, each) => sum + each.y, 0) / points.length};
}, name);

/// A walkmesh with a finding at one of its faces that can be walked on.
async function bad_walkmesh(page, name) {
  const {bytes} = await file_of_sample(page, 'sample.wok');
  bytes.writeFloatLE(7, 3512 + 12 * 5);
  await page.setInputFiles('#chooser', given(name, bytes));
  await opened(page, name);
}

export const hidden_tests = ({browser, address, shoot, pane}) => ({
  async menus_have_words_where_there_is_little_room() {
    // A phone, and a laptop at twice the size.
    for (const [width, height] of [[390, 800], [640, 400]]) {
      const page = await open_page(browser, address, {viewport: {width, height}});
      await open_sample(page, 'sample.mdl');
      await page.setInputFiles('#chooser', [given('one.wok', (await file_of_sample(page, 'sample.wok')).bytes)]);
      await until(page, () => window.meshwright.tabs.length >= 2);
      await open_sample(page, 'sample.bwm');
      for (const [button, list] of [['samples-button', 'samples-menu'], ['download', 'download-menu'], ['compare', 'compare-menu']]) {
        await page.locator(`#${button}`).click();
        const items = await page.locator(`#${list} button`).evaluateAll(all => all.map(each => ({text: each.innerText.trim(), box: each.getBoundingClientRect().toJSON()})));
        assert(items.length > 0, list);
        for (const {text, box} of items) {
          assert.notEqual(text, '', `an item of ${list} is blank at ${width} pixels`);
          assert(box.left >= 0 && box.right <= width, `${text} is cut off at ${width} pixels`);
        }
        const place = await page.locator(`#${list}`).boundingBox();
        const {y, height: tall} = await page.locator(`#${button}`).boundingBox();
        assert(place.y >= y + tall - 1 && place.y + place.height <= height, `${list} lies on its button or leaves the page at ${width} pixels`);
        await shoot(page, `menu-${list}-${width}`);
        await page.keyboard.press('Escape');
      }
      if (width === 640) return page;
      page.troubles = [];
      await page.context().close();
    }
  },
  async a_finding_of_a_hidden_part_shows_it() {
    const page = await open_page(browser, address);
    await bad_walkmesh(page, 'bad.wok');
    const mesh = await page.evaluate(async () => {
      const {active: tab} = window.meshwright;
      const {triangles} = await tab.place_of(0, 'normals[5]');
      triangles[0].part.hidden = true;
      tab.repaint();
      return triangles[0].part.mesh;
    });
    await pane(page, 'findings');
    await page.locator('.finding', {hasText: 'normals[5]'}).first().click();
    await until(page, () => window.meshwright.active.selection?.title === 'normals[5]');
    await settled(page);
    assert((await middle_of(page, mesh)).visible, 'it is shown');
    await page.locator('#status', {hasText: 'was hidden and is shown now'}).waitFor();
    // Hidden by its layer, its level and the legend.
    await page.evaluate(() => {
      const {active: tab} = window.meshwright;
      const {paint} = tab.view;
      for (const part of tab.model.parts) paint.off.add(paint.label(part));
      paint.roles.clear();
      tab.repaint();
    });
    const camera = await page.evaluate(() => window.meshwright.active.view.stand().target.toArray());
    await page.locator('.finding', {hasText: 'normals[5]'}).first().click();
    await until(page, () => window.meshwright.active.model.parts.some(part => part.object.visible));
    await settled(page);
    assert((await middle_of(page, mesh)).visible);
    assert.notDeepEqual(camera, [0, 0, 0], 'it never went to the origin');
    return page;
  },
  async a_part_that_is_far_away_is_shown_where_it_is_hidden() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    const names = await page.evaluate(() => {
      const {active: tab} = window.meshwright;
      const [part] = tab.model.parts.filter(each => each.object.isMesh);
      part.hidden = true;
      tab.repaint();
      const before = tab.view.camera_text();
      tab.view.frame([part]);
      return {same: before === tab.view.camera_text()};
    });
    assert(names.same, 'nothing is flown to that is not there');
    return page;
  },
  async a_difference_of_a_hidden_part_shows_it_in_both() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.wok');
    await page.setInputFiles('#chooser', given('one.wok', bytes));
    await opened(page, 'one.wok');
    bytes.writeUInt32LE(7, bytes.readUInt32LE(88) + 4 * 28);
    await page.setInputFiles('#chooser', given('two.wok', bytes));
    await opened(page, 'two.wok');
    await page.locator('#compare').click();
    await page.locator('#findings .finding', {hasText: 'materials[28]'}).waitFor();
    await page.evaluate(() => {
      for (const tab of window.meshwright.tabs) {
        for (const part of tab.model.parts) part.hidden = true;
        tab.repaint();
      }
    });
    await page.locator('#findings .finding', {hasText: 'materials[28]'}).click();
    await until(page, () => window.meshwright.tabs.every(tab => tab.selection?.title === 'materials[28]' && tab.selection.part.object.visible));
    return page;
  },
  async an_offset_of_a_field_shows_its_bytes() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await page.evaluate(() => window.meshwright.active.select_path(0, 'faces[28]'));
    await pane(page, 'fields');
    await page.locator('#fields .places .link').first().click();
    assert(await page.locator('#bytes').isVisible());
    await page.locator('.byte.on[data-at="1576"]').waitFor();
    assert.equal(await page.locator('.pane-tabs [data-pane=bytes]').getAttribute('aria-selected'), 'true');
    return page;
  },
  async errors_of_the_title_lead_to_findings() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.wok');
    bytes.writeUInt32LE(60000, bytes.readUInt32LE(84));  // a corner of the first face
    await page.setInputFiles('#chooser', given('bad.wok', bytes));
    await opened(page, 'bad.wok');
    const button = page.locator('#title').getByRole('button', {name: /errors?: see Findings$/});
    await button.click();
    assert(await page.locator('#findings').isVisible());
    await pane(page, 'fields');
    await button.focus();
    await page.keyboard.press('Enter');
    assert(await page.locator('#findings').isVisible());
    return page;
  },
});
