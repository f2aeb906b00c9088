import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Client, percentile } from './load.ts';
import { queryOf, scenarios } from './scenarios.ts';

/** Result of {@link measureMails}; times in milliseconds. */
export interface MailsFigures {
  idle: { p50: number; p95: number };
  /** While emails are sent. */
  sending: { p50: number; p95: number };
  /** Emails sent per second. */
  perSecond: number;
}

/** Twenty times the default sending rate of a domain. */
const SPACING_SECONDS = 0.1;
const ROUNDS = 3;
const SEARCHES = 400;
const BULK = 400;

/**
 * Compares the search speed while sending emails with an idle system, alternating so other load
 * affects both. The API sends to a discarding mail server (`smtp-sink.ts` on `smtpPort`).
 */
export async function measureMails(options: {
  api: string;
  token: string;
  databaseUrl: string;
  brandId: string;
}): Promise<MailsFigures> {
  const { api, token, brandId } = options;
  const client = new Client(api, token);
  const database = new pg.Client({ connectionString: options.databaseUrl });
  await database.connect();
  try {
    const campaignIds = await prepare(database, client, brandId);
    const idle: number[] = [];
    const sending: number[] = [];
    let left = 0;
    let seconds = 0;
    await search(client, brandId, 1);
    for (let round = 0; round < ROUNDS; round++) {
      idle.push(...(await search(client, brandId, 20 + round)));
      await invite(database, client, brandId, campaignIds[round] as string, round);
      await untilLeaving(database, brandId);
      const before = await sent(database, brandId);
      const startedAt = performance.now();
      sending.push(...(await search(client, brandId, 20 + round)));
      seconds += (performance.now() - startedAt) / 1000;
      left += (await sent(database, brandId)) - before;
      await database.query(
        `update mail set status = 'cancelled' where brand_id = $1 and status in ('queued', 'deferred')`,
        [brandId],
      );
    }
    if (left === 0) throw new Error('No email was sent');
    return { idle: shares(idle), sending: shares(sending), perSecond: left / seconds };
  } finally {
    await database.end();
    client.close();
  }
}

/** Starts the discarding mail server; returns how to stop it. */
export async function startSink(port: number): Promise<() => Promise<void>> {
  const child: ChildProcess = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'smtp-sink.ts'), String(port)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (!child.stdout) throw new Error('The mail server has no output');
  await once(child.stdout, 'data');
  return async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
}

const shares = (times: readonly number[]) => ({ p50: percentile(times, 0.5), p95: percentile(times, 0.95) });

async function search(client: Client, brandId: string, seed: number): Promise<number[]> {
  const kinds = scenarios(seed);
  const times: number[] = [];
  for (let n = 0; n < SEARCHES; n++) {
    const kind = kinds[n % kinds.length];
    if (kind) times.push(await client.time(`/brand/${brandId}/creators?${queryOf(kind.make())}`));
  }
  return times;
}

/** Creates a plan, a verified domain with a key, and a campaign per round. */
async function prepare(database: pg.Client, client: Client, brandId: string): Promise<string[]> {
  await database.query(
    `insert into subscription (id, brand_id, kind, plan_id, period, status)
     select $1, $2, 'plan', 'bespoke', 'monthly', 'active'
     where not exists (select from subscription where brand_id = $2)`,
    [randomUUID(), brandId],
  );
  await database.query('delete from email_domain where brand_id = $1', [brandId]);
  const domain = { domain: 'mail.bench.example', fromName: 'Bench', fromAddress: 'hello@mail.bench.example' };
  await client.send(`/brand/${brandId}/email-domain`, 'POST', {
    type: 'application/json',
    content: Buffer.from(JSON.stringify({ ...domain, dailyCap: 100_000, spacingSeconds: SPACING_SECONDS })),
  });
  await database.query(
    `update email_domain set status = 'verified', checked_at = now() where brand_id = $1`,
    [brandId],
  );
  const campaignIds: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const campaignId = randomUUID();
    await database.query(
      `insert into campaign (id, brand_id, title, slug, status) values ($1::uuid, $2, 'Bench', $1::text, 'publish')`,
      [campaignId, brandId],
    );
    campaignIds.push(campaignId);
  }
  return campaignIds;
}

async function invite(
  database: pg.Client,
  client: Client,
  brandId: string,
  campaignId: string,
  round: number,
): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    `update creator set contact_email = username || '@creators.example', contacts_fetched_at = now()
     where id in (select id from creator where brand_id is null and platform = 'tiktok'
       order by id limit $1 offset $2) returning id`,
    [BULK, round * BULK],
  );
  const body = { campaignId, socialProfileIds: rows.map(({ id }) => id) };
  await client.send(`/brand/${brandId}/campaign-invites`, 'POST', {
    type: 'application/json',
    content: Buffer.from(JSON.stringify(body)),
  });
}

async function sent(database: pg.Client, brandId: string): Promise<number> {
  const { rows } = await database.query<{ sent: number }>(
    `select count(*)::int as sent from mail where brand_id = $1 and status = 'sent'`,
    [brandId],
  );
  return rows[0]?.sent ?? 0;
}

async function untilLeaving(database: pg.Client, brandId: string): Promise<void> {
  const before = await sent(database, brandId);
  for (let waited = 0; waited < 200; waited++) {
    if ((await sent(database, brandId)) > before) return;
    await sleep(100);
  }
  throw new Error('No mail leaves');
}
