// Animations: the playing one, and its time.
import * as three from 'three';
import {counted, element, fill, find, icon} from '../widgets/dom.js';
import {MissingSupermodel} from './missing_supermodel.js';
import {MotionExtent} from '../picture/motion_extent.js';
import type {Tab} from '../page/tab.js';

export class Timeline {
  private readonly bar = find('timeline');
  private tab?: Tab;
  private action?: three.AnimationAction;
  private chosen = -1;
  private playing = false;
  private loop = true;
  private speed = 1;
  private slider = element('input', {type: 'range', min: 0, max: 1, step: 0.001, value: 0, 'aria-label': 'Time'});
  private clock = element('output', {class: 'mono'});
  private button = element('button', {class: 'plain', 'aria-label': 'Play (space)'}, icon('play'));
  private last = 0;
  private motion?: MotionExtent;
  private readonly missing_supermodel = new MissingSupermodel(this.bar);

  constructor() {
    this.slider.addEventListener('input', () => { this.play(false); this.seek(Number(this.slider.value)); });
    this.button.addEventListener('click', () => this.play(!this.playing));
  }

  show(tab?: Tab) {
    this.stop();
    this.tab = tab;
    const clips = tab?.view ? tab.model!.clips : [];
    const listed = tab?.view && !tab.area ? tab.about.counts?.animations ?? 0 : 0;
    this.bar.hidden = clips.length === 0 && listed === 0;
    this.missing_supermodel.show(tab);
    if (this.bar.hidden) return fill(this.bar);
    if (clips.length === 0) return fill(this.bar, element('span', {class: 'kind'}, `${counted(listed, 'animation')}, ${listed === 1 ? 'which moves nothing' : 'none of which moves anything'} that is drawn`));
    tab!.view!.ontick = () => this.tick();
    this.chosen = -1;
    const left = this.left.get(tab!);
    if (!left) return this.build();
    this.choose(left.number);
    this.seek(left.time);
    this.play(left.playing);
  }
  private readonly left = new WeakMap<Tab, {number: number; time: number; playing: boolean}>();  // where each was left

  private build() {
    const clips = this.tab!.model!.clips;
    const still = this.tab!.area ? 0 : (this.tab!.about.counts?.animations ?? 0) - clips.length;
    const list = element('select', {'aria-label': 'Animation', onchange: () => this.choose(Number(list.value))},
      element('option', {value: -1}, `${clips.length} animation${clips.length === 1 ? '' : 's'}${still > 0 ? `, ${still} more move nothing that is drawn` : ''}`),
      ...clips.map(({clip, title}, i) => element('option', {value: i, selected: i === this.chosen}, `${title} · ${clip.duration.toFixed(2)} s`)));
    const speed = element('select', {'aria-label': 'Speed', onchange: () => { this.speed = Number(speed.value); }},
      ...[0.1, 0.25, 0.5, 1, 2].map(each => element('option', {value: each, selected: each === this.speed}, `${each}×`)));
    const loop = element('button', {class: 'chip', 'aria-pressed': String(this.loop), onclick: () => {
      this.loop = !this.loop;
      loop.setAttribute('aria-pressed', String(this.loop));
    }}, icon('loop'), 'Loop');
    const current = clips[this.chosen];
    const moments = current ? current.events.map(event => element('button', {
      class: 'moment', style: `left:${event.time / Math.max(current.clip.duration, 1e-6) * 100}%`,
      title: `${event.name} at ${event.time.toFixed(2)} s`, 'aria-label': `${event.name} at ${event.time.toFixed(2)} seconds`,
      onclick: () => { this.play(false); this.seek(event.time); },
    })) : [];
    const follow = this.motion?.travels && element('button', {class: 'chip', 'aria-pressed': String(this.motion.following), title: 'The camera goes with what moves', onclick: () => {
      const {motion} = this;
      if (!motion || !this.action) return;
      motion.following = !motion.following;
      follow!.setAttribute('aria-pressed', String(motion.following));
      motion.at(this.action.time);
    }}, 'Follow') || undefined;
    fill(this.bar, this.button, list, element('div', {class: 'track'}, this.slider, ...moments), this.clock, speed, loop, follow, this.missing_supermodel.place);
  }

  /// An animated file plays at once, unless the user prefers reduced motion.
  begin() {
    if (this.tab?.model?.clips.length && this.chosen < 0 && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.choose(0);
  }

  toggle() {
    if (!this.tab?.model?.clips.length) return;
    if (this.chosen < 0) this.choose(0);
    else this.play(!this.playing);
  }

  /// While the picture is made again there is nothing to play: the bar is then shown again with it.
  choose(number: number) {
    const {model, view} = this.tab ?? {};
    if (!model || !view) return;
    this.rest();
    this.chosen = number;
    this.play(false);
    const found = model.clips[number];
    if (!found) return this.build();
    this.action = view.mixer!.clipAction(found.clip, found.root);
    this.action.play();
    this.motion = MotionExtent.of(view, this.action);
    this.build();
    this.motion?.begin();
    this.slider.disabled = false;
    this.slider.max = String(found.clip.duration);
    this.seek(0);
    this.play(true);
  }

  private play(on: boolean) {
    this.playing = on && this.action !== undefined;
    this.last = performance.now();
    fill(this.button, icon(this.playing ? 'pause' : 'play'));
    this.button.setAttribute('aria-label', this.playing ? 'Pause (space)' : 'Play (space)');
    if (on && !this.action && this.tab?.model) this.choose(0);
  }

  seek(time: number) {
    const view = this.tab?.view;
    if (!view?.mixer || !this.action) return;
    this.action.time = time;
    view.mixer.update(0);
    this.motion?.at(time);
    this.slider.value = String(time);
    this.clock.textContent = `${time.toFixed(2)} s`;
    view.follow_motion();
    view.redraw();
  }

  private tick() {
    if (!this.playing || !this.action) return;
    const now = performance.now();
    const length = this.action.getClip().duration;
    let time = this.action.time + (now - this.last) / 1000 * this.speed;
    this.last = now;
    if (time > length) {
      if (!this.loop) this.play(false);
      time = this.loop && length > 0 ? time % length : length;
    }
    this.seek(time);
  }

  private stop() {
    if (this.tab?.view) this.tab.view.ontick = undefined;
    if (this.tab && this.action) this.left.set(this.tab, {number: this.chosen, time: this.action.time, playing: this.playing});
    else if (this.tab) this.left.delete(this.tab);
    this.rest();
    this.playing = false;
    fill(this.button, icon('play'));
  }

  /// As the file has it, without an animation.
  private rest() {
    const was_moving = this.action !== undefined;
    this.action?.stop();
    this.action = undefined;
    this.motion?.end();
    this.motion = undefined;
    this.slider.value = '0';
    this.slider.disabled = true;
    this.clock.textContent = '';
    if (!was_moving) return;
    this.tab?.view?.follow_motion();
    this.tab?.view?.redraw();
  }
}
