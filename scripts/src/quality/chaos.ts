import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Failure, run } from '../failure.ts';
import { apiHost } from '../hosts.ts';
import { type Instance, startInstance } from '../instance.ts';
import { removeEmbedded } from '../postgres/postgres.ts';
import { portsOf } from '../processes/ports.ts';
import { ProcessGroup } from '../processes/process-group.ts';
import type { RecordedProcess } from '../processes/run-record.ts';
import { runTool } from '../tools.ts';
import { audit } from './chaos-audit.ts';
import { startWork } from './chaos-work.ts';

const usage = 'Use: npm run chaos [-- [--kills N] [--seed N] [--port-base N]]';

/**
 * What is killed, and the least time between two kills of it: an instance gives up a host that ends more than five times in a
 * minute, also at a start without the database, and a database that ends more than five times in ten minutes.
 */
const VICTIMS = [
  { name: 'api', restMs: 20_000 },
  { name: 'jobs', restMs: 20_000 },
  { name: 'sandbox', restMs: 20_000 },
  { name: 'database', restMs: 130_000 },
] as const;
type Victim = (typeof VICTIMS)[number]['name'];

/**
 * `npm run chaos`: kills the API, background jobs, the sandbox and the database of a throwaway instance at random under a
 * workload, and checks that everything acknowledged is there once, and that ledgers agree.
 */
async function main(): Promise<number> {
  const { kills, seed, portBase } = read(process.argv.slice(2));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-chaos-'));
  const dataDir = path.join(folder, 'data');
  const settings = {
    TROUPE_ROLES: 'http',
    RATE_LIMIT_PER_MINUTE: '1000000',
    // A purchase that a killed process left open is settled after this time.
    AUDIENCE_SETTLE_AFTER_S: '5',
  };
  let instance: Instance | undefined;
  let jobs: ProcessGroup | undefined;
  let jobsProcess: RecordedProcess | undefined;
  let work: Awaited<ReturnType<typeof startWork>> | undefined;
  try {
    const say = (line: string) => console.log(line);
    const quiet = () => {};
    const webHosts = () => [];
    instance = await startInstance({
      portBase,
      dataDir,
      settings,
      webHosts,
      empty: false,
      databaseUrl: '',
      say: quiet,
    });
    const { record } = instance;
    jobs = new ProcessGroup({
      dataDir,
      say: quiet,
      onChange: ([only]) => {
        jobsProcess = only;
      },
    });
    const failed = Promise.race([instance.failed, jobs.failed]);
    failed.catch(() => {});
    const databases = { api: record.databaseUrl, auth: record.authDatabaseUrl };
    const port = portsOf(portBase).web;
    const host = apiHost({ portBase, dataDir, databases, settings: { ...settings, TROUPE_ROLES: 'jobs' } });
    Object.assign(host.env, { PORT: String(port) });
    await jobs.keep({ ...host, name: 'jobs', readyUrl: `http://127.0.0.1:${port}/readyz` });

    const tokens = {
      owner: await tokenOf('owner@troupe.test', portBase, dataDir),
      admin: await tokenOf('admin@troupe.test', portBase, dataDir),
    };
    work = await startWork(record, tokens);
    const pidOf = (victim: Victim) =>
      victim === 'database'
        ? record.databaseProcess?.pid
        : victim === 'jobs'
          ? jobsProcess?.pid
          : record.processes.find(({ name }) => name === victim)?.pid;
    const counts = await Promise.race([killAtRandom(kills, seed, pidOf), failed]);
    const acknowledged = await work.stop();
    say(`Killed ${[...counts].map(([name, count]) => `${name} ${count} times`).join(', ')}.`);
    const findings = await Promise.race([audit(record, tokens.owner, acknowledged, say), failed]);
    for (const finding of findings) console.error(finding);
    say(findings.length === 0 ? 'Nothing lost, nothing doubled.' : `${findings.length} findings.`);
    return findings.length === 0 ? 0 : 1;
  } finally {
    // Otherwise it would keep asking, and this command would never end.
    await work?.abandon();
    await jobs?.stop();
    await instance?.stop();
    await removeEmbedded(dataDir);
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(args: string[]): { kills: number; seed: number; portBase: number } {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({ args, options: { kills: text, seed: text, 'port-base': text } });
    const numbers = [values.kills ?? '100', values.seed ?? '1', values['port-base'] ?? '7300'].map(Number);
    if (!numbers.every((number) => Number.isInteger(number) && number > 0)) throw new Failure(usage);
    const [kills = 0, seed = 0, portBase = 0] = numbers;
    return { kills, seed, portBase };
  } catch {
    throw new Failure(usage);
  }
}

async function tokenOf(email: string, portBase: number, dataDir: string): Promise<string> {
  const place = ['--port-base', String(portBase), '--data-dir', dataDir];
  const { said, ok } = await runTool('node', ['scripts/src/token.ts', email, ...place], { quietly: true });
  if (!ok) throw new Failure(said);
  return said.trim();
}

/** Kills victims in an order and at times that follow from the seed; returns how often each was killed. */
async function killAtRandom(
  kills: number,
  seed: number,
  pidOf: (victim: Victim) => number | undefined,
): Promise<Map<Victim, number>> {
  const random = randomOf(seed);
  const counts = new Map<Victim, number>();
  const last = new Map<Victim, number>();
  for (let killed = 0; killed < kills; ) {
    await sleep(1000 + random() * 4000);
    const ready = VICTIMS.filter(({ name, restMs }) => Date.now() - (last.get(name) ?? 0) > restMs);
    // The database may be killed seldom, so it is as soon as it may.
    const victim =
      ready.find(({ name }) => name === 'database') ?? ready[Math.floor(random() * ready.length)];
    const pid = victim && pidOf(victim.name);
    if (!victim || !pid) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Between two starts.
      continue;
    }
    last.set(victim.name, Date.now());
    counts.set(victim.name, (counts.get(victim.name) ?? 0) + 1);
    killed += 1;
    if (killed % 10 === 0) console.log(`${killed} kills`);
  }
  return counts;
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

await run(main);
