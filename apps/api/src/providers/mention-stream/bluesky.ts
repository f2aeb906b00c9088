import type { MentionStreamPort, StreamHandler, StreamStart } from '@troupe/domain/listening/mention-stream';
import type { SourceEvent, SourcePost } from '@troupe/domain/listening/source-event';
import WebSocket from 'ws';
import type { SourceParts } from '../mention-search/call-source.ts';
import { type BlueskyAccess, BlueskyApi } from './bluesky-api.ts';
import { POSTS, readFrame } from './jetstream-events.ts';

const HOUR_MS = 3_600_000;
const LOOK_BACK_MS = 36 * HOUR_MS;
/** Events are sent again from this long before the cursor: around a reconnect they come out of order. */
const OVERLAP_US = 5_000_000;
/** The path and subprotocol of the second version. */
const V2_PATH = 'xrpc/network.bsky.jetstream.subscribeEvents';
const V2_PROTOCOL = 'xrpc.v1.json';
const CONNECT_MS = 10_000;
/** A connection without a frame for this long is dead: the network sends hundreds a second. */
const IDLE_MS = 60_000;
const MAX_PAYLOAD = 4 * 1024 * 1024;
/** Events taken together, and how long a smaller batch waits for more. */
const BATCH = 2000;
const LINGER_MS = 100;
/** Reading stops while this many events wait. */
const MAX_WAITING = 5000;
/** A first event this much later than asked for means that the ones before are gone. */
const MOVED_MS = 5 * 60_000;
/** Where to start, before now, if a host refuses a cursor as too old. */
const FALLBACKS_MS = [LOOK_BACK_MS - 5 * 60_000, 24 * HOUR_MS, 12 * HOUR_MS, 6 * HOUR_MS, HOUR_MS];
const LOOK_UP_MS = 3000;

export interface BlueskyOptions extends BlueskyAccess {
  /**
   * Jetstream servers. Those with the path of `subscribeEvents` speak the second version.
   */
  streams: readonly string[];
  idleMs?: number;
}

/** Bluesky: the Jetstream stream of all posts, both versions, and searches within its rate limit. */
export function bluesky(parts: SourceParts, options: BlueskyOptions): MentionStreamPort {
  const api = new BlueskyApi(parts, options);
  return {
    hosts: options.streams,
    lookBackMs: LOOK_BACK_MS,
    listen: (host, start, handler, signal) =>
      listen(host, start, handler, signal, {
        now: () => parts.clock.now().getTime(),
        idleMs: options.idleMs ?? IDLE_MS,
      }),
    async lookUp(posts, signal = AbortSignal.timeout(LOOK_UP_MS)) {
      const dids = [
        ...new Set(posts.flatMap(({ author }) => (author?.handle === null ? [author.externalId] : []))),
      ];
      if (dids.length === 0) return;
      const authors = await api.profiles(dids, signal);
      for (const post of posts) complete(post, authors);
    },
    readPosts: (uris) => api.posts(uris),
    search: async (query, time, cursor) => (api.hasAccount ? api.search(query, time, cursor) : null),
  };
}

function complete(post: SourcePost, authors: Awaited<ReturnType<BlueskyApi['profiles']>>): void {
  const known = post.author && authors.get(post.author.externalId);
  if (known) post.author = known;
}

interface Timing {
  now(): number;
  idleMs: number;
}

async function listen(
  host: string,
  start: StreamStart | null,
  handler: StreamHandler,
  signal: AbortSignal,
  timing: Timing,
): Promise<void> {
  const asked = start && Math.floor(start.eventAt) * 1000 - OVERLAP_US;
  const cursors = [asked, ...FALLBACKS_MS.map((ms) => (timing.now() - ms) * 1000)];
  for (const cursor of cursors) {
    if (asked !== null && cursor !== null && cursor < asked) continue;
    const connection = new Connection(host, cursor, asked, handler, timing);
    try {
      return await connection.run(signal);
    } catch (error) {
      if (!(error instanceof CursorTooOld) || asked === null) throw error;
    }
  }
  return new Connection(host, null, asked, handler, timing).run(signal);
}

class CursorTooOld extends Error {}

/** One connection: reads frames, and hands them over in batches. */
class Connection {
  readonly #host: string;
  readonly #cursor: number | null;
  /** The first requested position, to notice missing posts. */
  readonly #asked: number | null;
  readonly #handler: StreamHandler;
  readonly #timing: Timing;
  #waiting: { event: SourceEvent; timeUs: number }[] = [];
  /** The latest time seen: around a reconnect frames come out of order. */
  #timeUs = 0;
  /** The latest time of the posts handed over. */
  #takenUs = 0;
  #lost: { from: number; to: number } | null = null;
  #isFirst = true;
  #problem: Error | null = null;
  #isOpen = true;
  #wake: () => void = () => {};

  constructor(
    host: string,
    cursor: number | null,
    asked: number | null,
    handler: StreamHandler,
    timing: Timing,
  ) {
    this.#host = host;
    this.#cursor = cursor;
    this.#asked = asked;
    this.#handler = handler;
    this.#timing = timing;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { url, protocol } = this.#address();
    const socket = new WebSocket(url, protocol, {
      handshakeTimeout: CONNECT_MS,
      maxPayload: MAX_PAYLOAD,
      // Broken characters become U+FFFD, instead of ending the stream.
      skipUTF8Validation: true,
      perMessageDeflate: false,
    });
    const abort = () => socket.terminate();
    signal.addEventListener('abort', abort, { once: true });
    const idle = setTimeout(() => {
      this.#problem ??= new Error('the stream stopped sending');
      socket.terminate();
    }, this.#timing.idleMs);
    const end = (problem: Error | null) => {
      this.#problem ??= problem;
      this.#isOpen = false;
      this.#wake();
    };
    socket.on('open', () => this.#handler.opened(this.#host));
    socket.on('message', (data) => {
      idle.refresh();
      this.#read(String(data), socket);
    });
    socket.on('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body = (body + chunk.toString('utf8')).slice(0, 2000);
      });
      response.on('close', () => {
        end(
          body.includes('CursorTooOld')
            ? new CursorTooOld()
            : new Error(`the stream responded with ${response.statusCode}`),
        );
        socket.terminate();
      });
    });
    socket.on('error', (error) => end(error));
    socket.on('close', (code) => end(new Error(`the stream closed the connection (${code})`)));
    try {
      await this.#handOver(socket);
    } finally {
      clearTimeout(idle);
      signal.removeEventListener('abort', abort);
      socket.terminate();
    }
    if (this.#problem && !signal.aborted) throw this.#problem;
  }

  #address(): { url: string; protocol: string[] } {
    const base = this.#host.replace(/\/$/, '');
    const isV2 = base.endsWith(V2_PATH);
    const url = new URL(isV2 || base.endsWith('/subscribe') ? base : `${base}/subscribe`);
    // Both name collections of commits; accounts and identities come anyway.
    url.searchParams.set(isV2 ? 'collections' : 'wantedCollections', POSTS);
    if (this.#cursor !== null) url.searchParams.set('cursor', String(this.#cursor));
    return { url: url.href, protocol: isV2 ? [V2_PROTOCOL] : [] };
  }

  #read(text: string, socket: WebSocket): void {
    const { timeUs, event, error } = readFrame(text);
    if (error !== undefined) {
      this.#problem ??= new Error(`the stream ended: ${error}`);
      socket.terminate();
      return;
    }
    if (timeUs === null) return;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (isFirst && this.#asked !== null && timeUs - this.#asked > MOVED_MS * 1000)
      this.#lost = { from: (this.#asked + OVERLAP_US) / 1000, to: timeUs / 1000 };
    this.#timeUs = Math.max(this.#timeUs, timeUs);
    if (event) this.#waiting.push({ event, timeUs });
    if (this.#waiting.length >= MAX_WAITING) socket.pause();
    this.#wake();
  }

  /** Hands over what was read until the connection ends. */
  async #handOver(socket: WebSocket): Promise<void> {
    while (this.#isOpen || this.#waiting.length > 0) {
      if (this.#lost) {
        const gap = this.#lost;
        this.#lost = null;
        await this.#handler.lost(gap);
      }
      if (this.#isOpen && this.#waiting.length < BATCH) await this.#fullBatch();
      if (this.#waiting.length === 0 && this.#timeUs <= this.#takenUs) {
        if (this.#isOpen) await this.#nextFrame();
        continue;
      }
      const taken = this.#waiting.splice(0, BATCH);
      // Frames about other things move the position only if nothing before them waits.
      const upTo = this.#waiting.length === 0 ? [this.#timeUs] : taken.map(({ timeUs }) => timeUs);
      this.#takenUs = Math.max(this.#takenUs, ...upTo);
      if (socket.isPaused && this.#waiting.length <= MAX_WAITING - BATCH) socket.resume();
      await this.#handler.take({
        events: taken.map(({ event }) => event),
        cursor: String(this.#takenUs),
        eventAt: this.#takenUs / 1000,
      });
    }
  }

  /** Waits a moment for a full batch. */
  #fullBatch(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(linger);
        resolve();
      };
      const linger = setTimeout(done, LINGER_MS);
      this.#wake = () => {
        if (this.#waiting.length >= BATCH || !this.#isOpen) done();
      };
    });
  }

  #nextFrame(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
