import type { ImportOutcome } from '@troupe/domain/discovery/creator-import/creator-import';

/** Groups of rows: by outcome, or those with a value skipped. */
export type ShownRows = ImportOutcome | 'remarked';

/** Search parameters of an import: the step before the start, and the open outcome after it. */
export interface ImportAddress {
  /** The column mapping if missing. */
  step?: 'check' | undefined;
  /** The open group of rows. */
  show?: ShownRows | undefined;
}

/** Search parameters of the first screen: the list of the creators. */
export interface ImportStartAddress {
  list?: string | undefined;
}

const SHOWN: readonly ShownRows[] = ['added', 'linked', 'already', 'repeated', 'rejected', 'remarked'];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parses the search parameters of an import; drops invalid values. */
export function readImportAddress(raw: Record<string, unknown>): ImportAddress {
  const show = SHOWN.find((rows) => rows === raw.show);
  return { ...(raw.step === 'check' ? { step: 'check' } : {}), ...(show ? { show } : {}) };
}

/** Parses the search parameters of the first screen. */
export function readImportStartAddress(raw: Record<string, unknown>): ImportStartAddress {
  return typeof raw.list === 'string' && UUID.test(raw.list) ? { list: raw.list } : {};
}

/** Path of the imports. */
export const IMPORTS_PATH = '/creator-search/import';
/** Returns the path of an import. */
export const importPath = (importId: string): string => `${IMPORTS_PATH}/${importId}`;
/** Returns the path of a list. */
export const listPath = (listId: string): string => `/creator-search/lists?list=${listId}`;
