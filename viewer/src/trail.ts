// The way back: what was looked at, one entry of the browser's history each, and links that somebody pastes over the address.
import {begin} from './dom.js';
import {follow_link, link_of} from './link.js';
import type {Tab} from './tab.js';

interface Host {
  readonly tabs: Tab[];
  readonly active?: Tab;
  activate(tab?: Tab): void;
  /// Opens what a link names; nothing where there is no such thing.
  open_named(words: URLSearchParams): Promise<Tab | undefined>;
  set_theme(theme: string): void;
  tell(tab: Tab | undefined, text: string): void;
}

interface Entry { page: number; tab: number | null; title: string }  // a tab has its number as long as the page is there

export class Trail {
  private timer = 0;
  private place?: string;  // what the entry that one is at is about
  private going = 0;       // ways back or along a link that are not at their end

  constructor(private readonly host: Host) {
    addEventListener('popstate', event => begin(this.go(event.state as Entry | null)));
  }

  /// The first screen is where the way begins, unless a link leads elsewhere at once.
  begin() {
    this.place = place_of(null, new URLSearchParams());
    history.replaceState({page: performance.timeOrigin, tab: null, title: ''} satisfies Entry, '');
  }

  /// Soon, however much moves meanwhile: a new entry where something else is looked at, otherwise the same one as it is now.
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
      this.note(300);
    }
  }

  private write() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.going > 0) return;
    const {active} = this.host;
    const words = link_of(active, document.documentElement.dataset.theme!);
    const entry: Entry = {page: performance.timeOrigin, tab: active?.number ?? null, title: active?.title ?? ''};
    const place = place_of(entry.tab, words);
    const is_new = this.place !== undefined && this.place !== place;
    this.place = place;
    if (is_new) history.pushState(entry, '', `#${words}`);
    else history.replaceState(entry, '', `#${words}`);
  }

  /// To what an entry was about; without one, to what a pasted link means.
  private async go(entry: Entry | null) {
    clearTimeout(this.timer);
    this.timer = 0;
    this.place = undefined;
    const words = new URLSearchParams(location.hash.slice(1));
    await this.during(entry?.page === performance.timeOrigin ? this.go_back(entry, words) : this.follow(words));
  }

  private async go_back({tab: number, title}: Entry, words: URLSearchParams) {
    const tab = this.host.tabs.find(each => each.number === number) ?? await this.host.open_named(words);
    if (number !== null && !tab) return this.host.tell(this.host.active, `${title} was closed: drop it again to look at it.`);
    if (tab !== this.host.active) this.host.activate(tab);
    if (tab) await this.look(tab, words);
  }

  private async follow(words: URLSearchParams) {
    const theme = words.get('theme');
    if (theme) this.host.set_theme(theme);
    const named = words.get('file') ?? words.get('sample');
    const tab = named ? await this.host.open_named(words) : this.host.active;
    if (!tab) return named ? this.host.tell(this.host.active, `The link is to ${named}, which is not here: drop it first.`) : undefined;
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
