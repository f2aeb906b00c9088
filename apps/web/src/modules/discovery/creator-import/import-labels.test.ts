import { expect, test } from 'vitest';
import { readImportAddress, readImportStartAddress } from './import-address.ts';
import {
  cellText,
  dayIsAssumed,
  durationText,
  formatText,
  howFar,
  picturesSummary,
  previewSummary,
  refusalOf,
} from './import-labels.ts';

test('cells are shown as they will be read', () => {
  expect(cellText('followerCount', { raw: '48.200', value: 48200 })).toBe('48,200');
  expect(cellText('engagement', { raw: '3,9', value: 3.9 })).toBe('3.9%');
  expect(cellText('platform', { raw: 'ig', value: 'instagram' })).toBe('Instagram');
  expect(cellText('verified', { raw: '1', value: true })).toBe('Yes');
  expect(cellText('email', { raw: 'N/A', value: null })).toBe('–');
  expect(cellText('skip', { raw: 'as it is', value: null })).toBe('as it is');
});

test('distinguishes an unknown date from a given one', () => {
  expect(dayIsAssumed({ asOf: '2026-11-20T10:02:05.123Z' })).toBe(true);
  expect(dayIsAssumed({ asOf: '2026-11-20T00:00:00.000Z' })).toBe(false);
});

test('an undoing counts the creators it has removed or kept, of those the import added', () => {
  const counts = { rows: 90, done: 90, added: 60, linked: 20, already: 5, repeated: 5, rejected: 0 };
  const undo = { removed: 15, unlisted: 0, kept: 5 };
  expect(howFar({ state: 'undoing', counts, undo })).toMatchObject({ value: 20, max: 60 });
  expect(howFar({ state: 'undoing', counts, undo: null })).toMatchObject({ value: 0, max: 60 });
  expect(howFar({ state: 'undoing', counts: { ...counts, added: 0 }, undo })).toMatchObject({ value: null });
  expect(howFar({ state: 'running', counts, undo: null })).toMatchObject({
    value: 90,
    max: 90,
    unit: 'rows',
  });
  expect(howFar({ state: 'waiting', counts, undo: null })).toMatchObject({ value: null });
});

test('durations and formats are short', () => {
  const from = '2026-11-20T10:00:00.000Z';
  expect(durationText(from, '2026-11-20T10:00:00.300Z')).toBe('less than 1 s');
  expect(durationText(from, '2026-11-20T10:00:09.100Z')).toBe('9 s');
  expect(durationText(from, '2026-11-20T10:02:05.000Z')).toBe('2 min 5 s');
  expect(durationText(from, '2026-11-20T11:04:00.000Z')).toBe('1 h 4 min');
  const facts = { encoding: 'windows-1252', bytes: 1, columns: 1 };
  expect(formatText({ ...facts, format: 'delimited', delimiter: ';' })).toBe(
    'windows-1252, semicolon-separated',
  );
  expect(formatText({ ...facts, format: 'json-lines', delimiter: null })).toBe('JSON Lines');
});

test('an invalid URL opens the first step', () => {
  expect(readImportAddress({ step: 'nowhere', show: 'all', other: '1' })).toEqual({});
  expect(readImportAddress({ step: 'check', show: 'linked' })).toEqual({ step: 'check', show: 'linked' });
  expect(readImportStartAddress({ list: '<script>' })).toEqual({});
  const list = '01a1f8c4-5949-7336-8ee8-6205bfcdd64c';
  expect(readImportStartAddress({ list })).toEqual({ list });
});

test('files without content and files over 200 MB are refused before they are sent', () => {
  expect(refusalOf({ size: 0 })).toMatch(/is empty/);
  expect(refusalOf({ size: 200 * 1024 * 1024 })).toBeNull();
  expect(refusalOf({ size: 200 * 1024 * 1024 + 1 })).toBe(
    'This file is larger than 200 MB. Split it into smaller files.',
  );
});

const cell = (problem: string | null) => ({ raw: '0', value: null, problem });
const row = (number: number, problems: (string | null)[], rejected?: string) => ({
  row: number,
  cells: problems.map(cell),
  platform: null,
  username: null,
  engagement: null,
  problem: rejected ? { field: null, reason: rejected } : null,
});

test('the first rows are not called readable when a value in them is skipped', () => {
  expect(previewSummary([row(2, [null]), row(14, [null, "Country “0” isn't recognized"])])).toEqual({
    text: "All rows can be imported. 1 value can't be read and will be skipped.",
    problems: [{ row: 14, reason: "Country “0” isn't recognized, skipped" }],
  });
  expect(previewSummary([row(2, [null]), row(3, [null])])).toEqual({
    text: 'All rows can be imported.',
    problems: [],
  });
  expect(previewSummary([row(2, ["Followers “x” isn't a number"], "Followers “x” isn't a number")])).toEqual({
    text: "0 rows can be imported. 1 can't, but you can correct it after the import.",
    problems: [{ row: 2, reason: "Followers “x” isn't a number" }],
  });
});

test('the pictures of an import are counted, with the reasons why some were not copied', () => {
  expect(picturesSummary({ waiting: 0, copied: 0, failed: 0, reasons: [] })).toBeNull();
  expect(picturesSummary({ waiting: 3, copied: 1, failed: 0, reasons: [] })?.text).toBe(
    'Copying pictures: 1 of 4.',
  );
  expect(
    picturesSummary({
      waiting: 0,
      copied: 1200,
      failed: 1,
      reasons: [{ reason: 'The server answered 404', count: 1 }],
    }),
  ).toEqual({
    text: "1,200 pictures copied. Couldn't copy 1 picture. Initials are shown instead.",
    reasons: ['The server answered 404 (1)'],
  });
});
