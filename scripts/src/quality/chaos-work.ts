import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { RunRecord } from '../processes/run-record.ts';

export type Tokens = { owner: string; admin: string };

/** Acknowledged writes, and those whose outcome is unknown because no response arrived. */
export type Acknowledged = {
  brandId: string;
  /** Titles of lists; true if the creation was acknowledged. */
  lists: Map<string, boolean>;
  /** The values that a note may have, by item: the last acknowledged one, and later ones without an answer. */
  notes: Map<string, string[]>;
  /** The same for the overall rating of an opt-in. */
  ratings: Map<string, string[]>;
  /** Opt-ins that were declined. */
  declined: Set<string>;
  /** Client IDs of messages, all acknowledged after retries. */
  messages: Set<string>;
  /** Creators whose report was bought, with the credits charged. */
  purchases: Map<string, number>;
  /** Orders that the store's platform accepted: their ID there. */
  orders: Set<string>;
  /** Credits when the work began, after a grant. */
  credits: number;
  /** Orders and commissions before the work. */
  before: { reports: number };
};

type Answer = { status: number; body: unknown };

/** Runs one statement on a new connection, because the database is killed too. */
export async function query<T extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Sends a request; undefined without an answer or with a server error, when it isn't known whether it had an effect. */
export async function send(
  method: string,
  url: string,
  token: string | null,
  body?: object,
): Promise<Answer | undefined> {
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await answer.text();
    if (answer.status >= 500) unanswered(`${answer.status} ${text.slice(0, 200)}`);
    return answer.status >= 500 ? undefined : { status: answer.status, body: text ? JSON.parse(text) : null };
  } catch (error) {
    unanswered((error as Error).name);
    await sleep(300);
    return undefined;
  }
}

/** Why requests had no answer, with how often. */
const failures = new Map<string, number>();
const unanswered = (reason: string) => failures.set(reason, (failures.get(reason) ?? 0) + 1);

/** What the work is done on, read before it begins. */
type World = Awaited<ReturnType<typeof readWorld>>;

/** Reads what the demo brand has to work on, and grants credits for purchases. */
async function readWorld({ apiUrl, databaseUrl }: RunRecord, admin: string) {
  const one = async <T extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    query<T>(databaseUrl, text, values);
  const [member] = await one<{ brand_id: string }>(
    `select m.brand_id from brand_member m join person p on p.id = m.user_id where p.email = 'owner@troupe.test'`,
  );
  const brandId = member?.brand_id ?? '';
  const brand = `${apiUrl}/brand/${brandId}`;
  const ids = async (text: string) => (await one<{ id: string }>(text, [brandId])).map(({ id }) => id);
  const items = await ids(
    'select id from creator_list_item where brand_id = $1 and archived_at is null limit 20',
  );
  const optIns = await ids(`select id from opt_in where brand_id = $1 and status = 'approved' limit 10`);
  const rated = await ids(`select id from opt_in where brand_id = $1 and status = 'completed' limit 5`);
  const pending = await ids(`select id from opt_in where brand_id = $1 and status = 'pending'`);
  const creators = await ids(
    `select c.id from creator c where c.brand_id is null and c.platform in ('instagram', 'youtube', 'tiktok')
     and not exists (select from audience_report r where r.creator_id = c.id and r.brand_id = $1)
     order by c.id limit 1000`,
  );
  const [store] = await one<{ shop: string }>(
    `select shop from store where brand_id = $1 and status = 'connected' limit 1`,
    [brandId],
  );
  const codes = await one<{ code: string }>(
    `select code from affiliate_code where brand_id = $1 and state = 'live' limit 5`,
    [brandId],
  );
  await send('POST', `${apiUrl}/admin/brands/${brandId}/credits`, admin, {
    amount: 1000,
    reason: 'Chaos run',
  });
  const [{ balance = 0 } = {}] = await one<{ balance: number }>(
    'select coalesce(sum(amount), 0)::int as balance from credit_entry where brand_id = $1',
    [brandId],
  );
  const [{ reports = 0 } = {}] = await one<{ reports: number }>(
    'select count(*)::int as reports from audience_report where brand_id = $1',
    [brandId],
  );
  const told: Acknowledged = {
    brandId,
    lists: new Map(),
    notes: new Map(),
    ratings: new Map(),
    declined: new Set(),
    messages: new Set(),
    purchases: new Map(),
    orders: new Set(),
    credits: balance,
    before: { reports },
  };
  return { brand, items, optIns, rated, pending, creators, store, codes, told };
}

/** Answers that refused something, with how often. */
const refused = new Map<string, number>();
const note = (kind: string, { status }: Answer) => {
  const key = `${kind} ${status}`;
  refused.set(key, (refused.get(key) ?? 0) + 1);
};

/** Repeats until there is an answer. */
type Insist = (method: string, url: string, token: string, body: object) => Promise<Answer>;

/** @param abandoned ends the repeating with an error */
const insistUnless =
  (abandoned: AbortSignal): Insist =>
  async (...request) => {
    for (;;) {
      const answer = await send(...request);
      if (answer) return answer;
      await sleep(300, undefined, { signal: abandoned });
    }
  };

/** Saves a value that replaces the one before; remembers which values are possible without an answer. */
async function save(
  owner: string,
  possible: Map<string, string[]>,
  id: string,
  value: string,
  { url, body }: { url: string; body: object },
): Promise<void> {
  const answer = await send('PUT', url, owner, body);
  if (answer?.status === 200) possible.set(id, [value]);
  else if (answer) note('save', answer);
  // Before the first acknowledged value, the one of the demo data is possible too.
  else possible.set(id, [...(possible.get(id) ?? ['']), value]);
}

/** The kinds of work; each is repeated with a number that counts up. */
function kindsOf(
  { brand, items, optIns, rated, pending, creators, store, codes, told }: World,
  { sandboxUrl }: RunRecord,
  owner: string,
  insist: Insist,
): ((n: number) => Promise<void>)[] {
  return [
    async (n) => {
      const title = `Chaos list ${n}`;
      told.lists.set(title, false);
      const answer = await send('POST', `${brand}/creator-lists`, owner, { title });
      if (answer?.status === 200) told.lists.set(title, true);
      else if (answer) note('list', answer);
    },
    async (n) => {
      const id = items[n % items.length] ?? '';
      const value = `Chaos note ${n}`;
      const url = `${brand}/creator-list-item/${id}`;
      await save(owner, told.notes, id, value, { url, body: { feedback: value } });
    },
    async (n) => {
      const id = rated[n % rated.length];
      if (!id) return;
      const overall = (n % 11) / 2;
      const rating = { content: 4, creativity: 4, communication: 4, overall };
      const url = `${brand}/opt-ins/${id}`;
      await save(owner, told.ratings, id, String(overall), { url, body: { rating } });
    },
    async (n) => {
      const id = pending[n / 10];
      if (!id) return;
      const answer = await send('PUT', `${brand}/opt-ins/${id}`, owner, {
        status: 'rejected',
        reason: 'Full',
      });
      if (answer?.status === 200) told.declined.add(id);
      else if (answer) note('decision', answer);
    },
    async (n) => {
      const clientId = crypto.randomUUID();
      const url = `${brand}/inbox/${optIns[n % optIns.length]}/messages`;
      const answer = await insist('POST', url, owner, {
        clientId,
        text: `Chaos message ${n}`,
        note: n % 2 === 0,
      });
      if (answer.status === 200) told.messages.add(clientId);
      else note('message', answer);
    },
    async (n) => {
      const socialProfileId = creators[n];
      if (!socialProfileId) return;
      const answer = await insist('POST', `${brand}/audience-data`, owner, { socialProfileId });
      if (answer.status === 200)
        told.purchases.set(socialProfileId, (answer.body as { charged: number }).charged);
      else note('purchase', answer);
    },
    async (n) => {
      if (!store) return;
      const code = codes.length > 0 && n % 2 === 0 ? { code: codes[n % codes.length]?.code } : {};
      const url = `${sandboxUrl}/shopify/_control/stores/${store.shop}/orders`;
      const answer = await send('POST', url, null, code);
      const { order } = (answer?.body ?? {}) as { order?: { id: number } };
      if (order) told.orders.add(String(order.id));
      else if (answer) note('order', answer);
    },
  ];
}

/** Starts the workload: each kind of work repeats until it is stopped. */
export async function startWork(record: RunRecord, { owner, admin }: Tokens) {
  const world = await readWorld(record, admin);
  let stopped = false;
  const abandoned = new AbortController();
  const loops = kindsOf(world, record, owner, insistUnless(abandoned.signal)).map(async (work) => {
    for (let n = 0; !stopped; n++) {
      await work(n);
      await sleep(100);
    }
  });
  return {
    /** Ends the work where it is, without an audit. */
    async abandon(): Promise<void> {
      stopped = true;
      abandoned.abort();
      await Promise.allSettled(loops);
    },
    async stop(): Promise<Acknowledged> {
      stopped = true;
      await Promise.all(loops);
      for (const [key, count] of failures) console.log(`No answer: ${key}, ${count} times`);
      for (const [key, count] of refused) console.log(`Refused: ${key}, ${count} times`);
      return world.told;
    },
  };
}
