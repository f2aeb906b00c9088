import type { ImportOutcome } from '@troupe/domain/discovery/creator-import/creator-import';

/** Rows that can be shown together: those of an outcome, or those of which a value was left out. */
export type ShownRows = ImportOutcome | 'remarked';

/** What the address of an import holds: the step before the start, and the opened outcome after it. */
export interface ImportAddress {
  /** Mapping of the columns unless it says check. */
  step?: 'check' | undefined;
  /** Which rows are shown. */
  show?: ShownRows | undefined;
}

/** What the address of the first screen holds: the list that the creators are meant for. */
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

/** Reads the address of the first screen. */
export function readImportStartAddress(raw: Record<string, unknown>): ImportStartAddress {
  return typeof raw.list === 'string' && UUID.test(raw.list) ? { list: raw.list } : {};
}

/** Where the imports are. */
export const IMPORTS_PATH = '/creator-search/import';
/** Where one import is. */
export const importPath = (importId: string): string => `${IMPORTS_PATH}/${importId}`;
/** Where a list is. */
export const listPath = (listId: string): string => `/creator-search/lists?list=${listId}`;
