import { calls } from '@troupe/contract/calls';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { serializer } from './serializer.ts';

const Row = z.object({
  id: z.uuid(),
  count: z.int().nullable(),
  tags: z.array(z.string()),
  note: z.string().optional(),
});
const row = { id: '019a0000-0000-7000-8000-000000000000', count: 3, tags: ['a'] };
const secret = { password: 'hunter2' };

/** Serializes with the schema and parses the result. */
const written = (schema: z.ZodType, data: unknown) => JSON.parse(serializer(schema)(data));

test('writes data that matches the schema exactly', () => {
  expect(
    written(z.object({ rows: z.array(Row) }), { rows: [row, { ...row, count: null, note: 'x' }] }),
  ).toEqual({
    rows: [row, { ...row, count: null, note: 'x' }],
  });
});

test('omits unknown keys at any depth', () => {
  const parts = [
    [Row, { ...row, ...secret }, row],
    [z.object({ rows: z.array(Row) }), { rows: [row, { ...row, ...secret }] }, { rows: [row, row] }],
    [Row.nullable(), { ...row, ...secret }, row],
    [z.object({ row: Row.optional() }), { row: { ...row, ...secret } }, { row }],
    [z.object({ row: Row.optional() }), { ...secret }, {}],
    [z.union([z.string(), Row]), { ...row, ...secret }, row],
    [z.union([z.object({ id: z.uuid() }), Row]), row, { id: row.id }],
    [
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a') }),
        z.object({ kind: z.literal('b'), b: z.int() }),
      ]),
      { kind: 'a', b: 1 },
      { kind: 'a' },
    ],
    [z.record(z.string(), Row), { one: { ...row, ...secret } }, { one: row }],
  ] as const;
  for (const [schema, data, expected] of parts) expect(written(schema, data)).toEqual(expected);
});

test('omits keys from prototypes and classes', () => {
  class Account {
    id = row.id;
    count = null;
    tags = [];
    password = 'hunter2';
    toJSON() {
      return secret;
    }
  }
  expect(written(Row, new Account())).toEqual({ id: row.id, count: null, tags: [] });
  expect(written(z.object({ note: z.string().optional() }), new Date(0))).toEqual({});
});

test("applies the schema's conversions", () => {
  const schema = z.object({ name: z.string().trim(), page: z.coerce.number(), size: z.int().default(24) });
  expect(written(schema, { name: ' Ada ', page: '2' })).toEqual({ name: 'Ada', page: 2, size: 24 });
});

test('throws on data of another type', () => {
  for (const wrong of [
    { ...row, count: Number.NaN },
    { ...row, count: 1.5 },
    { ...row, tags: 'a' },
    { ...row, id: 1 },
    null,
  ])
    expect(() => written(Row, wrong)).toThrow(z.ZodError);
});

test("doesn't copy the responses of the busiest calls", () => {
  const creator = calls.find(({ name }) => name === 'searchCreators')!;
  let copied = 0;
  const output = creator.output as z.ZodType;
  const watched = Object.assign(Object.create(output) as z.ZodType, {
    parse: (data: unknown) => {
      copied++;
      return output.parse(data);
    },
  });
  expect(written(watched, { creators: [], nextCursor: null, total: 0, totalIsExact: true })).toMatchObject({
    total: 0,
  });
  expect(copied).toBe(0);
});
