import type { ServerResponse } from 'node:http';
import type { LiveEvent } from '@troupe/domain/inbox/conversation';
import { isDatabaseUnavailable } from '@troupe/server/error-code';
import type { Logger } from '@troupe/server/log';
import type pg from 'pg';
import type { Listener } from '../listen.ts';
import {
  EPHEMERAL_CHANNEL,
  EVENTS_AT_ONCE,
  type EventRow,
  eventRange,
  LIVE_CHANNEL,
  type NewLiveEvent,
  newestEvent,
  numberEvents,
  readMissedEvents,
  readNewEvents,
} from './live.queries.ts';
import { LiveStream, type LiveSubscriber, type WireEvent } from './live-stream.ts';

const HEARTBEAT_MS = 25_000;
/** Delay before retrying an unreachable database. */
const RETRY_MS = 1000;

/**
 * Streams events to the users connected to this process. Each process follows the table with one cursor, woken by one
 * LISTEN connection, and distributes events in memory. New, resumed and slow streams read the table from their own
 * position until they have caught up, so that no event is lost, duplicated or buffered.
 */
export class LiveHub {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #byAudience = new Map<string, Set<LiveStream>>();
  readonly #streams = new Set<LiveStream>();
  /** Streams per user, including those being opened. */
  readonly #perUser = new Map<string, number>();
  readonly #heartbeat: NodeJS.Timeout;
  /** The last distributed event; null without streams. */
  #cursor: number | null = null;
  #following: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(pool: pg.Pool, listener: Listener, log: Logger) {
    this.#pool = pool;
    this.#log = log;
    listener.on(LIVE_CHANNEL, () => void this.#follow());
    listener.on(EPHEMERAL_CHANNEL, (payload) => payload && this.#distributeEphemeral(payload));
    listener.on('user_changed', (userId) => void this.#recheck(userId));
    // Events that a killed process committed without numbering.
    numberEvents(pool);
    this.#heartbeat = setInterval(() => {
      if (this.#streams.size > 0) numberEvents(pool);
      for (const stream of this.#streams) {
        stream.heartbeat(Date.now());
        void stream.subscriber.ended().then((ended) => ended && stream.end());
      }
    }, HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /** The number of open streams. */
  get size(): number {
    return this.#streams.size;
  }

  /** Returns how many streams a user has open here. */
  sizeOf(userId: string): number {
    return this.#perUser.get(userId) ?? 0;
  }

  /** Responds with an event stream. @throws when the database is unreachable */
  async open(response: ServerResponse, headers: Record<string, string>, subscriber: LiveSubscriber) {
    const { after, userId } = subscriber;
    this.#perUser.set(userId, this.sizeOf(userId) + 1);
    response.once('close', () => {
      const left = this.sizeOf(userId) - 1;
      if (left > 0) this.#perUser.set(userId, left);
      else this.#perUser.delete(userId);
    });
    const lost = after !== null && after > 0 && (await this.#isLost(after));
    const newest = this.#cursor === null ? await newestEvent(this.#pool) : 0;
    if (this.#stopped || response.destroyed) {
      response.destroy();
      return;
    }
    if (this.#cursor === null) {
      this.#cursor = newest;
      // Announcements during the cursor lookup were missed.
      setImmediate(() => void this.#follow());
    }
    response.writeHead(200, headers);
    const stream = new LiveStream(response, subscriber, after === null || lost ? this.#cursor : after);
    this.#streams.add(stream);
    for (const audience of subscriber.audiences) {
      const streams = this.#byAudience.get(audience) ?? new Set();
      this.#byAudience.set(audience, streams.add(stream));
    }
    response.on('close', () => this.#remove(stream));
    response.on('error', () => response.destroy());
    response.on('drain', () => void this.#catchUp(stream));
    stream.sendStart(lost);
    numberEvents(this.#pool);
    void this.#catchUp(stream);
  }

  /** Ends every stream; clients reconnect to another process and resume. */
  stop(): void {
    this.#stopped = true;
    clearInterval(this.#heartbeat);
    for (const stream of this.#streams) stream.end();
  }

  #remove(stream: LiveStream): void {
    this.#streams.delete(stream);
    for (const audience of stream.subscriber.audiences) {
      const streams = this.#byAudience.get(audience);
      streams?.delete(stream);
      if (streams?.size === 0) this.#byAudience.delete(audience);
    }
    // Stop following while no one is connected.
    if (this.#streams.size === 0) this.#cursor = null;
  }

  /** Returns whether events after `id` may have been deleted, or the ID isn't ours. */
  async #isLost(id: number): Promise<boolean> {
    const { oldest, newest } = await eventRange(this.#pool);
    return oldest === null || newest === null || id < oldest || id > Math.max(newest, this.#cursor ?? 0);
  }

  /** Distributes new events; one read at a time, repeated if more were announced in between. */
  async #follow(): Promise<void> {
    this.#again = true;
    if (this.#following || this.#cursor === null) return;
    this.#following = this.#readNew();
    await this.#following;
    this.#following = null;
    if (this.#again) void this.#follow();
  }

  async #readNew(): Promise<void> {
    while (this.#again && this.#cursor !== null) {
      this.#again = false;
      try {
        for (;;) {
          const from: number = this.#cursor;
          const rows = await readNewEvents(this.#pool, from);
          // All streams closed (and maybe reopened) during the read.
          if (this.#cursor !== from) break;
          for (const row of rows) this.#distribute(toWire(row));
          if (rows.length < EVENTS_AT_ONCE) break;
        }
      } catch (error) {
        this.#log.error({ err: error }, 'failed to read events');
        this.#again = true;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }

  #distribute(event: WireEvent): void {
    this.#cursor = event.id;
    for (const stream of this.#byAudience.get(event.audience) ?? []) stream.send(event);
  }

  #distributeEphemeral(payload: string): void {
    const event = JSON.parse(payload) as NewLiveEvent;
    const streams = this.#byAudience.get(event.audience);
    if (!streams) return;
    const text = wireText({ ...ephemeralDefaults, ...event, id: '' });
    for (const stream of streams) stream.sendEphemeral(text);
  }

  async #catchUp(stream: LiveStream): Promise<void> {
    if (!stream.startCatchingUp()) return;
    try {
      for (;;) {
        const upTo = this.#cursor;
        if (upTo === null || stream.ended) return;
        const { audiences } = stream.subscriber;
        const rows =
          stream.sent < upTo
            ? await readMissedEvents(this.#pool, { audiences, after: stream.sent, upTo })
            : [];
        if (!stream.sendMissed(rows.map(toWire))) return;
        if (rows.length === EVENTS_AT_ONCE) continue;
        stream.sent = Math.max(stream.sent, upTo);
        if (this.#cursor === upTo) {
          stream.goLive();
          return;
        }
      }
    } catch (error) {
      this.#log.error({ err: error }, 'failed to read events');
      // The client reconnects and resumes from its position.
      if (!isDatabaseUnavailable(error)) return stream.end();
      stream.markBehind();
      setTimeout(() => void this.#catchUp(stream), RETRY_MS).unref();
    }
  }

  /**
   * Rechecks access of open streams. They are paused until the database answers, without losing events: checks run
   * one at a time, and a stream waiting for its check may belong to someone who lost access.
   */
  async #recheck(userId: string): Promise<void> {
    const paused = [...this.#streams]
      .filter(({ subscriber }) => !userId || subscriber.userId === userId)
      .map((stream) => ({ stream, pause: stream.pause(this.#cursor ?? 0) }));
    let unknown = false;
    for (const { stream, pause } of paused) {
      try {
        if (!(await stream.subscriber.allowed())) stream.end();
        else if (stream.resume(pause)) void this.#catchUp(stream);
      } catch (error) {
        if (isDatabaseUnavailable(error)) unknown = true;
        else stream.end();
      }
    }
    if (unknown && !this.#stopped) setTimeout(() => void this.#recheck(userId), RETRY_MS).unref();
  }
}

const ephemeralDefaults = { campaignId: null, optInId: null, data: {} };

const toWire = ({ audience, id, ...event }: EventRow): WireEvent => ({
  audience,
  id,
  text: wireText({ ...event, id: String(id) }),
});

/** Formats an event for the stream. JSON has no line breaks, so one `data` line suffices. */
function wireText({ id, type, campaignId, optInId, data }: LiveEvent): string {
  const json = JSON.stringify({ id, type, campaignId, optInId, data } satisfies LiveEvent);
  return `${id ? `id: ${id}\n` : ''}event: ${type}\ndata: ${json}\n\n`;
}
