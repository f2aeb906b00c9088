import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Random, randomOf } from '../platform/random.ts';

export const socialPlatforms = ['youtube', 'instagram', 'tiktok'] as const;
export type SocialPlatform = (typeof socialPlatforms)[number];

/** A post or video. Counts are null if hidden. */
export type Post = ReturnType<typeof postsOf>[number];

/** Fixed properties of an account, derived from its platform and first name. */
export type AccountNature = ReturnType<typeof natureOf>;

const DAY = 86_400_000;
/** Accounts start posting around this time, within their first weeks. */
const BEGINNING = Date.UTC(2025, 5, 1);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const TITLES = [
  'What I packed this time',
  'Three things I would not buy again',
  'One morning, start to end',
  'The mistake everybody makes',
  'My favourite of the year',
  'Trying this for thirty days',
  'Before and after',
  'Questions you asked',
];
const COUNTRIES = ['US', 'GB', 'DE', 'FR', 'SE', 'ES', 'NL', 'CA'];

/** Log-normal around a median; `spread` is the standard deviation of the logarithm. */
function around(random: Random, median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return median * Math.exp(normal * spread);
}

const textOf = (random: Random, count: number, characters = ALPHABET) =>
  Array.from({ length: count }, () => characters[random.whole(0, characters.length - 1)]).join('');

const seedOf = (platform: SocialPlatform, name: string) => `${platform}/${name}`;

const idOf: Record<SocialPlatform, (random: Random) => string> = {
  youtube: (random) => `UC${textOf(random, 22)}`,
  instagram: (random) => `178414${textOf(random, 11, '0123456789')}`,
  tiktok: (random) => `-000${textOf(random, 32)}`,
};

/** `mila_berg.trails22` -> `Mila Berg`, `trailswithmila` -> `Mila`, `mila.trails` -> `Mila` */
export function titleOf(name: string): string {
  const [first = name] = name.replace(/\d+$/, '').split('.');
  const words = first
    .replace(/^.+with/, '')
    .split(/[_-]+/)
    .filter(Boolean);
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(' ') || name;
}

/** Returns the account of a lowercase name, always the same. */
function natureOf(platform: SocialPlatform, name: string) {
  const random = randomOf(seedOf(platform, name));
  const followers = Math.round(Math.min(40_000_000, Math.max(900, around(random, 28_000, 1.35))));
  return {
    id: idOf[platform](random),
    country: random.pick(COUNTRIES),
    followers,
    verified: random.chance(followers > 250_000 ? 0.6 : 0.07),
    hidesLikes: name.startsWith('hidden') || random.chance(0.05),
    hidesFollowers: name.startsWith('hidden') || random.chance(0.02),
    closesComments: random.chance(0.03),
    /** Milliseconds between posts; null for 3 to 15 days, derived from the name. */
    postsEvery: name.startsWith('daily') ? DAY : null,
  };
}

/** Returns an account's posts up to `now`, newest first. */
function postsOf(platform: SocialPlatform, name: string, nature: AccountNature, now: Date) {
  const random = randomOf(`${seedOf(platform, name)}/rhythm`);
  const rhythm = DAY * (3 + random.next() * 12);
  const every = nature.postsEvery ?? rhythm;
  const first = BEGINNING + random.next() * every;
  const rate = Math.min(0.22, around(random, 0.035, 0.6));
  const count = Math.max(0, Math.floor((now.getTime() - first) / every) + 1);
  return Array.from({ length: count }, (_, index) => {
    const number = count - index;
    const own = randomOf(`${seedOf(platform, name)}/${number}`);
    const reactions = nature.followers * rate * around(own, 1, 0.5);
    return {
      /** Counts up from the first post, so a post's number and id never change. */
      number,
      id:
        platform === 'youtube'
          ? textOf(own, 11)
          : `7${textOf(own, platform === 'tiktok' ? 18 : 16, '0123456789')}`,
      publishedAt: new Date(Math.floor((first + (number - 1) * every) / 1000) * 1000),
      title: own.pick(TITLES),
      seconds: own.whole(12, platform === 'youtube' ? 1400 : 90),
      kind: name,
      form: platform === 'instagram' ? own.pick(['video', 'image', 'carousel'] as const) : 'video',
      views: Math.round(nature.followers * around(own, 0.5, 0.7)),
      likes: nature.hidesLikes ? null : Math.round(reactions * 0.84),
      comments: nature.closesComments ? null : Math.round(reactions * 0.04),
      shares: Math.round(reactions * 0.03),
    };
  });
}

/**
 * State of an account: `public`; `private` (personal on Instagram); `restricted` (by age); `gone`
 * (deleted); `revoked` (consent revoked; TikTok only).
 */
export const accountStates = ['public', 'private', 'restricted', 'gone', 'revoked'] as const;
export type AccountState = (typeof accountStates)[number];

/** Changes made to an account. */
export interface AccountOrder {
  platform: SocialPlatform;
  /** The original name, from which everything is derived. */
  origin: string;
  state: AccountState;
  username: string;
  followers: number | null;
  /** Null unless changed. */
  fullname: string | null;
  bio: string | null;
}

/** An account at this moment. */
export type Account = AccountNature & AccountOrder & { followers: number; posts: Post[] };

/** An Instagram story. */
export interface Story {
  id: string;
  origin: string;
  at: string;
}

type Line =
  | ({ kind: 'story' } & Story)
  | { kind: 'seen'; platform: SocialPlatform; id: string; origin: string }
  | ({ kind: 'order' } & AccountOrder);

const MOST = 200_000;
const key = (platform: SocialPlatform, name: string) => `${platform}/${name}`;

/**
 * All possible accounts: any name exists. Names starting with `private`, `restricted` or `gone` are
 * in that state; those starting with `daily` post once a day. Returned ids and changes survive a
 * restart.
 */
export class SocialWorld {
  readonly #file: string;
  readonly #originOfId = new Map<string, string>();
  readonly #orders = new Map<string, AccountOrder>();
  /** Oldest first. */
  readonly stories: Story[] = [];

  constructor(file: string) {
    this.#file = file;
    if (!existsSync(file)) return;
    for (const text of readFileSync(file, 'utf8').split('\n')) {
      try {
        this.#take(JSON.parse(text) as Line);
      } catch {
        // A killed process may leave a truncated last line.
      }
    }
  }

  #take(line: Line): void {
    if (line.kind === 'seen') this.#originOfId.set(key(line.platform, line.id), line.origin);
    else if (line.kind === 'order') {
      const { kind: _, ...order } = line;
      this.#orders.set(key(order.platform, order.origin), order);
    } else this.stories.push({ id: line.id, origin: line.origin, at: line.at });
  }

  #write(line: Line): void {
    this.#take(line);
    mkdirSync(dirname(this.#file), { recursive: true });
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }

  /** Returns the account with this name now; null if it was renamed. */
  named(platform: SocialPlatform, username: string): Account | null {
    const name = username.toLowerCase();
    const order = this.orders().find((one) => one.platform === platform && one.username === name);
    if (!order && this.#orders.has(key(platform, name))) return null;
    return this.ofOrigin(platform, order?.origin ?? name);
  }

  /** Returns the account with this id, if it was returned before. */
  withId(platform: SocialPlatform, id: string): Account | null {
    const origin = this.#originOfId.get(key(platform, id));
    return origin === undefined ? null : this.ofOrigin(platform, origin);
  }

  /** Returns the account with this original name. */
  ofOrigin(platform: SocialPlatform, origin: string): Account {
    const nature = natureOf(platform, origin);
    const order = this.#orders.get(key(platform, origin));
    const followers = order?.followers ?? nature.followers;
    if (!this.#originOfId.has(key(platform, nature.id)) && this.#originOfId.size < MOST)
      this.#write({ kind: 'seen', platform, id: nature.id, origin });
    return {
      platform,
      origin,
      username: origin,
      fullname: null,
      bio: null,
      state: accountStates.find((state) => state !== 'public' && origin.startsWith(state)) ?? 'public',
      ...order,
      ...nature,
      followers,
      posts: postsOf(platform, origin, { ...nature, followers }, new Date()),
    };
  }

  /** Changes an account; null if no one has this name. */
  order(
    platform: SocialPlatform,
    username: string,
    change: Partial<Omit<AccountOrder, 'platform' | 'origin'>>,
  ): Account | null {
    const account = this.named(platform, username);
    if (!account) return null;
    const { origin, state, fullname, bio } = account;
    const followers = this.#orders.get(key(platform, origin))?.followers ?? null;
    const before = { platform, origin, state, username: account.username, followers, fullname, bio };
    const order = { ...before, ...change };
    this.#write({ kind: 'order', ...order, username: order.username.toLowerCase() });
    return this.ofOrigin(platform, origin);
  }

  /** Posts an Instagram story; `at` allows older ones. */
  postStory(origin: string, at: Date): Story {
    const id = `3${at.getTime()}${String(this.stories.length).padStart(5, '0')}`;
    const story = { id, origin, at: at.toISOString() };
    this.#write({ kind: 'story', ...story });
    return story;
  }

  /** All changes, newest last. */
  orders(): AccountOrder[] {
    return [...this.#orders.values()];
  }

  /** Number of requested accounts. */
  get seen(): number {
    return this.#originOfId.size;
  }
}
