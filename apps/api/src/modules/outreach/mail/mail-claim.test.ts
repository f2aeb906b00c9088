import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOver, withTransaction } from '../../../platform/database.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { cancelMail } from './mail.queries.ts';
import { type NewMail, queueMails } from './mail-queue.queries.ts';
import { type Claimed, claimMail, claimNotice } from './mail-sending.queries.ts';

const LIMITS = { dailyCap: 100, spacingSeconds: 60 };

let t: TestApi;

beforeAll(async () => {
  // No sending process: the tests are the processes.
  t = await startTestApi({ TROUPE_ROLES: 'http' });
});
afterAll(() => t?.stop());

const queue = (brandId: string | null, count: number, more: Partial<NewMail> = {}) =>
  withTransaction(t.api.pool, (tx) =>
    queueMails(
      tx,
      Array.from({ length: count }, (_, place) => ({
        brandId,
        domain: 'mail.claim.test',
        kind: 'invite' as const,
        to: { address: `creator${place}@claim.test`, name: 'Ana Lima' },
        subject: 'Join our campaign',
        html: '<p>Hello Ana</p>',
        plain: 'Hello Ana',
        dueAt: null,
        unsubscribable: false,
        ...more,
      })),
      t.api.clock.now(),
    ),
  );

const claim = (brandId: string, sender: number) =>
  claimMail(t.api.pool, brandId, sender, LIMITS, [], t.api.clock.now());

const statesOf = async (ids: readonly string[]) => {
  const { rows } = await t.api.pool.query<{ status: string; attempts: number; sender: number | null }>(
    'select status, attempts, sender from mail where id = any($1) order by id',
    [ids],
  );
  return rows;
};

/** Returns how many statements wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await t.api.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Runs claims one after the other while `hold` keeps them from writing: each ends or waits for a lock before the next one
 * starts. Then lets those that wait continue.
 */
async function overlapping(
  hold: (tx: ReturnType<typeof databaseOver>) => Promise<unknown>,
  claims: readonly (() => Promise<Claimed>)[],
): Promise<Claimed[]> {
  const connection = await t.api.pool.connect();
  const running: Promise<Claimed>[] = [];
  let ended = 0;
  try {
    await connection.query('begin');
    await hold(databaseOver(connection as never));
    for (const start of claims) {
      running.push(
        start().finally(() => {
          ended += 1;
        }),
      );
      await expect.poll(async () => ended + (await countWaiting()), { timeout: 30_000 }).toBe(running.length);
    }
    await connection.query('commit');
    return await Promise.all(running);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}

const noChanges = (tx: ReturnType<typeof databaseOver>) => tx.execute('lock table mail in share mode');

test("two processes at once take one of a brand's emails, and keep its spacing", async () => {
  const brandId = await t.brand();
  const ids = await queue(brandId, 2);
  // The first claim of a brand only starts its pace.
  expect(await claim(brandId, 1)).toBe('busy');
  const claims = await overlapping(noChanges, [() => claim(brandId, 1), () => claim(brandId, 2)]);
  expect(claims).toEqual([{ mail: expect.objectContaining({ id: ids[0], sender: 1, attempts: 1 }) }, 'busy']);
  expect(await statesOf(ids)).toEqual([
    { status: 'sending', attempts: 1, sender: 1 },
    { status: 'queued', attempts: 0, sender: null },
  ]);
  const later = await claim(brandId, 2);
  expect(later).toEqual({ lookAt: expect.any(Date) });
  const { rows } = await t.api.pool.query('select sent from mail_pace where brand_id = $1', [brandId]);
  expect(rows).toEqual([{ sent: 1 }]);
});

test('two processes at once take a notice once', async () => {
  const [id = ''] = await queue(null, 1, { kind: 'notice' });
  const take = (sender: number) => () => claimNotice(t.api.pool, sender, [], t.api.clock.now());
  const [first, second] = await overlapping(noChanges, [take(1), take(2)]);
  expect(first).toEqual({ mail: expect.objectContaining({ id, sender: 1 }) });
  expect(second).not.toHaveProperty('mail');
  expect(await statesOf([id])).toEqual([{ status: 'sending', attempts: 1, sender: 1 }]);
});

test('an email that is canceled while a process looks for the next one is not sent', async () => {
  const brandId = await t.brand();
  const [id = '', next = ''] = await queue(brandId, 2);
  expect(await claim(brandId, 1)).toBe('busy');
  // As when a reply, a withdrawal or a closed campaign stops it.
  const [taken] = await overlapping((tx) => cancelMail(tx, brandId, id), [() => claim(brandId, 1)]);
  expect(taken).toEqual({ mail: expect.objectContaining({ id: next }) });
  expect(await statesOf([id, next])).toMatchObject([
    { status: 'cancelled', attempts: 0 },
    { status: 'sending' },
  ]);
});

test('an email whose stop is being decided elsewhere stays in the queue', async () => {
  const brandId = await t.brand();
  const [id = ''] = await queue(brandId, 1);
  expect(await claim(brandId, 1)).toBe('busy');
  const undecided = { dropped: sql`true`, cancel: async () => false };
  expect(await claimMail(t.api.pool, brandId, 1, LIMITS, [undecided], t.api.clock.now())).toBe('busy');
  expect(await statesOf([id])).toEqual([{ status: 'queued', attempts: 0, sender: null }]);
});
