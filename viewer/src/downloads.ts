// What a file can be downloaded as, and of which one: of an area, of what is looked into.
import {close_menus, menu} from './controls.js';
import {begin, element, fill, find, say, size} from './dom.js';
import {save} from './layers.js';
import type {Tab} from './tab.js';

export class Downloads {
  private readonly button = find<HTMLButtonElement>('download');
  private readonly list = find('download-menu');

  constructor(private readonly fail: (path: string, error: Error) => void) { menu(this.button, this.list); }

  show(tab?: Tab) {
    const targets = targets_of(tab?.about);
    this.button.disabled = !tab || (targets.length === 0 && !tab.rooms);
    if (!tab) return;
    const file = tab.path.split('/').pop()!;
    if (targets.length === 0) return fill(this.list, element('p', {class: 'menu-head'}, `${file} only says where rooms are. Click a room, or choose it as what is looked into, to download it.`));
    fill(this.list, element('p', {class: 'menu-head'}, `Download ${file} as`), ...targets.map(target => element('button', {
      role: 'menuitem', onclick: () => { close_menus(); begin(this.download(tab, target.file)); },
    }, element('span', {class: 'mono'}, target.extension), element('span', {class: 'kind'}, target.name))));
  }

  private async download(tab: Tab, name: string) {
    find('trouble').hidden = true;  // of an earlier one
    try {
      const {json, bytes, companion} = await tab.ask('convert', {name});
      save(new Blob([bytes]), name);
      if (companion.length > 0) save(new Blob([companion]), name.replace(/\.[^.]*$/, json.companion_extension));
      say(`${name}: ${size(bytes.length)}`);
    } catch (error) {
      this.fail(name, error as Error);
    }
  }
}

/// A walkmesh is made of a model that has one in it.
function targets_of(about: any): any[] {
  const all: any[] = about?.targets ?? [];
  return about?.counts?.walkmeshes === 0 ? all.filter(({format}) => !format.startsWith('kotor-walkmesh')) : all;
}
