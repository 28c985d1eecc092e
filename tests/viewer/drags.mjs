// Drags by the browser's own input events, as when somebody lets go of files over the page: what a page makes up itself, a
// DataTransfer of its own, goes another way than files of the system do.
import {settled, until} from './browser.mjs';

/// Files and folders, by their paths on the disk.
export async function drag(page, ...paths) {
  const session = await page.context().newCDPSession(page);
  const data = {items: [], files: paths, dragOperationsMask: 1};
  const {width, height} = page.viewportSize();
  for (const type of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', {type, x: width / 2, y: height / 2, data});
  await session.detach();
}

/// And waits until nothing is done any more.
export async function drag_and_wait(page, ...paths) {
  await page.evaluate(() => { window.meshwright.file_opener.done = false; });
  await page.evaluate(() => {
    const {file_opener} = window.meshwright;
    const take = file_opener.constructor.prototype.take;
    file_opener.take = (...words) => take.apply(file_opener, words).finally(() => { file_opener.done = true; });
  });
  await drag(page, ...paths);
  await until(page, () => window.meshwright.file_opener.done);
  await settled(page);
}
