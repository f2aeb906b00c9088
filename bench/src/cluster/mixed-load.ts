import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Issuer } from '../issuer.ts';
import type { Pair } from '../live.ts';
import { orderOf, sendOrder } from '../store.ts';

/** The shop whose webhooks are sent. */
export const SHOP = 'cluster.myshopify.com';
const PATIENCE_MS = 15_000;
/** How long requests that must succeed are repeated after the load was stopped. */
const INSIST_MS = 60_000;
const DAY = new Date().toISOString().slice(0, 10);

/** Acknowledged writes and all attempts. */
export interface LoadReport {
  /** Client IDs of messages, references of costs, and IDs of orders. */
  messages: Set<string>;
  costs: Set<string>;
  orders: Set<number>;
  /** Titles of lists; false without an answer, when it isn't known whether it was created. */
  lists: Map<string, boolean>;
  attempts: number;
  /** When attempts failed, in milliseconds since the start, and how. */
  failures: { at: number; why: string }[];
  /** Requests that failed again at the next node. */
  failedTwice: number;
  /** When requests succeeded, in milliseconds since the start. */
  successes: number[];
  /** Reads of a sum right after it was changed through another node, and those that were older. */
  reads: number;
  stale: number;
  /** Answers and errors that no killed part explains. */
  unexpected: string[];
  /** Messages by how often each stream received them. */
  heard: Map<string, number>[];
}

/**
 * Sends a mix of reads and writes to the nodes in turn, until stopped. A failed request goes to the next node, as a load
 * balancer would send it; those with a key that makes them idempotent are repeated until they are acknowledged.
 */
export function startMixedLoad(urls: readonly string[], pairs: readonly Pair[], issuer: Issuer) {
  const report: LoadReport = {
    messages: new Set(),
    costs: new Set(),
    orders: new Set(),
    lists: new Map(),
    attempts: 0,
    failures: [],
    failedTwice: 0,
    successes: [],
    reads: 0,
    stale: 0,
    unexpected: [],
    heard: [],
  };
  const startedAt = performance.now();
  const now = () => performance.now() - startedAt;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let stoppedAt = Number.POSITIVE_INFINITY;
  const sender = createSender(urls, issuer, agent, report, { now, until: () => stoppedAt + INSIST_MS });
  const { tokenOf } = sender;
  /** The first brand's conversation is very long; brands of the kinds of work differ. */
  const speaking = pairs[10 % pairs.length] as Pair;
  const kinds = kindsOfWork(sender, pairs, speaking, report);
  const loops = kinds.map(async (work) => {
    for (let n = 1; now() < stoppedAt; n++) {
      await work(n).catch((error: Error) => report.unexpected.push(error.message));
      await sleep(20);
    }
  });
  const streams = urls.map((_, first) =>
    follow(
      (n) => `${urls[(first + n) % urls.length]}/creator/events`,
      () => tokenOf(speaking.creator),
    ),
  );
  report.heard = streams.map(({ heard }) => heard);

  return {
    report,
    now,
    /** Stops sending; streams continue until `close`. */
    async stop(): Promise<void> {
      stoppedAt = now();
      await Promise.all(loops);
    },
    close(): void {
      for (const { close } of streams) close();
      agent.destroy();
    },
  };
}

type Sender = ReturnType<typeof createSender>;

/** Sends requests to the nodes in turn and writes down how they went. */
function createSender(
  urls: readonly string[],
  issuer: Issuer,
  agent: Agent,
  report: LoadReport,
  { now, until }: { now: () => number; until: () => number },
) {
  let turn = 0;
  const nextUrl = () => urls[turn++ % urls.length] as string;
  const tokens = new Map<string, string>();
  const tokenOf = (subject: string) => {
    const token = tokens.get(subject) ?? issuer.sign(subject);
    tokens.set(subject, token);
    return token;
  };

  async function attempt(work: (url: string) => Promise<Answer>): Promise<Answer | null> {
    report.attempts += 1;
    const at = now();
    try {
      const answer = await work(nextUrl());
      if (answer.status < 500) {
        report.successes.push(now());
        return answer;
      }
      report.failures.push({ at, why: String(answer.status) });
    } catch (error) {
      report.failures.push({ at, why: (error as NodeJS.ErrnoException).code ?? (error as Error).message });
    }
    return null;
  }
  const asked = (subject: string, path: string, body?: object) => (url: string) =>
    ask(`${url}${path}`, { agent, token: tokenOf(subject) }, body);

  /** One try at the next node after a failure. */
  async function twice(work: (url: string) => Promise<Answer>): Promise<Answer | null> {
    const first = await attempt(work);
    if (first) return first;
    const second = await attempt(work);
    if (!second) report.failedTwice += 1;
    return second;
  }
  async function insist(work: (url: string) => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await twice(work);
      if (answer) return answer;
      if (now() > until()) throw new Error('a write was not acknowledged until the end');
      await sleep(50);
    }
  }
  return { agent, tokenOf, asked, attempt, twice, insist };
}

/** The kinds of work, each done again and again. */
function kindsOfWork(
  { agent, asked, attempt, twice, insist }: Sender,
  pairs: readonly Pair[],
  speaking: Pair,
  report: LoadReport,
): ((n: number) => Promise<void>)[] {
  const brandOf = ({ brandId }: Pair) => `/brand/${brandId}`;
  const pairAt = (n: number) => pairs[n % pairs.length] as Pair;
  const counting = pairAt(20);
  const reading = pairAt(30);
  return [
    async () => {
      const clientId = randomUUID();
      const path = `${brandOf(speaking)}/inbox/${speaking.optInId}/messages`;
      const { status } = await insist(asked(speaking.member, path, { clientId, text: `bench ${clientId}` }));
      if (status !== 200) throw new Error(`a message was answered ${status}`);
      report.messages.add(clientId);
    },
    // Adds a cost, then reads the sum at the next node, which must have it.
    async () => {
      const reference = randomUUID();
      const cost = { kind: 'other', amount: 100, currency: 'USD', day: DAY, reference };
      const { status } = await insist(asked(counting.member, `${brandOf(counting)}/costs`, cost));
      // 409: an attempt without an answer had been stored.
      if (status !== 200 && status !== 409) throw new Error(`a cost was answered ${status}`);
      report.costs.add(reference);
      const answer = await twice(asked(counting.member, `${brandOf(counting)}/analytics?compare=none`));
      if (answer?.status !== 200) return;
      report.reads += 1;
      if (spendIn(answer.text) < report.costs.size * 100) report.stale += 1;
    },
    async (n) => {
      const title = `Cluster ${n}`;
      report.lists.set(title, false);
      const answer = await attempt(asked(reading.member, `${brandOf(reading)}/creator-lists`, { title }));
      if (answer && answer.status !== 200) throw new Error(`a list was answered ${answer.status}`);
      if (answer) report.lists.set(title, true);
    },
    async (n) => {
      const sent = async (url: string) => {
        await sendOrder({ url, agent, shop: SHOP }, orderOf(n), `cluster-${n}`);
        return { status: 200, text: '' };
      };
      await insist(sent);
      report.orders.add(5_500_000 + n);
    },
    async (n) => {
      const pair = pairAt(n);
      await twice(asked(pair.member, `${brandOf(pair)}/creator-lists`));
    },
    async (n) => {
      const q = ['love', 'travel', 'coffee', 'yoga', 'art'][n % 5];
      await twice(asked(reading.member, `${brandOf(reading)}/creators?q=${q}`));
    },
    async (n) => {
      const pair = pairAt(n + 5);
      await twice(asked(pair.member, `${brandOf(pair)}/inbox`));
    },
  ];
}

interface Answer {
  status: number;
  text: string;
}

function ask(url: string, { agent, token }: { agent: Agent; token: string }, body?: object): Promise<Answer> {
  const content = body && Buffer.from(JSON.stringify(body));
  const headers = {
    authorization: `Bearer ${token}`,
    ...(content && { 'content-type': 'application/json', 'content-length': String(content.length) }),
  };
  return new Promise((resolve, reject) => {
    const options = { method: content ? 'POST' : 'GET', agent, headers, timeout: PATIENCE_MS };
    const sent = request(url, options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end(content);
  });
}

function spendIn(text: string): number {
  const { analytics } = JSON.parse(text) as {
    analytics: { figures: { formula: string; currency: string | null; value: number | null }[] };
  };
  return analytics.figures.find((one) => one.formula === 'spend' && one.currency === 'USD')?.value ?? 0;
}

/** Follows an event stream like a browser: reconnects with the last ID, at the next node. Counts messages by text. */
function follow(urlAt: (n: number) => string, token: () => string) {
  const heard = new Map<string, number>();
  const agent = new Agent({ keepAlive: false });
  let closed = false;
  let last = '';
  let connections = 0;
  const connect = () => {
    if (closed) return;
    const headers = { authorization: `Bearer ${token()}`, ...(last && { 'last-event-id': last }) };
    const again = () => setTimeout(connect, 300);
    let answered = false;
    const sent = request(urlAt(connections++), { agent, headers }, (response) => {
      answered = true;
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const event = text.slice(0, end);
          last = /^id: (.+)$/m.exec(event)?.[1] ?? last;
          const found = /"text":"bench ([^"]+)"/.exec(event)?.[1];
          if (found) heard.set(found, (heard.get(found) ?? 0) + 1);
          text = text.slice(end + 2);
        }
      });
      response.on('error', () => {});
      response.on('close', again);
    });
    sent.once('error', () => {
      // Else the response's end connects again.
      if (!answered) again();
    });
    sent.on('error', () => {});
    sent.end();
  };
  connect();
  const close = () => {
    closed = true;
    agent.destroy();
  };
  return { heard, close };
}
