/**
 * What a cell turned out to be: a value (with a remark where something about it should be known), nothing
 * (`N/A`, `-`, blank), or something that cannot be this kind of value, with the reason in words for a person.
 */
export type Reading<T> =
  | { kind: 'value'; value: T; remark?: string }
  | { kind: 'missing' }
  | { kind: 'refused'; reason: string; suggestion?: string };

/** Nothing was said. */
export const missing = { kind: 'missing' } as const;

/** A value, with an optional remark. */
export const value = <T>(read: T, remark?: string): Reading<T> =>
  remark ? { kind: 'value', value: read, remark } : { kind: 'value', value: read };

/** Something that cannot be read as what it should be. */
export const refused = (reason: string, suggestion?: string): Reading<never> =>
  suggestion ? { kind: 'refused', reason, suggestion } : { kind: 'refused', reason };

/** A cell as it is quoted in a message: one line, shortened, in typographic quotes. */
export function quoted(cell: string): string {
  const line = cell.replace(/\s+/gu, ' ').trim();
  const short = [...line].length > 40 ? `${[...line].slice(0, 39).join('')}…` : line;
  return `“${short}”`;
}
