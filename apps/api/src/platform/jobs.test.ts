import { createLogger } from '@troupe/server/log';
import { openPool } from '@troupe/server/pool';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi } from '../testing/test-api.ts';
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

test('runs delayed and repeated jobs on time, without polling', async () => {
  const jobs = new Jobs(pool, log, listener, 3600);
  const done: string[] = [];
  jobs.define<{ name: string }>('wait', async ({ name }) => {
    done.push(name);
    if (name === 'failed' && done.filter((one) => one === name).length === 1) throw new Error('once');
  });
  await jobs.start(true);
  const client = await pool.connect();
  await client.query('begin');
  await jobs.send('wait', { name: 'committed' }, { transaction: client, delaySeconds: 2 });
  await jobs.send('wait', { name: 'sooner' }, { delaySeconds: 1 });
  await jobs.send('wait', { name: 'failed' });
  await client.query('commit');
  client.release();
  await expect.poll(() => done.toSorted()).toEqual(['committed', 'failed', 'failed', 'sooner']);
  expect(done.indexOf('sooner')).toBeLessThan(done.indexOf('committed'));
  await jobs.stop();
});

test('starts the works of every minute with one job, beside slow ones and again after failures', async () => {
  const jobs = new Jobs(pool, log, listener, 3600);
  const runs: Record<string, number> = {};
  const hung = Promise.withResolvers<void>();
  const everyMinute = (name: string, work: () => Promise<void> | void = () => {}) =>
    jobs.every('* * * * *', name, async () => {
      runs[name] = (runs[name] ?? 0) + 1;
      await work();
    });
  everyMinute('slow', () => hung.promise);
  everyMinute('failing', () => {
    if (runs.failing === 1) throw new Error('once');
  });
  for (let number = 1; number <= 20; number += 1) everyMinute(`quick-${number}`);
  await new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } }).createQueue('slow');
  await pool.query(
    `insert into pgboss.schedule (name, key, kind, cron, timezone) values ('slow', '', 'cron', '* * * * *', 'UTC')`,
  );
  await jobs.start(true);
  const { rows } = await pool.query(`select name from pgboss.schedule where cron = '* * * * *'`);
  expect(rows).toEqual([{ name: 'every-minute' }]);
  const sent: string[] = [];
  const { query } = pool;
  pool.query = ((...args: Parameters<typeof query>) => {
    sent.push(String(args[0]));
    return Reflect.apply(query, pool, args);
  }) as typeof query;
  await jobs.send('every-minute', {});
  await expect.poll(() => [runs['quick-20'], runs.failing]).toEqual([1, 2]);
  pool.query = query;
  expect(sent.filter((text) => /quick-\d+/.test(text))).toEqual([]);
  await jobs.send('every-minute', {});
  await expect.poll(() => runs['quick-20']).toBe(2);
  expect(runs).toMatchObject({ slow: 1, failing: 3 });
  hung.resolve();
  await jobs.stop();
});

test('due schedules are announced, so nothing has to poll for them', async () => {
  const jobs = new Jobs(pool, log, listener, 3600);
  const done: number[] = [];
  jobs.define('due', async () => void done.push(1));
  await jobs.start(true);
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } });
  expect(await boss.getQueue('__pgboss__send-it')).toMatchObject({ notify: true });
  await boss.insert('__pgboss__send-it', [{ data: { name: 'due', key: '', data: {}, options: {} } }]);
  await expect.poll(() => done).toHaveLength(1);
  await jobs.stop();
});

test('polls twenty idle queues with one statement', async () => {
  const jobs = new Jobs(pool, log, listener, 0.05);
  for (let number = 1; number <= 20; number += 1) jobs.define(`idle-${number}`, async () => {});
  await jobs.start(true);
  const sent: string[] = [];
  const { query } = pool;
  const looks = () => sent.filter((text) => text.includes('unnest($1::text[]) queue')).length;
  pool.query = ((...args: Parameters<typeof query>) => {
    sent.push(String(args[0]));
    return Reflect.apply(query, pool, args);
  }) as typeof query;
  await expect.poll(looks).toBeGreaterThan(20);
  pool.query = query;
  expect(sent.filter((text) => /idle-\d+/.test(text))).toEqual([]);
  await jobs.stop();
});

test('writes schedules that are new or changed', async () => {
  const written = async (...crons: string[]) => {
    const jobs = new Jobs(pool, log, listener, 3600);
    for (const [at, cron] of crons.entries()) jobs.every(cron, `regular-${at}`, async () => {});
    await jobs.start(false);
    await jobs.stop();
    const { rows } = await pool.query<{ name: string; cron: string; version: string }>(
      `select name, cron, xmin::text as version from pgboss.schedule where name like 'regular-%' order by name`,
    );
    return rows;
  };
  const first = await written('0 4 * * *', '0 5 * * *');
  expect(first.map(({ cron }) => cron)).toEqual(['0 4 * * *', '0 5 * * *']);
  expect(await written('0 4 * * *', '0 5 * * *')).toEqual(first);
  const changed = await written('0 4 * * *', '0 6 * * *');
  expect(changed[0]).toEqual(first[0]);
  expect(changed[1]).toMatchObject({ name: 'regular-1', cron: '0 6 * * *' });
});

test('all schedules of the API have a next time', async () => {
  const t = await startTestApi();
  const { rows } = await t.api.pool.query<{ name: string; cron: string; options: object }>(
    'select name, cron, options from pgboss.schedule',
  );
  await t.stop();
  expect(rows.length).toBeGreaterThan(50);
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } });
  for (const { cron, options } of rows) {
    expect(boss.previewSchedule(cron)).not.toHaveLength(0);
    expect(options).toEqual({ missed: 'once' });
  }
});
