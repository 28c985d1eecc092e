// Lines of a text, cut where the library says that they begin.
import type {Tab} from './tab.js';

export interface Field { path: string; offset: number; length: number; type: string; value: string }
export interface TextLine {
  number: number;     // of the first of a file 1
  begin: number;
  end: number;        // of the line, with what ends it
  bytes: Uint8Array;  // those that are shown
  fields: Field[];    // in it and in its neighbours
}

const room = 1 << 16;   // bytes of an answer
const longest = 2000;  // bytes of a line that are shown
const utf8 = new TextDecoder();

/// Bytes of a line as they are shown.
export function in_text(bytes: Uint8Array) { return utf8.decode(bytes).replace(/[\r\n]+$/, '').replaceAll('\t', '    '); }

/// So many lines from one on, the first of a file being 0. An answer has room for so many bytes only: what it left out is asked for again.
export async function lines_of_text(tab: Tab, layer: number, from: number, to: number) {
  const lines: TextLine[] = [];
  const file = tab.path;
  for (let next = from; next < to;) {
    const {json, bytes} = await tab.library.ask<Answer>(file, 'lines', {layer, from: next, to});
    const answered = json.lengths ? measured_lines(json, bytes) : whole_lines(json, bytes);
    lines.push(...answered);
    next = json.from + answered.length;
    to = Math.min(to, json.total);
  }
  for (const line of lines)
    if (line.end < 0) line.end = (await tab.library.ask(file, 'line', {layer, line: line.number})).json.end;
  return lines;
}

interface Answer {
  from: number;
  total: number;
  offsets: number[];
  lengths?: number[];  // then the bytes are the beginnings of lines, `most` of each
  most?: number;
  fields: Field[];
}

function measured_lines({from, offsets, lengths, most, fields}: Answer, bytes: Uint8Array): TextLine[] {
  let at = 0;
  return offsets.map((begin, i) => {
    const length = lengths![i];
    const shown = bytes.subarray(at, at + Math.min(length, most!, longest));
    at += Math.min(length, most!);
    return {number: from + i + 1, begin, end: begin + length, bytes: shown, fields};
  });
}

/// Those lines of an answer of which as much is there as is shown; the first one in any case.
function whole_lines({from, offsets, fields}: Answer, bytes: Uint8Array): TextLine[] {
  const last = offsets[0] + bytes.length;
  const lines: TextLine[] = [];
  for (const [i, begin] of offsets.entries()) {
    const end = offsets[i + 1] ?? last;
    const may_be_cut = bytes.length >= room && end >= last;
    if (i > 0 && (begin >= last || (may_be_cut && begin + longest > last))) break;
    const shown = bytes.subarray(begin - offsets[0], Math.min(end, begin + longest) - offsets[0]);
    lines.push({number: from + i + 1, begin, end: may_be_cut ? -1 : end, bytes: shown, fields});
  }
  return lines;
}
