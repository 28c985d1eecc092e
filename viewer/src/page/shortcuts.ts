// Keyboard shortcuts.
import {begin, find, say} from '../widgets/dom.js';
import type {ComparePane} from '../compare/compare_pane.js';
import {close_menus, has_sheets} from '../widgets/controls.js';
import type {ViewTools} from '../panes/view_tools.js';
import type {Tab} from './tab.js';
import type {Timeline} from '../panes/timeline.js';
import type {Tree} from '../panes/tree.js';
import type {View} from '../picture/view.js';

interface Host { active?: Tab; readonly tree: Tree; readonly view_tools: ViewTools; readonly timeline: Timeline; readonly compare_pane: ComparePane; pane(name: string): void; show_keys(): void }
type Acts = Record<string, () => void>;

const step = 12;  // pixels that the cross moves by

export class Shortcuts {
  constructor(private readonly host: Host) { document.addEventListener('keydown', event => this.key(event)); }

  private key(event: KeyboardEvent) {
    const target = event.target as HTMLElement;
    if (event.key === 'Escape') return this.back();
    if (target.matches('input, select, textarea')) return;
    if (event.ctrlKey || event.metaKey) return this.change(event);
    const view = this.host.active?.view;
    if ((event.key === ' ' || event.key === 'Enter') && target.closest('button, summary, [role=treeitem]')) return;
    const acts: Acts = {...this.everywhere(view), ...(view && target === view.canvas ? in_picture(view, event.shiftKey) : {})};
    const act = acts[event.key] ?? acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  private everywhere(view?: View): Acts {
    const {active, tree, view_tools, timeline} = this.host;
    const from = (right: number, up: number, front: number) => view?.look_from(view.from(right, up, front));
    return {
      '?': () => this.host.show_keys(),
      '/': () => tree.focus_search(),
      f: () => view?.frame(),
      '.': () => active?.frame_selection(),
      h: () => this.hide_selected(),
      i: () => this.isolate_selected(),
      c: () => { view?.canvas.focus(); view?.cross.toggle(); },
      p: () => { if (active?.has_ways) view_tools.walk(active); },
      ' ': () => timeline.toggle(),
      1: () => from(0, 0, 1), 3: () => from(1, 0, 0), 7: () => from(0, 1, 0), 9: () => view?.look_back(),
      '+': () => view?.turn(0, 0, 0.85), '-': () => view?.turn(0, 0, 1.18),
    };
  }

  /// Undo and redo.
  private change(event: KeyboardEvent) {
    const edits = this.host.active?.edits;
    const act = {z: () => edits?.undo(), Z: () => edits?.redo(), y: () => edits?.redo()}[event.shiftKey ? event.key.toUpperCase() : event.key];
    if (!act || !edits) return;
    event.preventDefault();
    begin(act());
  }

  private hide_selected() {
    const {active} = this.host;
    const parts = active?.selection?.parts ?? [];
    if (parts.length === 0) return;
    for (const each of parts) each.hidden = true;
    active!.clear();
    active!.repaint();
    say(`${parts[0].name} is hidden; I shows everything again.`);
  }

  private isolate_selected() {
    const {active} = this.host;
    const parts = new Set(active?.selection?.parts);
    for (const each of active?.model?.parts ?? []) each.hidden = parts.size > 0 && !parts.has(each);
    active?.repaint();
  }

  /// One step back.
  private back() {
    const {active, view_tools} = this.host;
    const keys = find<HTMLDialogElement>('keys');
    if (keys.open) return keys.close();
    if (close_menus()) return;
    if (active?.view?.cross.is_shown) return active.view.cross.toggle(false);
    if (active?.path_tool.walking) return view_tools.walk(active);
    if (active?.selection) return this.host.compare_pane.clear_other(active), active.clear();
    if (this.host.compare_pane.is_on) return void this.host.compare_pane.toggle();
    if (active?.leave_room()) return;
    if (document.body.dataset.sheet !== 'view' && has_sheets()) this.host.pane('view');
  }
}

/// With the focus in the picture: arrows turn it, with Shift they move it; while there is a cross they move that.
function in_picture(view: View, shift: boolean): Acts {
  const arrows = (act: (right: number, down: number) => void): Acts => ({
    ArrowLeft: () => act(-1, 0), ArrowRight: () => act(1, 0), ArrowUp: () => act(0, -1), ArrowDown: () => act(0, 1),
  });
  if (view.cross.is_shown) return {...arrows((x, y) => view.cross.move(x * (shift ? 1 : step), y * (shift ? 1 : step))), Enter: () => view.pick()};
  return {...arrows((x, y) => shift ? view.pan(x, -y) : view.turn(x * 0.15, y * 0.12)), Enter: () => view.cross.toggle(true)};
}
