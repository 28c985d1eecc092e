// Tests of the page (page.mjs): it says so where nothing can be shown, renamed or gone back to.
import assert from 'node:assert/strict';
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {drag_and_wait} from './drags.mjs';
import {file_of_sample, given, open_page, open_sample, opened, settled, until} from './browser.mjs';

/// Whether nothing lies over it; it lets clicks through.
const is_on_top = (page, id) => page.evaluate(place => {
  const each = document.getElementById(place);
  each.style.pointerEvents = 'auto';
  const {x, y, width, height} = each.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  each.style.pointerEvents = '';
  return each.contains(top);
}, id);

/// Two triangles, of which those of the second mesh lie in one point.
const with_point = `newmodel spots
setsupermodel spots NULL
classification other
setanimationscale 1
beginmodelgeom spots
node dummy spots
  parent NULL
endnode
${[['sheet', ['0 0 0', '1 0 0', '0 1 0']], ['point', ['2 2 2', '2 2 2', '2 2 2']]].map(([name, places]) => `node trimesh ${name}
  parent spots
  verts 3
${places.map(each => `    ${each}`).join('\n')}
  faces 1
    0 1 2 1 0 0 0 0
endnode`).join('\n')}
endmodelgeom spots
donemodel spots
`;

export const refusal_tests = ({browser, address, folder, command, shoot, pane}) => {
  const files_in = (name, files) => {
    const place = join(folder, 'refusals', name);
    rmSync(place, {recursive: true, force: true});
    mkdirSync(place, {recursive: true});
    for (const [file, content] of Object.entries(files)) writeFileSync(join(place, file), content);
    return place;
  };
  return {
    async files_that_cannot_be_shown_are_counted() {
      for (const viewport of [{width: 1360, height: 800}, {width: 390, height: 844}]) {
        const names = [...Array(5).keys()].map(i => `gun${i}.visual`).concat('gun0.mfm', 'gun1.mfm', 'notes');
        const place = files_in('kit', Object.fromEntries(names.map(each => [each, 'some words'])));
        const page = await open_page(browser, address, {viewport});
        await drag_and_wait(page, place);
        assert.equal(await page.locator('#told').textContent(),
          'None of these 8 files can be shown by itself: 5 .visual, 2 .mfm and 1 without an ending. They are kept: a model that uses one of them finds it.');
        assert.deepEqual(await page.evaluate(() => window.meshwright.tabs.length), 0, 'none of them is an error');
        assert(await is_on_top(page, 'told'), 'the first screen lies over it');
        await shoot(page, `none-of-them-${viewport.width}`);
        if (viewport.width === 390) return page;
        await page.context().close();
      }
    },
    async a_dropped_folder_is_listed_by_name() {
      const place = files_in('rooms', {});
      await command(['sample', '-f', 'kotor-walkmesh', join(place, 'room1.wok')]);
      const bytes = readFileSync(join(place, 'room1.wok'));
      const names = [12, 3, 2, 11, 10, 9, 8, 1].map(each => `room${each}.wok`);
      const page = await open_page(browser, address);
      await page.evaluate(async ([files, content]) => window.meshwright.open_dropped(files.map((path, i) => ({path, bytes: new Uint8Array([...content, i])}))), [names, [...bytes]]);
      assert.deepEqual(await page.locator('.offer-rows .name').allTextContents(), [1, 2, 3, 8, 9, 10, 11, 12].map(each => `room${each}.wok`));
      return page;
    },
    async a_name_that_stays_says_why() {
      const page = await open_page(browser, address);
      const reasons = {
        'sample.splash': 'is a wows-splash, whose boxes the game finds by their names; in its JSON (convert) they can be others',
        'sample.geometry': 'is a wows-geometry, whose meshes are found by hashes of names that stand in other files of the ship',
      };
      for (const [file, reason] of Object.entries(reasons)) {
        await open_sample(page, file);
        const name = await page.evaluate(async () => {
          const {active} = window.meshwright;
          const [part] = active.model.parts;
          await active.select_node(part.node, [part]);
          return active.selection.title;
        });
        await page.locator('#fields h3.selected').hover();
        await page.getByRole('button', {name: `Edit the name of ${name}`, exact: true}).click();
        await page.locator('#fields .edit-wrong', {hasText: `${file} ${reason}.`}).waitFor();
        assert.equal(await page.locator('#fields .editable input').count(), 0, 'nothing can be typed in vain');
        assert.equal(await page.locator('.tab.edited').count(), 0);
      }
      await shoot(page, 'name-stays');
      return page;
    },
    async triangles_in_one_point_are_not_counted_as_shown() {
      const page = await open_page(browser, address);
      await page.setInputFiles('#chooser', given('spots.mdl.ascii', with_point));
      await opened(page, 'spots.mdl.ascii');
      await page.locator('#title', {hasText: ' · 1 triangle'}).waitFor();
      await page.locator('#status', {hasText: 'spots.mdl.ascii: 1 of 2 triangles in 2 parts shown; see Findings for what the picture lacks'}).waitFor();
      await pane(page, 'findings');
      await page.locator('#findings', {hasText: '1 triangle of point lies in one point, and is left out.'}).waitFor();
      return page;
    },
    async a_search_says_what_it_leaves_out() {
      const page = await open_page(browser, address);
      await open_sample(page, 'sample.wok');
      await page.locator('#search').fill('a');
      const heading = page.locator('#tree h3', {hasText: /found$/});
      await heading.waitFor();
      const total = Number(/([\d,]+) found/.exec(await heading.textContent())[1].replaceAll(',', ''));
      const rows = await page.locator('#tree section').last().locator('[role=treeitem]:not(.remark)').count();
      assert(rows < total, `${rows} of ${total}`);
      assert.equal(await page.locator('#tree .remark').last().textContent(), `… and ${(total - rows).toLocaleString('en-US')} more: a longer word finds fewer`);
      await page.locator('#search').fill('aabb[3].');
      await until(page, () => document.querySelectorAll('#tree .remark').length === 0);
      return page;
    },
    async a_difference_without_a_place_says_so() {
      const page = await open_page(browser, address);
      await page.setInputFiles('#chooser', given('one.mdl.ascii', with_point));
      await opened(page, 'one.mdl.ascii');
      await open_sample(page, 'sample.mdl');
      await page.locator('#compare').click();
      await page.locator('#findings .differences .part').first().waitFor();
      await page.locator('#findings input[type=search]').fill('extras.');
      const place = page.locator('#findings .finding[title^="extras."]').first();
      const name = await place.getAttribute('title');
      await place.click();
      await page.locator('#status', {hasText: `${name} has no place in the pictures.`}).waitFor();
      return page;
    },
    async what_was_taken_back_is_downloaded_again() {
      const page = await open_page(browser, address);
      const {bytes} = await file_of_sample(page, 'sample.wok');
      await open_sample(page, 'sample.wok');
      const download = page.locator('#edits').getByRole('button', {name: 'Download it'});
      const edit = () => page.evaluate(() => window.meshwright.active.edits.make({file: 'sample.wok', layer: 0, path: 'materials[0]', value: '7'}));
      await edit();
      await page.evaluate(() => window.meshwright.active.edits.undo());
      assert(await download.isDisabled(), 'it is as it was');
      await edit();
      const saved = async () => readFileSync(await (await Promise.all([page.waitForEvent('download'), download.click()]))[0].path());
      assert.notDeepEqual(await saved(), bytes);
      await page.evaluate(() => window.meshwright.active.edits.undo());
      assert.deepEqual(await saved(), bytes);
      assert.equal(await page.locator('.tab.edited').count(), 0);
      assert(await download.isDisabled());
      return page;
    },
    async a_first_look_is_gone_back_to() {
      const page = await open_page(browser, `${address}#sample=sample.wok`);
      await page.goto('about:blank');
      await page.goto(`${address}#sample=sample.wok`);
      // As soon as it is there.
      await until(page, () => {
        const {active} = window.meshwright ?? {};
        if (!active?.view) return false;
        window.chosen = active.select_path(0, 'faces[3]');
        return true;
      });
      await page.evaluate(() => window.chosen);
      await page.evaluate(() => new Promise(done => setTimeout(done, 700)));
      await page.evaluate(() => history.back());
      await until(page, () => window.meshwright?.active && !window.meshwright.active.selection);
      await settled(page);
      return page;
    },
  };
};
