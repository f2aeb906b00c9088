import { createLogger } from '@troupe/server/log';
import { openPool } from '@troupe/server/pool';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { Jobs } from './jobs.ts';
import { Listener } from './listen.ts';

const log = createLogger('jobs', 'silent');
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let listener: Listener;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, 4, { name: 'troupe-test' });
  listener = new Listener(database.url, log);
  await listener.start();
});

afterAll(async () => {
  await listener.stop();
  await pool.end();
  await database.drop();
});

test('runs all jobs of a transaction on its announcement, without polling', async () => {
  const jobs = new Jobs(pool, log, listener, 3600);
  const done: number[] = [];
  jobs.define<{ number: number }>('count', async ({ number }) => {
    done.push(number);
    if (number === 2) throw new Error('the second one fails');
  });
  await jobs.start(true);
  const client = await pool.connect();
  await client.query('begin');
  for (const number of [1, 2, 3, 4, 5]) await jobs.send('count', { number }, { transaction: client });
  await client.query('commit');
  client.release();
  await expect.poll(() => done.toSorted().join()).toBe('1,2,3,4,5');
  await jobs.stop();
});

test('polls for delayed jobs and those whose announcement was lost', async () => {
  const deaf = new Listener(database.url, log);
  const jobs = new Jobs(pool, log, deaf, 0.1);
  const done: string[] = [];
  jobs.define<{ name: string }>('find', async ({ name }) => {
    done.push(name);
  });
  await jobs.start(true);
  await jobs.send('find', { name: 'now' });
  await jobs.send('find', { name: 'later' }, { delaySeconds: 1 });
  await expect.poll(() => done.join()).toBe('now,later');
  await jobs.stop();
});

test('polls twenty idle queues with one statement', async () => {
  const jobs = new Jobs(pool, log, listener, 0.05);
  for (let number = 1; number <= 20; number += 1) jobs.define(`idle-${number}`, async () => {});
  await jobs.start(true);
  const sent: string[] = [];
  const { query } = pool;
  const looks = () => sent.filter((text) => text.includes('unnest($1::text[]) queue')).length;
  // Each queue is fetched from once at startup.
  await expect
    .poll(async () => {
      const { rows } = await pool.query(`select count(*)::int from pgboss.queue where name like 'idle-%'`);
      return rows[0].count;
    })
    .toBe(20);
  pool.query = ((...args: Parameters<typeof query>) => {
    sent.push(String(args[0]));
    return Reflect.apply(query, pool, args);
  }) as typeof query;
  await expect.poll(looks).toBeGreaterThan(20);
  pool.query = query;
  const fetched = sent.filter((text) => /idle-\d+/.test(text)).length;
  expect(fetched).toBeLessThanOrEqual(20);
  await jobs.stop();
});
