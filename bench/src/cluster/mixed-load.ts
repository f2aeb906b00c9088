import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Issuer } from '../issuer.ts';
import type { Pair } from '../live.ts';
import { orderOf, postOrder } from '../store.ts';
import { Balancer } from './balancer.ts';

/** The shop whose webhooks are sent. */
export const SHOP = 'cluster.myshopify.com';
const PATIENCE_MS = 15_000;
/** How long requests that must succeed are repeated after the load was stopped. */
const INSIST_MS = 60_000;
/** How often a request is sent without the proxy. */
const BARE_EVERY_MS = 100;
const DAY = new Date().toISOString().slice(0, 10);

/** Acknowledged writes and all attempts. */
export interface LoadReport {
  /** Client IDs of messages, references of costs, and IDs of orders. */
  messages: Set<string>;
  costs: Set<string>;
  orders: Set<number>;
  /** Titles of lists; false without an answer, when it isn't known whether it was created. */
  lists: Map<string, boolean>;
  requests: number;
  /** When requests failed, in milliseconds since the start, how, and whether they write. */
  failures: { at: number; why: string; writes: boolean }[];
  /** Requests that the proxy sent to another node after the first had failed. */
  rescued: number;
  /** Reads that are sent to the nodes in turn without the proxy, and those that failed. */
  bare: { requests: number; failures: number };
  /** When requests succeeded, in milliseconds since the start. */
  successes: number[];
  /** Reads of a sum right after it was changed through another node, and those that were older. */
  reads: number;
  stale: number;
  /** Of these reads, those that the node of the change answered, because no other one was healthy. */
  sameNode: number;
  /** Answers and errors that no killed part explains. */
  unexpected: string[];
  /** Messages by how often each stream received them. */
  heard: Map<string, number>[];
}

/**
 * Sends a mix of reads and writes to the nodes through a proxy, until stopped. Those with a key that makes them idempotent
 * are repeated until they are acknowledged.
 */
export function startMixedLoad(urls: readonly string[], pairs: readonly Pair[], issuer: Issuer) {
  const report: LoadReport = {
    messages: new Set(),
    costs: new Set(),
    orders: new Set(),
    lists: new Map(),
    requests: 0,
    failures: [],
    rescued: 0,
    bare: { requests: 0, failures: 0 },
    successes: [],
    reads: 0,
    stale: 0,
    sameNode: 0,
    unexpected: [],
    heard: [],
  };
  const startedAt = performance.now();
  const now = () => performance.now() - startedAt;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const balancer = new Balancer(urls);
  let stoppedAt = Number.POSITIVE_INFINITY;
  const sender = createSender(balancer, issuer, agent, report, { now, until: () => stoppedAt + INSIST_MS });
  const { asked, tokenOf } = sender;
  /** The first brand's conversation is very long; brands of the kinds of work differ. */
  const speaking = pairs[10 % pairs.length] as Pair;
  const kinds = kindsOfWork(sender, pairs, speaking, report);
  const loops = kinds.map(async (work) => {
    for (let n = 1; now() < stoppedAt; n++) {
      await work(n).catch((error: Error) => report.unexpected.push(error.message));
      await sleep(20);
    }
  });
  const bare = asked(speaking.member, `/brand/${speaking.brandId}/creator-lists`);
  const sendBare = async () => {
    const number = report.bare.requests++;
    const answer = await bare(urls[number % urls.length] as string).catch(() => null);
    if (!answer || answer.status >= 500) report.bare.failures += 1;
  };
  const sending = setInterval(() => void sendBare(), BARE_EVERY_MS);
  const streams = urls.map((_, first) =>
    follow(
      // An address that refuses is tried again at the next node.
      (n) => `${balancer.pick() ?? urls[(first + n) % urls.length]}/creator/events`,
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
      clearInterval(sending);
      await Promise.all(loops);
      report.rescued = balancer.rescued;
    },
    close(): void {
      for (const { close } of streams) close();
      balancer.stop();
      agent.destroy();
    },
  };
}

type Sender = ReturnType<typeof createSender>;
type Work = (url: string) => Promise<Answer>;

/** Sends requests through the proxy and writes down how they went. */
function createSender(
  balancer: Balancer,
  issuer: Issuer,
  agent: Agent,
  report: LoadReport,
  { now, until }: { now: () => number; until: () => number },
) {
  const tokens = new Map<string, string>();
  const tokenOf = (subject: string) => {
    const token = tokens.get(subject) ?? issuer.sign(subject);
    tokens.set(subject, token);
    return token;
  };

  /** Returns the answer, or null if the request failed. */
  async function attempt(work: Work, writes: boolean, avoided?: string): Promise<Answered | null> {
    report.requests += 1;
    const at = now();
    try {
      const answer = await balancer.send(work, !writes, avoided);
      if (answer.url !== null && answer.status < 500) {
        report.successes.push(now());
        return answer;
      }
      report.failures.push({ at, why: answer.url ? String(answer.status) : 'no process healthy', writes });
    } catch (error) {
      const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
      report.failures.push({ at, why, writes });
    }
    return null;
  }
  const asked = (subject: string, path: string, body?: object) => (url: string) =>
    ask(`${url}${path}`, { agent, token: tokenOf(subject) }, body);
  /** Reads, if possible not through the node `avoided`. */
  const read = (work: Work, avoided?: string) => attempt(work, false, avoided);
  const write = (work: Work) => attempt(work, true);

  /** Repeats a write until it is acknowledged. */
  async function insist(work: Work): Promise<Answered> {
    for (;;) {
      const answer = await write(work);
      if (answer) return answer;
      if (now() > until()) throw new Error('a write was not acknowledged until the end');
      await sleep(50);
    }
  }
  return { agent, tokenOf, asked, read, write, insist };
}

/** The kinds of work, each done again and again. */
function kindsOfWork(
  { agent, asked, read, write, insist }: Sender,
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
    // Adds a cost, then reads the sum at another node, which must have it.
    async () => {
      const reference = randomUUID();
      const cost = { kind: 'other', amount: 100, currency: 'USD', day: DAY, reference };
      const { status, url } = await insist(asked(counting.member, `${brandOf(counting)}/costs`, cost));
      // 409: an attempt without an answer had been stored.
      if (status !== 200 && status !== 409) throw new Error(`a cost was answered ${status}`);
      report.costs.add(reference);
      const sum = asked(counting.member, `${brandOf(counting)}/analytics?compare=none`);
      const answer = await read(sum, url);
      if (answer?.status !== 200) return;
      if (answer.url === url) report.sameNode += 1;
      report.reads += 1;
      if (spendIn(answer.text) < report.costs.size * 100) report.stale += 1;
    },
    async (n) => {
      const title = `Cluster ${n}`;
      report.lists.set(title, false);
      const answer = await write(asked(reading.member, `${brandOf(reading)}/creator-lists`, { title }));
      if (answer && answer.status !== 200) throw new Error(`a list was answered ${answer.status}`);
      if (answer) report.lists.set(title, true);
    },
    async (n) => {
      const sent = async (url: string) => {
        const status = await postOrder({ url, agent, shop: SHOP }, orderOf(n), `cluster-${n}`);
        return { status, text: '' };
      };
      const { status } = await insist(sent);
      if (status !== 200) throw new Error(`an order was answered ${status}`);
      report.orders.add(5_500_000 + n);
    },
    async (n) => {
      const pair = pairAt(n);
      await read(asked(pair.member, `${brandOf(pair)}/creator-lists`));
    },
    async (n) => {
      const q = ['love', 'travel', 'coffee', 'yoga', 'art'][n % 5];
      await read(asked(reading.member, `${brandOf(reading)}/creators?q=${q}`));
    },
    async (n) => {
      const pair = pairAt(n + 5);
      await read(asked(pair.member, `${brandOf(pair)}/inbox`));
    },
  ];
}

interface Answer {
  status: number;
  text: string;
}

type Answered = Answer & { url: string };

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
