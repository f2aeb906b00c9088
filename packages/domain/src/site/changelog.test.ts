import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseChangelog, translateUpdates, unreadUpdates } from './changelog.ts';
import { ProductUpdate } from './product-update.ts';

const text = `# Changelog

About this file.

## 2026-11-20

### Stores can be connected
Store orders
are imported automatically.

So do refunds.

### Café & Co.

## 2026-11-02
### Lists
Kept.
`;

test('parses a changelog into dated updates with paragraphs', () => {
  expect(parseChangelog(text)).toEqual([
    {
      id: '2026-11-20/stores-can-be-connected',
      day: '2026-11-20',
      title: 'Stores can be connected',
      text: 'Store orders are imported automatically.\n\nSo do refunds.',
    },
    { id: '2026-11-20/caf-co', day: '2026-11-20', title: 'Café & Co.', text: '' },
    { id: '2026-11-02/lists', day: '2026-11-02', title: 'Lists', text: 'Kept.' },
  ]);
  expect(parseChangelog('')).toEqual([]);
});

test.each([
  ['## November', 'Line 1'],
  ['## 2026-13-40', 'Line 1'],
  ['## 2026-11-20, a Friday', 'Line 1'],
  ['## On ## 2026-11-20', 'Line 1'],
  ['### Title without a day', 'no day above'],
  ['## 2026-01-01\ntext', 'no title above'],
  ['## 2026-01-01\n### A\n## 2026-01-02', 'newest first'],
  ['## 2026-01-01\n### A b\n### A, b', 'twice'],
])('reports invalid lines: %j', (broken, reason) => {
  expect(() => parseChangelog(broken)).toThrow(reason);
});

test('a day can occur in two parts, and blank lines can contain spaces', () => {
  const long = 'x'.repeat(120);
  expect(
    parseChangelog(`## 2026-11-20\n \n### A \none\n \ntwo\n\n \n## 2026-11-20\n### ${long}\n### !!`),
  ).toEqual([
    { id: '2026-11-20/a', day: '2026-11-20', title: 'A', text: 'one\n\ntwo' },
    { id: `2026-11-20/${'x'.repeat(100)}`, day: '2026-11-20', title: long, text: '' },
    { id: '2026-11-20/update', day: '2026-11-20', title: '!!', text: '' },
  ]);
});

test("parses the product's changelog", () => {
  const updates = parseChangelog(readFileSync(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8'));
  expect(updates.length).toBeGreaterThan(10);
  for (const update of updates) {
    expect(ProductUpdate.safeParse(update).success, update.title).toBe(true);
    expect(update.text, update.title).not.toBe('');
  }
});

test('counts updates newer than the last one read', () => {
  const updates = parseChangelog(text);
  expect(unreadUpdates(updates, null)).toBe(3);
  expect(unreadUpdates(updates, '2026-11-20/stores-can-be-connected')).toBe(0);
  expect(unreadUpdates(updates, '2026-11-02/lists')).toBe(2);
  expect(unreadUpdates(updates, '2026-11-03/renamed-since')).toBe(2);
  expect(unreadUpdates(updates, '2026-11-20/renamed-since')).toBe(0);
});

test('a translation gives titles and texts of the same days; a day that it lacks in part stays in English', () => {
  const updates = parseChangelog(
    '## 2026-11-20\n### One\nFirst.\n### Two\nSecond.\n\n## 2026-11-19\n### Old\nThird.',
  );
  const german = parseChangelog('## 2026-11-20\n### Zwei\nZweites.\n\n## 2026-11-19\n### Alt\nDrittes.');
  expect(translateUpdates(updates, german)).toEqual([
    { id: '2026-11-20/one', day: '2026-11-20', title: 'One', text: 'First.' },
    { id: '2026-11-20/two', day: '2026-11-20', title: 'Two', text: 'Second.' },
    { id: '2026-11-19/old', day: '2026-11-19', title: 'Alt', text: 'Drittes.' },
  ]);
});
