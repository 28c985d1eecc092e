// Elements in a line each.
import {without_turns} from './shown_names.js';

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: never) => void) | null | undefined>;

/// element('button', {class: 'chip', onclick: …}, 'text')
export function element<K extends keyof HTMLElementTagNameMap>(
    tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') made.addEventListener(name.slice(2), value as (event: Event) => void);
    else made.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child) made.append(child);
  return made;
}

export function find<T extends HTMLElement = HTMLElement>(id: string) { return document.getElementById(id) as T; }

export function fill(parent: HTMLElement, ...children: Child[]) {
  parent.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
}

/// Call this before a place is rebuilt. The returned function gives the focus back to the element of the same
/// name, and says whether there is one.
export function restore_focus_later(place: HTMLElement) {
  const key_of = (each: HTMLElement) => each.dataset.key ?? each.getAttribute('aria-label') ?? each.textContent;
  const focused = document.activeElement as HTMLElement | null;
  const key = focused && place.contains(focused) ? key_of(focused) : null;
  return () => {
    const again = key ? [...place.querySelectorAll<HTMLElement>('button, select')].find(each => key_of(each) === key) : undefined;
    again?.focus();
    return again !== undefined;
  };
}

const icons: Record<string, string> = {
  open: 'M2 4h4l1.5 2H14v7H2z',
  sample: 'M8 1.5 14 5v6l-6 3.5L2 11V5zM8 8v6.5M8 8 2 5M8 8l6-3',
  compare: 'M2 3h5v10H2zM9 3h5v10H9z',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M3 13.5h10',
  theme: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  keys: 'M2 4h12v8H2zM4 6.5h1M7.5 6.5h1M11 6.5h1M5 9.5h6',
  pencil: 'M3 13l.8-3L11 2.8 13.2 5 6 12.2zM9.5 4.3l2.2 2.2',
  close: 'M4 4l8 8M12 4l-8 8',
  frame: 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4',
  camera: 'M2 5h3l1-2h4l1 2h3v8H2zM8 11a2.2 2.2 0 1 0 0-4.4A2.2 2.2 0 0 0 8 11z',
  path: 'M3 13a1.6 1.6 0 1 0 0-.1M13 3a1.6 1.6 0 1 0 0-.1M4.5 12C9 12 6 5 11.5 3.5',
  play: 'M4 2.5v11l9-5.5z',
  pause: 'M4.5 3v10M11.5 3v10',
  loop: 'M3 8a5 5 0 0 1 9-3M13 8a5 5 0 0 1-9 3M12 2v3H9M4 14v-3h3',
  layers: 'M8 2 14 5.5 8 9 2 5.5zM2 8.5 8 12l6-3.5M2 11.5 8 15l6-3.5',
  tree: 'M3 3h4M5 3v9M5 7.5h4M5 12h4M10.5 6h3v3h-3zM10.5 10.5h3v3h-3z',
  fields: 'M2 4h12M2 8h12M2 12h12M6 4v8',
  findings: 'M8 2 14.5 13.5h-13zM8 6v4M8 11.6v.6',
  'node-room': 'M2 14V5l6-3 6 3v9zM6.5 14v-4h3v4',
  'node-visual': 'M8 2 13.5 12.5h-11zM8 2v10.5',
  'node-skin': 'M8 2 13.5 12.5h-11zM5.5 10.5l5-4',
  'node-hidden': 'M8 2.5 13 12H3zM2.5 2.5l11 11',
  'node-armor': 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4z',
  'node-collision': 'M3 5l5-3 5 3v6l-5 3-5-3zM3 5l5 3 5-3M8 8v6',
  'node-walkmesh': 'M2 11 6 4h8l-4 7zM4 7.5h8',
  'node-light': 'M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15',
  'node-bone': 'M4 12a1.6 1.6 0 1 0 0-.1M12 4a1.6 1.6 0 1 0 0-.1M5 11l6-6',
  'node-helper': 'M8 2v12M2 8h12M8 8l3 3',
  'node-group': 'M3 3h4v4H3zM9 9h4v4H9zM5 7v4h4',
  bytes: 'M3 3h3v4H3zM10 3v4M3 9.5v4M7 9.5h3v4H7zM13 9.5v4M13 3v4M7 3v4',
};

export function icon(name: string) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'icon');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', icons[name]);
  svg.append(path);
  return svg;
}

export function hex(offset: number) { return '0x' + offset.toString(16).padStart(8, '0'); }
/// 1 row, 2 rows
export function counted(number: number, what: string, several = `${what}s`) { return `${count(number)} ${number === 1 ? what : several}`; }
/// With at most three decimals.
export function short(number: number) { return String(Number(number.toFixed(3))); }
export function count(number: number) { return number.toLocaleString('en-US'); }
export function size(bytes: number) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/// A number or text that a click copies, or Enter.
export function copyable(text: string) {
  return element('button', {
    class: 'copy', title: 'Copy', 'aria-label': `${text}, copy`,
    onclick: (event: Event) => {
      event.stopPropagation();
      begin(navigator.clipboard?.writeText(text).then(() => say(`Copied ${text}`)));
    },
  }, ...breakable(text));
}

/// A long name breaks after an underscore or a slash or before a dot, not in the middle of a word.
function breakable(text: string): Child[] {
  if (!/[a-z]/i.test(text)) return [text];
  return text.split(/(?<=[_/])|(?=\.[a-z])/i).flatMap((piece, i) => i === 0 ? [piece] : [document.createElement('wbr'), piece]);
}

/// a, b and c
export function in_a_row(words: string[]) { return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`; }

/// A value of JSON as people write it.
export function in_words(value: unknown): string {
  if (Array.isArray(value)) return value.map(in_words).join(value.some(each => each !== null && typeof each === 'object') ? '; ' : ', ');
  if (value !== null && typeof value === 'object') return Object.entries(value).map(([name, each]) => `${name.replaceAll('_', ' ')} ${in_words(each)}`).join(', ');
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

/// The place for errors of clicks: the page sets it.
export const troubles = {tell: (_error: Error) => {}};

/// Runs the work of a click. A failure is reported in one place; a file closed meanwhile is not a failure.
export function begin(work: Promise<unknown> | undefined) {
  work?.catch(error => { if (error.message !== 'closed') troubles.tell(error); });
}

/// After the next frame; a hidden page draws nothing and need not wait.
export function next_frame() {
  return new Promise<void>(take => { if (document.hidden) setTimeout(take); else requestAnimationFrame(() => setTimeout(take)); });
}

/// Tells it in the status line, which screen readers read out.
export function say(text: string) { find('status').textContent = without_turns(text); }
