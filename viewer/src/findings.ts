// What is wrong with the file, by kind; a click goes there.
import {begin, count, element, fill, find, hex} from './dom.js';
import {Refused} from './library.js';
import type {Tab} from './tab.js';

export const marks: Record<string, string> = {error: '●', warning: '▲', info: '○'};
const order = ['error', 'warning', 'info'];

export class Findings {
  private readonly pane = find('findings');
  private readonly badge = find('findings-count');
  private tab?: Tab;

  async show(tab?: Tab) {
    this.tab = tab;
    this.badge.textContent = '';
    fill(this.pane);
    if (!tab?.about) return;
    if (tab.about.error) return this.show_error(tab);
    if (!tab.about.has_findings) return fill(this.pane, element('p', {class: 'empty'}, `Files of this format (${tab.about.format_name}) are read and shown, but not checked.`));
    const damaged = tab.scene_error !== undefined;
    const answer = await tab.library.ask(tab.area?.layout ?? tab.path, 'findings', {each: 50, rooms: true, damaged}).catch(error => error as Error);
    if (this.tab !== tab) return;
    if (answer instanceof Error) return this.show_refusal(tab, answer);
    const {json} = answer;
    tab.findings = json;
    const kinds: any[] = [...json.kinds].sort((a: any, b: any) => order.indexOf(a.severity) - order.indexOf(b.severity));
    const own = kinds.filter(kind => !kind.follows);
    const total = sum_of(own) + Number(damaged);
    this.badge.textContent = total > 0 ? count(total) : '';
    this.badge.className = `badge ${damaged ? 'error' : own[0]?.severity ?? ''}`;
    const shown = (list: any[]) => list.map(kind => this.kind(tab, kind, json.findings.filter((each: any) => each.code === kind.code)));
    fill(this.pane, this.damage(tab, shown(kinds.filter(kind => kind.follows)), sum_of(kinds) - sum_of(own)), ...shown(own),
      total === 0 && element('p', {class: 'empty good'}, `✓ Nothing is wrong with ${tab.title}${tab.rooms ? ' and its rooms' : ''}.`), losses(tab));
  }

  /// Something is damaged so that it had to be left out of the picture: before all that only follows from it.
  private damage(tab: Tab, following: HTMLElement[], total: number) {
    const error = tab.scene_error;
    if (!error) return null;
    return element('section', {class: 'kind damage'}, element('h3', {}, mark('error'), 'The picture lacks what is damaged'),
      element('p', {class: 'sentence'}, `${error.field} ${error.message}`.trim()),
      total > 0 && element('details', {class: 'fold'}, element('summary', {}, 'What follows from that', element('span', {class: 'badge'}, count(total))), ...following));
  }

  /// The file can be read, but not checked: something that belongs to it may be damaged.
  private show_refusal(tab: Tab, error: Error) {
    if (!(error instanceof Refused)) throw error;
    tab.findings = undefined;
    this.badge.textContent = '!';
    this.badge.className = 'badge error';
    fill(this.pane, element('section', {class: 'kind'}, element('h3', {}, mark('error'), 'The file cannot be checked'), element('p', {class: 'meaning'}, error.message)), losses(tab));
  }

  private show_error(tab: Tab) {
    this.badge.textContent = '1';
    this.badge.className = 'badge error';
    fill(this.pane, element('section', {class: 'kind'}, element('h3', {}, mark('error'), 'The file cannot be read'), this.finding(tab, {...tab.about.error, where: tab.about.error.field})));
  }

  private kind(tab: Tab, kind: any, findings: any[]) {
    const more = kind.count - findings.length;
    return element('section', {class: 'kind'},
      element('h3', {}, mark(kind.severity), element('span', {class: 'mono'}, kind.code), element('span', {class: 'badge'}, count(kind.count))),
      element('p', {class: 'meaning'}, kind.meaning),
      ...findings.map(each => this.finding(tab, each)),
      more > 0 && element('p', {class: 'empty'}, `… and ${count(more)} more of these`));
  }

  private finding(tab: Tab, finding: any) {
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

function sum_of(kinds: any[]) { return kinds.reduce((sum: number, kind: any) => sum + kind.count, 0); }

function losses(tab: Tab) {
  if (tab.lacks.length === 0) return null;
  return element('section', {class: 'kind'}, element('h3', {}, mark('info'), 'What the picture lacks'), ...tab.lacks.map(each => element('p', {class: 'meaning'}, each)));
}
