// Menus, resizable panes, and settings remembered between visits.
import {find} from './dom.js';

export function store(name: string, value: string) { try { localStorage.setItem(`meshwright-${name}`, value); } catch { /* a page from disk may have no storage */ } }
export function stored(name: string) { try { return localStorage.getItem(`meshwright-${name}`); } catch { return null; } }

export function close_menus() {
  const open = [...document.querySelectorAll<HTMLElement>('.menu:not([hidden])')];
  for (const each of open) {
    const button = document.querySelector<HTMLElement>(`[aria-controls=${each.id}]`);
    if (each.contains(document.activeElement)) button?.focus();
    each.hidden = true;
    button?.setAttribute('aria-expanded', 'false');
  }
  return open.length > 0;
}

export function open_menu(button: HTMLElement, list: HTMLElement) {
  const open = list.hidden;
  close_menus();
  list.hidden = !open;
  button.setAttribute('aria-expanded', String(open));
  if (open) list.querySelector<HTMLElement>('button, input')?.focus();
}

/// A click on the button opens the list or closes it; arrows walk in it.
export function menu(button: HTMLElement, list: HTMLElement, prepare = () => true) {
  button.addEventListener('click', event => {
    event.stopPropagation();
    if (!list.hidden || prepare()) open_menu(button, list);
  });
  list.addEventListener('keydown', event => {
    const items = [...list.querySelectorAll('button')];
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    items[(items.indexOf(document.activeElement as HTMLButtonElement) + step + items.length) % items.length]?.focus();
  });
}
document.addEventListener('click', close_menus);

/// Whether the panes are sheets over the picture, not columns beside it.
export function has_sheets() { return getComputedStyle(document.documentElement).getPropertyValue('--sheets').trim() === '1'; }

/// Panes keep the size that they were given.
export function resizable() {
  for (const [side, variable] of [['left', '--left'], ['right', '--right']] as const) {
    const known = stored(side);
    if (known) document.documentElement.style.setProperty(variable, known);
    const grip = find(`grip-${side}`);
    const set = (pixels: number) => {
      const value = `${Math.round(Math.min(Math.max(pixels, 160), innerWidth * 0.45))}px`;
      document.documentElement.style.setProperty(variable, value);
      store(side, value);
    };
    const width = () => find(side).getBoundingClientRect().width;
    const say_width = () => {
      grip.setAttribute('aria-valuemax', String(Math.max(160, Math.round(innerWidth * 0.45))));
      grip.setAttribute('aria-valuenow', String(Math.round(width())));
      grip.setAttribute('aria-valuetext', `${Math.round(width())} pixels`);
    };
    new ResizeObserver(say_width).observe(find(side));
    say_width();
    grip.addEventListener('pointerdown', down => {
      grip.setPointerCapture(down.pointerId);
      const begun = width();
      const move = (event: PointerEvent) => set(begun + (event.clientX - down.clientX) * (side === 'left' ? 1 : -1));
      grip.addEventListener('pointermove', move);
      grip.addEventListener('pointerup', () => grip.removeEventListener('pointermove', move), {once: true});
    });
    grip.addEventListener('keydown', event => {
      const step = {ArrowLeft: -16, ArrowRight: 16}[event.key];
      const end = {Home: 0, End: Infinity}[event.key];
      if (step) set(width() + step * (side === 'left' ? 1 : -1));
      else if (end !== undefined) set(end);
      else return;
      event.preventDefault();
    });
  }
}
