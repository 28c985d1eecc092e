// Tests of the page (page.mjs): what is changed in a file by clicks and keys, undone, and downloaded.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {file_of_sample, given, open_page, open_sample, opened, settled, until} from './browser.mjs';
import {tga} from './page_views.mjs';

const press = async (page, ...keys) => { for (const key of keys) await page.keyboard.press(key); };
const row = (page, path) => page.locator('#fields tr', {has: page.locator(`[title="${path}"]`)});
const list = page => page.locator('#edits');
const count = (page, number) => until(page, wanted => window.meshwright.active.edits.list.length === wanted && window.meshwright.active.view !== undefined, number);

/// By the button that appears beside a value.
async function write(page, path, value) {
  await row(page, path).hover();
  await page.getByRole('button', {name: `Edit ${path}`, exact: true}).click();
  await page.locator(`.editable input[aria-label="${path}"]`).fill(value);
  await press(page, 'Enter');
}

async function downloaded(page, press_button) {
  const [download] = await Promise.all([page.waitForEvent('download'), press_button()]);
  return {name: download.suggestedFilename(), bytes: readFileSync(await download.path())};
}

/// Where two files of one size differ.
function differences(a, b) {
  assert.equal(a.length, b.length);
  return [...a.keys()].filter(i => a[i] !== b[i]);
}

async function walkmesh_with_face(browser, address, spot) {
  const page = await open_page(browser, address);
  const {bytes} = await file_of_sample(page, 'sample.wok');
  await open_sample(page, 'sample.wok');
  await press(page, '7');
  await settled(page);
  const {x, y} = await spot(page, 'surface', 3);
  await page.mouse.click(x, y);
  const material = await page.locator('#fields td[title^="materials["]').first().getAttribute('title');
  const face = Number(/\d+/.exec(material)[0]);
  return {page, bytes, material, face};
}

const titles = page => page.locator('#tabs [role=tab]').evaluateAll(all => all.map(each => each.getAttribute('aria-label')));

/// Nothing is opened or looked for any more.
const idle = async page => { await until(page, () => !document.getElementById('busy').checkVisibility()); await settled(page); };

/// hero.mdl without what belongs to it, and behind it a walkmesh with a change in it.
async function hero_and_edited_walkmesh(page) {
  const hero = await file_of_sample(page, 'sample.mdl');
  await page.setInputFiles('#chooser', given('hero.mdl', hero.bytes));
  await opened(page, 'hero.mdl');
  await open_sample(page, 'sample.wok');
  await page.evaluate(() => window.meshwright.active.select_path(0, 'materials[0]'));
  await write(page, 'materials[0]', '7');
  await count(page, 1);
  await settled(page);
  return hero;
}

const materials = page => page.evaluate(() => window.meshwright.active.model.parts.map(part => `${part.mesh} ${part.primitive} ${part.triangles}`).join());

export const edit_tests = ({browser, address, shoot, spot, pane}) => ({
  async a_material_is_changed_undone_and_downloaded() {
    const {page, bytes, material, face} = await walkmesh_with_face(browser, address, spot);
    const before = await materials(page);
    const camera = await page.evaluate(() => window.meshwright.active.view.camera_text());
    await write(page, material, 'NonWalk');
    await count(page, 1);
    await settled(page);
    await list(page).getByText(`1 change: ${material}`).waitFor();
    assert.notEqual(await materials(page), before, 'the picture follows');
    assert.equal(await page.evaluate(() => window.meshwright.active.view.camera_text()), camera, 'it is looked at as before');
    await row(page, material).getByText('7', {exact: true}).waitFor();
    const name = await page.locator('#tabs [role=tab]').getAttribute('aria-label');
    assert.equal(name, 'sample.wok, edited');
    assert.equal(await page.locator('.tab.edited').count(), 1);
    await list(page).locator('summary').click();
    await list(page).getByText('4 → 7').waitFor();
    await page.locator('#download').click();
    await page.locator('#download-menu', {hasText: `sample.wok1 change: ${material}`}).waitFor();
    await shoot(page, 'edited');
    await press(page, 'Escape');
    const {name: file, bytes: edited} = await downloaded(page, () => list(page).getByRole('button', {name: 'Download it'}).click());
    assert.equal(file, 'sample.wok');
    const at = bytes.readUInt32LE(88) + 4 * face;  // where the table of materials begins is in the header
    assert.deepEqual(differences(bytes, edited), [at]);
    assert.deepEqual([bytes[at], edited[at]], [4, 7]);
    assert.equal(await page.locator('.tab.edited').count(), 0, 'what is in a file is not lost');
    // Undo and redo.
    await press(page, 'Control+z');
    await count(page, 0);
    await settled(page);
    assert.equal(await materials(page), before);
    await row(page, material).getByText('4', {exact: true}).waitFor();
    await list(page).getByText('No changes').waitFor();
    await press(page, 'Control+Shift+Z');
    await count(page, 1);
    await press(page, 'Control+z');
    await count(page, 0);
    await page.getByRole('button', {name: 'Redo'}).click();
    await count(page, 1);
    return page;
  },
  async fingers_can_edit() {
    const page = await open_page(browser, address, {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true});
    await open_sample(page, 'sample.wok');
    await page.evaluate(() => window.meshwright.active.select_path(0, 'materials[27]'));
    const sheet = page.locator('.sheet-tabs [data-pane=fields]');
    await sheet.tap();
    await settled(page);
    const pencil = page.getByRole('button', {name: 'Edit materials[27]', exact: true});
    const {width, height} = await pencil.boundingBox();
    assert(width >= 36 && height >= 36, `${width} x ${height} pixels are too few to touch`);
    await pencil.tap();
    const input = page.locator('.editable input');
    assert.equal(await input.evaluate(each => getComputedStyle(each).fontSize), '16px', 'a phone zooms into smaller ones');
    // Without Escape.
    await input.fill('5');
    await page.getByRole('button', {name: 'Leave materials[27] as it is'}).tap();
    await input.waitFor({state: 'detached'});
    await settled(page);
    await count(page, 0);
    await pencil.tap();
    await input.fill('7');
    await press(page, 'Enter');
    await count(page, 1);
    await settled(page);
    await shoot(page, 'edit-phone');
    // The picture fills the screen again when the sheet is gone.
    const far = () => page.evaluate(() => {
      const {view, model} = window.meshwright.active;
      view.camera.updateMatrixWorld();
      return Math.max(...model.points().map(point => point.clone().project(view.camera)).flatMap(({x, y}) => [Math.abs(x), Math.abs(y)]));
    });
    assert(await far() <= 1, 'below the sheet');
    await sheet.tap();
    await settled(page);
    assert(await far() <= 1, 'without it');
    return page;
  },
  async of_several_edits_one_is_taken_back() {
    const {page, bytes, material, face} = await walkmesh_with_face(browser, address, spot);
    await write(page, material, '7');
    await count(page, 1);
    await settled(page);
    await write(page, `normals[${face}]`, '0, 0, 2');
    await count(page, 2);
    await settled(page);
    await list(page).getByText(`2 changes: ${material}, normals[${face}]`).waitFor();
    await page.locator('#findings-count', {hasText: /[1-9]/}).first().waitFor();
    await list(page).locator('summary').click();
    await page.getByRole('button', {name: `Take back ${material}`}).click();
    await count(page, 1);
    await settled(page);
    await list(page).getByText(`1 change: normals[${face}]`).waitFor();
    const {bytes: edited} = await downloaded(page, () => list(page).getByRole('button', {name: 'Download it'}).click());
    const differ = differences(bytes, edited);
    assert(differ.length > 0 && differ.at(-1) - differ[0] < 12, `bytes ${differ}`);
    return page;
  },
  async what_cannot_be_edited_says_why() {
    const {page, material} = await walkmesh_with_face(browser, address, spot);
    await write(page, material, 'chalk');
    await page.locator('.edit-wrong', {hasText: `${material}: expected a whole number from 0 to 4294967295, got "chalk"`}).waitFor();
    await shoot(page, 'edit-refused');
    await until(page, () => document.querySelector('#value-names option'));
    assert((await page.locator('#value-names option').evaluateAll(all => all.map(each => each.value))).includes('Grass'), 'materials are offered by their names');
    await press(page, 'Escape');
    assert.equal(await page.locator('.edit-wrong').count(), 0);
    await page.evaluate(() => window.meshwright.active.select_path(0, 'face_count'));
    await write(page, 'face_count', '1');
    await page.locator('.edit-wrong', {hasText: 'face_count: '}).waitFor();
    await press(page, 'Escape');
    assert(await list(page).isHidden());
    assert.equal(await page.locator('.tab.edited').count(), 0);
    return page;
  },
  async a_node_is_renamed() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    await page.locator('#tree .row', {has: page.getByText('hand', {exact: true})}).first().click();
    await page.locator('.selected', {hasText: 'hand'}).hover();
    await page.getByRole('button', {name: 'Edit the name of hand'}).click();
    await page.locator('.editable input[aria-label="the name of hand"]').fill('a_longer_paw');
    await press(page, 'Enter');
    await count(page, 1);
    await settled(page);
    await list(page).getByText(/^1 change: names\[5\]$/).waitFor();
    await page.locator('#tree .row', {has: page.getByText('a_longer_paw', {exact: true})}).first().waitFor();
    await shoot(page, 'renamed');
    // A texture is a field as any other.
    await page.evaluate(() => window.meshwright.active.select_path(0, 'nodes[6].mesh.texture_1'));
    await write(page, 'nodes[6].mesh.texture_1', 'other_hide');
    await count(page, 2);
    await press(page, 'Control+z', 'Control+z');
    await count(page, 0);
    await page.locator('#tree .row', {has: page.getByText('hand', {exact: true})}).first().waitFor();
    return page;
  },
  async a_tab_with_edits_asks_before_it_closes() {
    const {page, material} = await walkmesh_with_face(browser, address, spot);
    await write(page, material, '7');
    await count(page, 1);
    await settled(page);
    const close = () => page.getByRole('button', {name: 'Close sample.wok', exact: true}).first().click();
    const question = page.getByRole('dialog', {name: 'Close sample.wok?'});
    await close();
    await question.getByText(`has 1 change: ${material}, which is in no file yet.`).waitFor();
    await shoot(page, 'close-asked');
    await press(page, 'Escape');
    assert.equal(await page.locator('#tabs [role=tab]').count(), 1);
    await close();
    await question.getByRole('button', {name: 'Keep it open'}).click();
    assert.equal(await page.locator('#tabs [role=tab]').count(), 1);
    await close();
    const {name} = await downloaded(page, () => question.getByRole('button', {name: 'Download and close'}).click());
    assert.equal(name, 'sample.wok');
    await until(page, () => window.meshwright.tabs.length === 0);
    await open_sample(page, 'sample.wok');
    await close();
    await until(page, () => window.meshwright.tabs.length === 0);
    return page;
  },
  async what_joins_a_file_keeps_its_edits() {
    const page = await open_page(browser, address);
    const {bytes, companion} = await file_of_sample(page, 'sample.mdl');
    await page.setInputFiles('#chooser', given('hero.mdl', bytes));
    await opened(page, 'hero.mdl');
    await page.evaluate(() => window.meshwright.active.select_path(0, 'model.animation_scale'));
    await write(page, 'model.animation_scale', '0.5');
    await until(page, () => window.meshwright.active.edits.list.length === 1);
    await page.setInputFiles('#chooser', given('hero.mdx', companion));
    await page.locator('#told', {hasText: 'hero.mdx belongs to hero.mdl, which is shown with it now.'}).waitFor();
    await count(page, 1);
    await list(page).getByText('1 change: model.animation_scale').waitFor();
    const {bytes: edited} = await downloaded(page, () => list(page).getByRole('button', {name: 'Download it'}).click());
    assert(differences(bytes, edited).length <= 4);
    return page;
  },
  async edits_in_two_rooms_are_saved_in_two_files() {
    const page = await open_page(browser, `${address}#sample=sample.lyt`);
    await opened(page, 'sample.lyt');
    await press(page, '7');
    await settled(page);
    const changed = {};
    for (const [i, file] of ['sample_01.wok', 'sample_02.wok'].entries()) {
      const {x, y} = await spot(page, 'surface', 0, file);
      await page.mouse.click(x, y);
      await settled(page);
      assert.equal(await page.evaluate(() => window.meshwright.active.path), file);
      changed[file] = await page.evaluate(async () => [...(await window.meshwright.active.ask('file')).bytes]);
      const material = await page.locator('#fields td[title^="materials["]').first().getAttribute('title');
      await write(page, material, '7');
      await count(page, i + 1);
      await settled(page);
    }
    // Whatever is looked into.
    await page.locator('#looked-into').selectOption('sample.lyt');
    await until(page, () => window.meshwright.active.path === 'sample.lyt');
    const saved = [];
    page.on('download', download => saved.push(download));
    await list(page).getByRole('button', {name: 'Download them'}).click();
    await until(page, () => !window.meshwright.active.edits.is_unsaved);
    while (saved.length < 2) await page.waitForEvent('download');
    assert.deepEqual(saved.map(each => each.suggestedFilename()).sort(), ['sample_01.wok', 'sample_02.wok']);
    for (const each of saved)
      assert.equal(differences(Buffer.from(changed[each.suggestedFilename()]), readFileSync(await each.path())).length, 1, each.suggestedFilename());
    // A room whose only edit is undone is downloaded as it was.
    await press(page, 'Control+z');
    await count(page, 1);
    await page.locator('.tab.edited').waitFor();
    assert.deepEqual(await page.evaluate(() => window.meshwright.active.edits.files), ['sample_01.wok', 'sample_02.wok']);
    page.removeAllListeners('download');
    return page;
  },
  async two_drops_at_once_close_no_other_tab() {
    const page = await open_page(browser, address);
    const {companion} = await hero_and_edited_walkmesh(page);
    await Promise.all([page.setInputFiles('#chooser', given('hero.mdx', companion)), page.setInputFiles('#chooser', given('mw_hide.tga', tga([220, 120, 30])))]);
    await page.locator('#told', {hasText: 'mw_hide.tga belongs to hero.mdl, which is shown with it now.'}).waitFor();
    await idle(page);
    assert.deepEqual(await titles(page), ['hero.mdl', 'sample.wok, edited']);
    assert.equal(await page.locator('#views .picture').count(), 2);
    return page;
  },
  async closing_what_is_opened_again_closes_no_other_tab() {
    const page = await open_page(browser, address);
    const {companion} = await hero_and_edited_walkmesh(page);
    const closed = until(page, () => {
      if (!/Opening hero\.mdl/.test(document.getElementById('busy').textContent)) return false;
      document.querySelector('[aria-label="Close hero.mdl"]').click();
      return true;
    });
    await page.setInputFiles('#chooser', given('hero.mdx', companion));
    await closed;
    await page.locator('#instead', {hasText: 'It belongs to hero.mdl'}).waitFor();
    await idle(page);
    assert.deepEqual(await titles(page), ['sample.wok, edited', 'hero.mdx']);
    return page;
  },
  async the_question_about_a_tab_that_is_replaced_goes_away() {
    const page = await open_page(browser, address);
    const {companion} = await hero_and_edited_walkmesh(page);
    await page.locator('#tabs [role=tab]', {hasText: 'hero.mdl'}).click();
    await page.evaluate(() => window.meshwright.active.select_path(0, 'model.animation_scale'));
    await write(page, 'model.animation_scale', '0.5');
    await count(page, 1);
    await settled(page);
    await page.getByRole('button', {name: 'Close hero.mdl', exact: true}).click();
    const question = page.getByRole('dialog', {name: 'Close hero.mdl?'});
    await question.waitFor();
    await page.setInputFiles('#chooser', given('hero.mdx', companion));
    await page.locator('#told', {hasText: 'hero.mdx belongs to hero.mdl'}).waitFor();
    await idle(page);
    assert.equal(await question.count(), 0);
    assert.deepEqual(await titles(page), ['hero.mdl, edited', 'sample.wok, edited']);
    return page;
  },
  async what_is_edited_while_it_is_compared_is_compared_again() {
    const page = await open_page(browser, address);
    const {bytes} = await file_of_sample(page, 'sample.wok');
    const other = Buffer.from(bytes);
    other[bytes.readUInt32LE(88)] = 7;  // the material of the first face
    for (const [name, content] of [['a.wok', bytes], ['b.wok', other]]) {
      await page.setInputFiles('#chooser', given(name, content));
      await opened(page, name);
    }
    await page.locator('#compare').click();
    const differences_of = number => page.locator('#findings h3', {hasText: number === 1 ? /^1 difference$/ : new RegExp(`^${number} differences$`)}).waitFor({state: 'attached'});
    const marked = number => until(page, wanted => window.meshwright.compare_pane.pair.every(({view}) => view?.differing.triangles.length === wanted), number);
    await differences_of(1);
    await marked(1);
    for (const [side, number] of [[0, 2], [1, 3]]) {
      await page.evaluate(each => { const {compare_pane} = window.meshwright; const tab = compare_pane.pair[each]; window.meshwright.touched(tab); return tab.select_path(0, `materials[${each + 3}]`); }, side);
      await pane(page, 'fields');
      await write(page, `materials[${side + 3}]`, '9');
      await count(page, 1);
      await differences_of(number);
      await settled(page);
      assert(await page.locator('#fields').isVisible(), 'one goes on editing');
      await marked(number);
      // The cameras are tied as before.
      const eyes = () => page.evaluate(() => window.meshwright.compare_pane.pair.map(({view}) => view.camera_text()));
      const before = await eyes();
      await page.locator('.picture:visible canvas').nth(side).focus();
      await press(page, 'ArrowLeft');
      await settled(page);
      const after = await eyes();
      assert.notEqual(after[0], before[0]);
      assert.notEqual(after[1], before[1]);
      assert.equal(after[0], after[1], 'one camera');
      await pane(page, 'findings');
      await page.locator('#findings input[type=search]').fill('materials');
      await settled(page);
      assert(await page.locator('#trouble').isHidden());
    }
    await shoot(page, 'edited-beside');
    return page;
  },
  async what_is_typed_is_not_lost_by_a_click_elsewhere() {
    const {page, material, face} = await walkmesh_with_face(browser, address, spot);
    const type = async value => {
      await row(page, material).hover();
      await page.getByRole('button', {name: `Edit ${material}`, exact: true}).click();
      await page.locator(`.editable input[aria-label="${material}"]`).fill(value);
    };
    await type('7');
    await page.locator('#tree .row', {hasText: 'surface'}).first().click();
    await count(page, 1);
    await settled(page);
    await list(page).getByText(`1 change: ${material}`).waitFor();
    // What is refused says so where something else is shown by then.
    await page.evaluate(number => window.meshwright.active.select_path(0, `faces[${number}]`), face);
    await page.evaluate(path => window.meshwright.active.select_path(0, path), material);
    await type('chalk');
    await page.locator('#tree .row', {hasText: 'surface'}).first().click();
    await page.locator('#trouble', {hasText: `${material}: expected a whole number from 0 to 4294967295, got "chalk"`}).waitFor();
    // Escape leaves it.
    await page.evaluate(path => window.meshwright.active.select_path(0, path), material);
    await settled(page);
    await type('9');
    await press(page, 'Escape');
    await settled(page);
    assert.equal(await page.evaluate(() => window.meshwright.active.edits.list.length), 1);
    return page;
  },
  async an_animation_is_chosen_while_the_picture_is_made_again() {
    const page = await open_page(browser, address);
    await open_sample(page, 'sample.mdl');
    await page.evaluate(() => window.meshwright.active.select_path(0, 'model.animation_scale'));
    // As if the library took longer for each answer.
    await page.evaluate(() => {
      const {worker} = window.meshwright.active.library;
      const {onmessage} = worker;
      worker.onmessage = event => setTimeout(() => onmessage(event), 150);
    });
    await write(page, 'model.animation_scale', '0.5');
    await until(page, () => !window.meshwright.active.model);
    await page.locator('#timeline select[aria-label=Animation]').selectOption('0');
    assert.equal(await page.evaluate(() => window.meshwright.active.model), undefined, 'it is not there yet');
    await count(page, 1);
    await settled(page);
    assert(await page.locator('#trouble').isHidden());
    await page.locator('#timeline select[aria-label=Animation]').selectOption('0');
    await until(page, () => window.meshwright.timeline.action?.isRunning());
    return page;
  },
});
