// The findings of the file, by kind; a click goes to the place.
import {begin, count, element, fill, find, hex} from '../widgets/dom.js';
import type {Finding, KindOfFinding} from '../library/answers.js';
import {Refused} from '../library/library.js';
import type {Tab} from '../page/tab.js';

export const marks: Record<string, string> = {error: '●', warning: '▲', info: '○'};
const order = ['error', 'warning', 'info'];

/// How many there are: on the tab, and on a phone on the button of the sheet.
export function show_count(text: string, severity = '') {
  for (const id of ['findings-count', 'findings-count-below']) {
    find(id).textContent = text;
    find(id).className = `badge ${severity}`.trim();
  }
}

export class Findings {
  private readonly pane = find('findings');
  private tab?: Tab;

  /// During a comparison the differences take its place: `is_over`.
  async show(tab?: Tab, is_over = () => false) {
    this.tab = tab;
    show_count('');
    fill(this.pane);
    if (!tab?.about) return;
    if (tab.about.error) return this.show_error(tab);
    if (!tab.about.has_findings) return fill(this.pane, element('p', {class: 'empty'}, `Files of this format (${tab.about.format_name}) are read and shown, but not checked.`));
    const damaged = tab.scene_error !== undefined;
    const answer = await tab.library.ask(tab.area?.layout ?? tab.path, 'findings', {each: 50, rooms: true, damaged}).catch(error => error as Error);
    if (this.tab !== tab) return;
    if (!(answer instanceof Error)) tab.findings = answer.json;
    if (is_over()) return;
    if (answer instanceof Error) return this.show_refusal(tab, answer);
    const {json} = answer;
    const {kinds} = json;
    const own = kinds.filter(kind => !kind.follows);
    const total = sum_of(own) + Number(damaged);
    show_count(total > 0 ? count(total) : '', damaged ? 'error' : order.find(severity => own.some(kind => kind.severity === severity)));
    const shown = (list: KindOfFinding[]) => list.map(kind => this.kind(tab, kind, json.findings.filter(each => each.code === kind.code)));
    fill(this.pane, this.damage(tab, shown(kinds.filter(kind => kind.follows)), sum_of(kinds) - sum_of(own)), ...shown(own),
      total === 0 && element('p', {class: 'empty good'}, `✓ Nothing is wrong with ${tab.title}${tab.rooms ? ' and its rooms' : ''}.`), losses(tab));
  }

  /// Damage because of which something is missing in the picture: before its consequences.
  private damage(tab: Tab, following: HTMLElement[], total: number) {
    const error = tab.scene_error;
    if (!error) return null;
    return element('section', {class: 'kind damage'}, element('h3', {}, mark('error'), 'The picture lacks what is damaged'),
      element('p', {class: 'sentence'}, `${error.field} ${error.message}`.trim()),
      total > 0 && element('details', {class: 'fold'}, element('summary', {}, 'What follows from that', element('span', {class: 'badge'}, count(total))), ...following));
  }

  /// The file can be read, but not checked: its companion may be damaged.
  private show_refusal(tab: Tab, error: Error) {
    if (!(error instanceof Refused)) throw error;
    tab.findings = undefined;
    show_count('!', 'error');
    fill(this.pane, element('section', {class: 'kind'}, element('h3', {}, mark('error'), 'The file cannot be checked'), element('p', {class: 'meaning'}, error.message)), losses(tab));
  }

  private show_error(tab: Tab) {
    const {error, is_part, is_archive, is_cut, has_rest} = tab.about;
    const is_fine = is_part || is_archive;
    if (is_fine) show_count('');
    else show_count('1', 'error');
    const title = is_archive ? 'The file holds others' : is_cut ? 'The file is shorter than it says' : has_rest ? 'The file is damaged' : `The file cannot be read${is_part ? ' by itself' : ''}`;
    fill(this.pane, element('section', {class: 'kind'}, element('h3', {}, mark(is_fine ? 'info' : 'error'), title), this.finding(tab, {...error!, where: error!.field})), has_rest && losses(tab));
  }

  private kind(tab: Tab, kind: KindOfFinding, findings: Finding[]) {
    return element('section', {class: 'kind'},
      element('h3', {}, mark(kind.severity), element('span', {class: 'mono'}, kind.code), element('span', {class: 'badge'}, count(kind.count))),
      element('p', {class: 'meaning'}, kind.meaning),
      ...few(findings.map(each => this.finding(tab, each)), kind.count - findings.length));
  }

  private finding(tab: Tab, finding: Partial<Omit<Finding, 'line' | 'column'>> & {line?: number | null}) {
    const place = finding.offset !== null && finding.offset !== undefined ? hex(finding.offset) : finding.line ? `line ${finding.line}` : '';
    const go = () => tab.go_to(finding);
    return element('div', {class: 'finding-row'},
      element('button', {class: 'finding', onclick: () => begin(go())},
        element('span', {class: 'place mono'}, [finding.file?.split('/').pop(), finding.name, finding.where, place].filter(Boolean).join(' · ')),
        element('span', {}, finding.message)),
      place !== '' && element('button', {class: 'link', onclick: () => { tab.panes.show_bytes(tab); begin(go()); }},
        finding.line ? 'Show the line' : 'Show the bytes'));
  }
}

export function mark(severity: string) {
  return element('span', {class: `mark ${severity}`, role: 'img', 'aria-label': severity}, marks[severity]);
}

function sum_of(kinds: KindOfFinding[]) { return kinds.reduce((sum, kind) => sum + kind.count, 0); }

function losses(tab: Tab) {
  if (tab.all_losses.length + tab.outliers.length === 0) return null;
  return element('section', {class: 'kind'}, element('h3', {}, mark('info'), 'What the picture lacks'), ...few(tab.outliers.map(each => outlier(tab, each))), ...tab.all_losses.map(each => element('p', {class: 'meaning'}, each)));
}

/// A thing far from everything else.
function outlier(tab: Tab, {text, go}: Tab['outliers'][number]) {
  if (!go) return element('p', {class: 'meaning'}, text);
  return element('div', {class: 'finding-row'}, element('button', {class: 'finding', onclick: () => begin(go())}, element('span', {}, text)),
    element('button', {class: 'link', onclick: () => { tab.panes.show_bytes(tab); begin(go()); }}, 'Show the bytes'));
}

const at_once = 5;  // of many rows

/// The first few of them, and a button for the others.
function few(rows: HTMLElement[], left_out = 0) {
  const more = rows.length + left_out - at_once;
  if (more <= 1) return rows;
  const end = left_out > 0 && element('p', {class: 'empty'}, `… and ${count(left_out)} more, which are not listed`);
  return [...rows.slice(0, at_once), element('details', {class: 'fold'}, element('summary', {}, `${count(more)} more of these`), ...rows.slice(at_once), end)];
}
