import { createHash, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Problem } from '@troupe/domain/problem';
import type { KeptState } from '../platform/state.ts';

const POSTS = 'app.bsky.feed.post';
/** Events that are kept, and for how long they can be asked for. */
const MOST_EVENTS = 30_000;
const LOOK_BACK_US = 36 * 3_600_000_000;
const ALPHABET = '234567abcdefghijklmnopqrstuvwxyz';

/** An account of the network. */
export interface Actor {
  did: string;
  handle: string;
  displayName: string;
  followersCount: number;
  active: boolean;
}

/** A post that exists. */
export interface NetworkPost {
  uri: string;
  cid: string;
  did: string;
  record: Record<string, unknown> & { text: string; createdAt: string };
  indexedAt: string;
  likeCount: number;
  replyCount: number;
  repostCount: number;
  quoteCount: number;
}

/** An event as the first version of the stream sends it, with its number on this host. */
export interface NetworkEvent {
  seq: number;
  did: string;
  time_us: number;
  kind: 'commit' | 'identity' | 'account';
  commit?: {
    rev: string;
    operation: 'create' | 'update' | 'delete';
    collection: string;
    rkey: string;
    record?: object;
    cid?: string;
  };
  identity?: { did: string; handle: string; seq: number; time: string };
  account?: { active: boolean; did: string; seq: number; time: string; status?: string };
  /** Sent as it is instead, for tests of frames that can't be read. */
  raw?: string;
}

export interface NetworkState {
  seq: number;
  lastUs: number;
  actors: Map<string, Actor>;
  posts: Map<string, NetworkPost>;
  events: NetworkEvent[];
}

export const freshNetwork = (): NetworkState => ({
  seq: 1000,
  lastUs: 0,
  actors: new Map(),
  posts: new Map(),
  events: [],
});

export interface NewPost {
  handle?: string | undefined;
  text: string;
  langs?: string[] | undefined;
  displayName?: string | undefined;
  followers?: number | undefined;
  createdAt?: string | undefined;
  link?: string | undefined;
  replyTo?: string | undefined;
  tags?: string[] | undefined;
}

type Listener = (event: NetworkEvent) => void;

/** Accounts, posts and the log of events that both versions of the stream are read from. */
export class BlueskyNetwork {
  readonly #kept: KeptState<NetworkState>;
  readonly #live = new EventEmitter().setMaxListeners(100);

  constructor(kept: KeptState<NetworkState>) {
    this.#kept = kept;
  }

  get state(): NetworkState {
    return this.#kept.state;
  }

  /** Returns events from a time on. */
  since = (timeUs: number): NetworkEvent[] => this.state.events.filter((event) => event.time_us >= timeUs);

  /** The earliest time that can be asked for. */
  oldestUs = (lookBackUs = LOOK_BACK_US): number => Date.now() * 1000 - lookBackUs;

  onEvent(listener: Listener): () => void {
    this.#live.on('event', listener);
    return () => this.#live.off('event', listener);
  }

  /** Returns an account, created if there is none. */
  actor(
    handle: string,
    more: { displayName?: string | undefined; followers?: number | undefined } = {},
  ): Actor {
    const known = [...this.state.actors.values()].find((one) => one.handle === handle);
    if (known) return known;
    const did = `did:plc:${base32(createHash('sha256').update(handle).digest(), 24)}`;
    const actor = {
      did,
      handle,
      displayName: more.displayName ?? '',
      followersCount: more.followers ?? 40 + ((Number.parseInt(did.slice(-3), 32) || 7) % 4000),
      active: true,
    };
    this.state.actors.set(did, actor);
    return actor;
  }

  post(given: NewPost): NetworkPost {
    const { did } = this.actor(given.handle ?? 'someone.bsky.test', given);
    const rkey = base32(randomBytes(16), 13);
    const at = new Date().toISOString();
    const record = {
      $type: POSTS,
      text: given.text,
      createdAt: given.createdAt ?? at,
      ...(given.langs && { langs: given.langs }),
      ...(given.tags && { tags: given.tags }),
      ...(given.replyTo && { reply: { root: { uri: given.replyTo }, parent: { uri: given.replyTo } } }),
      ...(given.link && {
        embed: { $type: 'app.bsky.embed.external', external: { uri: given.link, title: '' } },
      }),
    };
    const cid = `bafyrei${base32(randomBytes(32), 52)}`;
    const uri = `at://${did}/${POSTS}/${rkey}`;
    const counts = { likeCount: 0, replyCount: 0, repostCount: 0, quoteCount: 0 };
    const post = Object.assign({ uri, cid, did, record, indexedAt: at }, counts);
    this.state.posts.set(uri, post);
    this.#commit(did, { operation: 'create', collection: POSTS, rkey, record, cid });
    return post;
  }

  edit(uri: string, text: string): void {
    const post = this.#postAt(uri);
    post.record = { ...post.record, text };
    this.#commit(post.did, {
      operation: 'update',
      collection: POSTS,
      rkey: rkeyOf(uri),
      record: post.record,
      cid: post.cid,
    });
  }

  delete(uri: string): void {
    const { did } = this.#postAt(uri);
    this.state.posts.delete(uri);
    this.#commit(did, { operation: 'delete', collection: POSTS, rkey: rkeyOf(uri) });
  }

  count(uri: string, likes: number): void {
    this.#postAt(uri).likeCount = likes;
  }

  setActive(handle: string, active: boolean): void {
    const actor = this.#actorNamed(handle);
    actor.active = active;
    const { did } = actor;
    const event = this.#next(did, 'account');
    event.account = {
      active,
      did,
      seq: event.seq,
      time: timeOf(event),
      ...(!active && { status: 'takendown' }),
    };
    this.#add(event);
  }

  rename(handle: string, to: string): void {
    const actor = this.#actorNamed(handle);
    actor.handle = to;
    const event = this.#next(actor.did, 'identity');
    event.identity = { did: actor.did, handle: to, seq: event.seq, time: timeOf(event) };
    this.#add(event);
  }

  /** Adds a commit to another collection, such as a like. */
  other(collection: string): void {
    const { did } = this.actor('someone.bsky.test');
    this.#commit(did, {
      operation: 'create',
      collection,
      rkey: base32(randomBytes(16), 13),
      record: { $type: collection },
    });
  }

  /** Adds a frame that is sent as it is. */
  raw(text: string): void {
    const event = this.#next('did:plc:raw', 'identity');
    event.raw = text;
    this.#add(event);
  }

  #commit(did: string, commit: Omit<NonNullable<NetworkEvent['commit']>, 'rev'>): void {
    const event = this.#next(did, 'commit');
    event.commit = Object.assign({ rev: base32(randomBytes(16), 13) }, commit);
    this.#add(event);
  }

  #next(did: string, kind: NetworkEvent['kind']): NetworkEvent {
    this.state.seq += 1;
    // Each time occurs once.
    this.state.lastUs = Math.max(Date.now() * 1000, this.state.lastUs + 1);
    return { seq: this.state.seq, did, time_us: this.state.lastUs, kind };
  }

  #add(event: NetworkEvent): void {
    const { events } = this.state;
    events.push(event);
    if (events.length > MOST_EVENTS) events.splice(0, events.length - MOST_EVENTS);
    this.#live.emit('event', event);
  }

  #postAt(uri: string): NetworkPost {
    const post = this.state.posts.get(uri);
    if (!post) throw new Problem('not_found', { message: 'There is no such post.' });
    return post;
  }

  #actorNamed(handle: string): Actor {
    const actor = [...this.state.actors.values()].find((one) => one.handle === handle);
    if (!actor) throw new Problem('not_found', { message: 'There is no such account.' });
    return actor;
  }
}

const timeOf = ({ time_us }: NetworkEvent): string => new Date(time_us / 1000).toISOString();
const rkeyOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

function base32(bytes: Uint8Array, length: number): string {
  return Array.from({ length }, (_, at) => ALPHABET[(bytes[at % bytes.length] as number) & 31]).join('');
}
