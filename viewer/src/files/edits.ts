// The edits of a file: a list with undo, redo and removal one by one.
import {begin, counted, element, fill, find, icon, say} from '../widgets/dom.js';
import {save} from '../panes/view_tools.js';
import {link_of, follow_link} from '../page/link.js';
import type {Place} from '../page/selection.js';
import type {Edit as EditAnswer} from '../library/answers.js';
import type {Tab} from '../page/tab.js';

/// A field and its new value, or a node and its new name.
export interface Edit { file: string; layer?: number; path?: string; node?: string; value: string }

interface AppliedEdit { edit: Edit; answer: EditAnswer }

/// Of one tab, in the order in which they were made.
export class Edits {
  private made: AppliedEdit[] = [];
  private undone: Edit[] = [];
  private saved: Edit[] = [];  // the edits of the files at the last download
  private busy = Promise.resolve();

  constructor(private readonly tab: Tab) {}

  get list(): readonly AppliedEdit[] { return this.made; }
  get can_redo() { return this.undone.length > 0; }
  get is_unsaved() { return JSON.stringify(this.edits) !== JSON.stringify(this.saved); }
  private get edits() { return this.made.map(({edit}) => edit); }

  /// 2 changes: materials[3], nodes[0].name
  get text() {
    const paths = this.made.map(({answer}) => answer.path);
    return `${counted(paths.length, 'change')}: ${paths.slice(-3).join(', ')}${paths.length > 3 ? ', …' : ''}`;
  }
  /// Those of a file of an area.
  of_file(path: string) { return this.made.filter(({edit}) => edit.file === path); }
  /// The files that a download saves: with edits, or with edits in the last download.
  get files() {
    const files = [...new Set([...this.edits, ...this.saved].map(({file}) => file))];
    return files.length > 0 ? files : [this.tab.path];
  }

  make(edit: Edit) { return this.change(() => [[...this.edits, edit], []]); }
  undo() { return this.change(() => this.made.length === 0 ? undefined : [this.edits.slice(0, -1), [...this.undone, this.edits.at(-1)!]]); }
  redo() { return this.change(() => this.undone.length === 0 ? undefined : [[...this.edits, this.undone.at(-1)!], this.undone.slice(0, -1)]); }
  take_back(index: number) { return this.change(() => [this.edits.filter((_, i) => i !== index), []]); }
  /// Those of the tab that this one replaces.
  take_over(other: Edits) {
    this.saved = other.saved;
    return this.change(() => [other.edits, other.undone]);
  }

  /// Every file with edits in its current form, and its companion.
  download() {
    return this.queued(async () => {
      const {files, edits} = this;
      const answers = await Promise.all(files.map(file => this.tab.library.ask(file, 'file')));
      for (const {json, bytes, companion} of answers) {
        save(new Blob([bytes]), json.file.split('/').pop()!);
        if (companion.length > 0) save(new Blob([companion]), json.companion.split('/').pop()!);
      }
      this.saved = edits;
      say(`${files.map(file => file.split('/').pop()).join(', ')}: ${edits.length === 0 ? 'as it was' : this.text}`);
      this.tab.panes.edited(this.tab);
    });
  }

  /// One after the other; a change that the library refuses leaves everything unchanged.
  private change(next: () => [Edit[], Edit[]] | undefined) {
    return this.queued(async () => {
      const [edits, undone] = next() ?? [];
      if (!edits || !undone) return;
      const by_edit = new Map<Edit, EditAnswer>();
      for (const file of new Set([...this.edits, ...edits].map(edit => edit.file))) {
        const own = edits.filter(edit => edit.file === file);
        const answers = await this.tab.library.edit(file, own);
        own.forEach((edit, i) => by_edit.set(edit, answers[i]));
      }
      const before = this.made.length;
      this.made = edits.map(edit => ({edit, answer: by_edit.get(edit)!}));
      this.undone = undone;
      await shown_again(this.tab);
      this.tab.panes.edited(this.tab);
      const last = this.made.at(-1)?.answer;
      say(this.made.length > before && last ? `${last.path} is ${last.now} now, and was ${last.was}.` : `${this.tab.title}: ${this.made.length === 0 ? 'no changes' : this.text}`);
    });
  }

  private queued(act: () => Promise<void>) {
    const work = this.busy.then(act);
    this.busy = work.catch(() => {});
    return work;
  }
}

/// The picture is made from the current file; camera and selection stay.
async function shown_again(tab: Tab) {
  const {selection, model, path} = tab;
  const words = link_of(tab, '');
  const part = selection?.part && model ? model.parts.indexOf(selection.part) : -1;
  const is_triangle = selection?.facts.some(([name]) => name === 'triangle');
  const [row] = selection?.paths ?? [];
  for (const name of ['file', 'sample', 'theme', ...(part >= 0 ? ['at', 'layer'] : [])]) words.delete(name);
  const was_whole = tab.view?.is_whole;
  await tab.read_again();
  await follow_link(tab, words);
  if (was_whole) tab.view?.keep_whole();
  if (is_triangle && row) return select_face(tab, row, path);
  const again = tab.model?.parts[part];
  if (again) await tab.select_part(again);
}

/// By its row in the file: in the picture it may be in another part now.
async function select_face(tab: Tab, {layer = 0, path}: Place, file: string) {
  const [face] = (await tab.place_of(layer, path, file)).triangles;
  if (face) await tab.select_triangle(face.part, face.number, tab.middle_of(face.part, face.number));
}

/// The list of edits above the fields, with its buttons.
export class EditList {
  private readonly place = find('edits');

  show(tab?: Tab) {
    const edits = tab?.edits;
    this.place.hidden = !tab || !edits || (edits.list.length === 0 && !edits.can_redo);
    if (this.place.hidden || !tab || !edits) return fill(this.place);
    const is_open = this.place.querySelector('details')?.open ?? false;
    const none = edits.list.length === 0;
    const several = edits.files.length > 1;
    fill(this.place,
      element('div', {class: 'edit-tools'},
        element('button', {class: 'small', disabled: none, title: 'Ctrl+Z', onclick: () => begin(edits.undo())}, 'Undo'),
        element('button', {class: 'small', disabled: !edits.can_redo, title: 'Ctrl+Shift+Z', onclick: () => begin(edits.redo())}, 'Redo'),
        element('button', {class: 'small', disabled: !edits.is_unsaved && none, title: none ? 'The file as it was' : `${several ? `${edits.files.length} files` : 'The file'} with ${edits.text}, and nothing else`, onclick: () => begin(edits.download())}, icon('download'), several ? 'Download them' : 'Download it')),
      none ? element('p', {class: 'edit-none'}, 'No changes') : element('details', {class: 'fold', open: is_open},
        element('summary', {}, edits.text),
        element('ol', {}, ...edits.list.map(({answer}, i) => element('li', {},
          element('span', {class: 'mono edit-path'}, answer.path), ' ',
          element('span', {class: 'mono'}, `${answer.was} → ${answer.now}`),
          answer.places.length > 1 && element('span', {class: 'kind'}, ` in ${counted(answer.places.length, 'place')}`),
          ...answer.losses.map(each => element('span', {class: 'kind'}, ` · lost: ${each.message}`)),
          element('button', {class: 'small', 'aria-label': `Take back ${answer.path}`, onclick: () => begin(edits.take_back(i))}, 'Take back'))))));
  }
}

/// A value with a button that makes it an input: Enter, or going elsewhere, changes the file, Escape leaves it.
export function editable(tab: Tab, shown: Node, name: string, value: string, words: {layer?: number; path?: string; node?: string}) {
  const {path: file} = tab;
  const place = element('span', {class: 'editable'});
  const pencil = element('button', {class: 'plain pencil', 'aria-label': `Edit ${name}`, title: 'Edit'}, icon('pencil'));
  const rest = () => { fill(place as HTMLElement, shown, pencil); pencil.focus({preventScroll: true}); };
  pencil.addEventListener('click', () => {
    const input = element('input', {class: 'mono', value, 'aria-label': name, spellcheck: 'false'});
    const wrong = element('span', {class: 'edit-wrong', role: 'alert'});
    let tried = value;  // already there, on its way or refused
    const apply = async (is_left = false) => {
      if (input.value === value) return rest();
      if (input.value === tried) return;
      tried = input.value;
      try {
        await tab.edits.make({file, ...words, value: tried});
      } catch (error) {
        fill(wrong, (error as Error).message);
        if (is_left) throw error;  // something else may be here already, or soon
        input.focus();
      }
    };
    input.addEventListener('keydown', event => {
      event.stopPropagation();
      if (event.key === 'Escape') { tried = input.value; rest(); }
      if (event.key === 'Enter') begin(apply());
    });
    // A click elsewhere keeps the typed text. Another window may take the focus for a while.
    input.addEventListener('blur', () => {
      if (document.activeElement === input) return;
      if (input.value !== value) begin(apply(true));
      else if (input.isConnected) fill(place as HTMLElement, shown, pencil);
    });
    const names = element('datalist', {id: 'value-names'});
    if (words.path) begin(tab.ask('choices', {path: words.path}).then(({json}) => {
      fill(names, ...json.names.map(each => each && element('option', {value: each})));
      if (json.names.length > 0) input.setAttribute('list', names.id);
    }));
    // Without a keyboard there is no Escape, and a touch elsewhere changes the file.
    const cancel = element('button', {class: 'plain edit-cancel', 'aria-label': `Leave ${name} as it is`, onclick: () => { tried = input.value; rest(); }}, icon('close'));
    cancel.addEventListener('pointerdown', event => event.preventDefault());
    fill(place as HTMLElement, input, cancel, names, wrong);
    input.focus();
    input.select();
  });
  place.append(shown, pencil);
  return place;
}

/// A name that a file of this format keeps: the button says why.
export function not_editable(tab: Tab, shown: Node, label: string, node: string) {
  const refusal = (error: Error) => element('span', {class: 'edit-wrong', role: 'alert'}, `${tab.path.split('/').pop()} ${error.message}.`);
  const why = () => tab.ask('edit', {node, value: `${node}_`}).then(() => {}, error => fill(place as HTMLElement, shown, pencil, refusal(error)));
  const pencil = element('button', {class: 'plain pencil', 'aria-label': `Edit ${label}`, title: 'Edit', onclick: () => begin(why())}, icon('pencil'));
  const place = element('span', {class: 'editable'}, shown, pencil);
  return place;
}

/// Before edits are lost: nothing is closed until the user confirms.
export function asked_to_close(tab: Tab, close: () => void) {
  if (!tab.edits.is_unsaved) return close();
  document.getElementById('leave')?.remove();
  const done = (act?: () => void) => () => { dialog.remove(); act?.(); };
  const dialog = element('dialog', {id: 'leave', class: 'leave', 'data-tab': tab.number, 'aria-label': `Close ${tab.title}?`},
    element('p', {}, element('strong', {}, tab.title), ` has ${tab.edits.list.length > 0 ? tab.edits.text : 'changes taken back'}, which ${tab.edits.list.length > 1 ? 'are' : 'is'} in no file yet.`),
    element('div', {class: 'leave-acts'},
      element('button', {class: 'primary', onclick: done()}, 'Keep it open'),
      element('button', {onclick: done(() => begin(tab.edits.download().then(close)))}, 'Download and close'),
      element('button', {onclick: done(close)}, 'Close')));
  dialog.addEventListener('keydown', event => { if (event.key === 'Escape') { event.stopPropagation(); done()(); } });
  document.body.append(dialog);
  dialog.show();
  dialog.querySelector('button')!.focus();
}

/// If the tab is closed in another way, the question is obsolete.
export function ask_no_more(tab: Tab) { document.querySelector(`#leave[data-tab="${tab.number}"]`)?.remove(); }
