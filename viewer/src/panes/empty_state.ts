// Words about the state of a file: which part of it is shown, and why there is no picture.
import * as three from 'three';
import {begin, count, counted, element, fill, find, hex, size} from '../widgets/dom.js';
import {mark} from './findings.js';
import {in_text, lines_of_text} from './text_lines.js';
import type {Tab} from '../page/tab.js';

/// The shown and the missing parts.
export function status_of(tab: Tab, parts: number, triangles: number) {
  if (!tab.view) return `${tab.title}: ${tab.about.is_archive ? 'holds other files' : tab.about.error ? 'cannot be read' : `${tab.about.format_name}, without a picture`}; ${size(tab.about.bytes)}`;
  if (tab.model!.box().getSize(new three.Vector3()).length() === 0) return `${tab.title}: ${counted(triangles, 'triangle')} in ${counted(parts, 'part')}, all of which lie in one point`;
  const all = tab.model!.parts.reduce((sum, part) => sum + part.triangles, 0);
  const shown = all === triangles ? `all ${count(all)} triangles` : `${count(triangles)} of ${count(all)} triangles`;
  return `${tab.title}: ${shown} in ${counted(parts, 'part')} shown${tab.all_losses.length + tab.outliers.length > 0 ? '; see Findings for what the picture lacks' : ''}`;
}

const widest = 200;  // characters of a line in the excerpt

/// The line that cannot be read, with its neighbours.
async function show_excerpt(tab: Tab, line: number, column: number | null, place: HTMLElement) {
  const rows: HTMLElement[] = [];
  for (const {number, bytes} of await lines_of_text(tab, 0, Math.max(0, line - 3), line + 2)) {
    const text = in_text(bytes);
    const shown = text.length > widest ? `${text.slice(0, widest)} …` : text;
    rows.push(element('span', {class: number === line ? 'on' : ''}, `${String(number).padStart(5)}  ${shown}\n`));
    const before = number === line && column ? in_text(bytes.subarray(0, column - 1)).length : widest;
    if (before < widest) rows.push(element('span', {class: 'caret'}, `${' '.repeat(7 + before)}▲\n`));
  }
  fill(place, ...rows);
  place.hidden = false;
}

/// Where the picture would be.
export function show_empty_state(tab?: Tab) {
  const place = find('instead');
  const error = tab?.about?.error;
  place.hidden = !tab || tab.view !== undefined || !(error || tab.picture_error);
  if (!tab || place.hidden) return;
  if (!error) return fill(place, element('h2', {}, 'No picture of this file'), element('p', {}, tab.picture_error!), element('p', {class: 'kind'}, tab.about.layers[0]?.fields > 0 ? 'Its fields and bytes are all here: see the tree.' : 'Its bytes are here.'));
  const where = error.offset !== null ? hex(error.offset) : error.line !== null ? `line ${error.line}` : '';
  const is_text = tab.about.layers[0]?.lines > 0;
  const excerpt = element('pre', {class: 'excerpt mono', hidden: true});
  if (error.line !== null && is_text) begin(show_excerpt(tab, error.line, error.column, excerpt));
  const is_inside = error.offset !== null && error.offset < (tab.about.layers[0]?.bytes ?? 0);  // a damaged file names places beyond its end
  const label = is_inside ? `Show the bytes at ${where}` : is_text && where ? `Show ${where} in the text` : '';
  // Nothing is wrong with a part of something else, nor with an archive.
  const {is_part, is_archive} = tab.about;
  const is_fine = is_part || is_archive;
  fill(place, element('h2', {}, mark(is_fine ? 'info' : 'error'), is_archive ? `${tab.title} holds other files` : `${tab.title} cannot be read${is_part ? ' by itself' : ''}`),
    (error.offset !== 0 || error.field !== '') && element('p', {class: 'mono'}, [where, error.field].filter(Boolean).join(' · ')), element('p', {}, is_fine ? `It ${error.message}.` : error.message), excerpt,
    label !== '' && element('button', {class: 'chip', onclick: () => { tab.panes.show_bytes(tab); begin(tab.go_to(error)); }}, label),
    !is_fine && element('p', {class: 'kind'}, advice(tab)));
}

/// What to try.
function advice({about}: Tab) {
  const {offset, line} = about.error!;
  if (!(about.layers[0]?.fields > 0)) {
    const opened = 'This page opens models, walkmeshes and layouts of Knights of the Old Republic, World of Warships and Black & White 2.';
    // What is wrong is at no place of the file: it is of another kind.
    return offset === null && line === null ? opened : `${opened} If it is one of these, it is damaged from its first byte on: try to unpack it again.`;
  }
  if (line !== null) return 'What could be read of it is in the tree. Mend the line in any editor of texts and open the file again.';
  return 'What was read before that is in the tree. If the file comes from a game, try to unpack it again: downloads and line-ending conversion damage files.';
}
