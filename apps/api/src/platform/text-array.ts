import pg from 'pg';

/** The type's number in PostgreSQL. */
export const TEXT_ARRAY: number = 1009;

const anyTextArray = pg.types.getTypeParser(TEXT_ARRAY) as (text: string) => string[];

/** A `text[]` as PostgreSQL writes it. Most hold plain words only: those need not be read letter by letter. */
export function textArray(text: string): string[] {
  const inner = text.slice(1, -1);
  if (inner === '') return [];
  return /["\\{}]|NULL/.test(inner) ? anyTextArray(text) : inner.split(',');
}
