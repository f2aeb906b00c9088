import { setTimeout as sleep } from 'node:timers/promises';
import type { RunRecord } from '../processes/run-record.ts';
import { type Acknowledged, query, send } from './chaos-work.ts';

const PATIENCE_MS = 240_000;

/** Compares the databases with the acknowledged writes, once the jobs are done; returns the differences. */
export async function audit(
  { apiUrl, databaseUrl }: RunRecord,
  owner: string,
  told: Acknowledged,
  say: (line: string) => void,
): Promise<string[]> {
  const { brandId } = told;
  const rows = <T extends Record<string, unknown>>(text: string, more: unknown[] = []) =>
    query<T>(databaseUrl, text, [brandId, ...more]);
  await until(async () => (await fetch(`${apiUrl}/readyz`)).ok);
  const found: string[] = [];

  const lists = await rows<{ title: string; count: number }>(
    `select title, count(*)::int as count from creator_list where brand_id = $1 and title like 'Chaos list %' group by title`,
  );
  const listed = new Map(lists.map(({ title, count }) => [title, count]));
  for (const [title, sure] of told.lists) {
    const count = listed.get(title) ?? 0;
    if (count > 1 || (sure && count === 0)) found.push(`The list "${title}" is there ${count} times.`);
  }

  const notes = await rows<{ id: string; value: string }>(
    'select id, feedback as value from creator_list_item where brand_id = $1',
  );
  found.push(...different('note', told.notes, notes));
  const ratings = await rows<{ id: string; value: string }>(
    `select id, rating->>'overall' as value from opt_in where brand_id = $1`,
  );
  found.push(...different('rating', told.ratings, ratings));

  const declined = await rows<{ id: string; events: number }>(
    `select o.id, count(e.id)::int as events from opt_in o left join opt_in_event e on e.opt_in_id = o.id and e.kind = 'rejected'
     where o.brand_id = $1 and o.status = 'rejected' group by o.id`,
  );
  const events = new Map(declined.map(({ id, events }) => [id, events]));
  for (const id of told.declined)
    if (events.get(id) !== 1) found.push(`The opt-in ${id} was declined ${events.get(id) ?? 0} times.`);

  const messages = await rows<{ id: string; count: number }>(
    `select m.client_id::text as id, count(*)::int as count from message m join conversation c on c.id = m.conversation_id
     where c.brand_id = $1 and m.client_id = any($2) group by 1`,
    [[...told.messages]],
  );
  const sent = new Map(messages.map(({ id, count }) => [id, count]));
  for (const id of told.messages)
    if (sent.get(id) !== 1) found.push(`The message ${id} is there ${sent.get(id) ?? 0} times.`);

  found.push(...(await creditFindings(told, rows)), ...(await orderFindings(told, rows, apiUrl, owner)));
  say(
    `Checked ${told.lists.size} lists, ${told.notes.size} notes, ${told.ratings.size} ratings, ${told.declined.size} declined opt-ins, ${told.messages.size} messages, ${told.purchases.size} purchases, ${told.orders.size} orders.`,
  );
  return found;
}

type Rows = <T extends Record<string, unknown>>(text: string, more?: unknown[]) => Promise<T[]>;

function different(what: string, possible: Map<string, string[]>, stored: { id: string; value: string }[]) {
  const values = new Map(stored.map(({ id, value }) => [id, value]));
  return [...possible]
    .filter(([id, expected]) => expected[0] !== '' && !expected.includes(values.get(id) ?? ''))
    .map(
      ([id, expected]) =>
        `The ${what} of ${id} is "${values.get(id)}" instead of "${expected.join('" or "')}".`,
    );
}

/** Each purchase has one report and one credit; the ledger's balances are sums without gaps. */
async function creditFindings(told: Acknowledged, rows: Rows): Promise<string[]> {
  const found: string[] = [];
  const open = async () =>
    (await rows(`select id from audience_purchase where brand_id = $1 and state = 'open'`)).length === 0;
  if (!(await until(open).catch(() => false))) found.push('A purchase is never settled.');
  const reports = await rows<{ creator_id: string; count: number }>(
    'select creator_id::text, count(*)::int as count from audience_report where brand_id = $1 group by 1',
  );
  const held = new Map(reports.map(({ creator_id, count }) => [creator_id, count]));
  for (const id of told.purchases.keys())
    if (held.get(id) !== 1) found.push(`The report about ${id} is there ${held.get(id) ?? 0} times.`);
  const [ledger] = await rows<{ balance: number; wrong: number }>(
    `select sum(amount)::int as balance,
       count(*) filter (where balance <> running or number <> place)::int as wrong
     from (select amount, balance, number, sum(amount) over (order by number) as running,
       row_number() over (order by number) as place from credit_entry where brand_id = $1) entries`,
  );
  if (ledger?.wrong) found.push(`${ledger.wrong} credit entries have a wrong balance or number.`);
  const bought = [...held.values()].reduce((sum, count) => sum + count, 0) - told.before.reports;
  if (ledger && ledger.balance !== told.credits - bought)
    found.push(`${told.credits - ledger.balance} credits were charged for ${bought} reports.`);
  return found;
}

/** Each order of the store is there once, and has its commission once. */
async function orderFindings(
  told: Acknowledged,
  rows: Rows,
  apiUrl: string,
  owner: string,
): Promise<string[]> {
  const found: string[] = [];
  const [store] = await rows<{ id: string }>(
    `select id from store where brand_id = $1 and status = 'connected' limit 1`,
  );
  // A killed platform forgets webhooks that it hadn't sent; the sync, hourly otherwise, finds their orders.
  if (store) await send('POST', `${apiUrl}/brand/${told.brandId}/stores/${store.id}/sync`, owner, {});
  const missing = async () => {
    const stored = await rows<{ id: string }>(
      'select external_id as id from store_order where brand_id = $1',
    );
    const ids = new Set(stored.map(({ id }) => /\d+$/.exec(id)?.[0]));
    return [...told.orders].filter((id) => !ids.has(/\d+$/.exec(id)?.[0]));
  };
  await until(async () => (await missing()).length === 0).catch(() => {});
  for (const id of await missing()) found.push(`The order ${id} is missing.`);
  const doubled = await rows<{ id: string }>(
    'select external_id as id from store_order where brand_id = $1 group by store_id, external_id having count(*) > 1',
  );
  for (const { id } of doubled) found.push(`The order ${id} is there more than once.`);
  // An order that was never refunded has one entry for each affiliate, and its newest attribution has only them.
  const commissions = await rows<{ order_name: string; count: number }>(
    `select c.order_name, count(*)::int as count from commission c join store_order o on o.id = c.order_id
     where c.brand_id = $1 and o.refunded::text in ('0', '0.00') and o.cancelled_at is null and c.kind = 'earn'
       and o.created_at > now() - interval '3 hours'
     group by c.order_id, c.affiliate_id, c.order_name having count(*) > 1`,
  );
  for (const { order_name, count } of commissions)
    found.push(`The order ${order_name} has ${count} commissions of one affiliate.`);
  return found;
}

/** Waits for a condition. @throws Error after four minutes */
async function until(condition: () => Promise<boolean>): Promise<true> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    if (await condition().catch(() => false)) return true;
    await sleep(500);
  }
  throw new Error('It took too long.');
}
