// Tests of the page (page.mjs): small and low screens, and fingers.
import assert from 'node:assert/strict';
import {open_page, open_sample, settled} from './browser.mjs';

const touch = {hasTouch: true, isMobile: true};
const phone = {...touch, viewport: {width: 390, height: 844}};
const small = {...touch, viewport: {width: 320, height: 568}};
const twice = {viewport: {width: 720, height: 450}};  // a laptop's screen at 200 %

const sheet = (page, name) => page.locator('.sheet-tabs button', {hasText: name}).click();
const box = (page, place) => page.locator(place).first().boundingBox();

export const screen_tests = ({browser, address, shoot}) => ({
  async the_first_screen_has_all_of_the_screen_again() {
    const page = await open_page(browser, address, phone);
    await open_sample(page, 'sample.wok');
    await sheet(page, 'Fields');
    await page.getByRole('button', {name: 'Close sample.wok'}).click();
    await settled(page);
    const [start, main] = [await box(page, '#start'), await box(page, 'main')];
    assert.equal(start.height, main.height);
    await shoot(page, 'phone-closed');
    return page;
  },
  async the_keys_are_closed_by_a_finger() {
    const page = await open_page(browser, address, small);
    const keys = page.locator('#keys');
    await page.locator('#help').tap();
    await keys.getByText('With fingers, in the picture').waitFor();
    await shoot(page, 'small-keys');
    await keys.getByRole('button', {name: 'Close the keys'}).tap();
    assert(await keys.isHidden());
    await page.locator('#help').tap();
    assert(await keys.isVisible());
    await page.touchscreen.tap(2, 566);  // beside it
    assert(await keys.isHidden());
    return page;
  },
  async a_small_screen_has_room_for_picture_and_sheet() {
    const page = await open_page(browser, address, small);
    for (const name of ['sample.wok', 'sample.mdl', 'sample.geometry']) await open_sample(page, name);
    assert((await box(page, 'header')).height < 100, 'two rows');
    for (const name of ['Tree', 'Fields', 'Findings', 'Bytes']) {
      await sheet(page, name);
      await settled(page);
      const [picture, pane] = [await box(page, '.picture:not([hidden]) canvas'), await box(page, name === 'Tree' ? '#left' : '#right')];
      assert(picture.height > 100, `${name} leaves ${picture.height} pixels of the picture`);
      assert(pane.height > 140, `${name} has ${pane.height} pixels`);
    }
    await shoot(page, 'small-sheet');
    return page;
  },
  async a_low_screen_has_picture_and_sheet_beside_each_other() {
    const page = await open_page(browser, address, twice);
    for (const name of ['sample.wok', 'sample.mdl']) await open_sample(page, name);
    assert((await box(page, 'header')).height < 60, 'one row');
    for (const name of ['Tree', 'Fields', 'Findings', 'Bytes']) {
      await sheet(page, name);
      await settled(page);
      const [picture, pane] = [await box(page, '.picture:not([hidden]) canvas'), await box(page, name === 'Tree' ? '#left' : '#right')];
      assert(picture.x + picture.width <= pane.x + 1, `${name} lies on the picture`);
      assert(picture.height > 150 && picture.width > 300, `${name} leaves ${picture.width} x ${picture.height} pixels of the picture`);
      assert(pane.height > 240, `${name} has ${pane.height} pixels`);
    }
    await shoot(page, 'twice-sheet');
    return page;
  },
  async a_screen_without_room_for_columns_has_sheets() {
    for (const [viewport, least] of [[{width: 768, height: 1024}, [700, 250]], [{width: 844, height: 390}, [400, 120]]]) {
      const page = await open_page(browser, address, {...touch, viewport});
      await open_sample(page, 'sample.mdl');
      await sheet(page, 'Fields');
      await settled(page);
      const {width, height} = await box(page, '.picture:not([hidden]) canvas');
      assert(width >= least[0] && height >= least[1], `${viewport.width} x ${viewport.height}: ${width} x ${height} pixels of the picture`);
      await shoot(page, `sheets-${viewport.width}`);
      if (viewport.width === 768) { await page.context().close(); continue; }
      return page;
    }
  },
  async a_turned_screen_has_no_empty_column() {
    const page = await open_page(browser, address, phone);
    await open_sample(page, 'sample.wok');
    for (const name of [undefined, 'Tree']) {
      if (name) await sheet(page, name);
      await page.setViewportSize({width: 1100, height: 700});
      await page.locator('#fields table').first().waitFor();
      assert.equal(await page.locator('.pane-tabs [aria-selected=true]').count(), 1);
      await page.setViewportSize(phone.viewport);
    }
    return page;
  },
  async the_row_of_tools_ends_with_its_buttons() {
    const page = await open_page(browser, address, phone);
    await open_sample(page, 'sample.wok');
    const [tools, corner, way] = [await box(page, '#view-tools'), await box(page, '.corner'), await box(page, '.way')];
    assert(corner.x + corner.width >= tools.x + tools.width - 1, 'switches are seen on both of its sides');
    assert(way.x >= 0 && way.x + way.width <= corner.x, 'the search for a way is out of sight');
    return page;
  },
});
