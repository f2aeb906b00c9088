import pg from 'pg';
import type { z } from 'zod';
import { isoMoment } from './column.ts';

// Pages of many rows are written as JSON straight from the database's text: parsing columns into objects, checking them
// against the output schema and serializing them took most of the API's time for a page.

/**
 * A response already written as JSON, which isn't filtered by its output schema. Write it from selected columns only;
 * a test must compare it with the schema.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Column parsers of a query whose rows are written as JSON: keep the database's text. */
export const RAW_COLUMNS: pg.CustomTypesConfig = { getTypeParser: () => (value: unknown) => value } as never;

/** A column as PostgreSQL writes it. */
export type Raw = string | null;

/** Writes text. */
export const textJson = (raw: Raw): string => (raw === null ? 'null' : JSON.stringify(raw));

/** Writes a number; null for values that JSON doesn't have, such as `NaN`. */
export const numberJson = (raw: Raw): string => (raw === null || /[a-df-zA-Z]/.test(raw) ? 'null' : raw);

/** Writes a timestamptz. */
export const instantJson = (raw: Raw): string => (raw === null ? 'null' : `"${isoMoment(raw)}"`);

/** Returns a boolean column. */
export const isTrue = (raw: Raw): boolean => raw === 't';

/** The type `text[]`, which the library's list of types lacks. */
const TEXT_ARRAY = 1009;
const readTexts: (raw: string) => string[] = pg.types.getTypeParser(TEXT_ARRAY as never);

/** Returns a text array. */
export const textsOf = (raw: Raw): string[] => (raw === null || raw === '{}' ? [] : readTexts(raw));

/** An array of words, which PostgreSQL doesn't quote. */
const WORDS = /^\{[a-z][\w-]*(,[a-z][\w-]*)*\}$/i;

/** Writes a text array. */
export function textsJson(raw: Raw): string {
  if (raw === null || raw === '{}') return '[]';
  if (WORDS.test(raw) && !/null/i.test(raw)) return `["${raw.slice(1, -1).replaceAll(',', '","')}"]`;
  return JSON.stringify(readTexts(raw));
}

/** Writes a JSON column with only what the schema declares, which drops unknown keys or throws. */
export const checkedJson = (schema: z.ZodType, raw: Raw): string =>
  JSON.stringify(schema.parse(raw === null ? null : JSON.parse(raw)));
