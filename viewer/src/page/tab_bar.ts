// The tabs of the opened files, and a list of all of them if they do not fit.
import {close_menus, menu} from '../widgets/controls.js';
import {count, element, fill, find, restore_focus_later, icon} from '../widgets/dom.js';
import {arrows_in, rove_tabs} from '../widgets/tab_list.js';
import type {Tab} from './tab.js';

/// Titles of tabs; where several are the same, with the folder or a number.
export function names_of(tabs: Tab[]): Map<Tab, string> {
  const titles = new Map<string, Tab[]>();
  for (const tab of tabs) if (!titles.get(tab.title)?.push(tab)) titles.set(tab.title, [tab]);
  const names = new Map<Tab, string>();
  for (const [title, same] of titles) {
    const folders = same.map(tab => (tab.area?.layout ?? tab.path).split('/').at(-2) ?? '');
    const tells = new Set(folders).size === same.length;
    same.forEach((tab, i) => names.set(tab, same.length === 1 || (!tells && i === 0) ? title : `${title} (${tells && folders[i] || i + 1})`));
  }
  return names;
}

export class TabBar {
  private readonly place = find('tabs');
  private readonly more = find('tabs-button');

  constructor(private readonly host: {readonly tabs: Tab[]; active?: Tab; activate(tab?: Tab): void; asked_to_close(tab: Tab): void}) {
    menu(this.more, find('tabs-menu'));
    new ResizeObserver(() => this.measure()).observe(this.place);
    arrows_in(this.place);
    this.place.addEventListener('keydown', event => {
      const tab = host.tabs.find(each => id_of(each) === (event.target as HTMLElement).id);
      if (event.key !== 'Delete' || !tab) return;
      event.preventDefault();
      host.asked_to_close(tab);
      this.place.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
    });
  }

  show() {
    const {tabs, active} = this.host;
    const is_by_keys = this.place.querySelector(':focus-visible') !== null;  // clicks continue there
    const focus_again = restore_focus_later(this.place);
    const names = names_of(tabs);
    // The list contains tabs only: their close buttons are beside it.
    const list = element('div', {role: 'tablist', 'aria-label': 'Opened files', class: 'tab-list', hidden: tabs.length === 0, 'aria-owns': tabs.map(id_of).join(' ')});
    fill(this.place, list, ...tabs.map(tab => element('div', {class: `tab${tab.edits.is_unsaved ? ' edited' : ''}`},
      element('button', {role: 'tab', id: id_of(tab), 'aria-controls': 'middle', 'aria-keyshortcuts': 'Delete', 'aria-selected': String(tab === active), 'aria-label': `${names.get(tab)!}${tab.edits.is_unsaved ? ', edited' : ''}`, onclick: () => this.host.activate(tab), title: tab.edits.list.length > 0 ? `${tab.path} · ${tab.edits.text}` : tab.path}, ...cut_in_the_middle(names.get(tab)!)),
      element('button', {class: 'plain', tabindex: tab === active ? 0 : -1, 'aria-label': `Close ${names.get(tab)}`, onclick: () => this.host.asked_to_close(tab)}, icon('close')))));
    rove_tabs(this.place);
    if (is_by_keys && !focus_again()) this.place.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
    fill(find('tabs-menu'), ...tabs.map(tab => element('button', {
      role: 'menuitemradio', 'aria-checked': String(tab === active), title: tab.path, onclick: () => { close_menus(); this.host.activate(tab); },
    }, element('span', {}, names.get(tab)!), element('span', {class: 'kind'}, tab.about?.format_name ?? ''))));
    this.measure();
  }

  /// The list is offered if tabs are out of sight; the shown one never is.
  private measure() {
    const {tabs} = this.host;
    const beside = this.more.hidden ? 0 : this.more.offsetWidth + 12;  // the space of the button
    fill(this.more, `All ${count(tabs.length)}`, icon('down'));
    this.more.setAttribute('aria-label', `All ${count(tabs.length)} opened files`);
    this.more.hidden = this.place.scrollWidth <= this.place.clientWidth + beside;
    this.place.querySelector('[aria-selected=true]')?.parentElement!.scrollIntoView({block: 'nearest', inline: 'nearest'});
  }
}

/// Of the tab in the page.
function id_of(tab: Tab) {
  if (!ids.has(tab)) ids.set(tab, `file-${++last_id}`);
  return ids.get(tab)!;
}
const ids = new WeakMap<Tab, string>();
let last_id = 0;

/// A long name loses the part before its extensions, never these: they distinguish a model from its walkmesh
/// and from its text.
function cut_in_the_middle(name: string) {
  const end = /(?:\.\w{1,10}){1,2}(?: \([^()]*\))?$/.exec(name)?.[0] ?? '';
  return [element('span', {class: 'name-start'}, name.slice(0, name.length - end.length)), element('span', {class: 'name-end'}, end)];
}
