// Missing models whose animations the shown one takes: their names, and a place to drop them.
import {begin, element, fill} from '../widgets/dom.js';
import {shown_name} from '../widgets/shown_names.js';
import type {Tab} from '../page/tab.js';

/// What the page does with files that are chosen here: the same as with any that are dropped.
export const chosen_files = {take: async (_files: FileList): Promise<void> => {}};

export class MissingSupermodel {
  readonly place = element('span', {class: 'givers', hidden: true});
  private readonly chooser = element('input', {type: 'file', multiple: true, hidden: true, 'aria-label': 'The model that animations come from'});
  private tab?: Tab;

  constructor(private readonly bar: HTMLElement) {
    this.chooser.addEventListener('change', () => {
      begin(chosen_files.take(this.chooser.files!).finally(() => { this.chooser.value = ''; }));
    });
  }

  /// The bar is shown where a model is missing, though there is nothing to play yet.
  show(tab?: Tab) {
    this.tab = tab;
    this.place.hidden = true;
    fill(this.place);
    if (tab?.view && !tab.area) begin(this.ask(tab));
  }

  private async ask(tab: Tab) {
    const {lacks} = (await tab.ask('lacks')).json;
    const names = lacks.filter(each => each.kind === 'supermodel').map(each => each.name);
    if (this.tab !== tab || names.length === 0) return;
    const [name] = names;  // of a chain only the first is known
    const file = `${shown_name(name)}.mdl`;
    fill(this.place, element('span', {}, `${tab.model!.clips.length > 0 ? 'More' : 'Its'} animations come from ${shown_name(name)}, which is missing: `, element('span', {class: 'by-mouse'}, `drop ${file} here, or`)),
      element('button', {class: 'small', onclick: () => this.chooser.click()}, 'choose it'), this.chooser);
    this.place.hidden = false;
    if (!this.bar.hidden) return void this.bar.append(this.place);
    fill(this.bar, this.place);
    this.bar.hidden = false;
  }
}
