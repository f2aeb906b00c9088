import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { MentionStreamPort, StreamBatch, StreamStart } from '@troupe/domain/listening/mention-stream';
import type { EventOrigin, SourcePost } from '@troupe/domain/listening/source-event';
import pg from 'pg';
import type { Api } from '../../platform/api.ts';
import {
  addGap,
  ensureSource,
  noteSource,
  readCursors,
  readSourceState,
  takeStreamLock,
} from './listening-source/source-cursor.queries.ts';
import type { MentionIntake } from './receive-mentions.ts';

/** How often a process tries to become the one that listens. */
const TAKE_OVER_MS = 2000;
/** How often the state of the source is looked at, and that it answers is noted. */
const CHECK_MS = 5000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;
/** A connection that lasted this long was a good one. */
const STEADY_MS = 30_000;

export interface StreamWorkerParts {
  api: Pick<Api, 'pool' | 'log' | 'clock' | 'config' | 'jobs'>;
  kind: SourceKind;
  stream: MentionStreamPort;
  intake: MentionIntake;
  /** The name of the job that fetches missing posts. */
  fillGaps: string;
}

/** Listens to a stream in one process at a time; another one takes over within seconds. */
export class StreamWorker {
  readonly #parts: StreamWorkerParts;
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;

  constructor(parts: StreamWorkerParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#parts.stream.hosts.length > 0) this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { log, kind } = { log: this.#parts.api.log, kind: this.#parts.kind };
    while (!this.#stop.signal.aborted) {
      try {
        await this.#whileLocked((signal) => this.#listen(signal));
      } catch (error) {
        if (!this.#stop.signal.aborted) log.warn({ err: error, source: kind }, 'listening was interrupted');
      }
      await this.#pause(TAKE_OVER_MS);
    }
  }

  /** Runs work while this process holds the lock of the stream; a session lock ends with the process. */
  async #whileLocked(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { config } = this.#parts.api;
    const client = new pg.Client({
      connectionString: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL,
      application_name: 'troupe-listening',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    await client.connect();
    try {
      if (await takeStreamLock(client, this.#parts.kind))
        await work(AbortSignal.any([lost.signal, this.#stop.signal]));
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Connects to one host after another until it is stopped. */
  async #listen(signal: AbortSignal): Promise<void> {
    const { api, kind, stream } = this.#parts;
    const { pool, clock, log } = api;
    const source = await ensureSource(pool, kind, clock.now());
    let [turn, failures] = [0, 0];
    while (!signal.aborted) {
      if ((await readSourceState(pool, source.id)) === 'paused') {
        await this.#pause(CHECK_MS);
        continue;
      }
      const host = stream.hosts[turn % stream.hosts.length] as string;
      const began = performance.now();
      const problem = await this.#connect(source.id, host, signal);
      if (signal.aborted || problem === null) continue;
      failures = performance.now() - began > STEADY_MS ? 1 : failures + 1;
      turn += 1;
      log.warn({ err: problem, source: kind, host }, 'a stream was interrupted');
      await noteSource(pool, source.id, problem.message, clock.now());
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
      await this.#pause(pause * (0.5 + Math.random() / 2));
    }
  }

  /** Listens to a host. Returns why that ended; null if the source was paused. */
  async #connect(sourceId: string, host: string, signal: AbortSignal): Promise<Error | null> {
    const { api, kind, stream, intake } = this.#parts;
    const { pool, clock } = api;
    const origin: EventOrigin = { sourceId, kind, brandId: null };
    const paused = new AbortController();
    const checking = setInterval(() => {
      this.#check(sourceId, paused).catch(() => {});
    }, CHECK_MS);
    let isOpen = false;
    try {
      await stream.listen(
        host,
        await this.#start(sourceId, host),
        {
          opened: () => {
            isOpen = true;
            noteSource(pool, sourceId, null, clock.now()).catch(() => {});
          },
          take: (batch) => this.#take(intake, origin, host, batch),
          lost: async ({ from, to }) => {
            await addGap(pool, sourceId, { from: new Date(from), to: new Date(to), reason: 'look-back' });
            await api.jobs.send(this.#parts.fillGaps, {}, { key: kind });
          },
        },
        AbortSignal.any([signal, paused.signal]),
      );
      return null;
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error));
      return isOpen || paused.signal.aborted ? reason : new Error(`couldn't connect: ${reason.message}`);
    } finally {
      clearInterval(checking);
    }
  }

  async #check(sourceId: string, paused: AbortController): Promise<void> {
    const { pool, clock } = this.#parts.api;
    if (!(await noteSource(pool, sourceId, null, clock.now()))) paused.abort();
  }

  async #take(intake: MentionIntake, origin: EventOrigin, host: string, batch: StreamBatch): Promise<void> {
    const { cursor, eventAt } = batch;
    await intake.receive(origin, batch.events, {
      position: { host, cursor, eventAt },
      lookUp: (posts) => this.#lookUp(posts),
    });
  }

  /** Mentions don't wait for names: those that are missing are read with the figures. */
  async #lookUp(posts: SourcePost[]): Promise<void> {
    const { stream, api } = this.#parts;
    await stream.lookUp(posts).catch((error: unknown) => {
      api.log.warn({ err: error }, 'failed to look up authors of mentions');
    });
  }

  /** Where a host continues: at its own cursor, otherwise at the time that another host reached. */
  async #start(sourceId: string, host: string): Promise<StreamStart | null> {
    const cursors = await readCursors(this.#parts.api.pool, sourceId);
    const latest = cursors.find(({ eventAt }) => eventAt !== null);
    if (!latest?.eventAt) return null;
    const own = cursors.find((one) => one.host === host && one.eventAt === latest.eventAt);
    return { host: own?.host ?? latest.host, cursor: latest.cursor, eventAt: Date.parse(latest.eventAt) };
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stop.signal }).catch(() => {});
  }
}
