// The axes in the corner of the picture, those of the numbers in the file; a click looks along one.
import * as three from 'three';
import {element} from '../widgets/dom.js';

const reach = 30;  // pixels from the middle to the end of an axis in the plane of the picture
const letters = ['X', 'Y', 'Z'];

export interface Side { direction: three.Vector3; name: string; key: string }

export class Compass {
  readonly place = element('div', {class: 'compass', role: 'group', 'aria-label': 'Axes: click one to look along it'});
  private readonly ends: {button: HTMLElement; axis: number; sign: number; direction: three.Vector3}[] = [];
  private readonly arms: {arm: HTMLElement; axis: number; direction: three.Vector3}[] = [];

  constructor(look: (direction: three.Vector3) => void) {
    for (const axis of [0, 1, 2]) for (const sign of [1, -1]) {
      const direction = new three.Vector3().setComponent(axis, sign);
      const button = element('button', {class: `end axis-${axis}${sign < 0 ? ' behind' : ''}`, onclick: () => look(direction)}, sign > 0 ? letters[axis] : '');
      this.ends.push({button, axis, sign, direction});
      if (sign > 0) this.arms.push({arm: element('span', {class: `arm axis-${axis}`}), axis, direction});
    }
    this.place.append(...this.arms.map(each => each.arm), ...this.ends.map(each => each.button));
  }

  /// Where the axes point in the picture.
  point(axes: three.Vector3[]) {
    for (const {axis, sign, direction} of this.ends) direction.copy(axes[axis]).multiplyScalar(sign);
    for (const {axis, direction} of this.arms) direction.copy(axes[axis]);
  }

  /// What one sees from each end.
  name(sides: Side[]) {
    for (const {button, direction} of this.ends) {
      const side = sides.find(each => each.direction.distanceTo(direction) < 0.01)!;
      button.title = `Look from ${side.name}${side.key && ` (${side.key})`}`;
      button.setAttribute('aria-label', button.title);
    }
  }

  turn(camera: three.Camera) {
    const seen = camera.quaternion.clone().invert();
    for (const {button, direction} of this.ends) {
      const {x, y, z} = direction.clone().applyQuaternion(seen);
      button.style.transform = `translate(${(x * reach).toFixed(1)}px, ${(-y * reach).toFixed(1)}px)`;
      button.style.zIndex = String(Math.round(z * 10) + 11);
    }
    for (const {arm, direction} of this.arms) {
      const {x, y} = direction.clone().applyQuaternion(seen);
      arm.style.transform = `rotate(${Math.atan2(-y, x).toFixed(3)}rad) scaleX(${Math.hypot(x, y).toFixed(3)})`;
    }
  }
}
