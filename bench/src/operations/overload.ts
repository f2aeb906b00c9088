import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiProcess, migrate, startApi } from '../api.ts';
import { startIssuer } from '../issuer.ts';
import { percentile } from '../load.ts';
import { findPlace } from '../place.ts';
import { machineFacts, megabytes, ms, type Row } from '../report.ts';
import { addMember } from './upgrade.ts';

const CONNECTIONS = 2000;
const LOAD_MS = 15_000;
const CALM = 10;

interface Answers {
  /** Milliseconds of accepted requests and of health checks. */
  accepted: number[];
  health: number[];
  refused: number;
  /** Answers that are neither 200 nor 503 with `Retry-After`, and connections that broke. */
  other: number;
  memory: number;
}

/** Sends more than one process can answer, with its standard limits, from 2,000 connections that ask again at once. */
export async function measureOverload(
  port: number,
  say: (text: string) => void,
): Promise<{ facts: [string, string][]; rows: Row[] }> {
  const place = await findPlace(port);
  const issuer = await startIssuer();
  let api: ApiProcess | undefined;
  try {
    const databaseUrl = await place.database('overload');
    const facts = await machineFacts(databaseUrl);
    await migrate(databaseUrl);
    const { brandId, subject } = await addMember(databaseUrl);
    api = await startApi({ databaseUrl, issuer: issuer.url, port: port + 1, filesDir: place.filesDir });
    const url = `${api.url}/brand/${brandId}/creator-lists`;
    const headers = { authorization: `Bearer ${issuer.sign(subject)}` };
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const ask = (at = url) => send(at, headers, agent);
    for (let n = 0; n < 200; n++) await ask();
    const quiet: number[] = [];
    for (let n = 0; n < 50; n++) quiet.push((await ask()).took);
    say(`${CONNECTIONS.toLocaleString('en-US')} connections`);
    const answers = await flood(api, ask);
    const recovered = await untilCalm(ask, Math.max(100, 3 * percentile(quiet, 0.95)));
    agent.destroy();
    return { facts, rows: rowsOf(answers, recovered) };
  } finally {
    await api?.stop();
    issuer.stop();
    await place.leave();
  }
}

type Ask = (url?: string) => Promise<{ status: number; retry: boolean; took: number }>;

async function flood(api: ApiProcess, ask: Ask): Promise<Answers> {
  const answers: Answers = { accepted: [], health: [], refused: 0, other: 0, memory: 0 };
  const until = performance.now() + LOAD_MS;
  const isOver = () => performance.now() > until;
  const clients = Array.from({ length: CONNECTIONS }, async () => {
    while (!isOver()) {
      const { status, retry, took } = await ask();
      if (status === 200) answers.accepted.push(took);
      else if (status === 503 && retry) answers.refused++;
      else answers.other++;
    }
  });
  const watching = (async () => {
    // Over a separate connection, like a balancer's.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver()) {
      const { status, took } = await send(`${api.url}/readyz`, {}, agent);
      answers.health.push(status === 200 ? took : Number.POSITIVE_INFINITY);
      answers.memory = Math.max(answers.memory, api.memory());
      await sleep(100);
    }
    agent.destroy();
  })();
  await Promise.all([...clients, watching]);
  return answers;
}

/** Returns the milliseconds until several requests in a row are fast again. */
async function untilCalm(ask: Ask, fast: number): Promise<number> {
  const startedAt = performance.now();
  let since = startedAt;
  for (let calm = 0; calm < CALM; ) {
    const { status, took } = await ask();
    calm = status === 200 && took <= fast ? calm + 1 : 0;
    if (calm === 0) since = performance.now();
    if (performance.now() - startedAt > 60_000) return Number.POSITIVE_INFINITY;
  }
  return since - startedAt;
}

function send(url: string, headers: Record<string, string>, agent: Agent) {
  const startedAt = performance.now();
  return new Promise<Awaited<ReturnType<Ask>>>((resolve) => {
    const done = (status: number, retry: boolean) =>
      resolve({ status, retry, took: performance.now() - startedAt });
    const sent = request(url, { agent, headers }, (response) => {
      response.resume();
      response.on('error', () => done(0, false));
      response.on('end', () => done(response.statusCode ?? 0, response.headers['retry-after'] !== undefined));
    });
    sent.on('error', () => done(0, false));
    sent.end();
  });
}

function rowsOf({ accepted, health, refused, other, memory }: Answers, recovered: number): Row[] {
  const p99 = percentile(accepted, 0.99);
  const perSecond = Math.round(accepted.length / (LOAD_MS / 1000));
  const what = `${CONNECTIONS.toLocaleString('en-US')} connections on one process:`;
  return [
    {
      what: `${what} accepted requests, p99`,
      measured: `${ms(p99)} (p50 ${ms(percentile(accepted, 0.5))}, ${perSecond} per second)`,
      target: 'under 1000 ms',
      ok: p99 < 1000,
    },
    {
      what: `${what} answers that are neither 200 nor 503 with Retry-After`,
      measured: `${other} of ${accepted.length + refused + other} (${refused} were 503)`,
      target: '0',
      ok: other === 0,
    },
    {
      what: `${what} /readyz, p95`,
      measured: `${ms(percentile(health, 0.95))} (${health.filter((took) => took === Number.POSITIVE_INFINITY).length} failed)`,
      target: 'under 1000 ms',
      ok: percentile(health, 0.95) < 1000,
    },
    {
      what: `${what} memory`,
      measured: megabytes(memory),
      target: 'under 600 MB',
      ok: memory < 600 * 1024 ** 2,
    },
    {
      what: `${what} back to normal after`,
      measured: ms(recovered),
      target: 'under 5000 ms',
      ok: recovered < 5000,
    },
  ];
}
