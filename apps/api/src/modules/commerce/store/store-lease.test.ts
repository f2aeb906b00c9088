import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../platform/database.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { alone } from './store-lease.queries.ts';

let pool: pg.Pool;
let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  db = drizzle(pool);
  drop = database.drop;
});
afterAll(async () => {
  await pool.end();
  await drop();
});

test('only one at a time does what is to be done alone; the others wait, or leave', async () => {
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
  const waiting = [1, 2, 3].map(() => alone(db, 'one', 10_000, work));
  await begun.promise;
  expect(await alone(db, 'one', 0, work)).toBeNull();
  expect(await alone(db, 'other', 0, async () => 'done')).toEqual({ result: 'done' });
  ended.resolve();
  expect(await Promise.all(waiting)).toEqual([1, 2, 3].map(() => ({ result: 'done' })));
  expect(most).toBe(1);
});

test('work that fails lets go, and a lease of a process that died ends by itself', async () => {
  await expect(alone(db, 'two', 0, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await alone(db, 'two', 0, async (lease) => lease.renew())).toEqual({ result: true });
  await pool.query(
    `insert into store_lease values ('three', gen_random_uuid(), now() + interval '1 minute')`,
  );
  expect(await alone(db, 'three', 0, async () => 1)).toBeNull();
  await pool.query(`update store_lease set until = now() - interval '1 second'`);
  expect(await alone(db, 'three', 0, async () => 1)).toEqual({ result: 1 });
});

test('whoever lost the lease learns of it', async () => {
  const done = await alone(db, 'four', 0, async (lease) => {
    await pool.query(`update store_lease set holder = gen_random_uuid() where name = 'four'`);
    return lease.renew();
  });
  expect(done).toEqual({ result: false });
});
