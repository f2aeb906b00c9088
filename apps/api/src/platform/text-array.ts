import pg from 'pg';

const anyTextArray = pg.types.getTypeParser(1009) as (text: string) => string[];

/** A `text[]` as PostgreSQL writes it. Most hold plain words only: those need not be read letter by letter. */
export function textArray(text: string): string[] {
  const inner = text.slice(1, -1);
  if (inner === '') return [];
  return /["\\{}]|NULL/.test(inner) ? anyTextArray(text) : inner.split(',');
}
