import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Fault, Faults } from '../platform/faults.ts';
import type { BlueskyNetwork, NetworkEvent } from './bluesky-network.ts';

const V1 = '/bluesky/jetstream/subscribe';
const V2 = '/bluesky/jetstream/xrpc/network.bsky.jetstream.subscribeEvents';
const NAMESPACE = 'network.bsky.jetstream.subscribeEvents';
const PROTOCOL = 'xrpc.v1.json';
/** Smaller cursors are numbers of events, valid on this host only. */
const FIRST_TIME_US = 1e15;
/** How far back `cursor_moved` and `too_old` reach. */
const SHORT_LOOK_BACK_S = 5;

/** Both versions of Jetstream, from one log of events. */
export function registerJetstream(app: FastifyInstance, network: BlueskyNetwork, faults: Faults): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  });
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? '', 'http://sandbox');
    const version = { [V1]: 1, [V2]: 2 }[url.pathname] as 1 | 2 | undefined;
    if (!version) return void refuse(socket, 404, 'Not Found', '');
    if (faults.take('bluesky', ['stream', '*'], (failure) => failure === 'down'))
      return void refuse(socket, 503, 'Service Unavailable', '');
    const start = startOf(url, version, network, faults);
    if (start === 'CursorTooOld')
      return void refuse(
        socket,
        400,
        'Bad Request',
        JSON.stringify({ error: 'CursorTooOld', message: 'Cursor is too old' }),
      );
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('error', () => {});
      new Subscription(client, version, collectionsOf(url, version), network, faults).run(start);
    });
  };
  app.server.on('upgrade', onUpgrade);
  app.addHook('preClose', async () => {
    for (const client of sockets.clients) client.terminate();
  });
  return () => {
    for (const client of sockets.clients) client.terminate();
  };
}

function refuse(socket: Duplex, status: number, reason: string, body: string): void {
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const collectionsOf = (url: URL, version: 1 | 2): string[] =>
  url.searchParams.getAll(version === 1 ? 'wantedCollections' : 'collections');

/** Returns the time from which events are sent; null for live. */
function startOf(
  { searchParams }: URL,
  version: 1 | 2,
  network: BlueskyNetwork,
  faults: Faults,
): number | null | 'CursorTooOld' {
  const given = searchParams.get('cursor');
  if (given === null || !/^\d+$/.test(given)) return null;
  const cursor = Number(given);
  const timeUs =
    cursor >= FIRST_TIME_US
      ? cursor
      : (network.state.events.find(({ seq }) => seq >= cursor)?.time_us ?? Date.now() * 1000);
  // A cursor in the future means live.
  if (timeUs > Date.now() * 1000) return null;
  const short = faults.take(
    'bluesky',
    ['stream', '*'],
    (failure) => failure === 'cursor_moved' || failure === 'too_old',
  );
  const oldest = network.oldestUs(short ? (short.seconds || SHORT_LOOK_BACK_S) * 1e6 : undefined);
  if (timeUs >= oldest) return timeUs;
  // The first version starts later without a word; the second one refuses.
  return version === 2 || short?.failure === 'too_old' ? 'CursorTooOld' : oldest;
}

/** One client. */
class Subscription {
  readonly #socket: WebSocket;
  readonly #version: 1 | 2;
  readonly #collections: string[];
  readonly #network: BlueskyNetwork;
  readonly #faults: Faults;
  #isSilent = false;

  constructor(
    socket: WebSocket,
    version: 1 | 2,
    collections: string[],
    network: BlueskyNetwork,
    faults: Faults,
  ) {
    this.#socket = socket;
    this.#version = version;
    this.#collections = collections;
    this.#network = network;
    this.#faults = faults;
  }

  run(start: number | null): void {
    const past = start === null ? [] : this.#network.since(start);
    // Known bug of the first version: where past and live events meet, two of them change places.
    const isReordered = past.length > 1 && this.#fault('reorder') !== null;
    const sent = isReordered
      ? [...past.slice(0, -2), past.at(-1) as NetworkEvent, past.at(-2) as NetworkEvent]
      : past;
    for (const event of sent) this.#send(event);
    const off = this.#network.onEvent((event) => this.#send(event));
    this.#socket.on('close', off);
  }

  #fault(...failures: string[]): Fault | null {
    return this.#faults.take('bluesky', ['stream', '*'], (failure) => failures.includes(failure));
  }

  #send(event: NetworkEvent): void {
    const isForeign =
      event.commit && this.#collections.length > 0 && !this.#collections.includes(event.commit.collection);
    if (isForeign && !this.#fault('other_collections')) return;
    const fault = this.#fault('drop', 'slow_consumer', 'silent', 'duplicate');
    if (fault?.failure === 'silent') this.#isSilent = true;
    if (this.#isSilent) return;
    if (fault?.failure === 'drop') return void this.#socket.terminate();
    if (fault?.failure === 'slow_consumer') {
      if (this.#version === 2)
        this.#socket.send(
          JSON.stringify({ $type: 'error', error: 'ConsumerTooSlow', message: 'Consumer is too slow' }),
        );
      return void this.#socket.close(1008, 'ConsumerTooSlow');
    }
    const frame = event.raw ?? JSON.stringify(this.#version === 1 ? frameV1(event) : frameV2(event));
    this.#socket.send(frame);
    if (fault?.failure === 'duplicate') this.#socket.send(frame);
  }
}

const frameV1 = ({ did, time_us, kind, commit, identity, account }: NetworkEvent) => ({
  did,
  time_us,
  kind,
  commit,
  identity,
  account,
});

function frameV2({ seq, did, time_us, kind, commit, identity, account }: NetworkEvent) {
  const time = new Date(time_us / 1000).toISOString();
  const shared = { $type: `${NAMESPACE}#${kind}`, seq, did, time, witnessedAt: time };
  return { $type: 'message', payload: Object.assign(shared, commit, identity, account) };
}
