import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { BenchPost } from './bench-posts.ts';

const COLLECTION = 'app.bsky.feed.post';
const ACCOUNTS = 5000;
/** Posts between two looks at the clock. */
const SLICE_MS = 20;
/** Frames that wait in a socket before the backlog pauses. */
const MOST_BUFFERED = 4 * 1024 * 1024;

interface Entry {
  timeUs: number;
  frame: string;
}

/**
 * A Bluesky Jetstream (version 1) with a log, at `/subscribe`. Sends what follows a cursor as fast as it is read, then posts as they are
 * published. Other requests get no profiles.
 */
export class JetstreamHost {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  readonly #log: Entry[] = [];
  #lastUs = 0;
  /** When the first frame of the latest connection was sent. */
  connectedAt = 0;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
    this.#sockets = new WebSocketServer({ server });
    this.#sockets.on('connection', (socket, request) => {
      socket.on('error', () => {});
      const cursor = new URL(request.url ?? '', this.url).searchParams.get('cursor');
      void this.#replay(socket, cursor === null ? null : Number(cursor));
    });
  }

  static async start(port: number): Promise<JetstreamHost> {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"profiles":[],"posts":[]}');
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new JetstreamHost(server, port);
  }

  get isConnected(): boolean {
    return this.#sockets.clients.size > 0;
  }

  /** Adds posts to the log, and sends them to who is connected. */
  publish(posts: readonly BenchPost[]): void {
    const entries = posts.map((post) => this.#entryOf(post));
    this.#log.push(...entries);
    for (const socket of this.#sockets.clients) for (const { frame } of entries) socket.send(frame);
  }

  /** Publishes posts at a steady rate. */
  async publishSteadily(posts: readonly BenchPost[], perSecond: number, seconds: number): Promise<void> {
    const total = perSecond * seconds;
    const startedAt = performance.now();
    for (let sent = 0; sent < total; ) {
      const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * perSecond));
      const some = Array.from(
        { length: due - sent },
        (_, n) => posts[(sent + n) % posts.length] as BenchPost,
      );
      this.publish(some);
      sent = due;
      await sleep(SLICE_MS);
    }
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #replay(socket: WebSocket, cursor: number | null): Promise<void> {
    this.connectedAt = performance.now();
    if (cursor === null) return;
    // Events published during the replay are sent immediately, as real streams do: readers drop duplicates.
    const past = this.#log.filter(({ timeUs }) => timeUs >= cursor);
    for (const { frame } of past) {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(frame);
      while (socket.bufferedAmount > MOST_BUFFERED) await sleep(1);
    }
  }

  #entryOf({ text, language }: BenchPost): Entry {
    this.#lastUs = Math.max(Date.now() * 1000, this.#lastUs + 1);
    const timeUs = this.#lastUs;
    const number = this.#log.length + timeUs;
    const frame = {
      did: `did:plc:bench${(timeUs % ACCOUNTS).toString().padStart(19, '2')}`,
      time_us: timeUs,
      kind: 'commit',
      commit: {
        rev: String(number),
        operation: 'create',
        collection: COLLECTION,
        rkey: `r${timeUs}`,
        record: {
          $type: COLLECTION,
          text,
          createdAt: new Date(timeUs / 1000).toISOString(),
          langs: [language],
        },
        cid: `bafyrei${number}`,
      },
    };
    return { timeUs, frame: JSON.stringify(frame) };
  }
}
