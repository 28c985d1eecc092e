// Tests of the page (page.mjs): what it may run, what it says when the command is gone, and what programs that read pages out make of it.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {spawn} from 'node:child_process';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {file_of_sample, given, open_page, open_sample, opened, settled, until} from './browser.mjs';

export const role_tests = ({browser, address, folder, meshwright, command, pane, modules, shoot}) => ({
  async only_the_script_of_the_page_runs() {
    const page = await open_page(browser, address);
    const html = readFileSync(fileURLToPath(address), 'utf8');
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html);
    const scripts = policy.split(';').map(each => each.trim()).find(each => each.startsWith('script-src')).split(' ').slice(1);
    const [, script] = /<script>([^]*)<\/script>\s*<\/body>/.exec(html);
    assert.deepEqual(scripts, [`'sha256-${createHash('sha256').update(script).digest('base64')}'`, "'wasm-unsafe-eval'"]);
    // What gets into the page all the same does not run.
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.got_in = true';
      document.body.append(script);
      const button = document.createElement('button');
      button.setAttribute('onclick', 'window.got_in = true');
      document.body.append(button);
      button.click();
    });
    assert.equal(await page.evaluate(() => window.got_in), undefined);
    assert.equal(page.troubles.filter(each => each.includes('Content Security Policy')).length, 2);
    page.troubles = [];
    return page;
  },
  async a_stopped_command_is_said_in_words() {
    const files = join(folder, 'stopped');
    mkdirSync(files, {recursive: true});
    for (const name of ['one.wok', 'two.wok']) await command(['sample', '-f', 'kotor-walkmesh', join(files, name)]);
    const server = spawn(meshwright, ['view', '--json', '--no-open', files], {env: {...process.env, MESHWRIGHT_VIEWER: fileURLToPath(address)}});
    const ended = new Promise(done => server.once('exit', done));
    const line = await new Promise(take => server.stdout.once('data', take));
    const page = await open_page(browser, JSON.parse(line).address);
    await page.locator('.offer-rows button', {hasText: 'one.wok'}).click();
    await opened(page, 'one.wok');
    server.kill();
    await ended;
    await page.locator('#files-button').click();
    await page.locator('.offer-rows button', {hasText: 'two.wok'}).click();
    await page.locator('#trouble', {hasText: 'two.wok: the command that served this page has stopped. Run meshwright view again, and open the address that it prints.'}).waitFor();
    await shoot(page, 'stopped');
    page.troubles = page.troubles.filter(each => !each.includes('ERR_CONNECTION_REFUSED'));  // the browser's own words
    return page;
  },
  async programs_that_read_out_know_what_is_there() {
    const axe = readFileSync(join(modules, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
    /// All that axe-core has something against, with an element of each.
    const against = async page => {
      await page.evaluate(axe);
      const found = await page.evaluate(async () => (await window.axe.run(document, {resultTypes: ['violations']})).violations.map(({id, nodes}) => `${id}: ${nodes[0].html}`));
      return found;
    };
    for (const [width, height] of [[1280, 800], [390, 800]]) {
      const page = await open_page(browser, address, {viewport: {width, height}});
      for (const theme of ['light', 'dark']) {
        await page.evaluate(each => window.meshwright.set_theme(each), theme);
        assert.deepEqual(await against(page), [], 'the first screen');
        await open_sample(page, 'sample.wok');
        await open_sample(page, 'sample.mdl');
        await page.evaluate(() => { window.meshwright.timeline.choose(0); window.meshwright.timeline.toggle(); });
        for (const name of ['fields', 'findings', 'bytes', ...width < 760 ? ['outline'] : []]) {
          await page.evaluate(each => window.meshwright.pane(each), name);
          await settled(page);
          assert.deepEqual(await against(page), [], `${name} at ${width} pixels, ${theme}`);
        }
        if (theme === 'dark') continue;  // only its colours are others
        for (const button of ['samples-button', 'download']) {
          await page.locator(`#${button}`).click();
          assert.deepEqual(await against(page), [], button);
          await page.keyboard.press('Escape');
        }
        await page.evaluate(() => { document.getElementById('search').value = 'tail'; document.getElementById('search').dispatchEvent(new Event('input')); });
        await until(page, () => document.querySelector('#tree h3')?.textContent === 'Scene' && document.querySelectorAll('#tree .row').length > 2);
        await settled(page);
        assert.deepEqual(await against(page), [], 'what was searched');
        await page.locator('#compare').click();
        await page.locator('#findings h3', {hasText: 'difference'}).waitFor();
        await settled(page);
        assert.deepEqual(await against(page), [], 'two files');
        await page.locator('#compare').click();
        await page.keyboard.press('?');
        assert.deepEqual(await against(page), [], 'the keys');
        await page.keyboard.press('Escape');
        await open_sample(page, 'sample.lyt');
        assert.deepEqual(await against(page), [], 'an area');
        await page.setInputFiles('#chooser', given('cut.wok', 'BWM V1.0\x01\0\0\0'));
        await page.locator('#instead h2', {hasText: 'cut.wok cannot be read'}).waitFor();
        await settled(page);
        assert.deepEqual(await against(page), [], 'what cannot be read');
        const {bytes} = await file_of_sample(page, 'sample.wok');
        await page.setInputFiles('#chooser', Array.from({length: 8}, (_, i) => given(`room_${i}.wok`, bytes)));
        await page.locator('.offer-rows button').first().waitFor();
        assert.deepEqual(await against(page), [], 'a list of files');
        await page.evaluate(() => { for (const tab of [...window.meshwright.tabs]) window.meshwright.close(tab); });
        await until(page, () => document.body.dataset.state === 'empty');
      }
      if (width === 390) return page;
      assert.deepEqual(page.troubles, []);
      await page.context().close();
    }
  },
  async the_tree_is_one_to_programs() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    const owners = await page.evaluate(() => [...document.querySelectorAll('#tree [role=treeitem]')].map(row => {
      const group = row.parentElement.closest('[role=group]');
      return group ? [row.getAttribute('aria-level'), document.querySelector(`[aria-owns="${group.id}"]`)?.getAttribute('aria-level')] : [row.getAttribute('aria-level'), row.closest('[role=tree]') ? '0' : 'none'];
    }));
    assert(owners.length > 10);
    for (const [level, above] of owners) assert.equal(Number(level), Number(above) + 1);
    assert.deepEqual(await page.locator('#tree [role=tree]').evaluateAll(all => all.map(each => each.getAttribute('aria-label'))), ['Scene', 'File · sample.mdl', 'sample.mdx']);
    // Rows that are not there yet are a row, which the keys reach.
    await open_sample(page, 'sample.wok');
    await page.locator('#tree .row[data-path=aabb]').focus();
    await page.keyboard.press('ArrowRight');
    const more = page.locator('#tree .more[role=treeitem]', {hasText: /^Show \d+ of \d+ more$/});
    await more.waitFor();
    const before = await page.locator('#tree [data-path^="aabb["]').count();
    await more.focus();
    await page.keyboard.press('Enter');
    await until(page, number => document.querySelectorAll('#tree [data-path^="aabb["]').length > number, before);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.path), `aabb[${before}]`, 'the first of the new ones has the focus');
    return page;
  },
  async a_tree_of_fields_only_is_reached_by_tab() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.bin');
    await page.locator('#tree [role=treeitem]').first().waitFor();
    assert.equal(await page.locator('#tree [role=treeitem][tabindex="0"]').count(), 1);
    await page.locator('#search').focus();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'treeitem');
    return page;
  },
  async the_name_of_the_page_stays_over_a_list_of_files() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.wok');
    await page.setInputFiles('#chooser', Array.from({length: 8}, (_, i) => given(`room_${i}.wok`, bytes)));
    await page.locator('.offer-rows button').first().waitFor();
    assert(await page.locator('.brand').isVisible());
    return page;
  },
  async tabs_are_walked_by_arrows() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.wok');
    await open_sample(page, 'sample.bwm');
    await page.locator('#tab-fields').focus();
    for (const [key, name] of [['ArrowRight', 'findings'], ['ArrowRight', 'bytes'], ['ArrowRight', 'fields'], ['ArrowLeft', 'bytes'], ['Home', 'fields'], ['End', 'bytes']]) {
      await page.keyboard.press(key);
      assert.equal(await page.evaluate(() => document.activeElement.id), `tab-${name}`, key);
      assert(await page.locator(`#${name}`).isVisible(), `${name} is shown`);
      assert.equal(await page.locator('.pane-tabs [tabindex="0"]').count(), 1);
      assert.equal(await page.locator(`#${name}`).getAttribute('aria-labelledby'), `tab-${name}`);
    }
    const owned = await page.locator('#tabs [role=tablist]').evaluate(list => list.getAttribute('aria-owns').split(' ').map(id => document.getElementById(id).textContent));
    assert.deepEqual(owned, ['sample.wok', 'sample.bwm']);
    assert.equal(await page.locator('#tabs [role=tab][tabindex="0"]').count(), 1);
    await page.locator('#tabs [aria-selected=true]').focus();
    await page.keyboard.press('Delete');
    assert.deepEqual(await page.locator('#tabs [role=tab]').allTextContents(), ['sample.wok']);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'sample.wok');
    return page;
  },
  async the_width_of_panes_is_said_and_set_by_keys() {
    const page = await open_page(browser, address, {viewport: {width: 1280, height: 800}});
    await open_sample(page, 'sample.wok');
    const grip = page.getByRole('separator', {name: 'Width of the outline'});
    const now = () => grip.getAttribute('aria-valuenow').then(Number);
    assert.equal(await now(), 270);
    await grip.focus();
    await page.keyboard.press('ArrowRight');
    await until(page, () => document.getElementById('grip-left').getAttribute('aria-valuenow') === '286');
    await page.keyboard.press('Home');
    await until(page, () => document.getElementById('grip-left').getAttribute('aria-valuenow') === '160');
    await page.keyboard.press('End');
    await until(page, () => document.getElementById('grip-left').getAttribute('aria-valuenow') === '576');
    assert.deepEqual(await grip.evaluate(each => [each.getAttribute('aria-valuemin'), each.getAttribute('aria-valuemax'), each.getAttribute('aria-controls')]), ['160', '576', 'left']);
    return page;
  },
  async a_name_turns_nothing_around() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.wok');
    const status = () => page.locator('#status').textContent();
    await page.setInputFiles('#chooser', given('room\u202Etxt.wok', bytes));
    await until(page, () => window.meshwright.active?.view);
    await settled(page);
    assert.match(await status(), /^room\\u202etxt\.wok: all \d+ triangles/);
    assert.equal(await page.locator('#tabs [role=tab]').textContent(), 'room\\u202etxt.wok');
    await page.setInputFiles('#chooser', given('\u05d7\u05d3\u05e8.wok', bytes));
    await until(page, () => window.meshwright.tabs.length === 2 && window.meshwright.active === window.meshwright.tabs[1]);
    await settled(page);
    assert.match(await status(), /^\u2068\u05d7\u05d3\u05e8\.wok\u2069: all \d+ triangles/);
    // The sentence behind it begins where the name ends, to the right of it.
    const [left, right] = await page.evaluate(() => {
      const text = document.getElementById('status').firstChild;
      const box = (from, to) => { const range = document.createRange(); range.setStart(text, from); range.setEnd(text, to); return range.getBoundingClientRect(); };
      const colon = text.data.indexOf(': all');
      return [box(0, colon).right, box(colon, colon + 1).left];
    });
    assert(right >= left - 1, 'the colon stands on the right of the name');
    return page;
  },
  async nodes_have_icons_of_their_kinds() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    const kind_of = name => page.locator('#tree .row', {has: page.getByText(name, {exact: true})}).first().locator('.node-kind');
    const kinds = await page.locator('#tree .node-kind').evaluateAll(all => [...new Set(all.map(each => each.dataset.kind))].sort());
    assert(kinds.length >= 3, kinds.join());
    assert.match(await kind_of('tail_g').getAttribute('title'), /^Mesh/);
    for (const path of await page.locator('#tree .node-kind path').evaluateAll(all => all.map(each => each.getAttribute('d')))) assert(path && path !== 'undefined');
    await open_sample(page, 'sample.geometry');
    assert((await page.locator('#tree .node-kind').evaluateAll(all => all.map(each => each.dataset.kind))).includes('armor'));
    return page;
  },
});
