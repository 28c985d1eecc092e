// What is said of a file in words: what is shown of it, and where the picture would be why there is none.
import {count, element, fill, find, hex} from './dom.js';
import {mark} from './findings.js';
import type {Tab} from './tab.js';

/// What is shown, and what is not.
export function status_of(tab: Tab, parts: number, triangles: number) {
  const all = tab.model!.parts.reduce((sum, part) => sum + part.triangles, 0);
  const lacks = (tab.about.losses?.length ?? 0) + tab.losses.length;
  const shown = all === triangles ? `all ${count(all)} triangles` : `${count(triangles)} of ${count(all)} triangles`;
  return `${tab.title}: ${shown} in ${count(parts)} part${parts === 1 ? '' : 's'} shown${lacks > 0 ? `; what the picture lacks is under Findings (${lacks})` : ''}`;
}

/// The line that cannot be read, between those around it.
async function show_excerpt(tab: Tab, {line, column}: {line: number; column: number | null}, place: HTMLElement) {
  const from = Math.max(0, line - 3);
  const {json, bytes} = await tab.ask('lines', {from, to: line + 2});
  const text = new TextDecoder().decode(bytes).replace(/\n$/, '').split('\n');
  const lines = text.slice(0, json.offsets.length).map((each, i) => element('span', {class: from + i + 1 === line ? 'on' : ''},
    `${String(from + i + 1).padStart(5)}  ${each.replace(/\r$/, '').slice(0, 200)}\n`));
  const caret = column ? element('span', {class: 'caret'}, `${' '.repeat(6 + Math.min(column, 200))}▲\n`) : null;
  lines.splice(line - from, 0, ...(caret ? [caret] : []));
  fill(place, ...lines);
  place.hidden = false;
}

/// Where the picture would be.
export function show_instead(tab?: Tab) {
  const place = find('instead');
  const error = tab?.about?.error;
  place.hidden = !tab || !(error || tab.picture_error);
  if (!tab || place.hidden) return;
  if (!error) return fill(place, element('h2', {}, 'No picture of this file'), element('p', {}, tab.picture_error!), element('p', {class: 'kind'}, 'Its fields and bytes are all here: see the tree.'));
  const where = error.offset !== null ? hex(error.offset) : error.line !== null ? `line ${error.line}` : '';
  const is_text = tab.about.layers[0]?.lines > 0;
  const excerpt = element('pre', {class: 'excerpt mono', hidden: true});
  if (error.line !== null && is_text) void show_excerpt(tab, error, excerpt);
  const label = error.offset !== null ? `Show the bytes at ${where}` : is_text && where ? `Show ${where} in the text` : '';
  fill(place, element('h2', {}, mark('error'), `${tab.title} cannot be read`),
    element('p', {class: 'mono'}, [where, error.field].filter(Boolean).join(' · ')), element('p', {}, error.message), excerpt,
    label !== '' && element('button', {class: 'chip', onclick: () => { tab.panes.show_bytes(); void tab.go_to(error); }}, label),
    element('p', {class: 'kind'}, `What was read before that is in the tree. ${is_text ? 'Mend the line in any editor of texts and drop the file again.'
      : 'If the file comes from a game, try to unpack it again: downloads and line-ending conversion damage files.'}`));
}
