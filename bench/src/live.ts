import { randomUUID } from 'node:crypto';
import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '@troupe/scripts/postgres/databases';
import type { ApiProcess } from './api.ts';
import type { Issuer } from './issuer.ts';
import { Client, percentile } from './load.ts';

/** Result of {@link measureLive}; times in milliseconds, sizes in bytes. */
export interface LiveFigures {
  /** From sending until the other side's stream receives it, with 500 people connected. */
  message: { p50: number; p95: number; count: number };
  streams: number;
  memoryBefore: number;
  memoryWith: number;
  /** The same with all streams open. */
  crowded: { p50: number; p95: number };
  /** The newest page of a conversation with 10,000 messages. */
  longConversation: { p50: number; p95: number };
  /** The first page of an inbox with 10,000 conversations. */
  inbox: { p50: number; p95: number };
}

const BRANDS = 50;
const MESSAGES = 400;
const SENDERS = 8;

/** A member of a brand and a creator who write to each other. */
export interface Pair {
  brandId: string;
  optInId: string;
  member: string;
  creator: string;
}

/** Opens event streams, and measures message latency and the cost of a stream. */
export async function measureLive(options: {
  api: ApiProcess;
  issuer: Issuer;
  databaseUrl: string;
  streams: number;
  say: (text: string) => void;
}): Promise<LiveFigures> {
  const { api, issuer, databaseUrl, streams, say } = options;
  const pairs = await seedPeople(databaseUrl);
  const [first] = pairs as [Pair];
  const owner = new Client(api.url, issuer.sign(first.member));
  const timed = async (path: string) => {
    const times: number[] = [];
    for (let n = 0; n < 60; n++) times.push(await owner.time(path));
    return { p50: percentile(times.slice(10), 0.5), p95: percentile(times.slice(10), 0.95) };
  };
  const longConversation = await timed(`/brand/${first.brandId}/inbox/${first.optInId}/messages`);
  const inbox = await timed(`/brand/${first.brandId}/inbox`);
  const memoryBefore = api.memory();
  const heard = new Map<string, () => void>();
  const open = new Set<ClientRequest>();
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const listen = (path: string, subject: string, counts: boolean) =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${issuer.sign(subject)}` };
      const sent = request(`${api.url}${path}`, { agent, headers }, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`${path} answered ${response.statusCode}`));
        let text = '';
        response.on('data', (chunk: Buffer) => {
          if (!counts) return;
          text += chunk.toString();
          for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
            const found = /"text":"(bench [^"]+)"/.exec(text.slice(0, end))?.[1];
            if (found) heard.get(found)?.();
            text = text.slice(end + 2);
          }
        });
        response.on('error', () => {});
        resolve();
      });
      sent.on('error', reject);
      open.add(sent);
      sent.end();
    });
  const people = pairs.flatMap(({ brandId, member, creator }) => [
    { path: `/brand/${brandId}/events`, subject: member, counts: false },
    { path: '/creator/events', subject: creator, counts: true },
  ]);
  try {
    for (const { path, subject, counts } of people) await listen(path, subject, counts);
    say(`${people.length} people connected`);
    const message = await chat();
    for (let n = people.length; n < streams; n++) {
      const { path, subject } = people[n % people.length] as (typeof people)[number];
      await listen(path, subject, false);
    }
    await sleep(2000);
    const memoryWith = api.memory();
    say(`${open.size} streams, ${Math.round((memoryWith - memoryBefore) / open.size / 1024)} kB each`);
    const crowded = await chat();
    return {
      message: { ...message, count: MESSAGES },
      streams: open.size,
      memoryBefore,
      memoryWith,
      crowded,
      longConversation,
      inbox,
    };
  } finally {
    for (const stream of open) stream.destroy();
    agent.destroy();
    owner.close();
  }

  /** Team members send messages, timed until the creator's stream receives them. */
  async function chat(): Promise<{ p50: number; p95: number }> {
    const times: number[] = [];
    const sender = async (number: number) => {
      for (let n = number; n < MESSAGES; n += SENDERS) {
        const { brandId, optInId, member } = pairs[n % pairs.length] as Pair;
        const client = new Client(api.url, issuer.sign(member));
        const text = `bench ${randomUUID()}`;
        const content = Buffer.from(JSON.stringify({ clientId: randomUUID(), text }));
        const startedAt = performance.now();
        const arrived = new Promise<void>((resolve) => heard.set(text, resolve));
        const path = `/brand/${brandId}/inbox/${optInId}/messages`;
        await client.send(path, 'POST', { type: 'application/json', content });
        await arrived;
        times.push(performance.now() - startedAt);
        heard.delete(text);
        client.close();
        await sleep(40);
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, (_, n) => sender(n)));
    return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
  }
}

/**
 * Creates 250 team members in 50 brands, each with a creator; the first brand has 10,000 more
 * conversations.
 */
export async function seedPeople(url: string): Promise<Pair[]> {
  return withClient(url, async (client) => {
    await client.query('set synchronous_commit = off');
    await client.query(SEED);
    await client.query(LONG);
    await client.query('vacuum analyze');
    const { rows } = await client.query<Pair>(
      `select o.brand_id as "brandId", o.id as "optInId", m.subject as member, c.subject as creator
       from opt_in o join person c on c.id = o.user_id
       join person m on m.subject = replace(c.subject, 'live-creator', 'live-member')
       order by c.subject`,
    );
    return rows;
  });
}

const OPT_IN = `agreement, shipment, terms_version, terms_accepted_at)
  select gen_random_uuid(), k.brand_id, k.id, c.id, c.user_id::uuid, '{"deliverables":[]}', '{"state":"none"}', 1, now()`;
const SEED = `do $do$
declare brands int := ${BRANDS};
begin
  insert into brand (id, name, website, description)
    select gen_random_uuid(), 'Live ' || n, 'https://live.example', '' from generate_series(1, brands) n;
  insert into campaign (id, brand_id, title, slug, status)
    select gen_random_uuid(), id, name, replace(name, ' ', '-'), 'publish' from brand where name like 'Live %';
  insert into person (id, subject, email, first_name, role)
    select gen_random_uuid(), 'live-' || r.role || '-' || b || '-' || n, r.role || b || n || '@live.example', 'Person',
      case r.role when 'creator' then 'creator' else 'brand' end
    from generate_series(1, brands) b, generate_series(1, 5) n, (values ('member'), ('creator')) r (role);
  insert into brand_member (brand_id, user_id, role)
    select b.id, p.id, 'member' from person p
    join brand b on b.name = 'Live ' || split_part(p.subject, '-', 3) where p.subject like 'live-member-%';
  insert into creator (id, platform, username, fullname, profile_url, user_id)
    select gen_random_uuid(), 'tiktok', subject, subject, 'https://live.example', id
    from person where subject like 'live-creator-%';
  insert into creator (id, platform, username, fullname, profile_url)
    select gen_random_uuid(), 'tiktok', 'more' || n, 'More ' || n, 'https://live.example' from generate_series(1, 10000) n;
  insert into opt_in (id, brand_id, campaign_id, creator_id, user_id, ${OPT_IN}
    from creator c join person p on p.id = c.user_id::uuid
    join campaign k on k.title = 'Live ' || split_part(p.subject, '-', 3) where p.subject like 'live-creator-%';
  insert into opt_in (id, brand_id, campaign_id, creator_id, user_id, ${OPT_IN}
    from creator c join campaign k on k.title = 'Live 1' where c.username like 'more%';
end $do$`;
/** The first pair has a long conversation. */
const LONG = `with pair as (
    select o.id, l.conversation_id, l.campaign_id from opt_in o
      join conversation_campaign l on l.opt_in_id = o.id join person p on p.id = o.user_id order by p.subject limit 1
  ), said as (
    insert into message (id, opt_in_id, conversation_id, campaign_id, number, creator_number, client_id, kind, text, author_name, read_at)
    select gen_random_uuid(), pair.id, pair.conversation_id, pair.campaign_id, n, n, gen_random_uuid(), case n % 2 when 0 then 'brand' else 'creator' end,
      repeat('words and ', 12) || n, 'Somebody', now()
    from pair, generate_series(1, 10000) n returning opt_in_id
  ), label as (
    update conversation_campaign set last_number = 10000, last_creator_number = 10000
    where opt_in_id = (select id from pair)
  )
  update conversation set last_number = 10000 where id = (select conversation_id from pair)`;
