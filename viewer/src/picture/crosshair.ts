// A cross in the picture that keys move, to pick things without a mouse.
import {element} from '../widgets/dom.js';

export class Crosshair {
  readonly place = element('div', {class: 'cross', hidden: true, 'aria-hidden': 'true'});
  private x = 0.5;  // of the picture's width
  private y = 0.5;

  constructor(private readonly picture: HTMLElement) {}

  get is_shown() { return !this.place.hidden; }

  toggle(shown = !this.is_shown) {
    this.place.hidden = !shown;
    this.draw();
  }

  /// By so many pixels, within the picture.
  move(right: number, down: number) {
    const {clientWidth: width, clientHeight: height} = this.picture;
    this.x = Math.min(1, Math.max(0, this.x + right / Math.max(width, 1)));
    this.y = Math.min(1, Math.max(0, this.y + down / Math.max(height, 1)));
    this.draw();
  }

  /// Where it is on the screen.
  at() {
    const {left, top, width, height} = this.picture.getBoundingClientRect();
    return {x: left + this.x * width, y: top + this.y * height};
  }

  private draw() {
    this.place.style.left = `${this.x * 100}%`;
    this.place.style.top = `${this.y * 100}%`;
  }
}
