// A browser with the page in it, and what the tests of it need.
import assert from 'node:assert/strict';
import {createRequire} from 'node:module';
import {existsSync} from 'node:fs';
import {inflateSync} from 'node:zlib';
import {resolve} from 'node:path';

export function chromium_path() {
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
}

/// Starts Chromium with software rendering; pages may reach nothing but themselves.
export async function start(modules) {
  const {chromium} = createRequire(resolve(modules, 'package.json'))('playwright-core');
  return chromium.launch({
    executablePath: chromium_path(),
    // SwiftShader draws what is WebGL only: to put the whole page together with it took half of the processor time.
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-gpu-compositing',
      '--renderer-process-limit=1',  // no process is started in advance, which would be of the wrong context mostly
      '--js-flags=--expose-gc', '--enable-precise-memory-info'],
  });
}

const usual = {viewport: {width: 1360, height: 800}, reducedMotion: 'reduce', colorScheme: 'light'};
const unused = new Map();  // pages that were given back, by their options

/// A page that fails the test on anything in its console and on any request that leaves the machine. It may have shown another
/// address before: to load it anew takes a third of the time of a new process.
export async function open_page(browser, address, options = {}) {
  const kind = JSON.stringify(options);
  const page = unused.get(kind)?.pop() ?? await new_page(browser, {...usual, ...options});
  Object.assign(page, {kind, troubles: []});
  await page.goto(address);
  await page.waitForSelector('body[data-ready=yes]', {timeout: 120000});
  return page;
}

async function new_page(browser, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(120000);  // machines that do other things at the same time
  page.on('console', message => { if (['error', 'warning'].includes(message.type()) && !/GPU stall|GL Driver/.test(message.text())) page.troubles.push(message.text()); });
  page.on('dialog', dialog => dialog.accept());  // leaving a page with edits asks
  page.on('pageerror', error => page.troubles.push(error.stack));
  page.on('request', request => {
    if (!/^(file|blob|data):|^http:\/\/127\.0\.0\.1[:/]/.test(request.url())) page.troubles.push(`asked for ${request.url()}`);
  });
  return page;
}

/// For the next who opens one with the same options; nothing of what was done with it is left.
export async function give_back(page) {
  assert.deepEqual(page.troubles, []);
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.mouse.move(0, 0);
  await page.setViewportSize({...usual, ...JSON.parse(page.kind)}.viewport);
  unused.set(page.kind, [...unused.get(page.kind) ?? [], page]);
}

/// Processes and all.
export async function close_unused() {
  const pages = [...unused.values()].flat();
  unused.clear();
  for (const page of pages) await page.context().close();
}

export async function open_sample(page, name) {
  await page.locator('#samples-button').click();
  await page.locator('#samples-menu button', {has: page.getByText(name, {exact: true})}).click();
  await opened(page, name);
}

const samples = new Map();  // that were asked for

/// The bytes of a sample and of its companion, to be changed at will.
export async function file_of_sample(page, name) {
  if (!samples.has(name)) samples.set(name, await page.evaluate(async file => {
    await window.meshwright.open_sample(window.meshwright.samples.find(each => each.file === file));
    const {bytes, companion} = await window.meshwright.active.ask('file');
    window.meshwright.close(window.meshwright.active);
    return {bytes: [...bytes], companion: [...companion]};
  }, name));
  const {bytes, companion} = samples.get(name);
  return {bytes: Buffer.from(bytes), companion: Buffer.from(companion)};
}

/// As the file chooser gives it.
export const given = (name, content) => ({name, mimeType: '', buffer: Buffer.from(content)});

/// Waits until a file is shown.
export async function opened(page, name) {
  await until(page, title => {
    const tab = document.querySelector('#tabs [aria-selected=true]');
    return tab?.checkVisibility() && tab.textContent === title && !document.getElementById('busy').checkVisibility() && document.querySelector('#tree [role=treeitem]');
  }, name);
  await settled(page);
}

/// Two frames later, when every question is answered and what is on the screen is drawn.
export async function settled(page) {
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  await until(page, () => window.meshwright.tabs.every(({library, view}) =>
    library.waiting.size === 0 && (!view || view.place.clientWidth === 0 || (!view.dirty && !view.flight))));
}

/// Waits until a condition holds in the page, which looks at it in every frame. Playwright's own way compiles text there at a time
/// when the page forbids it.
export async function until(page, condition, word) {
  const held = await page.evaluate(`(async holds => {
    const last = performance.now() + 120000;
    while (!holds(${JSON.stringify(word)})) {
      if (performance.now() > last) return false;
      await new Promise(requestAnimationFrame);
    }
    return true;
  })(${condition})`);
  assert(held, `it never came true: ${condition} ${word ?? ''}`);
}

/// The picture's pixels: {width, height, at(x, y)} from a PNG of eight bits.
export async function pixels(page, place = '#views') {
  return decode(await page.locator(place).screenshot());
}

export function decode(png) {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = {2: 3, 6: 4}[png[25]];
  assert(channels, 'a PNG of another kind');
  const parts = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const row = width * channels;
  const data = Buffer.alloc(row * height);
  for (let y = 0; y < height; ++y) {
    const guess = guesses[raw[y * (row + 1)]];
    for (let x = 0; x < row; ++x) {
      const left = x >= channels ? data[y * row + x - channels] : 0;
      const up = y > 0 ? data[(y - 1) * row + x] : 0;
      const corner = x >= channels && y > 0 ? data[(y - 1) * row + x - channels] : 0;
      data[y * row + x] = raw[y * (row + 1) + 1 + x] + guess(left, up, corner);
    }
  }
  return {width, height, at: (x, y) => [...data.subarray((Math.floor(y) * width + Math.floor(x)) * channels, (Math.floor(y) * width + Math.floor(x)) * channels + 3)]};
}

/// What the filters of a PNG take a byte for.
const guesses = [() => 0, left => left, (left, up) => up, (left, up) => (left + up) >> 1, paeth];

function paeth(a, b, c) {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/// The share of points in which two pictures differ visibly.
export function difference(a, b) {
  assert.deepEqual([a.width, a.height], [b.width, b.height]);
  let different = 0;
  let looked = 0;
  for (let y = 0; y < a.height; y += 2)
    for (let x = 0; x < a.width; x += 2, ++looked)
      if (a.at(x, y).some((part, i) => Math.abs(part - b.at(x, y)[i]) > 24)) ++different;
  return different / looked;
}
