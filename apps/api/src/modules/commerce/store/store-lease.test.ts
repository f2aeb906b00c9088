import { openPool } from '@troupe/server/pool';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../platform/database.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { withLease } from './store-lease.queries.ts';

let pool: pg.Pool;
let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  pool = openPool(database.url, 4, { name: 'troupe-test' });
  db = drizzle(pool);
  drop = database.drop;
});
afterAll(async () => {
  await pool.end();
  await drop();
});

test('only one holder at a time works; others wait or give up', async () => {
  let inside = 0;
  let most = 0;
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    begun.resolve();
    await ended.promise;
    inside -= 1;
    return 'done';
  };
  const waiting = [1, 2, 3].map(() => withLease(db, 'one', 10_000, work));
  await begun.promise;
  expect(await withLease(db, 'one', 0, work)).toBeNull();
  expect(await withLease(db, 'other', 0, async () => 'done')).toEqual({ result: 'done' });
  ended.resolve();
  expect(await Promise.all(waiting)).toEqual([1, 2, 3].map(() => ({ result: 'done' })));
  expect(most).toBe(1);
});

test('failed work releases the lease, and that of a dead process expires', async () => {
  await expect(withLease(db, 'two', 0, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLease(db, 'two', 0, async (lease) => lease.renew())).toEqual({ result: true });
  await pool.query(
    `insert into store_lease values ('three', gen_random_uuid(), now() + interval '1 minute')`,
  );
  expect(await withLease(db, 'three', 0, async () => 1)).toBeNull();
  await pool.query(`update store_lease set until = now() - interval '1 second'`);
  expect(await withLease(db, 'three', 0, async () => 1)).toEqual({ result: 1 });
});

test('a holder learns that it lost the lease', async () => {
  const done = await withLease(db, 'four', 0, async (lease) => {
    await pool.query(`update store_lease set holder = gen_random_uuid() where name = 'four'`);
    return lease.renew();
  });
  expect(done).toEqual({ result: false });
});
