// The legend below the picture: the meaning of the colours, and switches for them.
import {count, counted, element, fill, find, restore_focus_later, icon} from '../widgets/dom.js';
import type {Group, Words} from '../picture/paint.js';
import type {Tab} from '../page/tab.js';

const several = 4;    // of one colour are one entry until the legend is opened
const longest = 400;  // entries that are made

/// A line of the legend: one group, or many that look the same.
interface Entry extends Words { colour: string; groups: Group[]; triangles: number; both?: number[]; hidden: boolean }

function entry_of({label, in_full}: Words, groups: Group[]): Entry {
  const both = groups[0].both && [0, 1].map(side => groups.reduce((sum, each) => sum + each.both![side], 0));
  return {label, in_full, groups, both, colour: groups[0].colour, triangles: groups.reduce((sum, each) => sum + each.triangles, 0), hidden: groups.every(each => each.hidden)};
}

/// Groups with a colour of their own first; those that look the same are one entry at the end.
function entries_of(groups: Group[], in_words: (label: string) => Words, is_open: boolean): Entry[] {
  const own = (group: Group) => entry_of(in_words(group.label), [group]);
  if (is_open) return groups.map(own);
  const colours = new Map<string, Group[]>();
  for (const group of groups) if (!colours.get(group.colour)?.push(group)) colours.set(group.colour, [group]);
  const alone = groups.filter(group => colours.get(group.colour)!.length < several).map(own);
  const together = [...colours.values()].filter(each => each.length >= several).map(each => entry_of({label: `${count(each.length)} of one colour`, in_full: false}, each));
  return [...alone, ...together];
}

/// Of two files, with the groups of either.
function groups_of_both(own: Group[], theirs: Group[], is_right: boolean): Group[] {
  const number = (groups: Group[], label: string) => groups.find(each => each.label === label)?.triangles ?? 0;
  const [left, right] = is_right ? [theirs, own] : [own, theirs];
  const known = new Set(own.map(group => group.label));
  return [...own, ...theirs.filter(group => !known.has(group.label))].map(group => ({...group, both: [number(left, group.label), number(right, group.label)]}));
}

export class Legend {
  private readonly place = find('legend');
  private readonly open = new WeakSet<Tab>();

  show(tab: Tab | undefined, partner?: Tab, is_right = false) {
    const paint = tab?.view?.paint;
    this.place.hidden = !paint;
    if (!tab || !paint) return;
    const groups = partner?.view ? groups_of_both(paint.groups(), partner.view.paint.groups(), is_right) : paint.groups();
    // Of one colour only it would explain nothing.
    this.place.hidden = groups.length < 2 || (!groups.some(group => group.hidden) && new Set(groups.map(group => group.colour)).size < 2);
    this.draw(tab, groups);
  }

  private draw(tab: Tab, groups: Group[]) {
    const {paint} = tab.view!;
    const is_open = this.open.has(tab);
    const entries = entries_of(groups, label => paint.in_words(label), is_open);
    const shown = entries.slice(0, longest);
    const chips = element('div', {class: 'legend-chips'}, ...shown.map(entry => this.chip(tab, entry)),
      entries.length > longest && element('span', {class: 'kind'}, `… and ${count(entries.length - longest)} more`));
    const more = element('button', {
      class: 'small', 'aria-expanded': String(is_open), 'data-key': 'all of them',
      onclick: () => {
        if (!this.open.delete(tab)) this.open.add(tab);
        this.draw(tab, groups);
      },
    }, is_open ? 'Fewer' : `All ${count(groups.length)}`, icon(is_open ? 'up' : 'down'));
    const focus_again = restore_focus_later(this.place);
    fill(this.place, chips, more);
    focus_again();
    this.place.classList.toggle('open', is_open);
    more.hidden = !is_open && entries.length === groups.length && chips.scrollHeight <= chips.clientHeight + 2 && chips.scrollWidth <= chips.clientWidth;
  }

  private chip(tab: Tab, {label, in_full, colour, groups, triangles, both, hidden}: Entry) {
    const said = both ? `${counted(both[0], 'triangle')} on the left, ${count(both[1])} on the right` : counted(triangles, 'triangle');
    const {off} = tab.view!.paint;
    return element('button', {
      class: 'legend-chip', 'data-key': label, 'aria-pressed': String(!hidden), title: `${hidden ? 'Show' : 'Hide'} ${label}, ${said}`,
      onclick: () => {
        for (const group of groups) { if (hidden) off.delete(group.label); else off.add(group.label); }
        tab.repaint();
      },
    }, element('span', {class: 'swatch', style: `background:${colour}`}), element('span', {class: 'label'}, label), element('span', {class: 'kind'}, both && both[0] !== both[1] ? both.map(count).join(' | ') : in_full ? counted(triangles, 'triangle') : count(triangles)));
  }
}
