// The bytes with their fields in colours, and those of a text as its lines. Only the visible part is
// requested and built.
import {copy_bytes} from './copy_bytes.js';
import {begin, count, counted, element, fill, find, hex} from '../widgets/dom.js';
import type {Field} from '../library/answers.js';
import {in_text, lines_of_text, TextLine} from './text_lines.js';
import type {Tab} from '../page/tab.js';

const line = 20;           // pixels
const tallest = 8_000_000;  // that browsers scroll reliably

interface Extent { offset: number; end: number }

export class Bytes {
  private readonly pane = find('bytes');
  private readonly scroller = element('div', {class: 'scroller', tabindex: 0, role: 'application', 'aria-label': 'Bytes of the file; arrow keys go from one to the next, Enter selects its field'});
  private readonly space = element('div', {class: 'space'});
  private readonly lines = element('div', {class: 'lines mono'});
  private readonly about = element('div', {class: 'about', role: 'status'});
  private readonly goto = element('input', {class: 'mono', placeholder: 'offset, e.g. 0x84', 'aria-label': 'Go to offset', size: 18});
  private readonly layers = element('select', {'aria-label': 'Which file'});
  private readonly as_text = element('button', {class: 'chip', 'aria-pressed': 'true', title: 'Lines of text, or bytes'}, 'Text');
  private tab?: Tab;
  private layer = 0;
  private total = 0;
  private line_count = 0;     // of a text
  private text_wanted = true;
  private marked: Extent = {offset: -1, end: -1};
  private cursor = -1;        // the byte where keys continue
  private width = 16;
  private asked = '';
  private pending = false;

  constructor() {
    this.space.append(this.lines);
    this.scroller.append(this.space);
    fill(this.pane, element('div', {class: 'tools'}, this.layers, this.as_text, this.goto, element('button', {class: 'chip', title: 'Copy what is marked (Ctrl C)', onclick: () => this.copy()}, 'Copy')), this.scroller, this.about);
    this.scroller.addEventListener('scroll', () => begin(this.draw()));
    new ResizeObserver(() => begin(this.draw(true))).observe(this.scroller);
    this.goto.addEventListener('change', () => begin(this.go_typed(this.goto.value.trim())));
    this.as_text.addEventListener('click', () => {
      this.text_wanted = !this.text_wanted;
      this.set_layer(this.layer);
      this.pending = this.marked.offset >= 0;
      begin(this.draw(true));
    });
    this.layers.addEventListener('change', () => { this.set_layer(Number(this.layers.value)); begin(this.draw(true)); });
    this.scroller.addEventListener('keydown', event => this.key(event));
    this.lines.addEventListener('click', event => {
      const offset = Number((event.target as HTMLElement).dataset.at ?? -1);
      if (offset >= 0) begin(this.choose(offset));
    });
    this.lines.addEventListener('pointerover', event => {
      const path = (event.target as HTMLElement).dataset.path;
      if (path) this.about.textContent = path;
    });
  }

  show(tab?: Tab) {
    this.tab = tab;
    this.marked = {offset: -1, end: -1};
    this.cursor = -1;
    const layers = tab?.about?.layers ?? [];
    fill(this.layers, ...layers.map((layer, i) => element('option', {value: i}, layer.name)));
    this.layers.hidden = layers.length < 2;
    this.set_layer(0);
    this.scroller.scrollTop = 0;
    this.invite();
    begin(this.draw(true));
  }

  private set_layer(layer: number) {
    this.layer = layer;
    this.layers.value = String(layer);
    this.total = this.tab?.about?.layers[layer]?.bytes ?? 0;
    this.line_count = this.tab?.about?.layers[layer]?.lines ?? 0;
    this.as_text.hidden = this.line_count === 0;
    this.as_text.setAttribute('aria-pressed', String(this.text_wanted));
    this.goto.placeholder = this.is_text ? 'line, e.g. 12' : 'offset, e.g. 0x84';
    this.goto.setAttribute('aria-label', this.is_text ? 'Go to line' : 'Go to offset');
    this.goto.value = '';
  }

  private get is_text() { return this.line_count > 0 && this.text_wanted; }

  /// Scrolls there and marks it.
  go(layer: number, offset: number, end: number) {
    if (layer !== this.layer) this.set_layer(layer);
    this.marked = {offset, end: Math.max(end, offset + 1)};
    this.cursor = offset;
    this.pending = true;
    begin(this.draw(true));
    if (this.tab) begin(this.tell_field(offset));
  }

  /// Nothing is selected any more.
  unmark() {
    if (this.marked.offset < 0) return;
    this.marked = {offset: -1, end: -1};
    this.cursor = -1;
    this.pending = false;
    this.invite();
    begin(this.draw(true));
  }

  private invite() {
    this.about.textContent = this.tab ? `${this.is_text ? counted(this.line_count, 'line') : counted(this.total, 'byte')}. Click one to see its field, or use the arrow keys.` : '';
  }

  private async go_typed(text: string) {
    const {tab, layer} = this;
    const number = Number(text);
    if (!tab || text === '') return;
    const [kind, last] = this.is_text ? ['line', count(this.line_count)] : ['offset', hex(Math.max(0, this.total - 1))];
    if (!Number.isInteger(number) || number < 0 || (this.is_text ? number > this.line_count : number >= this.total)) {
      this.about.textContent = `“${text}” is no ${kind} of this file: the last one is ${last}.`;
      return;
    }
    if (this.is_text) {
      const {json} = await tab.ask('line', {layer, line: number});
      if (this.is_of(tab, layer)) this.go(this.layer, json.offset, json.end);
    } else {
      this.go(layer, number, number + 1);
      await this.choose(number);
    }
  }

  /// Whether this is still shown: an answer may come later.
  private is_of(tab: Tab, layer: number) { return this.tab === tab && this.layer === layer; }

  /// The row of the list that a byte is in.
  private async row_of(offset: number) {
    if (!this.is_text) return Math.floor(offset / this.width);
    return (await this.tab!.ask('line', {layer: this.layer, offset})).json.line - 1;
  }

  private rows() { return this.is_text ? this.line_count : Math.ceil(this.total / this.width); }
  private scale() { return Math.min(1, tallest / Math.max(1, this.rows() * line)); }
  private layout() {
    const wide = this.scroller.clientWidth;
    this.width = wide === 0 || wide >= 560 ? 16 : wide >= 330 ? 8 : 4;
    this.space.style.height = `${this.rows() * line * this.scale()}px`;
  }

  private async draw(anew = false) {
    const tab = this.tab;
    if (!tab?.about || this.scroller.clientHeight === 0) return;
    this.layout();
    if (this.pending) {  // a hidden pane has no size: it scrolls when it becomes visible
      this.pending = false;
      const row = await this.row_of(this.marked.offset);
      if (this.tab !== tab) return;
      this.scroller.scrollTop = Math.max(0, (row - 4) * line * this.scale());
    }
    const first = Math.floor(this.scroller.scrollTop / this.scale() / line);
    const rows = Math.ceil(this.scroller.clientHeight / line) + 2;
    const key = `${this.layer} ${first} ${rows} ${this.width} ${this.is_text}`;
    if (!anew && key === this.asked) return;
    this.asked = key;
    const made = this.is_text ? await this.text_rows(tab, first, rows) : await this.byte_rows(tab, first, rows);
    if (this.asked !== key || this.tab !== tab) return;
    this.lines.style.top = `${this.scroller.scrollTop - (this.scroller.scrollTop / this.scale()) % line}px`;
    fill(this.lines, ...made);
  }

  private async byte_rows(tab: Tab, first: number, rows: number) {
    const offset = first * this.width;
    const {json, bytes} = await tab.ask('bytes', {layer: this.layer, offset, length: rows * this.width});
    return lines_of(bytes, offset, this.width, json.fields, this.marked);
  }

  private async text_rows(tab: Tab, first: number, rows: number) {
    const lines = await lines_of_text(tab, this.layer, first, first + rows);
    return text_rows(lines, this.marked);
  }

  private async choose(offset: number) {
    const {layer, tab} = this;
    const field = await this.tell_field(offset);
    if (!tab || field === null) return;
    this.cursor = offset;
    this.marked = field ? {offset: field.offset, end: field.offset + field.length} : {offset, end: offset + 1};
    await this.draw(true);
    if (field) await tab.select_path(layer, field.path, {from_bytes: true});
  }

  /// Reports the field of a byte; null if something else is shown meanwhile.
  private async tell_field(offset: number): Promise<Field | undefined | null> {
    const {layer} = this;
    const tab = this.tab!;
    const {json} = await tab.ask('field_at', {layer, offset});
    if (!this.is_of(tab, layer)) return null;
    const field: Field | undefined = json.fields[0];
    this.about.textContent = field ? `${hex(offset)} · ${field.path} · ${field.type} · ${field.value}` : `${hex(offset)} · no field has this byte`;
    return field;
  }

  /// From byte to byte, of a text from line to line.
  private key(event: KeyboardEvent) {
    if (event.key === 'c' && (event.ctrlKey || event.metaKey) && this.marked.offset >= 0 && getSelection()?.isCollapsed !== false) {
      event.preventDefault();
      return this.copy();
    }
    if (!this.tab || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / line) - 1);
    const steps: Record<string, number> = {ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity};
    const rows = steps[event.key];
    const is_first = this.cursor < 0 && Math.abs(rows) === 1;  // an arrow begins at the first byte
    const bytes = this.is_text ? undefined : {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (event.key === 'Enter' && this.cursor >= 0) begin(this.choose(this.cursor));
    else if (bytes !== undefined) begin(this.move_to(this.cursor + bytes));
    else if (rows !== undefined) begin(this.is_text ? this.move_to_line(rows) : this.move_to(is_first ? 0 : Math.max(0, this.cursor) + rows * this.width));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private copy() { if (this.tab) begin(copy_bytes(this.tab, this.layer, this.marked, this.is_text)); }

  private async move_to(offset: number) {
    if (this.total === 0) return;
    this.cursor = Math.min(this.total - 1, Math.max(0, offset));
    this.marked = {offset: this.cursor, end: this.cursor + 1};
    const top = Math.floor(this.cursor / this.width) * line * this.scale();
    const {scrollTop, clientHeight} = this.scroller;
    if (top < scrollTop || top > scrollTop + clientHeight - 2 * line) this.scroller.scrollTop = Math.max(0, top - clientHeight / 2);
    await this.draw(true);
    await this.tell_field(this.cursor);
  }

  private async move_to_line(steps: number) {
    const {layer} = this;
    const tab = this.tab!;
    const now = this.cursor < 0 ? 0 : (await tab.ask('line', {layer, offset: this.cursor})).json.line;
    const {json} = await tab.ask('line', {layer, line: Math.min(this.line_count, Math.max(1, now + steps))});
    if (!this.is_of(tab, layer)) return;
    this.go(layer, json.offset, json.end);
    await this.tell_field(json.offset);
  }
}

/// Which field each byte is of.
function owners_of(bytes: Uint8Array, offset: number, fields: Field[]) {
  const owners: (Field | undefined)[] = new Array(bytes.length);
  // Shorter fields lie in longer ones and look different from them.
  for (const field of [...fields].sort((a, b) => b.length - a.length))
    for (let i = Math.max(0, field.offset - offset); i < Math.min(bytes.length, field.offset + field.length - offset); ++i) owners[i] = field;
  const cell = (at: number, text: string, marked: Extent) => {
    const owner = owners[at - offset];
    const on = at >= marked.offset && at < marked.end;
    return element('span', {
      class: `byte${owner ? ` f${owner.number % 6}` : ' none'}${on ? ' on' : ''}`, 'data-at': at,
      'data-path': owner ? `${hex(at)} · ${owner.path} · ${owner.type} · ${owner.value}` : null,
    }, text);
  };
  return {owners, cell};
}

function lines_of(bytes: Uint8Array, offset: number, width: number, fields: Field[], marked: Extent) {
  const {cell} = owners_of(bytes, offset, fields);
  const lines: HTMLElement[] = [];
  for (let begin = 0; begin < bytes.length; begin += width) {
    const cells: HTMLElement[] = [];
    let text = '';
    for (let i = begin; i < Math.min(begin + width, bytes.length); ++i) {
      cells.push(cell(offset + i, bytes[i].toString(16).padStart(2, '0'), marked));
      text += bytes[i] >= 32 && bytes[i] < 127 ? String.fromCharCode(bytes[i]) : '·';
    }
    lines.push(element('div', {class: 'line'}, element('span', {class: 'offset'}, hex(offset + begin)), ...cells, element('span', {class: 'text'}, text)));
  }
  return lines;
}

/// Numbered lines, each in pieces of one field; a line that is too long says how much is left out.
function text_rows(lines: TextLine[], marked: Extent) {
  return lines.map(({number, begin, end, bytes, fields}) => {
    const {owners, cell} = owners_of(bytes, begin, fields);
    const is_on = (at: number) => at >= marked.offset && at < marked.end;
    const cells: HTMLElement[] = [];
    for (let at = 0; at < bytes.length;) {
      let next = at + 1;
      while (next < bytes.length && owners[next] === owners[at] && is_on(begin + next) === is_on(begin + at)) ++next;
      cells.push(cell(begin + at, in_text(bytes.subarray(at, next)), marked));
      at = next;
    }
    const left_out = end - begin - bytes.length;
    const behind = marked.offset < end && marked.end > begin + bytes.length;
    if (left_out > 0) cells.push(element('span', {class: `left-out${behind ? ' on' : ''}`}, ` … and ${count(left_out)} bytes more`));
    const on = marked.offset < end && marked.end > begin && marked.offset >= 0;
    return element('div', {class: `line text-line${on ? ' on' : ''}`, 'data-line': number}, element('span', {class: 'offset'}, String(number).padStart(5)), ...cells);
  });
}
