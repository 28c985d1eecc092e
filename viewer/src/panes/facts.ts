// Facts about a part, a line for each.
import {in_words} from '../widgets/dom.js';
import {hash_text, Model, Part} from '../picture/model.js';

export type Fact = [name: string, value: string];

export function facts_of(part: Part, {words, hashes}: Model, level: Fact[]): Fact[] {
  const facts: Fact[] = [['mesh', part.mesh], ['triangles', String(part.triangles)], ['material', part.material], ['role', part.role], ...level];
  const more = Object.entries(part.extras).filter(([name]) => !['name', 'role', 'lod'].includes(name));
  // Readable values come before numbers that only programs use.
  more.sort(([a], [b]) => Number(is_id(a)) - Number(is_id(b)));
  const known = new Set(facts.map(([name]) => name));
  const said = (name: string, value: unknown) => hashes.has(name) && Number.isInteger(Number(value)) ? `${hash_text(value)} (${Number(value)})` : is_said(name, value) ? value === 1 : value;
  return [...facts, ...more.flatMap(([name, value]) => spread(known.has(name) ? words[name] ?? name : name, said(name, value)))];
}

/// What a file says with a number: that it is so, or not.
function is_said(name: string, value: unknown) { return name.startsWith('is_') && (value === 0 || value === 1); }

function is_id(name: string) { return name === 'id' || name.endsWith('_id') || name.endsWith('_by'); }

/// A fact per member of a record, so that each has a line of its own.
function spread(name: string, value: unknown): Fact[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[name, in_words(value)]];
  return Object.entries(value).flatMap(([member, each]) => spread(`${name} ${member}`, each));
}
