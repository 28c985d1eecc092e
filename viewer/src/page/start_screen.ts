// What can be opened with a click: the samples, and a list of files that is too long to open all of them.
import {close_menus} from '../widgets/controls.js';
import {begin, count, counted, element, fill, find, size} from '../widgets/dom.js';
import type {Sample} from '../library/answers.js';

declare const MESHWRIGHT_PICTURES: Record<string, string>;  // of samples, filled in when the page is built

/// What a newcomer is shown first; the very first is the one to begin with.
const first_samples: {file: string; title: string; about: string; layers?: string[]}[] = [
  {file: 'sample.geometry', title: 'A turret and its armor', about: 'World of Warships: plates, levels, collision', layers: ['visual', 'armor']},
  {file: 'sample.mdl', title: 'A creature that moves', about: 'Knights of the Old Republic: animations, a skeleton'},
  {file: 'sample.lyt', title: 'Three rooms to walk in', about: 'Knights of the Old Republic: find a way'},
  {file: 'sample.bwm', title: 'A house', about: 'Black & White 2: footprint, levels'},
];

export function show_samples(samples: Sample[], open: (sample: Sample, layers?: string[]) => Promise<unknown>) {
  // One card per format; a format with several kinds of files has them as buttons of its card.
  const formats = new Map<string, Sample[]>();
  for (const sample of samples) formats.set(sample.name, [...formats.get(sample.name) ?? [], sample]);
  const cards = [...formats].map(([name, list]) => element('div', {class: 'card'}, element('strong', {}, name),
    element('div', {class: 'card-files'}, ...list.map(sample => element('button', {class: 'chip', onclick: () => begin(open(sample))}, sample.file.replace('sample', ''))))));
  fill(find('samples'), ...cards);
  const firsts = first_samples.flatMap(each => samples.filter(({file}) => file === each.file).map(sample => ({...each, sample})));
  fill(find('first-samples'), ...firsts.map(({file, title, about, layers, sample}, i) => element('button', {class: 'first', onclick: () => begin(open(sample, layers))},
    element('img', {src: MESHWRIGHT_PICTURES[file], alt: '', width: 320, height: 220}),
    i === 0 && element('span', {class: 'begin'}, 'Start here'), element('span', {class: 'first-title'}, title), element('span', {class: 'kind'}, about))));
  fill(find('samples-menu'), ...samples.map(sample => element('button', {role: 'menuitem', onclick: () => { close_menus(); begin(open(sample)); }},
    element('span', {class: 'mono'}, sample.file), element('span', {class: 'kind'}, sample.name))));
}

const most_rows = 300;

export interface FileOffer {
  files: {path: string; bytes: number}[];
  links?: number;     // that were left out
  unreadable?: number; // folders
  open: (path: string) => Promise<unknown>;
  close?: () => void; // removes the list
}

export function show_file_list({files, links = 0, unreadable = 0, open, close}: FileOffer) {
  const filter = element('input', {type: 'search', placeholder: `Filter ${count(files.length)} files`, 'aria-label': 'Filter the files', oninput: () => list()});
  const rows = element('div', {class: 'offer-rows', role: 'list'});
  const list = () => {
    const wanted = filter.value.toLowerCase();
    const found = files.filter(({path}) => path.toLowerCase().includes(wanted));
    fill(rows, ...found.slice(0, most_rows).map(({path, bytes}) => element('div', {role: 'listitem'},
      element('button', {onclick: () => begin(open(path)), title: path}, element('span', {class: 'mono name'}, path), element('span', {class: 'kind'}, size(bytes))))),
      found.length > most_rows && element('p', {class: 'empty'}, `… and ${count(found.length - most_rows)} more: type to filter`));
  };
  list();
  find('offer').hidden = false;
  fill(find('offer'), element('h2', {}, `${count(files.length)} files`, close && element('button', {class: 'small', onclick: close}, 'Close this list')), filter, rows,
    links > 0 && element('p', {class: 'kind'}, `${count(links)} symbolic link${links === 1 ? ' is' : 's are'} left out: a link may lead out of the folder.`),
    unreadable > 0 && element('p', {class: 'kind'}, `${counted(unreadable, 'folder')} cannot be read.`));
  find('files-button').hidden = false;
  document.body.classList.add('offering');
}

export function hide_file_list() {
  find('offer').hidden = find('files-button').hidden = true;
  document.body.classList.remove('offering');
}
