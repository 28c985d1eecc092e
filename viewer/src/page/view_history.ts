// The history: one entry of the browser's history for each view, and links that the user pastes into the
// address bar. It does not leave a page whose files would be lost.
import {begin} from '../widgets/dom.js';
import {follow_link, link_of} from './link.js';
import type {Tab} from './tab.js';

interface Host {
  readonly tabs: Tab[];
  readonly active?: Tab;
  activate(tab?: Tab): void;
  /// Opens the target of a link; nothing if it is missing.
  open_named(words: URLSearchParams): Promise<Tab | undefined>;
  set_theme(theme: string): void;
  tell(tab: Tab | undefined, text: string): void;
  warn_of_leaving(leave: () => void): void;
}

/// A tab keeps its number as long as the page lives. The floor is the lowest entry of the page.
interface Entry { page: number; tab: number | null; title: string; floor?: boolean }

export class ViewHistory {
  private timer = 0;
  private place?: string;  // the content of the current entry
  private going = 0;       // steps along the history or a link that have not finished
  private has_floor = history.length === 1;  // without an entry before the page, Back cannot leave it
  private at_floor = false;
  private is_warned = false;  // delayed: about files that would be closed

  constructor(private readonly host: Host) {
    addEventListener('popstate', event => begin(this.go(event.state as Entry | null)));
  }

  /// The first screen is the first entry, unless a link leads elsewhere at once.
  begin() {
    this.place = place_of(null, new URLSearchParams());
    history.replaceState({page: performance.timeOrigin, tab: null, title: ''} satisfies Entry, '');
  }

  /// Delayed, however much moves meanwhile: a new entry for another view, otherwise the current one is
  /// updated.
  note(after: number) {
    if (after === 0) this.write();
    else this.timer ||= window.setTimeout(() => this.write(), after);
  }

  /// What happens until then is one step.
  async during(work: Promise<unknown> | undefined) {
    ++this.going;
    try {
      await work;
    } finally {
      --this.going;
      this.note(this.place === undefined ? 0 : 300);  // a first view that waits would be one with the next
    }
  }

  private write() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.going > 0) return;
    const {active} = this.host;
    const words = link_of(active, document.documentElement.dataset.theme!);
    const entry: Entry = {page: performance.timeOrigin, tab: active?.number ?? null, title: active?.title ?? '', floor: this.at_floor};
    const place = place_of(entry.tab, words);
    const is_new = this.place !== undefined && this.place !== place;
    this.place = place;
    if (!is_new) return history.replaceState(entry, '', `#${words}`);
    this.lay_floor();
    this.at_floor = false;
    history.pushState({...entry, floor: false}, '', `#${words}`);
  }

  /// The first view has a copy below it: a user who goes back to it is about to leave the page.
  private lay_floor() {
    if (this.has_floor) return;
    this.has_floor = true;
    const {state} = history;
    history.replaceState({...state, floor: true}, '');
    history.pushState(state, '');
  }

  /// To the view of an entry; without one, to the target of a pasted link.
  private async go(entry: Entry | null) {
    clearTimeout(this.timer);
    this.timer = 0;
    this.place = undefined;
    this.at_floor = entry?.page === performance.timeOrigin && entry.floor === true;
    if (this.at_floor && !this.can_be_restored) {
      this.is_warned = true;
      return history.forward();
    }
    if (this.at_floor) history.back();
    const words = new URLSearchParams(location.hash.slice(1));
    await this.during(entry?.page === performance.timeOrigin ? this.go_back(entry, words) : this.follow(words));
    if (this.is_warned && !this.at_floor) this.host.warn_of_leaving(() => history.go(-2));
    this.is_warned = false;
  }

  /// Whether the link of the page says all that is open in it.
  private get can_be_restored() {
    const {tabs} = this.host;
    return tabs.length === 0 || (tabs.length === 1 && tabs[0].source !== undefined && tabs[0].edits.list.length === 0);
  }

  private async go_back({tab: number, title}: Entry, words: URLSearchParams) {
    const tab = this.host.tabs.find(each => each.number === number) ?? await this.host.open_named(words);
    if (number !== null && !tab) return this.host.tell(this.host.active, `${title} was closed: open it again to look at it.`);
    if (tab !== this.host.active) this.host.activate(tab);
    if (tab) await this.look(tab, words);
  }

  private async follow(words: URLSearchParams) {
    const theme = words.get('theme');
    if (theme) this.host.set_theme(theme);
    const named = words.get('file') ?? words.get('sample');
    const tab = named ? await this.host.open_named(words) : this.host.active;
    if (!tab) return named ? this.host.tell(this.host.active, `The link is to ${named}, which is not here: open it first.`) : undefined;
    if (tab !== this.host.active) this.host.activate(tab);
    await this.look(tab, words);
  }

  private async look(tab: Tab, words: URLSearchParams) {
    if (!words.has('at') && tab.selection) tab.clear();
    if (tab.area && !words.has('room') && !words.has('at') && tab.path !== tab.area.layout) await tab.look_at(tab.area.layout);
    await follow_link(tab, words);
  }
}

function place_of(tab: number | null, words: URLSearchParams) { return [tab, words.get('room'), words.get('layer'), words.get('at')].join(' '); }
