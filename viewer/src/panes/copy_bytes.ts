// Bytes as text on the clipboard.
import {counted, say} from '../widgets/dom.js';
import type {Tab} from '../page/tab.js';

const at_once = 1 << 16;  // that the library hands out
const most = 1 << 20;

async function bytes_of(tab: Tab, layer: number, offset: number, end: number) {
  const bytes = new Uint8Array(end - offset);
  for (let at = offset; at < end; at += at_once) bytes.set((await tab.ask('bytes', {layer, offset: at, length: Math.min(at_once, end - at)})).bytes, at - offset);
  return bytes;
}

/// As pairs of digits with blanks between them; a text unchanged.
export async function copy_bytes(tab: Tab, layer: number, {offset, end}: {offset: number; end: number}, is_text: boolean) {
  if (offset < 0) return say('Click a byte first: what is marked is copied.');
  const last = Math.min(end, offset + most, tab.about.layers[layer].bytes);
  const bytes = await bytes_of(tab, layer, offset, last);
  await navigator.clipboard.writeText(is_text ? new TextDecoder().decode(bytes) : [...bytes].map(each => each.toString(16).padStart(2, '0')).join(' '));
  say(`Copied ${counted(bytes.length, 'byte')}${last < end ? `, the first of ${counted(end - offset, 'byte')}` : ''}`);
}
