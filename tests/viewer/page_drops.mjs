// Tests of the page (page.mjs): files and folders that are dragged onto it.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {give_back, open_page, opened, settled, until} from './browser.mjs';
import {drag_and_wait} from './drags.mjs';

const titles = page => page.evaluate(() => window.meshwright.tabs.map(tab => tab.title));
const told = page => page.locator('#told').textContent();

export const drop_tests = ({browser, address, folder, command, meshwright, shoot, pane, field}) => {
  /// A folder of its own with samples: {'hero.mdl': 'kotor-mdl'}.
  async function samples(name, files) {
    const place = join(folder, name);
    rmSync(place, {recursive: true, force: true});
    for (const [file, format] of Object.entries(files)) {
      mkdirSync(join(place, file, '..'), {recursive: true});
      await command(['sample', '-f', format, join(place, file)]);
    }
    return place;
  }

  return {
    async real_drags_are_opened_from_disk_and_from_the_server() {
      const place = await samples('drags', {'hero.mdl': 'kotor-mdl', 'below/deep/house.bwm': 'bw2-bwm', 'below/floor.wok': 'kotor-walkmesh'});
      const server = spawn(meshwright, ['view', '--json', '--no-open', place], {env: {...process.env, MESHWRIGHT_VIEWER: fileURLToPath(address)}});
      try {
        const served = JSON.parse(await new Promise(take => server.stdout.once('data', take))).address;
        for (const at of [served, address]) {
          const page = await open_page(browser, at);
          await drag_and_wait(page, join(place, 'hero.mdl'), join(place, 'hero.mdx'));
          assert.equal(await page.locator('#trouble').isVisible(), false, await page.locator('#trouble').textContent());
          assert.deepEqual(await titles(page), ['hero.mdl']);
          assert.equal(await field(page, 'mdx'), 'yes');
          await drag_and_wait(page, join(place, 'below'));
          assert.deepEqual((await titles(page)).sort(), ['floor.wok', 'hero.mdl', 'house.bwm']);
          assert.deepEqual(await page.evaluate(() => window.meshwright.tabs.map(tab => tab.path).sort()), ['below/deep/house.bwm', 'below/floor.wok', 'hero.mdl']);
          if (at === address) return page;
          await give_back(page);
        }
      } finally {
        server.kill();
      }
    },
    async a_dropped_folder_is_not_copied_into_its_tabs() {
      const place = await samples('heavy', {'hero.mdl': 'kotor-mdl', 'house.bwm': 'bw2-bwm'});
      for (let i = 0; i < 20; ++i) writeFileSync(join(place, `film${i}.bik`), Buffer.alloc(5e6, i + 1));
      const page = await open_page(browser, address);
      await page.evaluate(() => window.gc());
      const before = await page.evaluate(() => performance.memory.usedJSHeapSize);
      await drag_and_wait(page, place);
      assert.deepEqual((await titles(page)).sort(), ['hero.mdl', 'house.bwm']);
      const libraries = await page.evaluate(() => Promise.all(window.meshwright.tabs.map(async tab => ({title: tab.title, ...await tab.library.read()}))));
      await page.evaluate(() => window.gc());
      const grown = await page.evaluate(() => performance.memory.usedJSHeapSize) - before;
      console.log(`     of 100 MB: ${libraries.map(each => `${each.title} ${(each.memory / 1e6).toFixed(1)} MB`).join(', ')}, the page ${(grown / 1e6).toFixed(1)} MB`);
      for (const {title, paths, memory} of libraries) {
        assert.deepEqual(paths, title === 'hero.mdl' ? ['heavy/hero.mdl', 'heavy/hero.mdx'] : ['heavy/house.bwm'], title);
        assert(memory < 20e6, `${title} takes ${memory} bytes`);
      }
      assert(grown < 30e6, `the page grew by ${grown} bytes`);
      for (let i = 0; i < 20; ++i) rmSync(join(place, `film${i}.bik`));
      return page;
    },
    async the_same_file_is_one_tab() {
      const place = await samples('twice', {'house.bwm': 'bw2-bwm', 'other/house.bwm': 'bw2-bwm'});
      const page = await open_page(browser, address);
      await drag_and_wait(page, join(place, 'house.bwm'));
      await drag_and_wait(page, join(place, 'house.bwm'));
      assert.deepEqual(await titles(page), ['house.bwm']);
      await drag_and_wait(page, join(place, 'other'));  // the same again, with its folder
      assert.deepEqual(await titles(page), ['house.bwm']);
      const bytes = readFileSync(join(place, 'house.bwm'));
      bytes[bytes.length - 1] ^= 1;
      writeFileSync(join(place, 'house.bwm'), bytes);
      await drag_and_wait(page, join(place, 'house.bwm'));
      assert.deepEqual(await titles(page), ['house.bwm', 'house.bwm'], 'it has changed');
      return page;
    },
    async a_file_that_is_gone_says_so() {
      const place = await samples('gone', {'hero.mdl': 'kotor-mdl'});
      const page = await open_page(browser, address);
      await drag_and_wait(page, join(place, 'hero.mdl'));
      // Changed behind the page's back: a join reads it again.
      writeFileSync(join(place, 'hero.mdl'), readFileSync(join(place, 'hero.mdl')).subarray(0, 100));
      await drag_and_wait(page, join(place, 'hero.mdx'));
      await page.locator('#instead', {hasText: 'cannot be read any more: it was moved, deleted or changed since it was dropped'}).waitFor();
      return page;
    },
    async what_comes_later_joins() {
      const place = await samples('later', {'area.lyt': 'kotor-layout', 'hero.mdl': 'kotor-mdl'});
      const rooms = /room (\w+)|^\s+(sample_\w+)/gm;
      const names = [...new Set([...readFileSync(join(place, 'area.lyt'), 'utf8').matchAll(rooms)].map(each => each[1] ?? each[2]))].filter(each => each?.startsWith('sample'));
      assert(names.length >= 3, names.join());
      mkdirSync(join(place, 'rooms'));
      for (const name of names) await command(['sample', '-f', 'kotor-walkmesh', join(place, 'rooms', `${name}.wok`)]);
      const page = await open_page(browser, address);
      await drag_and_wait(page, join(place, 'area.lyt'));
      await page.locator('#instead', {hasText: 'Open its rooms as well to see the area'}).waitFor();
      await drag_and_wait(page, ...readdirSync(join(place, 'rooms')).slice(0, 1).map(each => join(place, 'rooms', each)));
      assert.deepEqual(await titles(page), ['area.lyt'], 'a room is shown in its place');
      assert.match(await told(page), /^sample_\w+\.wok belongs to area\.lyt, which is shown with it now\.$/);
      await drag_and_wait(page, join(place, 'rooms'));
      assert.deepEqual(await titles(page), ['area.lyt']);
      assert.equal(await page.evaluate(() => window.meshwright.active.rooms.length), names.length);
      await shoot(page, 'joined');
      return page;
    },
    async many_layouts_are_a_list() {
      const place = join(folder, 'layouts');
      rmSync(place, {recursive: true, force: true});
      mkdirSync(place, {recursive: true});
      for (let i = 0; i < 8; ++i) await command(['sample', '-f', 'kotor-layout', join(place, `area${i}.lyt`)]);
      const page = await open_page(browser, address);
      await drag_and_wait(page, place);
      await page.locator('#offer h2', {hasText: '8 files'}).waitFor();
      assert.deepEqual(await titles(page), []);
      return page;
    },
    async what_joins_changes_nothing_else() {
      const place = await samples('alike', {'hero.mdl': 'kotor-mdl'});
      const page = await open_page(browser, address);
      await drag_and_wait(page, join(place, 'hero.mdl'));
      await page.evaluate(async () => {
        const {active} = window.meshwright;
        active.view.set_camera('4,3,5,0,0.5,0');
        active.view.paint.look = 'wireframe';
        active.repaint();
        await active.select_path(0, 'nodes[6]');
      });
      await drag_and_wait(page, join(place, 'hero.mdx'));
      assert.equal(await told(page), 'hero.mdx belongs to hero.mdl, which is shown with it now.');
      assert.deepEqual(await page.evaluate(() => { const {active} = window.meshwright; return [active.view.camera_text(), active.view.paint.look, active.selection?.title]; }), ['4,3,5,0,0.5,0', 'wireframe', 'nodes[6]']);
      mkdirSync(join(place, 'empty'));
      await drag_and_wait(page, join(place, 'empty'));
      assert.equal(await told(page), 'There is no file in what was dropped.');
      return page;
    },
    async a_supermodel_joins_its_model() {
      const place = await samples('super', {'hero.mdl': 'kotor-mdl', 'below/S_Parent.mdl': 'kotor-mdl'});
      const page = await open_page(browser, address);
      const offset = await page.evaluate(async () => {
        await window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === 'sample.mdl'));
        const {fields} = (await window.meshwright.active.ask('fields', {layer: 0, parent: 'model.supermodel', most: 1})).json;
        window.meshwright.close(window.meshwright.active);
        return fields[0].offset;
      });
      const bytes = readFileSync(join(place, 'hero.mdl'));
      bytes.fill(0, offset, offset + 32);
      bytes.write('S_Parent', offset, 'latin1');
      writeFileSync(join(place, 'hero.mdl'), bytes);
      await drag_and_wait(page, join(place, 'hero.mdl'), join(place, 'hero.mdx'));
      const lacks = () => page.evaluate(() => window.meshwright.active.all_losses.join());
      assert.match(await lacks(), /S_Parent/);
      await drag_and_wait(page, join(place, 'below'));
      assert.equal(await page.evaluate(() => window.meshwright.active.title), 'hero.mdl');
      assert.match(await told(page), /^S_Parent\.mdl belongs to hero\.mdl, which is shown with it now\.$/);
      assert.doesNotMatch(await lacks(), /S_Parent/);
      // The other way round.
      while ((await titles(page)).includes('hero.mdl')) await page.evaluate(() => window.meshwright.close(window.meshwright.tabs.find(tab => tab.title === 'hero.mdl')));
      await drag_and_wait(page, join(place, 'hero.mdl'));
      assert.doesNotMatch(await lacks(), /S_Parent/);
      return page;
    },
    async a_walkmesh_is_laid_over_its_model() {
      const place = await samples('over', {'hero.mdl': 'kotor-mdl', 'below/hero.wok': 'kotor-walkmesh', 'below/other.wok': 'kotor-walkmesh'});
      const page = await open_page(browser, address);
      await drag_and_wait(page, join(place, 'hero.mdl'), join(place, 'hero.mdx'));
      const laid_over = () => page.evaluate(() => window.meshwright.tabs[0].model.parts.filter(part => part.role === 'walkmesh' && part.object.visible).reduce((sum, part) => sum + part.triangles, 0));
      assert.equal(await laid_over(), 0);
      await drag_and_wait(page, join(place, 'below'));
      assert.deepEqual((await titles(page)).sort(), ['hero.mdl', 'hero.wok', 'other.wok']);
      assert.equal(await page.evaluate(() => window.meshwright.active.title), 'hero.mdl');
      assert.equal(await told(page), 'hero.wok belongs to hero.mdl, which is shown with it now.');
      assert.equal(await laid_over(), 142);
      await page.getByRole('button', {name: 'Walkmesh', exact: true}).click();
      assert.equal(await laid_over(), 0, 'as the other layers');
      await page.getByRole('button', {name: 'Walkmesh', exact: true}).click();
      // Its triangles say whose they are.
      await page.evaluate(() => { const tab = window.meshwright.active; return tab.select_triangle(tab.model.parts.find(part => part.role === 'walkmesh' && part.mesh === 'surface'), 3); });
      await page.locator('#fields', {hasText: 'it is one of hero.wok, where its bytes are'}).waitFor();
      await pane(page, 'findings');
      await page.locator('#findings', {hasText: 'WOK_'}).waitFor();
      await shoot(page, 'over');
      // What comes together with it is a layer that is not shown at first: its walls would hide the model.
      await page.goto('about:blank');
      await page.goto(address);
      await page.waitForSelector('body[data-ready=yes]');
      await drag_and_wait(page, join(place, 'hero.mdl'), join(place, 'hero.mdx'), join(place, 'below/hero.wok'));
      await page.evaluate(() => window.meshwright.activate(window.meshwright.tabs.find(tab => tab.title === 'hero.mdl')));
      assert.equal(await page.getByRole('button', {name: 'Walkmesh', exact: true}).getAttribute('aria-pressed'), 'false');
      return page;
    },
    async a_cut_model_shows_what_is_left() {
      const place = await samples('cut', {'trunc.mdl': 'kotor-mdl'});
      const whole = readFileSync(join(place, 'trunc.mdl'));
      const page = await open_page(browser, address);
      await drag_and_wait(page, join(place, 'trunc.mdl'), join(place, 'trunc.mdx'));
      const seen = () => page.evaluate(async () => {
        const {active} = window.meshwright;
        const nodes = (await active.ask('tree', {layer: 0, parent: 'nodes', from: 0, to: 1000})).json;
        return {nodes: nodes.total, triangles: (active.model?.parts ?? []).reduce((sum, part) => sum + part.triangles, 0), picture: active.view !== undefined, last: Math.max(...nodes.branches.map(each => each.end))};
      });
      const all = await seen();
      const end = await page.evaluate(async () => (await window.meshwright.active.ask('tree', {layer: 0, parent: 'nodes', from: 8, to: 9})).json.branches[0].offset) + 40;  // amid a node
      await page.evaluate(() => window.meshwright.close(window.meshwright.active));
      writeFileSync(join(place, 'trunc.mdl'), whole.subarray(0, end));
      await drag_and_wait(page, join(place, 'trunc.mdl'), join(place, 'trunc.mdx'));
      const left = await seen();
      assert(left.nodes > 0 && left.nodes < all.nodes, `${left.nodes} of ${all.nodes} nodes`);
      assert(left.triangles > 0 && left.triangles < all.triangles, `${left.triangles} of ${all.triangles} triangles`);
      assert(left.picture && left.last <= end, 'no field is beyond the end');
      await page.locator('#title', {hasText: 'shorter than it says'}).waitFor();
      await pane(page, 'findings');
      await page.locator('#findings h3', {hasText: 'The file is shorter than it says'}).waitFor();
      await page.locator('#findings', {hasText: `the file is shorter than it says: ${left.nodes} of its`}).waitFor();
      assert.equal(await page.locator('#instead').isVisible(), false);
      await shoot(page, 'cut');
      // A walkmesh whose tables at its end are gone has its faces.
      await command(['sample', '-f', 'kotor-walkmesh', join(place, 'floor.wok')]);
      truncateSync(join(place, 'floor.wok'), 9000);
      await drag_and_wait(page, join(place, 'floor.wok'));
      await page.locator('#title', {hasText: /floor\.wok.*shorter than it says · 142 triangles/}).waitFor();
      await shoot(page, 'cut-floor');
      return page;
    },
    async archives_are_named() {
      const place = join(folder, 'archives');
      rmSync(place, {recursive: true, force: true});
      mkdirSync(place, {recursive: true});
      const head = (magic, ...words) => Buffer.concat([Buffer.from(magic, 'latin1'), ...words.map(each => { const word = Buffer.alloc(4); word.writeUInt32LE(each); return word; }), Buffer.alloc(64)]);
      const cases = {
        'mod.zip': [head('PK\x03\x04'), /is a ZIP archive\. This page does not open it yet: unpack it with your system/],
        'm01.mod': [head('MOD V1.0', 0, 0, 12), /is a module of Knights of the Old Republic with 12 files in it\. .*KOTOR Tool/],
        'm01.rim': [head('RIM V1.0', 0, 1), /is a module of Knights of the Old Republic with 1 file in it\./],
        'tpa.erf': [head('ERF V1.0', 0, 0, 3), /is an archive of Knights of the Old Republic with 3 files in it/],
        'all.hak': [head('HAK V1.0', 0, 0, 3), /is a hak pack with 3 files in it/],
        'one.sav': [head('MOD V1.0', 0, 0, 3), /is a saved game of Knights of the Old Republic with 3 files/],
        'models.bif': [head('BIFFV1  ', 40), /is an archive of Knights of the Old Republic, whose names are in chitin\.key with 40 files in it/],
        'models.bzf': [head('BIFFV1  ', 40), /is a packed archive of Knights of the Old Republic for phones/],
        'ships.idx': [head('ISFP', 1), /is a list of what is in a package of World of Warships/],
        'ships_0001.pkg': [Buffer.alloc(200, 7), /is a package of World of Warships, whose names are in its \.idx/],
        'Everything.stuff': [Buffer.alloc(200, 9), /is an archive of Black & White 2/],
      };
      const page = await open_page(browser, address);
      for (const [name, [bytes, words]] of Object.entries(cases)) {
        writeFileSync(join(place, name), bytes);
        await drag_and_wait(page, join(place, name));
        await page.locator('#instead h2', {hasText: `${name} holds other files`}).waitFor();
        assert.match(await page.locator('#instead').textContent(), words, name);
        assert.match(await page.locator('#instead').textContent(), /and drop the folder with what was in it\./, name);
        assert.equal(await page.locator('#findings-count').textContent(), '', 'nothing is wrong with it');
      }
      await shoot(page, 'archive');
      // However large: it is not read.
      const large = join(place, 'large.bif');
      writeFileSync(large, head('BIFFV1  ', 40));
      truncateSync(large, 3e9);
      await drag_and_wait(page, large);
      await page.locator('#instead h2', {hasText: 'large.bif holds other files'}).waitFor();
      await page.locator('#status', {hasText: 'large.bif: holds other files; 3000.0 MB'}).waitFor();
      rmSync(large);
      await command(['sample', '-f', 'bw2-bwm', join(place, 'house.bwm')]);
      await page.reload();
      await page.waitForSelector('body[data-ready=yes]');
      await drag_and_wait(page, join(place, 'house.bwm'), join(place, 'm01.mod'));
      assert.deepEqual(await titles(page), ['house.bwm']);
      assert.equal(await told(page), 'Not opened: m01.mod, which holds other files. Open it alone to see what to do with it.');
      return page;
    },
    async back_steps_through_what_was_looked_at() {
      const place = await samples('back', {'house.bwm': 'bw2-bwm', 'floor.wok': 'kotor-walkmesh'});
      const page = await open_page(browser, address);
      await drag_and_wait(page, join(place, 'house.bwm'));
      const shown = () => page.evaluate(() => ({tab: window.meshwright.active?.title, at: window.meshwright.active?.selection?.title, title: document.title}));
      const noted = () => page.evaluate(() => new Promise(done => setTimeout(done, 700)));
      await noted();
      await drag_and_wait(page, join(place, 'floor.wok'));
      await noted();
      for (const path of ['faces[3]', 'faces[5]']) {
        await page.evaluate(each => window.meshwright.active.select_path(0, each), path);
        await noted();
      }
      assert.deepEqual(await shown(), {tab: 'floor.wok', at: 'faces[5]', title: 'floor.wok · Meshwright'});
      const back = async () => { await page.evaluate(() => history.back()); await noted(); await settled(page); return shown(); };
      assert.deepEqual(await back(), {tab: 'floor.wok', at: 'faces[3]', title: 'floor.wok · Meshwright'});
      assert.deepEqual(await back(), {tab: 'floor.wok', at: undefined, title: 'floor.wok · Meshwright'});
      assert.deepEqual(await back(), {tab: 'house.bwm', at: undefined, title: 'house.bwm · Meshwright'});
      assert.deepEqual(await back(), {tab: undefined, at: undefined, title: 'Meshwright viewer'});
      assert.deepEqual(await titles(page), ['house.bwm', 'floor.wok'], 'no tab is lost');
      await page.evaluate(() => history.go(3));
      await noted();
      assert.deepEqual(await shown(), {tab: 'floor.wok', at: 'faces[3]', title: 'floor.wok · Meshwright'}, 'and forward');
      return page;
    },
    async a_pasted_link_is_followed() {
      const page = await open_page(browser, address);
      await page.evaluate(() => window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === 'sample.bwm')));
      await opened(page, 'sample.bwm');
      const paste = hash => page.evaluate(each => { location.hash = each; }, hash);
      await paste('sample=sample.wok&at=faces%5B3%5D&theme=dark');
      await opened(page, 'sample.wok');
      await until(page, () => window.meshwright.active.selection?.title === 'faces[3]');
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
      await paste('sample=sample.bwm&camera=4,3,5,0,0.5,0');
      await until(page, () => window.meshwright.active.title === 'sample.bwm');
      await until(page, () => window.meshwright.active.view.camera_text() === '4,3,5,0,0.5,0');
      assert.deepEqual(await titles(page), ['sample.bwm', 'sample.wok'], 'what is open is not opened again');
      await paste('file=nowhere.mdl');
      await page.locator('#told', {hasText: 'The link is to nowhere.mdl, which is not here: open it first.'}).waitFor();
      return page;
    },
    async links_into_pages_with_many_files_work() {
      const place = join(folder, 'many');
      rmSync(place, {recursive: true, force: true});
      mkdirSync(place, {recursive: true});
      await command(['sample', '-f', 'bw2-bwm', join(place, 'house0.bwm')]);
      for (let i = 1; i < 8; ++i) {
        copyFileSync(join(place, 'house0.bwm'), join(place, `house${i}.bwm`));
      }
      const out = join(folder, 'many.html');
      await command(['view', '-f', ...readdirSync(place).map(each => join(place, each)), '--html', out], {MESHWRIGHT_VIEWER: resolve(fileURLToPath(address))});
      const page = await open_page(browser, `${new URL(`file://${resolve(out)}`).href}#file=house5.bwm&camera=4,3,5,0,0.5,0`);
      await opened(page, 'house5.bwm');
      assert.equal(await page.evaluate(() => window.meshwright.active.view.camera_text()), '4,3,5,0,0.5,0');
      await page.locator('#files-button').click();
      await page.locator('#offer h2', {hasText: '8 files'}).waitFor();
      await page.locator('.offer-rows button', {hasText: 'house2.bwm'}).click();
      await opened(page, 'house2.bwm');
      await until(page, () => location.hash.includes('file=house2.bwm'));
      return page;
    },
  };
};
