import { setTimeout as sleep } from 'node:timers/promises';
import { serversOf, watchProcessor } from '../processor.ts';
import { ms, type Row } from '../report.ts';
import { measurePlacement } from './placement.ts';
import { type MailboxWorld, OF_A_BRAND, withMailboxWorld } from './world.ts';

const MAILBOXES = 50;
const EMAILS = 500;
/** Creators who send the emails. */
const PEOPLE = 200;
const WATCHED_MS = 60_000;
const WAIT_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

/** Measures connected mailboxes: reading emails into conversations, turns without new emails, and inbox placement. */
export async function measureMailboxes(port: number, say: (text: string) => void): Promise<Row[]> {
  return withMailboxWorld(port, Math.ceil(MAILBOXES / OF_A_BRAND), say, async (world) => [
    ...(await measureReading(world, say)),
    ...(await measureIdle(world, say)),
    await measurePlacement(world, say),
  ]);
}

/** Reads emails that were there before the mailbox was connected, then as many new ones. */
async function measureReading(world: MailboxWorld, say: (text: string) => void): Promise<Row[]> {
  const { known, brandIds } = world;
  const [brandId = ''] = brandIds;
  const address = 'box0@brand.example';
  const people = known.slice(0, PEOPLE);
  const emails = Array.from({ length: EMAILS }, (_, n) => ({
    from: people[n % PEOPLE] as string,
    date: new Date(Date.now() - DAY_MS - (EMAILS - n) * 60_000).toISOString(),
  }));
  await world.addAccount(address);
  await world.put(address, emails);
  say(`reading ${EMAILS} earlier emails`);
  const mailboxId = await world.connect(brandId, address);
  await world.skipSearch(mailboxId, people);
  const rows = [await readingRow(world, mailboxId, 'earlier')];
  await untilSearched(world, 1);
  say(`reading ${EMAILS} new emails`);
  // Delay reading until all have arrived: adding them takes the sandbox longer than reading them takes the API.
  await nextTurn(world, `now() + interval '1 day'`);
  await world.put(
    address,
    emails.map(({ from }) => ({ from, date: new Date().toISOString() })),
  );
  await nextTurn(world, 'now()');
  return [...rows, await readingRow(world, mailboxId, 'new')];
}

const nextTurn = ({ database }: MailboxWorld, at: string) =>
  database.query(`update mailbox set next_sync_at = ${at}`);

async function readingRow({ api, database, databaseUrl }: MailboxWorld, mailboxId: string, which: string) {
  const count = async () => {
    const { rows } = await database.query<{ count: number }>(
      'select count(*)::int as count from mailbox_email where mailbox_id = $1',
      [mailboxId],
    );
    return rows[0]?.count ?? 0;
  };
  const before = await count();
  const until = performance.now() + WAIT_MS;
  const read = async () => (await count()) - before;
  const atLeast = async (emails: number) => {
    while ((await read()) < emails) {
      if (performance.now() > until) throw new Error('The mailbox was not read');
      await sleep(20);
    }
  };
  // Waits for the turn to begin: a mailbox is read every 20 seconds.
  await atLeast(1);
  const first = await read();
  const startedAt = performance.now();
  const used = { api: watchProcessor([api.pid]), database: watchProcessor(serversOf(databaseUrl)) };
  await atLeast(EMAILS);
  const emails = EMAILS - first;
  const seconds = (performance.now() - startedAt) / 1000;
  const rate = emails / seconds;
  if ((await read()) !== EMAILS) throw new Error('An email was read twice');
  return {
    what: `${EMAILS.toLocaleString('en-US')} ${which} emails of a mailbox, read into conversations`,
    measured: `${rate.toFixed(0)} per second (processor per email: API ${ms(used.api() / emails)}, PostgreSQL ${ms(used.database() / emails)})`,
    target: 'at least 50 per second',
    ok: rate >= 50,
  };
}

/** Connects 50 mailboxes and measures what reading them costs while nothing arrives. */
async function measureIdle(world: MailboxWorld, say: (text: string) => void): Promise<Row[]> {
  say(`connecting ${MAILBOXES} mailboxes`);
  for (let n = 1; n < MAILBOXES; n++) {
    const address = `box${n}@brand.example`;
    await world.addAccount(address);
    const mailboxId = await world.connect(world.brandIds[Math.floor(n / OF_A_BRAND)] as string, address);
    await world.skipSearch(mailboxId, []);
  }
  await untilSearched(world, MAILBOXES);
  say('idle mailboxes');
  const { api, database, databaseUrl } = world;
  const times = async () => {
    const { rows } = await database.query<{ id: string; at: string }>(
      'select id, synced_at::text as at from mailbox where synced_at is not null',
    );
    return new Map(rows.map(({ id, at }) => [id, at]));
  };
  const used = { api: watchProcessor([api.pid]), database: watchProcessor(serversOf(databaseUrl)) };
  const until = performance.now() + WATCHED_MS;
  let turns = 0;
  for (let before = await times(); performance.now() < until; ) {
    await sleep(1000);
    const after = await times();
    for (const [id, at] of after) if (before.get(id) !== at) turns++;
    before = after;
  }
  const cost = { api: used.api(), database: used.database() };
  const share = (cost.api + cost.database) / WATCHED_MS;
  return [
    {
      what: `${MAILBOXES} mailboxes without new emails, read every 20 s, brands that know 5,000 creators`,
      measured: `${(share * 100).toFixed(1)}% of a core (${turns} turns, each: API ${ms(cost.api / turns)}, PostgreSQL ${ms(cost.database / turns)}; the idle API included)`,
      target: `under 5%, at least ${(MAILBOXES * WATCHED_MS) / 30_000} turns`,
      ok: share < 0.05 && turns >= (MAILBOXES * WATCHED_MS) / 30_000,
    },
  ];
}

/** Waits until this many mailboxes have been searched for the emails of all known creators. */
async function untilSearched({ database }: MailboxWorld, mailboxes: number): Promise<void> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const { rows } = await database.query<{ count: number }>(
      'select count(*)::int as count from mailbox where synced_at is not null',
    );
    if ((rows[0]?.count ?? 0) >= mailboxes) return;
    if (performance.now() > until) throw new Error('The mailboxes were not searched');
    await sleep(100);
  }
}
