import type { PreviewRow } from '@troupe/domain/discovery/creator-import/creator-import';
import type { ImportColumn, ImportField } from '@troupe/domain/discovery/creator-import/field';
import { expect, test } from 'vitest';
import { changesFor, columnName, isUnsure, mappingText, shownColumns, withChanges } from './mapping.ts';

const column = (index: number, field: ImportField, more: Partial<ImportColumn> = {}): ImportColumn => ({
  index,
  field,
  header: `column ${index}`,
  confidence: 0.95,
  reason: 'Header and values match',
  samples: [],
  ...more,
});

const row = (cells: PreviewRow['cells'], problem: PreviewRow['problem'] = null): PreviewRow => ({
  row: 2,
  cells,
  platform: 'instagram',
  username: 'ana',
  engagement: null,
  problem,
});

test('a column below 80% is to be checked, unless it is skipped', () => {
  expect(isUnsure(column(0, 'email', { confidence: 0.79 }))).toBe(true);
  expect(isUnsure(column(0, 'email', { confidence: 0.8 }))).toBe(false);
  expect(isUnsure(column(0, 'skip', { confidence: 0 }))).toBe(false);
});

test('a column without a header is called by its number', () => {
  expect(columnName({ index: 3, header: '  ' })).toBe('Column 4');
  expect(columnName({ index: 3, header: ' ER ' })).toBe('ER');
});

test('a meaning that only one column can have is taken from the column that had it', () => {
  const columns = [column(0, 'fullname'), column(1, 'username')];
  expect(changesFor(columns, 1, 'fullname')).toEqual({
    changes: [
      { index: 0, field: 'skip' },
      { index: 1, field: 'fullname' },
    ],
    skipped: columns[0],
  });
});

test('several columns may be categories', () => {
  expect(changesFor([column(0, 'category'), column(1, 'skip')], 1, 'category')).toEqual({
    changes: [{ index: 1, field: 'category' }],
    skipped: null,
  });
});

test('choosing the meaning a column has already confirms it', () => {
  const columns = [column(0, 'fullname', { confidence: 0.6 })];
  const { changes, skipped } = changesFor(columns, 0, 'fullname');
  expect(skipped).toBeNull();
  expect(withChanges(columns, changes)[0]).toMatchObject({ confidence: 1, reason: 'Chosen by you' });
});

test('a wide file shows the columns that mean something, and all of them when asked', () => {
  const columns = Array.from({ length: 40 }, (_, index) => column(index, index < 3 ? 'category' : 'skip'));
  columns[20] = column(20, 'skip', { confidence: 1 });
  expect(shownColumns(columns, false).map(({ index }) => index)).toEqual([0, 1, 2, 20]);
  expect(shownColumns(columns, true)).toHaveLength(40);
  expect(shownColumns(columns.slice(0, 30), false)).toHaveLength(30);
});

test('what has to be settled comes first', () => {
  const needs = [
    { field: 'platform', message: 'Choose the platform these creators are on' },
    { field: 'columns', message: 'Choose the column that holds the usernames' },
  ];
  expect(mappingText({ columns: [column(0, 'email', { confidence: 0.5 })], needs }, [])).toEqual({
    tone: 'needs',
    title: 'Choose the platform these creators are on.',
    text: 'Choose the column that holds the usernames.',
  });
});

test('the foot says which columns to check and how they read', () => {
  const columns = [
    column(0, 'followerCount', { header: 'Followers', decimal: 'comma' }),
    column(1, 'engagement', { header: 'ER', confidence: 0.71, decimal: 'comma', scale: 'percent' }),
    column(2, 'notes', { header: 'Remark', confidence: 0.64 }),
  ];
  const preview = [
    row([
      { raw: '48.200', value: 48200, problem: null },
      { raw: '3,9%', value: 3.9, problem: null },
      { raw: 'Met at the fair', value: 'Met at the fair', problem: null },
    ]),
  ];
  expect(mappingText({ columns, needs: [] }, preview)).toEqual({
    tone: 'check',
    title: '2 columns need review.',
    text: 'ER is imported as a percentage with decimal commas, Remark as notes. We interpret 48.200 (followers) as 48,200.',
  });
});

test('when all is sure the foot says which columns are imported, which are skipped and which rows would be rejected', () => {
  const columns = [column(0, 'username'), column(1, 'skip')];
  const cells = [
    { raw: '', value: null, problem: 'Username is empty' },
    { raw: 'A', value: 'A', problem: null },
  ];
  const preview = [row(cells, { field: 'username', reason: 'Username is empty' })];
  expect(mappingText({ columns, needs: [] }, preview)).toEqual({
    tone: 'sure',
    title: '1 column will be imported.',
    text: "1 column skipped. The first row can't be imported without corrections.",
  });
});
