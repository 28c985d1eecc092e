// The bytes with their fields in colours. Only what is on the screen is asked for and made.
import {count, element, fill, find, hex} from './dom.js';
import type {Tab} from './tab.js';

const line = 20;           // pixels
const tallest = 8_000_000;  // that browsers scroll reliably

interface Field { path: string; offset: number; length: number; type: string; value: string }

export class Bytes {
  private readonly pane = find('bytes');
  private readonly scroller = element('div', {class: 'scroller', tabindex: 0, 'aria-label': 'Bytes of the file'});
  private readonly space = element('div', {class: 'space'});
  private readonly lines = element('div', {class: 'lines mono'});
  private readonly about = element('div', {class: 'about', role: 'status'});
  private readonly goto = element('input', {class: 'mono', placeholder: 'offset, e.g. 0x84', 'aria-label': 'Go to offset', size: 18});
  private readonly layers = element('select', {'aria-label': 'Which file'});
  private tab?: Tab;
  private layer = 0;
  private total = 0;
  private marked = {offset: -1, end: -1};
  private width = 16;
  private asked = '';
  private pending = false;

  constructor() {
    this.space.append(this.lines);
    this.scroller.append(this.space);
    fill(this.pane, element('div', {class: 'tools'}, this.layers, this.goto), this.scroller, this.about);
    this.scroller.addEventListener('scroll', () => void this.draw());
    new ResizeObserver(() => void this.draw(true)).observe(this.scroller);
    this.goto.addEventListener('change', () => {
      const offset = Number(this.goto.value.trim());
      if (Number.isInteger(offset) && offset >= 0 && offset < this.total) this.go(this.layer, offset, offset + 1);
    });
    this.layers.addEventListener('change', () => { this.set_layer(Number(this.layers.value)); void this.draw(true); });
    this.lines.addEventListener('click', event => {
      const offset = Number((event.target as HTMLElement).dataset.at ?? -1);
      if (offset >= 0) void this.choose(offset);
    });
    this.lines.addEventListener('pointerover', event => {
      const path = (event.target as HTMLElement).dataset.path;
      if (path) this.about.textContent = path;
    });
  }

  show(tab?: Tab) {
    this.tab = tab;
    this.marked = {offset: -1, end: -1};
    const layers = tab?.about?.layers ?? [];
    fill(this.layers, ...layers.map((layer: any, i: number) => element('option', {value: i}, layer.name)));
    this.layers.hidden = layers.length < 2;
    this.set_layer(0);
    this.scroller.scrollTop = 0;
    this.about.textContent = tab ? `${count(this.total)} bytes. Click one to see its field.` : '';
    void this.draw(true);
  }

  private set_layer(layer: number) {
    this.layer = layer;
    this.layers.value = String(layer);
    this.total = this.tab?.about?.layers[layer]?.bytes ?? 0;
  }

  /// Scrolls there and marks it.
  go(layer: number, offset: number, end: number) {
    if (layer !== this.layer) this.set_layer(layer);
    this.marked = {offset, end: Math.max(end, offset + 1)};
    this.pending = true;
    void this.draw(true);
  }

  /// A hidden pane has no size: it is scrolled when it is seen.
  private scroll_to_marked() {
    this.pending = false;
    const row = Math.floor(this.marked.offset / this.width);
    this.scroller.scrollTop = Math.max(0, (row - 4) * line * this.scale());
  }

  private rows() { return Math.ceil(this.total / this.width); }
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
    if (this.pending) this.scroll_to_marked();
    const first = Math.floor(this.scroller.scrollTop / this.scale() / line);
    const rows = Math.ceil(this.scroller.clientHeight / line) + 2;
    const offset = first * this.width;
    const key = `${this.layer} ${offset} ${rows} ${this.width}`;
    if (!anew && key === this.asked) return;
    this.asked = key;
    const {json, bytes} = await tab.ask('bytes', {layer: this.layer, offset, length: rows * this.width});
    if (this.asked !== key || this.tab !== tab) return;
    this.lines.style.top = `${this.scroller.scrollTop - (this.scroller.scrollTop / this.scale()) % line}px`;
    fill(this.lines, ...lines_of(bytes, offset, this.width, json.fields, this.marked));
  }

  private async choose(offset: number) {
    const tab = this.tab!;
    const {json} = await tab.ask('field_at', {layer: this.layer, offset});
    const field: Field | undefined = json.fields[0];
    this.marked = field ? {offset: field.offset, end: field.offset + field.length} : {offset, end: offset + 1};
    this.about.textContent = field ? `${hex(offset)} · ${field.path} · ${field.type} · ${field.value}` : `${hex(offset)} · no field has this byte`;
    await this.draw(true);
    if (field) await tab.select_path(this.layer, field.path, true);
  }
}

function lines_of(bytes: Uint8Array, offset: number, width: number, fields: Field[], marked: {offset: number; end: number}) {
  const owners: (Field | undefined)[] = new Array(bytes.length);
  const numbers = new Map<string, number>();
  // Shorter fields lie in longer ones and are told apart from them.
  for (const field of [...fields].sort((a, b) => b.length - a.length))
    for (let i = Math.max(0, field.offset - offset); i < Math.min(bytes.length, field.offset + field.length - offset); ++i) owners[i] = field;
  let next = 0;
  for (const owner of owners) if (owner && !numbers.has(owner.path)) numbers.set(owner.path, next++);
  const lines: HTMLElement[] = [];
  for (let begin = 0; begin < bytes.length; begin += width) {
    const cells: HTMLElement[] = [];
    let text = '';
    for (let i = begin; i < Math.min(begin + width, bytes.length); ++i) {
      const owner = owners[i];
      const at = offset + i;
      const on = at >= marked.offset && at < marked.end;
      cells.push(element('span', {
        class: `byte${owner ? ` f${numbers.get(owner.path)! % 6}` : ' none'}${on ? ' on' : ''}`, 'data-at': at,
        'data-path': owner ? `${hex(at)} · ${owner.path} · ${owner.type} · ${owner.value}` : null,
      }, bytes[i].toString(16).padStart(2, '0')));
      text += bytes[i] >= 32 && bytes[i] < 127 ? String.fromCharCode(bytes[i]) : '·';
    }
    lines.push(element('div', {class: 'line'}, element('span', {class: 'offset'}, hex(offset + begin)), ...cells, element('span', {class: 'text'}, text)));
  }
  return lines;
}
