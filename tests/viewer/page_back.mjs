// Tests of the page (page.mjs): Back at the beginning of the way. It leads out of the page only where nothing is lost by that.
import assert from 'node:assert/strict';
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {drag_and_wait} from './drags.mjs';
import {open_page, opened, settled, until} from './browser.mjs';

const before = 'data:text/html,<title>before</title>';
const noted = page => page.evaluate(() => new Promise(done => setTimeout(done, 700)));
const titles = page => page.evaluate(() => window.meshwright.tabs.map(tab => tab.title));
const leave_by = (page, act) => Promise.all([page.waitForURL(before), act()]);

/// The page, after another one.
async function second_page(browser, address) {
  const page = await open_page(browser, address);
  await page.goto(before);
  await page.goto(address);
  await page.waitForSelector('body[data-ready=yes]');
  return page;
}

async function back(page) {
  await page.evaluate(() => history.back());
  await noted(page);
  await settled(page);
}

export const back_tests = ({browser, address, shoot, command, folder}) => {
  const sample = async () => {
    const place = join(folder, 'back_out');
    mkdirSync(place, {recursive: true});
    await command(['sample', '-f', 'bw2-bwm', join(place, 'house.bwm')]);
    return join(place, 'house.bwm');
  };
  return {
    async back_closes_no_file() {
      const page = await second_page(browser, address);
      await drag_and_wait(page, await sample());
      await noted(page);
      await back(page);
      assert.equal(await page.evaluate(() => window.meshwright.active), undefined, 'the first screen');
      assert.equal(await page.locator('#trouble').isVisible(), false);
      const warning = page.locator('#trouble', {hasText: 'Back leads out of this page from here, and would close house.bwm.'});
      for (let i = 0; i < 3; ++i) {
        await back(page);
        assert.deepEqual(await titles(page), ['house.bwm'], `pressed ${i + 1} times`);
        await warning.waitFor();
      }
      await shoot(page, 'back');
      // The way on is there as before.
      await page.evaluate(() => history.forward());
      await until(page, () => window.meshwright.active?.title === 'house.bwm');
      assert.equal(await warning.isVisible(), false);
      await noted(page);
      await back(page);
      await back(page);
      await leave_by(page, () => warning.getByRole('button', {name: 'Leave the page'}).click());
      await page.goto(address);
      return page;
    },
    async back_leads_out_where_nothing_is_lost() {
      const page = await second_page(browser, address);
      await leave_by(page, () => page.evaluate(() => history.back()));
      // What was closed is not held against anybody.
      await page.goto(address);
      await page.waitForSelector('body[data-ready=yes]');
      await drag_and_wait(page, await sample());
      await noted(page);
      await page.getByRole('button', {name: 'Close house.bwm'}).click();
      await noted(page);
      await back(page);
      await back(page);
      await leave_by(page, () => page.evaluate(() => history.back()));
      await page.goto(address);
      return page;
    },
    async what_a_link_brings_back_may_be_left() {
      const page = await second_page(browser, `${address}#sample=sample.wok`);
      await opened(page, 'sample.wok');
      await page.evaluate(() => window.meshwright.active.select_path(0, 'faces[3]'));
      await noted(page);
      await back(page);
      assert.equal(await page.evaluate(() => window.meshwright.active.selection), undefined);
      await leave_by(page, () => page.evaluate(() => history.back()));
      await page.goForward();
      await opened(page, 'sample.wok');
      return page;
    },
  };
};
