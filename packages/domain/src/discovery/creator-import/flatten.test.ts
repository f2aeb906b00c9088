import { expect, test } from 'vitest';
import { flattenRecord, type JsonValue, parseJson, recordsOf } from './flatten.ts';

const cells = (record: JsonValue) => Object.fromEntries(flattenRecord(record));

test('numbers keep their original digits', () => {
  expect(parseJson('[1, 1.50, 9007199254740993, 0.1]')).toEqual([1, '1.50', '9007199254740993', '0.1']);
});

test('records become cells with dotted names', () => {
  expect(
    cells({ a: 1, b: { c: true, d: null, e: { f: 'x' } }, g: '', h: ['x', 2, null, false, ''], i: [] }),
  ).toEqual({ a: '1', 'b.c': 'true', 'b.d': '', 'b.e.f': 'x', g: '', h: 'x; 2; false', i: '' });
});

test('values without a name get the name `value`', () => {
  expect(cells('x')).toEqual({ value: 'x' });
  expect(cells(null)).toEqual({ value: '' });
  expect(cells(['x', 'y'])).toEqual({ value: 'x; y' });
  expect(cells([{ name: 'x' }])).toEqual({ '[]': 'x' });
});

test('lists of objects keep their names, titles, labels, values, codes or ids', () => {
  const entries = ['name', 'title', 'label', 'value', 'code', 'id'].map((key) => ({
    other: 'o',
    [key]: key,
  }));
  expect(cells({ list: [...entries, { other: 'o' }, { name: 7, code: 'c' }, ['x'], null, 'plain'] })).toEqual(
    {
      'list[]': 'name; title; label; value; code; id; c; plain',
    },
  );
  expect(cells({ list: [{ id: 'i', name: 'n' }] })).toEqual({ 'list[]': 'n' });
});

test('keeps at most 400 columns and 8 levels', () => {
  const wide = Object.fromEntries(Array.from({ length: 401 }, (_, at) => [`c${at}`, at]));
  expect(Object.keys(cells(wide))).toHaveLength(400);
  const nested = (levels: number): JsonValue => (levels === 0 ? 'x' : { a: nested(levels - 1) });
  expect(cells(nested(8))).toEqual({ 'a.a.a.a.a.a.a.a': 'x' });
  expect(cells(nested(9))).toEqual({});
});

const ANA = { username: 'ana' };
const BO = { username: 'bo' };

test.each<[string, JsonValue, JsonValue[]]>([
  ['a list at the top', [ANA, 1], [ANA, 1]],
  ...['data', 'items', 'results', 'accounts', 'creators', 'influencers', 'channels', 'profiles', 'rows'].map(
    (key): [string, JsonValue, JsonValue[]] => [
      `the list under ${key}`,
      { total: 2, [key]: [ANA, BO] },
      [ANA, BO],
    ],
  ),
  ['a list with something else between', { total: 2, rows: [1, ANA] }, [1, ANA]],
  ['the list under the only key', { anything: [ANA] }, [ANA]],
  ['a list two levels down', { total: 2, data: { more: 1, items: [ANA, BO] } }, [ANA, BO]],
  ['a list of one two levels down', { total: 1, data: { items: [ANA] } }, [ANA]],
  ['a later list where the first key holds none', { data: { x: 1 }, items: [ANA] }, [ANA]],
])('finds the records of a document: %s', (_, document, records) => {
  expect(recordsOf(document)).toEqual(records);
});

test.each<[string, JsonValue]>([
  ['a list under an unknown key beside others', { total: 2, anything: [ANA] }],
  ['a list of plain values', { data: ['x', 'y'] }],
  ['an empty list', { data: [] }],
  ['a list three levels down', { data: { data: { data: [ANA, BO] } } }],
  ['a nested object alone', { data: ANA }],
  ['null under a known key', { data: null, username: 'ana' }],
])('treats a document as one record: %s', (_, document) => {
  expect(recordsOf(document)).toEqual([document]);
});

test('plain values contain no records', () => {
  expect(['x', 1, true, null].map((document) => recordsOf(document))).toEqual([[], [], [], []]);
});
