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
});
