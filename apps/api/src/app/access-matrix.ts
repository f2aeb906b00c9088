import { readFileSync } from 'node:fs';

/** The kinds of callers, in the order of the table's columns. */
export const CALLERS = [
  'signed-out',
  'bad-token',
  'no-brand',
  'member',
  'owner',
  'other-brand',
  'due-member',
  'due-owner',
  'creator',
  'other-creator',
  'administrator',
  'read-key',
  'write-key',
  'other-key',
] as const;

export type CallerKind = (typeof CALLERS)[number];

/** One row: a call and the expected status for each caller. */
export interface AccessRow {
  /** Method and path as in the contract. */
  call: string;
  expected: Record<CallerKind, number>;
}

const ROW = /^((?:GET|POST|PUT|DELETE) \S+)((?:\s+\d{3})+)$/;

/** Reads `access-matrix.txt`. Throws on malformed or incomplete rows. */
export function readAccessMatrix(): AccessRow[] {
  const text = readFileSync(new URL('access-matrix.txt', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line.trim() && !line.startsWith('#'));
  return lines.map((line) => {
    const [, call = '', cells = ''] = ROW.exec(line.trim()) ?? [];
    const statuses = cells.trim().split(/\s+/).map(Number);
    if (statuses.length !== CALLERS.length) throw new Error(`malformed row in the access matrix: ${line}`);
    const expected = Object.fromEntries(CALLERS.map((caller, at) => [caller, statuses[at]]));
    return { call, expected: expected as Record<CallerKind, number> };
  });
}
