// A file after each of its edits, so that going back needs no edit to be made again.

import type {Edit, Failure} from './answers.js';
import type {WasmReply} from './wasm_memory.js';

export interface State { bytes: Uint8Array; companion: Uint8Array; name: string }  // and the companion's name
/// What the library makes of an edit, or why it refuses it.
export type EditReply = WasmReply<Edit>;
interface Step { edit: string; answer: Edit; state?: State }

const most_kept = 256e6;  // bytes: if the list is longer, states in its middle are computed again on demand

export class EditStates {
  private steps: Step[] = [];

  /// `put` makes a state the edited file, `make` makes an edit in that file.
  constructor(private readonly first: State, private readonly put: (state: State) => void, private readonly make: (edit: object) => EditReply,
              private readonly most = most_kept) {}

  private get now() { return this.steps.at(-1)?.state ?? this.first; }

  /// The file with these edits and no others; if one is refused everything stays, and the answer is the
  /// error.
  become(edits: object[]): {ok: true; json: Edit[]} | {ok: false; json: Failure} {
    const before = this.steps;
    const words = edits.map(each => JSON.stringify(each));
    const other = before.findIndex(({edit}, i) => edit !== words[i]);
    const steps = before.slice(0, other < 0 ? before.length : other);
    while (steps.length > 0 && !steps.at(-1)!.state) steps.pop();
    if (steps.length < before.length) this.put(steps.at(-1)?.state ?? this.first);
    for (let at = steps.length; at < edits.length; ++at) {
      const {ok, json, bytes, companion} = this.make(edits[at]);
      if (!ok) {
        this.put(this.now);
        return {ok, json};
      }
      const state = {bytes, companion, name: json.companion};
      steps.push({edit: words[at], answer: json, state});
      this.put(state);
    }
    this.steps = steps;
    this.forget();
    return {ok: true, json: steps.map(({answer}) => answer)};
  }

  /// The oldest are dropped first; the last one is shown.
  private forget() {
    let kept = 0;
    for (const step of [...this.steps].reverse()) {
      kept += step.state ? step.state.bytes.length + step.state.companion.length : 0;
      if (kept > this.most && step !== this.steps.at(-1)) step.state = undefined;
    }
  }
}
