import { keepMarketingSource } from '@troupe/contract/site/marketing-source';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { marketingSourceTable } from './marketing-source.table.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

const spring = { campaign: 'spring', medium: 'mail', source: 'newsletter', content: 'top', term: 'boots' };
const read = (userId: string) =>
  t.api.db.select().from(marketingSourceTable).where(eq(marketingSourceTable.userId, userId));

test('saves the source of a sign-up once, even from two tabs', async () => {
  const person = await t.person();
  const answers = await Promise.all([1, 2].map(() => person.call(keepMarketingSource, { body: spring })));
  expect(answers.map(({ kept }) => kept).sort()).toEqual([false, true]);
  expect(await person.call(keepMarketingSource, { body: { ...spring, source: 'other' } })).toEqual({
    kept: false,
  });
  expect(await read(person.userId)).toMatchObject([spring]);
});

test('ignores a source long after sign-up', async () => {
  const person = await t.person();
  t.setNow(new Date(Date.now() + 2 * 86_400_000));
  const later = await person.call(keepMarketingSource, { body: spring });
  t.setNow(null);
  expect(later).toEqual({ kept: false });
  expect(await read(person.userId)).toEqual([]);
});

test('rejects empty, oversized and malformed sources', async () => {
  const person = await t.person();
  expect(await person.call(keepMarketingSource, { body: { source: '  ' } })).toEqual({ kept: false });
  for (const source of ['x'.repeat(201), 'a\u0000b', '\ud800']) {
    await expect(person.call(keepMarketingSource, { body: { source } })).rejects.toMatchObject({
      status: 422,
    });
  }
  expect(await read(person.userId)).toEqual([]);
});
