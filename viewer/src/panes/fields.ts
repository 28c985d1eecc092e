// What is selected in full: its facts in the scene and its fields in the file. Without a selection, the file.
import {begin, copyable, count, element, fill, find, hex, in_words, size} from '../widgets/dom.js';
import {editable, not_editable} from '../files/edits.js';
import type {Place} from '../page/selection.js';
import type {Fields as FieldsAnswer} from '../library/answers.js';
import type {Tab} from '../page/tab.js';

export class Fields {
  private readonly pane = find('fields');
  private tab?: Tab;

  async show(tab?: Tab) {
    this.tab = tab;
    if (!tab?.about) return fill(this.pane);
    if (!tab.selection) return fill(this.pane, ...summary(tab));
    const {selection} = tab;
    const {title, facts, ground, layer, paths, why_not} = selection;
    const tables: HTMLElement[] = [];
    for (const each of paths.slice(0, 6)) {
      const table = await this.table_of(tab, {layer, ...each}, each.path !== title);
      if (this.tab !== tab || tab.selection !== selection) return;  // something else was chosen meanwhile
      tables.push(table);
    }
    if (selection.corners?.length) tables.push(this.corners(tab, selection.corners));
    fill(this.pane, element('h3', {class: 'selected mono'}, name_of(tab, title), element('button', {class: 'small', onclick: () => tab.clear(), title: 'Escape'}, 'Clear')),
      facts.length > 0 && facts_table(facts),
      ground && element('section', {class: 'ground'}, element('h3', {}, `Walkmesh here · ${ground.file.split('/').pop()}`), facts_table(ground.facts)),
      why_not && element('p', {class: 'empty why-not'}, `No bytes are this triangle’s alone: ${why_not}.`), ...tables,
      paths.length === 0 && !why_not && element('p', {class: 'empty'}, 'It has no bytes of its own in the file.'));
  }

  /// The rows of a triangle's vertices, requested when they are opened.
  private corners(tab: Tab, places: Place[]) {
    let is_asked = false;
    const list = element('details', {class: 'fold corners', ontoggle: () => {
      if (is_asked) return;
      is_asked = true;
      begin(Promise.all(places.map(place => this.table_of(tab, place))).then(tables => list.append(...tables)));
    }}, element('summary', {}, 'corners', element('span', {class: 'badge'}, count(places.length))));
    return list;
  }

  private async table_of(tab: Tab, {layer = 0, path}: Place, named = true) {
    return this.table(tab, layer, path, named, (await tab.ask('fields', {layer, parent: path, most: 400})).json);
  }

  private table(tab: Tab, layer: number, path: string, named: boolean, {fields, total}: FieldsAnswer) {
    const rows = fields.map(field => element('tr', {},
      element('td', {class: 'mono name', title: field.path}, field.path.slice(path.length).replace(/^\./, '') || 'value'),
      element('td', {class: 'mono value'}, field.packed ? copyable(field.value) : editable(tab, copyable(field.value), field.path, field.value, {layer, path: field.path})),
      element('td', {class: 'mono'}, element('button', {class: 'link', title: `${field.length} bytes, ${field.type}`, onclick: () => { tab.panes.show_bytes(tab); tab.panes.bytes(tab, layer, field.offset, field.offset + field.length); }},
        field.line ? `line ${field.line}` : hex(field.offset)))));
    return element('section', {},
      named && element('h3', {class: 'mono'}, path),
      element('table', {class: 'table places'}, element('tbody', {}, ...rows)),
      total > fields.length && element('p', {class: 'empty'}, `… and ${count(total - fields.length)} fields more: open them in the tree`));
  }
}

/// The name of a node can be edited, or says why not.
function name_of(tab: Tab, title: string) {
  const node = tab.chosen_node;
  if (!node || title !== (tab.model?.names.get(node) ?? node.name)) return title;
  const [shown, label] = [document.createTextNode(title), `the name of ${title}`];
  return tab.about.renames ? editable(tab, shown, label, title, {node: title}) : not_editable(tab, shown, label, title);
}

function facts_table(facts: [string, string][]) {
  return element('table', {class: 'table facts'}, element('tbody', {}, ...facts.map(([name, value]) =>
    element('tr', {}, element('th', {scope: 'row'}, name.replaceAll('_', ' ')), element('td', {class: 'mono value'}, copyable(value))))));
}

function summary(tab: Tab) {
  const {about} = tab;
  const facts: [string, string][] = [['file', about.file], ['size', size(about.bytes)]];
  if (about.error) return [facts_table(facts), element('p', {class: 'empty'}, about.layers[0]?.fields > 0 ? 'What could be read of it is in the tree and among the bytes.' : 'Nothing of it could be read; its bytes are here.')];
  facts.push(['format', about.format_name!], ...(about.variant ? [['variant', about.variant] as [string, string]] : []));
  for (const [name, number] of Object.entries(about.counts ?? {})) if (number) facts.push([name, count(number)]);
  facts.push(['bytes known', about.layers.map(known_share).join(', ')]);
  const details: HTMLElement[] = [];
  for (const [name, value] of Object.entries(about.details ?? {})) {
    if (Array.isArray(value) && value.length > 8 && typeof value[0] !== 'object') details.push(folded(name, value));
    else if (Array.isArray(value) && value.length > 0 && typeof value[0] === 'object') details.push(list_of(name, value as object[]));
    else if (in_words(value) !== '') facts.push([name, in_words(value)]);
  }
  const refused = about.info_error ? [element('p', {class: 'empty'}, `No more is known of it: ${about.info_error.text}`)] : [];
  return [element('h3', {}, 'File'), facts_table(facts), ...refused, ...details];
}

/// How much of the file, or of its companion, fields account for.
function known_share({name, bytes, named}: {name: string; bytes: number; named: number}, _: number, all: unknown[]) {
  const share = bytes === 0 ? '-' : `${Math.floor(named / bytes * 1000) / 10} %`;
  return all.length > 1 ? `${share} of ${name}` : share;
}

/// A long list of names or numbers, opened by a click.
function folded(name: string, values: unknown[]) {
  return element('details', {class: 'fold'}, element('summary', {}, name.replaceAll('_', ' '), element('span', {class: 'badge'}, count(values.length))),
    element('ul', {class: 'plain-list mono'}, ...values.map(each => element('li', {}, in_words(each)))));
}

/// Rows of a table, one below the other: the pane is too narrow for columns. Long ones are folded.
function list_of(name: string, rows: object[]) {
  return element('details', {class: 'fold', open: rows.length <= 12}, element('summary', {}, in_plain(name), element('span', {class: 'badge'}, count(rows.length))),
    ...rows.slice(0, 200).map(record),
    rows.length > 200 && element('p', {class: 'empty'}, `… and ${count(rows.length - 200)} more`));
}

/// The name of a row on a line of its own, then its content.
function record(row: object) {
  const columns = Object.entries(row);
  const [[first, title]] = columns.splice(Math.max(0, columns.findIndex(([name]) => name === 'name')), 1);
  const called = (name: string) => /^\d+$/.test(name) ? '' : in_plain(name);
  const shown = columns.filter(([, value]) => in_words(value) !== '');
  return element('div', {class: 'record'}, element('div', {class: 'name mono', title: called(first) || null}, in_words(title)),
    shown.length > 0 && element('div', {class: 'rest'}, ...shown.map(([name, value]) => several(called(name), value) ??
      element('span', {}, element('span', {class: 'what'}, `${called(name)} `), element('span', {class: 'mono'}, in_words(value))))));
}

/// A list of rows in a row, each in a line.
function several(name: string, value: unknown) {
  if (!Array.isArray(value) || value.length === 0 || value.every(each => each === null || typeof each !== 'object')) return undefined;
  return element('div', {class: 'several'}, element('span', {class: 'what'}, name), ...value.map(each => element('div', {class: 'mono'}, in_words(each))));
}

function in_plain(name: string) { return name.replaceAll('_', ' '); }
