// Lines of a text, split at the library's offsets.
import type {Field} from '../library/answers.js';
import type {Tab} from '../page/tab.js';

export interface TextLine {
  number: number;     // of the first of a file 1
  begin: number;
  end: number;        // of the line, with its end
  bytes: Uint8Array;  // the visible ones
  fields: Field[];    // in it and in its neighbours
}

const longest = 2000;  // bytes of a line that are shown
const utf8 = new TextDecoder();

/// Bytes of a line as they are shown.
export function in_text(bytes: Uint8Array) { return utf8.decode(bytes).replace(/[\r\n]+$/, '').replaceAll('\t', '    '); }

/// So many lines from one on, the first of a file being 0; fewer where the file ends.
export async function lines_of_text(tab: Tab, layer: number, from: number, to: number): Promise<TextLine[]> {
  const {json: {from: first, offsets, lengths, most, fields}, bytes} = await tab.ask('lines', {layer, from, to});
  let at = 0;
  return offsets.map((begin, i) => {
    const shown = bytes.subarray(at, at + Math.min(lengths[i], most, longest));
    at += Math.min(lengths[i], most);
    return {number: first + i + 1, begin, end: begin + lengths[i], bytes: shown, fields};
  });
}
