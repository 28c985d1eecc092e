// The formats in which a file can be downloaded; in an area, the file in view.
import {close_menus, menu} from '../widgets/controls.js';
import {begin, element, fill, find, icon, in_a_row, say, size} from '../widgets/dom.js';
import {mark} from './findings.js';
import {save} from './view_tools.js';
import {messages} from '../library/library.js';
import type {Tab} from '../page/tab.js';

interface Target { name: string; extension: string; file: string; adds: string[] }

/// Optional parts of a scene besides the game's picture at its finest level.
const additions: Record<string, string> = {lod: 'all levels', hidden: 'hidden parts', collision: 'collision', armor: 'armor', lights: 'lights'};

export class DownloadMenu {
  private readonly button = find<HTMLButtonElement>('download');
  private readonly list = find('download-menu');

  constructor(private readonly fail: (path: string, error: Error) => void) { menu(this.button, this.list); }

  show(tab?: Tab) {
    const targets: Target[] = tab?.about?.targets ?? [];
    this.button.disabled = !tab || (targets.length === 0 && !tab.rooms);
    if (!tab) return;
    const file = tab.path.split('/').pop()!;
    if (targets.length === 0) return fill(this.list, element('p', {class: 'menu-head'}, `${file} only says where rooms are. Click a room, or choose it as what is looked into, to download it.`));
    const entry = (target: Target, text: string, all: boolean) => element('button', {role: 'menuitem', onclick: () => { close_menus(); begin(this.download(tab, target.file, all)); }},
      element('span', {class: 'mono'}, target.extension), element('span', {class: 'kind'}, text));
    fill(this.list, element('p', {class: 'menu-head'}, `Download ${file} as`), ...edited_entry(tab, file), ...targets.flatMap(target => {
      const more = tab.has_beside(target.adds).map(each => additions[each]);
      if (more.length === 0) return [entry(target, target.name, false)];
      return [entry(target, `${target.name}: as the game draws it`, false), entry(target, `${target.name}: with ${in_a_row(more)}`, true)];
    }));
  }

  private async download(tab: Tab, name: string, all: boolean) {
    find('trouble').hidden = true;  // of an earlier one
    try {
      const {json, bytes, companion} = await tab.ask('convert', {name, all});
      save(new Blob([bytes]), name);
      if (companion.length > 0) save(new Blob([companion]), name.replace(/\.[^.]*$/, json.companion_extension));
      this.tell(name, bytes.length, messages(json.losses));
    } catch (error) {
      this.fail(name, error as Error);
    }
  }

  /// Nothing is lost untold.
  private tell(name: string, bytes: number, losses: string[]) {
    say(`${name}: ${size(bytes)}${losses.length > 0 ? '; what is not in it is listed above' : ''}`);
    if (losses.length === 0) return;
    const place = find('trouble');
    place.hidden = false;
    place.classList.add('info');
    fill(place, mark('info'), element('div', {}, element('strong', {}, `${name} is saved. What is not in it:`), element('ul', {}, ...losses.map(each => element('li', {}, each)))),
      element('button', {class: 'plain', 'aria-label': 'Dismiss', onclick: () => { place.hidden = true; }}, icon('close')));
  }
}

/// The file with the edits, and no other change; everything below is made from it.
function edited_entry(tab: Tab, file: string) {
  if (tab.edits.of_file(tab.path).length === 0) return [];
  const {files} = tab.edits;
  return [element('button', {role: 'menuitem', onclick: () => { close_menus(); begin(tab.edits.download()); }},
    element('span', {class: 'mono'}, files.length > 1 ? `${files.length} files` : file), element('span', {class: 'kind'}, tab.edits.text))];
}
