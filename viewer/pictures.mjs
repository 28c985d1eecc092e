// pictures.mjs MODULES PAGE README: makes the pictures of samples on the first screen anew, and that of the README. Build the
// page again afterwards.
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {open_page, open_sample, settled, start} from '../tests/viewer/browser.mjs';

const [modules, path, readme] = process.argv.slice(2);
const folder = join(dirname(fileURLToPath(import.meta.url)), 'src', 'thumbnails');
mkdirSync(folder, {recursive: true});
const address = pathToFileURL(resolve(path)).href;
const browser = await start(modules);

/// How each is seen best.
const poses = {
  'sample.mdl': {turn: [0.9, -0.1], show: {hooks: false}},
  'sample.geometry': {turn: [0.35, 0.1], roles: ['visual', 'armor'], by: '.layer'},
  'sample.lyt': {turn: [-0.3, -0.3], by: 'material'},
  'sample.bwm': {turn: [0.3, 0.15], show: {hooks: false}, roles: ['visual']},
};
for (const [file, pose] of Object.entries(poses)) {
  const page = await open_page(browser, `${address}#sample=${file}`, {viewport: {width: 1000, height: 720}});
  await page.locator('#tabs [aria-selected=true]').waitFor();
  await settled(page);
  const picture = await page.evaluate(async ({turn, show, roles, by}) => {
    const tab = window.meshwright.active;
    const {view} = tab;
    Object.assign(view.show, {grid: false, ...show});
    if (roles) { view.paint.roles.clear(); roles.forEach(each => view.paint.roles.add(each)); }
    if (by) view.paint.by = by;
    tab.repaint();
    view.over = () => [];  // the page's own things do not lie on it
    view.place.style.cssText = 'position: fixed; width: 320px; height: 220px';
    view.resize();
    view.frame();
    view.turn(...turn);
    view.frame(undefined, view.stand().away, true);  // as large as it can be from there, with the same margin around all
    view.scene.background = null;
    view.renderer.setClearAlpha(0);
    view.renderer.render(view.scene, view.camera);
    return view.canvas.toDataURL('image/webp', 0.9).split(',')[1];
  }, pose);
  writeFileSync(join(folder, `${file}.webp`), Buffer.from(picture, 'base64'));
  await page.context().close();
}
if (readme) {
  const page = await open_page(browser, address);
  await open_sample(page, 'sample.wok');
  await page.locator('.pane-tabs [data-pane=bytes]').click();
  await page.evaluate(() => {
    const tab = window.meshwright.active;
    return tab.select_triangle(tab.model.parts.find(part => part.mesh === 'surface' && part.material === 'Stone'), 27);
  });
  await page.locator('.byte.on').first().waitFor();
  await settled(page);
  await page.screenshot({path: readme});
}
await browser.close();
