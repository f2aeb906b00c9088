import { createHash } from 'node:crypto';
import { KeptState } from '../platform/state.ts';
import { ADDED, NAMES, SAYINGS, SITES } from './chatter.ts';

/** Sources that are simulated here; Bluesky has a separate stream. */
export const worldSources = ['feed', 'mastodon', 'hacker-news', 'gdelt', 'youtube', 'reddit', 'x'] as const;
export type WorldSource = (typeof worldSources)[number];

/** A post of any source. Vendors show of it what they would. */
export interface WorldPost {
  id: number;
  source: WorldSource;
  /** Milliseconds since 1970. */
  at: number;
  author: string;
  title: string;
  text: string;
  language: string;
  tags: string[];
  /** Feed, site, community or channel. */
  place: string;
  likes: number;
  replies: number;
  followers: number;
  editedAt: number | null;
  deleted: boolean;
  /** A content warning. */
  warning: string;
  /** The post that it comments on. */
  parent: number | null;
}

interface State {
  posts: Map<number, WorldPost>;
  nextId: number;
  /** Posts that appear automatically, per source and hour; 0 is none. */
  chatterPerHour: number;
  /** Seconds between two calls that GDELT accepts. */
  gdeltSeconds: number;
  /** YouTube searches a day. */
  youtubeSearches: number;
}

const HOUR_MS = 3_600_000;
/** How far back posts appear automatically. */
const PAST_MS = 7 * 24 * HOUR_MS;
/** Ids of those begin here, a range for each source. */
const FIRST_ID = 1_000_000_000;
const RANGE = 100_000_000;

/** All posts of the simulated sources: those that appear as time passes, and those made by the control API. */
export class ListeningWorld {
  readonly #kept: KeptState<State>;
  readonly #chatter = new Map<WorldSource, { key: string; posts: WorldPost[] }>();

  constructor(folder: string) {
    this.#kept = new KeptState<State>(folder, () => ({
      posts: new Map(),
      nextId: 1000,
      chatterPerHour: 0.5,
      gdeltSeconds: 5,
      youtubeSearches: 100,
    }));
  }

  open = (): Promise<void> => this.#kept.open();
  save = (): Promise<void> => this.#kept.save();
  reset = (): void => this.#kept.reset();

  get state(): State {
    return this.#kept.state;
  }

  /** Posts of a source that are public, newest first. */
  posts(source: WorldSource): WorldPost[] {
    const own = [...this.state.posts.values()].filter((post) => post.source === source);
    const known = new Set(own.map(({ id }) => id));
    const others = this.#appeared(source).filter(({ id }) => !known.has(id));
    return [...own, ...others].filter((post) => !post.deleted).sort((a, b) => b.at - a.at || b.id - a.id);
  }

  /** Returns a post, also a deleted one; null if there is none. */
  post(id: number): WorldPost | null {
    const own = this.state.posts.get(id);
    if (own) return own;
    const source = worldSources[Math.floor((id - FIRST_ID) / RANGE)];
    return (source && this.#appeared(source).find((post) => post.id === id)) ?? null;
  }

  /** Adds a post. */
  add(source: WorldSource, given: Partial<Omit<WorldPost, 'id' | 'source'>>): WorldPost {
    const id = this.state.nextId++;
    const post: WorldPost = {
      id,
      source,
      at: Date.now(),
      author: NAMES[id % NAMES.length] ?? '',
      title: '',
      text: '',
      language: 'en',
      tags: [],
      place: placeOf(source, id),
      likes: 0,
      replies: 0,
      followers: 100,
      editedAt: null,
      deleted: false,
      warning: '',
      parent: null,
    };
    Object.assign(post, given);
    this.state.posts.set(id, post);
    return post;
  }

  /** Changes a post; null if there is none. */
  change(id: number, change: Partial<Omit<WorldPost, 'id' | 'source'>>): WorldPost | null {
    const post = this.post(id);
    if (!post) return null;
    const changed = Object.assign({}, post, change);
    this.state.posts.set(id, changed);
    return changed;
  }

  /** Posts that a search finds: all words of a phrase in sequence, in any case. */
  search(source: WorldSource, phrase: string): WorldPost[] {
    const wanted = wordsOf(phrase);
    return this.posts(source).filter(({ title, text, tags }) => {
      const words = ` ${wordsOf(`${title} ${text} ${tags.join(' ')}`).join(' ')} `;
      return wanted.length > 0 && words.includes(` ${wanted.join(' ')} `);
    });
  }

  #appeared(source: WorldSource): WorldPost[] {
    const { chatterPerHour } = this.state;
    if (chatterPerHour <= 0) return [];
    const step = HOUR_MS / chatterPerHour;
    const last = Math.floor(Date.now() / step);
    const key = `${chatterPerHour} ${last}`;
    const kept = this.#chatter.get(source);
    if (kept?.key === key) return kept.posts;
    const count = Math.floor(PAST_MS / step);
    const posts = Array.from({ length: count }, (_, n) => appearedPost(source, last - n, step));
    this.#chatter.set(source, { key, posts });
    return posts;
  }
}

/** The same slot of time is always the same post. */
function appearedPost(source: WorldSource, slot: number, step: number): WorldPost {
  const bytes = createHash('sha256').update(`${source} ${slot}`).digest();
  const pick = (n: number, most: number) => bytes.readUInt16BE(n * 2) % most;
  const saying = SAYINGS[pick(0, SAYINGS.length)] ?? SAYINGS[0];
  const additions = ADDED[saying?.language ?? ''] ?? [''];
  const added = additions[pick(7, additions.length)] ?? '';
  const id = FIRST_ID + worldSources.indexOf(source) * RANGE + (slot % RANGE);
  return {
    id,
    source,
    at: slot * step + pick(1, Math.floor(step / 2000)) * 1000,
    author: NAMES[pick(2, NAMES.length)] ?? '',
    title: saying?.title ?? '',
    text: [saying?.text ?? '', added].filter(Boolean).join(' '),
    language: saying?.language ?? 'en',
    tags: saying?.tags ?? [],
    place: placeOf(source, pick(3, 1000)),
    likes: pick(4, 60),
    replies: pick(5, 12),
    followers: 50 + pick(6, 20_000),
    editedAt: null,
    deleted: false,
    warning: '',
    parent: null,
  };
}

function placeOf(source: WorldSource, n: number): string {
  if (source === 'reddit') return ['hiking', 'Ultralight', 'Coffee', 'SkincareAddiction'][n % 4] ?? '';
  return SITES[n % SITES.length] ?? '';
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The name of an author as an account: `Ines Duarte` is `ines_duarte`. */
export const accountOf = (author: string): string => author.toLowerCase().replace(/[^a-z0-9]+/g, '_');

/** A paging token that clients can't read. */
export const tokenFor = (position: number): string => Buffer.from(String(position)).toString('base64url');
export const positionIn = (token: string | undefined): number =>
  token ? Number(Buffer.from(token, 'base64url').toString()) : 0;
