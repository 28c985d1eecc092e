// Shows the target of a jump, whatever hid it.
import {say} from '../widgets/dom.js';
import type {Marked} from './triangle_marks.js';
import type {Part} from './model.js';
import type {Tab} from '../page/tab.js';

/// What a field of the file is of.
export function parts_at({parts, triangles}: {parts: Part[]; triangles: Marked[]}) { return [...parts, ...triangles.map(each => each.part)]; }

export function show_hidden(tab: Tab, parts: Part[]) {
  const {paint} = tab.view ?? {};
  const hidden = new Set(parts.filter(each => !each.object.visible));
  if (!paint || hidden.size === 0) return;
  for (const each of hidden) paint.reveal(each);
  if ([...hidden].some(each => !paint.shown(each))) paint.level = 'all';  // they are of several levels
  tab.repaint();
  say(`${[...hidden][0].name} was hidden and is shown now.`);
}
