// What the mouse rests on: its name, beside it.
import {element} from '../widgets/dom.js';
import {shown_name} from '../widgets/shown_names.js';
import type {Hit} from './view.js';

const rest = 90;      // milliseconds that it stands still
const slow = 40;      // the longest search before the mouse has to rest longer

export class HoverName {
  readonly place = element('div', {class: 'hover-name', hidden: true, 'aria-hidden': 'true'});
  private timer = 0;
  private takes = 0;

  constructor(private readonly canvas: HTMLElement, private readonly hit: (x: number, y: number) => Hit | null) {
    canvas.addEventListener('pointermove', event => this.move(event));
    for (const name of ['pointerdown', 'pointerleave', 'wheel']) canvas.addEventListener(name, () => this.hide(), {passive: true});
  }

  hide() {
    clearTimeout(this.timer);
    this.place.hidden = true;
  }

  private move(event: PointerEvent) {
    this.hide();
    if (event.pointerType === 'touch' || event.buttons !== 0) return;
    this.timer = window.setTimeout(() => this.look(event.clientX, event.clientY), this.takes > slow ? 10 * rest : rest);
  }

  private look(x: number, y: number) {
    const begun = performance.now();
    const hit = this.canvas.isConnected ? this.hit(x, y) : null;
    this.takes = performance.now() - begun;
    if (!hit) return;
    const {name, file} = hit.part;
    this.place.textContent = [file.split('/').pop()!, name].filter(Boolean).map(shown_name).join(' · ');
    this.place.hidden = false;
    const {left, top, width, height} = this.canvas.getBoundingClientRect();
    this.place.style.left = `${Math.max(0, Math.min(x - left + 14, width - this.place.offsetWidth - 4))}px`;
    this.place.style.top = `${Math.max(0, Math.min(y - top + 16, height - this.place.offsetHeight - 4))}px`;
  }
}
