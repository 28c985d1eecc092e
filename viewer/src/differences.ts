// In what two files differ: by the part that they differ in, and filtered as one types.
import {count, element, fill} from './dom.js';

export interface Difference {
  where: string;  // by names
  a: string;
  b: string;
  words: string;  // of many values at once, what both say together
  all: boolean;   // of these, every one differs
  layout: boolean;
  layer: number;
  path_a: string | null;  // of the field in either file
  path_b: string | null;
}
export interface Compared { differences: Difference[]; total: number; layout: number; through_scene: boolean }

/// What a difference is in: a row with a name, otherwise the table or record at the top.
export function part_of(where: string) {
  const row = /^(.*?)\[([^\]]*)\]/.exec(where);
  if (!row) return where.includes('.') ? where.slice(0, where.indexOf('.')) : 'file';
  return /^\d+$/.test(row[2]) ? row[1] : `${row[1]} · ${row[2]}`;
}

/// Where in its part a difference is: the name above is not said again.
export function within_part(where: string) {
  const [, name, rest] = /^.*?\[([^\]]*)\]\.(.+)$/.exec(where) ?? [];
  return rest && !/^\d+$/.test(name) ? rest : where;
}

function grouped(differences: Difference[]) {
  const groups = new Map<string, Difference[]>();
  for (const each of differences) {
    const part = part_of(each.where);
    if (!groups.get(part)?.push(each)) groups.set(part, [each]);
  }
  return groups;
}

export function difference_list({differences, total, layout}: Compared, go: (difference: Difference) => void) {
  const filter = element('input', {type: 'search', placeholder: 'Filter by name or value', 'aria-label': 'Filter the differences', oninput: () => show()});
  const with_layout = element('button', {
    class: 'chip', 'aria-pressed': 'false', title: 'Where things lie in the file, such as offsets and counts',
    onclick: () => { with_layout.setAttribute('aria-pressed', String(with_layout.getAttribute('aria-pressed') !== 'true')); show(); },
  }, `Places in the file (${count(layout)})`);
  const list = element('div', {class: 'differences'});
  const row = (each: Difference) => element('button', {class: 'finding', title: each.where, onclick: () => go(each)},
    element('span', {class: 'mono'}, within_part(each.where)), element('span', {class: 'place mono'}, each.words || `${each.a || '(empty)'} → ${each.b || '(empty)'}`));
  const show = () => {
    const wanted = filter.value.trim().toLowerCase();
    const places = layout > 0 && (with_layout.getAttribute('aria-pressed') === 'true' || layout === total);
    const found = differences.filter(each => (places || !each.layout) && [each.where, each.a, each.b, each.words].some(text => text.toLowerCase().includes(wanted)));
    const groups = grouped(found);
    fill(list, layout === total && element('p', {class: 'empty'}, 'They differ only in where things lie in the file.'), ...[...groups].map(([part, rows], i) => {
      const group = element('details', {class: 'part', open: i === 0 || wanted !== ''}, element('summary', {}, element('span', {class: 'mono'}, part), element('span', {class: 'badge'}, count(rows.length))), ...rows.map(row));
      return group;
    }), found.length === 0 && element('p', {class: 'empty'}, `No difference has “${wanted}” in it.`),
      total > differences.length && element('p', {class: 'empty'}, `… and ${count(total - differences.length)} more, which are not listed`));
  };
  show();
  return [element('div', {class: 'tools'}, filter, layout > 0 && layout < total && with_layout), list];
}
