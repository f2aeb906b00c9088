import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type AccountNature, natureOf, type Post, postsOf, type SocialPlatform } from './social-account.ts';

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
  readonly #originOfName = new Map<string, string>();
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

  #take({ kind, ...line }: Line): void {
    if (kind === 'story') this.stories.push(line as Story);
    else if (kind === 'seen') {
      const { platform, id, origin } = line as Extract<Line, { kind: 'seen' }>;
      this.#originOfId.set(key(platform, id), origin);
    } else {
      const order = line as AccountOrder;
      const before = this.#orders.get(key(order.platform, order.origin));
      if (before) this.#originOfName.delete(key(order.platform, before.username));
      this.#orders.set(key(order.platform, order.origin), order);
      this.#originOfName.set(key(order.platform, order.username), order.origin);
    }
  }

  #write(line: Line): void {
    this.#take(line);
    mkdirSync(dirname(this.#file), { recursive: true });
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }

  /** The account that has this name now; null when it was renamed away. */
  named(platform: SocialPlatform, username: string): Account | null {
    const name = username.toLowerCase();
    const origin = this.#originOfName.get(key(platform, name));
    if (origin === undefined && this.#orders.has(key(platform, name))) return null;
    return this.ofOrigin(platform, origin ?? name);
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
