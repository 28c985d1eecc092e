// The link: the opened file, the selection and the look, so that a reload or another user sees the same
// picture.
import type {Look} from '../picture/paint.js';
import type {Tab} from './tab.js';
import type {View} from '../picture/view.js';

function same(a: Set<string>, b: Set<string>) { return a.size === b.size && [...a].every(each => b.has(each)); }
function shown(show: View['show']) { return Object.entries(show).filter(([, on]) => on).map(([name]) => name).join(','); }

/// How it is drawn, as far as that is not how it was opened.
function add_drawing(words: URLSearchParams, {paint, show, opened_as: first}: View) {
  const now = paint.state();
  if (now.look !== first.paint.look) words.set('look', now.look);
  if (now.by !== first.paint.by) words.set('by', now.by);
  if (now.level !== first.paint.level) words.set('lod', String(now.level));
  if (!same(now.roles, first.paint.roles)) words.set('layers', [...now.roles].join(','));
  if (now.solid !== first.paint.solid) words.set('roofs', now.solid ? 'solid' : 'glass');
  if (shown(show) !== shown(first.show)) words.set('show', shown(show));
  for (const label of now.off) words.append('off', label);
}

export function link_of(tab: Tab | undefined, theme: string) {
  const words = new URLSearchParams();
  if (tab?.source) words.set(tab.source.kind === 'sample' ? 'sample' : 'file', tab.source.name);
  if (tab?.view && !tab.view.turning) words.set('camera', tab.view.camera_text());
  if (tab?.view) add_drawing(words, tab.view);
  if (tab?.area && tab.path !== tab.area.layout) words.set('room', tab.path);
  if (tab?.selection?.paths[0]) {
    words.set('at', tab.selection.paths[0].path);
    if (tab.selection.layer > 0) words.set('layer', String(tab.selection.layer));
  }
  words.set('theme', theme);
  return words;
}

/// Draws as a link says; anything else stays.
async function draw_as(tab: Tab, words: URLSearchParams) {
  const {view, model} = tab;
  if (!view || !model) return;
  const {paint, show} = view;
  const by = words.get('by');
  if (by === 'islands' && tab.has_ways) await tab.load_islands();
  if (by) paint.by = by;
  if (words.has('look')) paint.look = words.get('look') as Look;
  const level = words.get('lod');
  if (level) paint.level = level === 'all' ? 'all' : Number(level);
  const roles = words.get('layers')?.split(',');
  for (const role of roles ? model.roles() : []) {
    if (roles!.includes(role)) paint.roles.add(role);
    else paint.roles.delete(role);
  }
  if (words.has('roofs')) paint.solid = words.get('roofs') === 'solid';
  const wanted = words.get('show')?.split(',');
  if (wanted) for (const name of Object.keys(show) as (keyof View['show'])[]) show[name] = wanted.includes(name);
  paint.off.clear();
  for (const label of words.getAll('off')) paint.off.add(label);
  tab.repaint();
}

const drawing = ['look', 'by', 'lod', 'layers', 'roofs', 'show', 'off'];

/// Once: a used word is removed.
export async function follow_link(tab: Tab, words: URLSearchParams) {
  const meant = words.get('file') ?? words.get('sample');
  if (meant && tab.source?.name !== meant) return;
  const asked = new URLSearchParams(words);
  for (const name of ['camera', 'at', 'room', 'layer', ...drawing]) words.delete(name);
  const is_drawn = drawing.some(name => asked.has(name)) ? draw_as(tab, asked) : undefined;
  const camera = asked.get('camera');
  if (camera && tab.view) tab.view.set_camera(camera);
  const room = tab.rooms?.find(each => each === asked.get('room'));
  const path = asked.get('at');
  const layer = Number(asked.get('layer') ?? 0);
  if (path && (room || layer in tab.about.layers)) await tab.select_path(layer, path, {file: room ?? tab.area?.layout ?? tab.path});
  else if (room) await tab.look_at(room);
  await is_drawn;
}
