import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Random, randomOf } from '../platform/random.ts';

export const socialPlatforms = ['youtube', 'instagram', 'tiktok'] as const;
export type SocialPlatform = (typeof socialPlatforms)[number];

/** One post or video. Counts are null where the account hides them. */
export type Post = ReturnType<typeof postsOf>[number];

/** What never changes about an account: everything follows from its platform and its first name. */
export type AccountNature = ReturnType<typeof natureOf>;

const DAY = 86_400_000;
/** Accounts begin to post here, one after the other within their first weeks. */
const BEGINNING = Date.UTC(2025, 5, 1);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
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

const lettersOf = (random: Random, count: number, letters = LETTERS) =>
  Array.from({ length: count }, () => letters[random.whole(0, letters.length - 1)]).join('');

const seedOf = (platform: SocialPlatform, name: string) => `${platform}/${name}`;

const idOf: Record<SocialPlatform, (random: Random) => string> = {
  youtube: (random) => `UC${lettersOf(random, 22)}`,
  instagram: (random) => `178414${lettersOf(random, 11, '0123456789')}`,
  tiktok: (random) => `-000${lettersOf(random, 32)}`,
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

/** The account of a name (lower case): the same name always gives the same account. */
export function natureOf(platform: SocialPlatform, name: string) {
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
    /** Milliseconds between two posts; null where it is 3 to 15 days, by the name. */
    postsEvery: name.startsWith('daily') ? DAY : null,
  };
}

/** The posts of an account up to `now`, newest first. */
export function postsOf(platform: SocialPlatform, name: string, nature: AccountNature, now: Date) {
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
      /** Counts up over the life of the account; a post keeps its number and id. */
      number,
      id:
        platform === 'youtube'
          ? lettersOf(own, 11)
          : `7${lettersOf(own, platform === 'tiktok' ? 18 : 16, '0123456789')}`,
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
 * How an account shows itself: `public`; `private` (personal on Instagram); `restricted` (by age); `gone` (deleted);
 * `revoked` (its owner withdrew the consent; only TikTok asks for one).
 */
export const accountStates = ['public', 'private', 'restricted', 'gone', 'revoked'] as const;
export type AccountState = (typeof accountStates)[number];

/** What was ordered about an account. */
export interface AccountOrder {
  platform: SocialPlatform;
  /** The name everything follows from: the first one it had. */
  origin: string;
  state: AccountState;
  username: string;
  followers: number | null;
  /** Null unless it was ordered: nobody knows what people call themselves. */
  fullname: string | null;
  bio: string | null;
}

/** An account as it is at this moment. */
export type Account = AccountNature & AccountOrder & { followers: number; posts: Post[] };

/** A story that was posted on Instagram. */
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
 * Every account there could be: a name nobody asked for before resolves too. Names that begin with `private`,
 * `restricted` or `gone` are in that state; those that begin with `daily` post once a day. Ids that were given out and
 * what was ordered outlive a restart.
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
        // The last line of a killed process may be cut off.
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

  /** The account that has this name now; null when it was renamed away. */
  named(platform: SocialPlatform, username: string): Account | null {
    const name = username.toLowerCase();
    const order = this.orders().find((one) => one.platform === platform && one.username === name);
    if (!order && this.#orders.has(key(platform, name))) return null;
    return this.ofOrigin(platform, order?.origin ?? name);
  }

  /** The account with this id, as far as it was given out before. */
  withId(platform: SocialPlatform, id: string): Account | null {
    const origin = this.#originOfId.get(key(platform, id));
    return origin === undefined ? null : this.ofOrigin(platform, origin);
  }

  /** The account that had this name first. */
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

  /** Changes what an account is like; null when nobody has this name. */
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

  /** Posts a story on an Instagram account; `at` lets one be older. */
  postStory(origin: string, at: Date): Story {
    const id = `3${at.getTime()}${String(this.stories.length).padStart(5, '0')}`;
    const story = { id, origin, at: at.toISOString() };
    this.#write({ kind: 'story', ...story });
    return story;
  }

  /** Everything that was ordered, newest last. */
  orders(): AccountOrder[] {
    return [...this.#orders.values()];
  }

  /** How many accounts were asked for so far. */
  get seen(): number {
    return this.#originOfId.size;
  }
}
