import type { DomainEvent } from '@troupe/domain/domain-event';
import { openPool } from '@troupe/server/pool';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { connectionOf, type Database, databaseOver, withTransaction } from './database.ts';
import { connectEvents, DomainEvents, publish } from './events.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const brandId = '0190a000-0000-7000-8000-000000000001';
const status = (campaignId: string): DomainEvent => ({
  brandId,
  type: 'campaign.status_changed',
  data: { campaignId, status: 'publish' },
});
const report: DomainEvent = {
  brandId,
  type: 'report.purchased',
  data: { reportId: '0190a000-0000-7000-8000-000000000002', creatorId: brandId },
};

let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  ({ url, drop } = database);
  const pool = openPool(url, 10, { name: 'troupe-test' });
  await pool.query('create table heard (number serial, what text)');
  await pool.end();
});
afterAll(() => drop());

/** Simulates a process: a pool with subscribers. */
async function inProcess(
  work: (host: { pool: pg.Pool; db: Database; events: DomainEvents }) => Promise<void>,
): Promise<string[]> {
  const pool = openPool(url, 3, { name: 'troupe-test' });
  const events = new DomainEvents();
  connectEvents(pool, events);
  try {
    await pool.query('truncate heard');
    await work({ pool, db: databaseOver(pool), events });
    const { rows } = await pool.query<{ what: string }>('select what from heard order by number');
    return rows.map(({ what }) => what);
  } finally {
    await pool.end();
  }
}

const write = (tx: Database, what: string) => tx.execute(sql`insert into heard (what) values (${what})`);

test('calls subscribers in order of subscription with all events of one publish', async () => {
  const heard = await inProcess(async ({ db, events }) => {
    events.subscribe('campaign.status_changed', async (tx, published, now) => {
      const ids = published.map(({ data }) => data.campaignId);
      await write(tx, `first ${ids} ${now.toISOString()}`);
    });
    events.subscribe(['report.purchased', 'campaign.status_changed'], async (tx, published) => {
      await write(tx, `second ${published.map(({ type }) => type)}`);
    });
    events.subscribe('credit.changed', async (tx) => void (await write(tx, 'never')));
    await db.transaction((tx) => publish(tx, [status('a'), report, status('b')], NOW));
  });
  expect(heard).toEqual([
    'first a,b 2026-03-01T10:00:00.000Z',
    'second campaign.status_changed,report.purchased,campaign.status_changed',
  ]);
});

test('publishes from every kind of transaction', async () => {
  const heard = await inProcess(async ({ pool, db, events }) => {
    events.subscribe('report.purchased', async (tx) => void (await write(tx, 'heard')));
    await publish(db, report, NOW);
    await withTransaction(pool, (tx) => publish(tx, report, NOW));
    await db.transaction((tx) => tx.transaction((inner) => publish(inner, report, NOW)));
  });
  expect(heard).toEqual(['heard', 'heard', 'heard']);
});

test('rolls back when a subscriber fails', async () => {
  const heard = await inProcess(async ({ db, events }) => {
    events.subscribe('report.purchased', async (tx) => void (await write(tx, 'heard')));
    events.subscribe('report.purchased', async () => {
      throw new Error('broken');
    });
    const work = db.transaction(async (tx) => {
      await write(tx, 'bought');
      await publish(tx, report, NOW);
    });
    await expect(work).rejects.toThrow('broken');
  });
  expect(heard).toEqual([]);
});

test("doesn't publish to another pool in the same program", async () => {
  const other = await inProcess(async ({ events, db }) => {
    events.subscribe('report.purchased', async () => {
      throw new Error('not for this process');
    });
    await inProcess(async (inner) => {
      await inner.db.transaction((tx) => publish(tx, report, NOW));
    });
    await expect(db.transaction((tx) => publish(tx, report, NOW))).rejects.toThrow('not for this process');
  });
  expect(other).toEqual([]);
});

test("a subscriber's writes belong to the transaction", async () => {
  const heard = await inProcess(async ({ pool, db, events }) => {
    events.subscribe('report.purchased', async (tx) => {
      await connectionOf(tx).query("insert into heard (what) values ('job')");
    });
    const fails = async (tx: Database) => {
      await publish(tx, report, NOW);
      throw new Error('later');
    };
    await expect(db.transaction(fails)).rejects.toThrow('later');
    await expect(withTransaction(pool, fails)).rejects.toThrow('later');
    await db.transaction((tx) => publish(tx, report, NOW));
  });
  expect(heard).toEqual(['job']);
});

test('throws when publishing on an unconnected pool, and rolls back', async () => {
  const pool = openPool(url, 1, { name: 'troupe-test' });
  try {
    await pool.query('truncate heard');
    const publishing = databaseOver(pool).transaction(async (tx) => {
      await write(tx, 'happened');
      await publish(tx, report, NOW);
    });
    await expect(publishing).rejects.toThrow('connectEvents');
    expect((await pool.query('select what from heard')).rows).toEqual([]);
  } finally {
    await pool.end();
  }
});
