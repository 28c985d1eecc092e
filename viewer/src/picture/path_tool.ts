// Paths over a surface: the clicks for their ends, and the answer.
import {short} from '../widgets/dom.js';
import type {Tab} from '../page/tab.js';

export const begin_hint = 'Click where the way begins, or put the cross there (C) and press Enter.';
const end_hint = 'Click where the way ends, or put the cross there (C) and press Enter.';

export class PathTool {
  walking = false;  // the next clicks set its ends
  private steps: number[][] = [];

  constructor(private readonly tab: Tab) {}

  /// A path cannot begin or end outside the surface; earlier clicks stay.
  miss() { this.tab.panes.tell(this.tab, `There is nothing to walk on. ${this.steps.length === 1 ? end_hint : begin_hint}`); }

  /// The first click is the start of a path, the second its end.
  async step(point: number[]) {
    const {view, panes} = this.tab;
    const is_last = this.tab.begin_selection();
    if (this.steps.length === 2) this.steps = [];
    this.steps.push(point);
    view?.set_lines([]);
    if (this.steps.length === 1) {
      view?.add_pin(point);
      return panes.tell(this.tab, end_hint);
    }
    const [from, to] = this.steps;
    const answer = await this.tab.ask_ground('path', {from, to}).catch(error => error as Error);
    if (!is_last()) return;
    if (answer instanceof Error) return panes.tell(this.tab, `No way can be found: ${answer.message}`);
    const {json} = answer;
    if (!json.fast) {
      this.steps.forEach(each => view?.add_pin(each));
      return panes.tell(this.tab, !json.start_on_floor || !json.goal_on_floor ? 'One of the ends is not on ground that can be walked on.' : 'There is no way from here to there: they are on different islands.');
    }
    const lines = [{points: json.fast.points, dashed: true}];
    if (json.exact) lines.push({points: json.exact.points, dashed: false});
    view?.set_lines(lines);
    const exact = json.exact ? `shortest ${short(json.exact.length)} (${short(json.exact.surface_length)} along the surface)` : 'no shortest way known';
    // A click on a roof means the floor under it.
    const below = [{end: 'begins', depth: json.start_below}, {end: 'ends', depth: json.goal_below}].filter(({depth}) => depth > 0.1)
      .map(({end, depth}) => `${end} ${short(depth)} below the click`).join(' and ');
    panes.tell(this.tab, `Way over ${json.fast.faces.length} faces: ${exact}, fast ${short(json.fast.length)}.${below && ` It ${below}: what was clicked on cannot be walked on.`}`);
  }

  forget() { this.steps = []; }

  /// Ends the search for paths.
  stop() {
    this.tab.begin_selection();
    this.walking = false;
    this.steps = [];
    this.tab.view?.set_lines([]);
    this.tab.panes.tell(this.tab, '');
    this.tab.panes.show_totals(this.tab);
  }
}
