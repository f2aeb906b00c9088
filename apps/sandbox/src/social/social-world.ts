import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type AccountNature, natureOf, type Post, postsOf, type SocialPlatform } from './social-account.ts';

/**
 * How an account shows itself: `public`; `private` (personal on Instagram); `restricted` (by age); `gone` (deleted);
 * `revoked` (its owner withdrew the consent; only TikTok asks for one).
 */
export const accountStates = ['public', 'private', 'restricted', 'gone', 'revoked'] as const;
export type AccountState = (typeof accountStates)[number];

/** An account as it is at this moment. */
export interface Account extends AccountNature {
  platform: SocialPlatform;
  /** The name everything follows from: the first one it had. */
  origin: string;
  username: string;
  state: AccountState;
  /** Null unless it was ordered: nobody knows what people call themselves. */
  fullname: string | null;
  bio: string | null;
  posts: Post[];
}

/** What was ordered about an account. */
export interface AccountOrder {
  platform: SocialPlatform;
  origin: string;
  state: AccountState;
  username: string;
  followers: number | null;
  fullname: string | null;
  bio: string | null;
}

/** A story that was posted. */
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
 * `restricted` or `gone` are in that state; those that begin with `daily` post once a day. Ids that were given out and what was ordered outlive a restart.
 */
export class SocialWorld {
  readonly #file: string;
  readonly #now: () => Date;
  readonly #originOfId = new Map<string, string>();
  readonly #orders = new Map<string, AccountOrder>();
  readonly #originOfName = new Map<string, string>();
  readonly #stories = new Map<string, Story[]>();

  constructor(file: string, now: () => Date) {
    this.#file = file;
    this.#now = now;
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
    if (line.kind === 'seen') {
      this.#originOfId.set(key(line.platform, line.id), line.origin);
      return;
    }
    if (line.kind === 'story') {
      const { kind: _, ...story } = line;
      this.#stories.set(story.origin, [...(this.#stories.get(story.origin) ?? []), story]);
      return;
    }
    const { kind: _, ...order } = line;
    const before = this.#orders.get(key(order.platform, order.origin));
    if (before) this.#originOfName.delete(key(order.platform, before.username.toLowerCase()));
    this.#orders.set(key(order.platform, order.origin), order);
    this.#originOfName.set(key(order.platform, order.username.toLowerCase()), order.origin);
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
    if (origin !== undefined) return this.#account(platform, origin);
    if (this.#orders.has(key(platform, name))) return null;
    return this.#account(platform, name);
  }

  /** The account with this id, as far as it was given out before. */
  withId(platform: SocialPlatform, id: string): Account | null {
    const origin = this.#originOfId.get(key(platform, id));
    return origin === undefined ? null : this.#account(platform, origin);
  }

  /** The account that had this name first. */
  ofOrigin(platform: SocialPlatform, origin: string): Account {
    return this.#account(platform, origin);
  }

  #account(platform: SocialPlatform, origin: string): Account {
    const nature = natureOf(platform, origin);
    const order = this.#orders.get(key(platform, origin));
    const followers = order?.followers ?? nature.followers;
    if (!this.#originOfId.has(key(platform, nature.id)) && this.#originOfId.size < MOST)
      this.#write({ kind: 'seen', platform, id: nature.id, origin });
    return {
      ...nature,
      followers,
      platform,
      origin,
      username: order?.username ?? origin,
      fullname: order?.fullname ?? null,
      bio: order?.bio ?? null,
      state:
        order?.state ??
        accountStates.find((state) => state !== 'public' && origin.startsWith(state)) ??
        'public',
      posts: postsOf(platform, origin, { ...nature, followers }, this.#now()),
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
    const before = this.#orders.get(key(platform, account.origin));
    this.#write({
      kind: 'order',
      platform,
      origin: account.origin,
      state: change.state ?? account.state,
      username: change.username?.toLowerCase() ?? account.username,
      followers: change.followers === undefined ? (before?.followers ?? null) : change.followers,
      fullname: change.fullname === undefined ? account.fullname : change.fullname,
      bio: change.bio === undefined ? account.bio : change.bio,
    });
    return this.#account(platform, account.origin);
  }

  /** Posts a story on an Instagram account; `at` lets one be older. */
  postStory(origin: string, at: Date): Story {
    const own = this.#stories.get(origin)?.length ?? 0;
    const id = `3${at.getTime()}${String(own).padStart(5, '0')}`;
    const story = { id, origin, at: at.toISOString() };
    this.#write({ kind: 'story', ...story });
    return story;
  }

  /** All stories an Instagram account ever posted, oldest first. */
  stories(origin: string): readonly Story[] {
    return this.#stories.get(origin) ?? [];
  }

  /** The stories posted on all accounts, newest first. */
  allStories(): Story[] {
    return [...this.#stories.values()].flat().sort((one, other) => other.at.localeCompare(one.at));
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
