// The differences of two files, by part, filtered while the user types.
import {begin, count, element, fill, restore_focus_later} from '../widgets/dom.js';
import type {ComparisonAnswers, Difference, DifferingPart, DifferingParts} from '../library/answers.js';

export type Ask = <Q extends 'differences' | 'parts'>(question: Q, words: object) => Promise<ComparisonAnswers[Q]>;

const rows_at_once = 100;
const parts_at_once = 100;

/// The place of a difference in its part, without the name above.
export function within_part(where: string) {
  const [, name, rest] = /^.*?\[([^\]]*)\]\.(.+)$/.exec(where) ?? [];
  return rest && !/^\d+$/.test(name) ? rest : where;
}

/// The rows of a list, so many at a time, and a button for the others.
class Pages {
  readonly place = element('div', {class: 'pages'});
  private number = 0;
  private asked = 0;

  constructor(private readonly total: number, private readonly at_once: number, private readonly rows: (from: number) => Promise<HTMLElement[]>) {}

  /// Nothing if the user has turned the page meanwhile.
  async show(number = 0) {
    const asked = ++this.asked;
    const rows = await this.rows(number * this.at_once);
    if (asked !== this.asked) return;
    this.number = number;
    const focus_again = restore_focus_later(this.place);
    fill(this.place, ...rows, this.total > this.at_once && this.turns());
    focus_again();
  }

  private turns() {
    const last = Math.ceil(this.total / this.at_once) - 1;
    const {number} = this;
    const turn = (text: string, label: string, to: number) => element('button', {class: 'small', 'aria-label': label, disabled: to === number || to < 0 || to > last, onclick: () => begin(this.show(to))}, text);
    const from = number * this.at_once;
    const typed = element('input', {class: 'mono', size: 8, value: count(from + 1), 'aria-label': `Go to one of ${count(this.total)}`, onchange: () => {
      const wanted = Number(typed.value.replaceAll(',', ''));
      if (wanted >= 1 && wanted <= this.total) begin(this.show(Math.floor((wanted - 1) / this.at_once)));
      else typed.value = count(from + 1);
    }});
    return element('div', {class: 'turns'}, turn('«', 'First', 0), turn('‹', 'Previous', number - 1), typed,
      element('span', {}, `to ${count(Math.min(from + this.at_once, this.total))} of ${count(this.total)}`), turn('›', 'Next', number + 1), turn('»', 'Last', last));
  }
}

/// All of them by part, if they contain the text of the filter.
export class DifferenceList {
  readonly tools: HTMLElement;
  readonly place = element('div', {class: 'differences'});
  private readonly filter = element('input', {type: 'search', placeholder: 'Filter by name or value', 'aria-label': 'Filter the differences', oninput: () => this.soon()});
  private readonly with_layout: HTMLElement;
  private timer = 0;
  private asked = 0;

  constructor(private readonly first: DifferingParts, private readonly ask: Ask, private readonly go: (difference: Difference) => void) {
    this.with_layout = element('button', {
      class: 'chip', 'aria-pressed': String(first.layout === first.total), title: 'Where things lie in the file, such as offsets and counts',
      onclick: () => { this.with_layout.setAttribute('aria-pressed', String(!this.shows_layout)); begin(this.show()); },
    }, `Places in the file (${count(first.layout)})`);
    this.tools = element('div', {class: 'tools'}, this.filter, first.layout > 0 && first.layout < first.total && this.with_layout);
  }

  private get shows_layout() { return this.with_layout.getAttribute('aria-pressed') === 'true'; }

  private soon() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => begin(this.show()), 120);
  }

  async show() {
    const asked = ++this.asked;
    const words = {text: this.filter.value.trim(), layout: this.shows_layout};
    const parts_of = (from: number) => this.ask('parts', {...words, from, most: parts_at_once});
    const found = await parts_of(0);
    if (asked !== this.asked) return;
    const pages = new Pages(found.part_total, parts_at_once, async from => (from === 0 ? found : await parts_of(from)).parts.map((each, i) => this.part(each, words, (from === 0 && i === 0) || words.text !== '')));
    await pages.show();
    if (asked !== this.asked) return;
    fill(this.place, this.first.layout === this.first.total && element('p', {class: 'empty'}, 'They differ only in where things lie in the file.'), pages.place,
      found.matching === 0 && element('p', {class: 'empty'}, words.text === '' ? 'Nothing else differs.' : `No difference has “${words.text}” in it.`));
  }

  /// Its rows are requested when it is opened.
  private part({part, count: number}: DifferingPart, words: object, open: boolean) {
    const pages = new Pages(number, rows_at_once, async from => (await this.ask('differences', {...words, part, from, most: rows_at_once})).differences.map(each => this.row(each)));
    let is_asked = false;
    const load = () => { if (!is_asked) begin(pages.show()); is_asked = true; };
    const details = element('details', {class: 'part', open, ontoggle: () => { if (details.open) load(); }},
      element('summary', {}, element('span', {class: 'mono'}, part), element('span', {class: 'badge'}, count(number))), pages.place);
    if (open) load();
    return details;
  }

  private row(each: Difference) {
    return element('button', {class: 'finding', title: each.where, onclick: () => this.go(each)},
      element('span', {class: 'mono'}, within_part(each.where)), element('span', {class: 'place mono'}, each.words || `${each.a || '(empty)'} → ${each.b || '(empty)'}`));
  }
}
