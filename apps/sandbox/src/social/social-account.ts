import { type Random, randomOf } from '../platform/random.ts';

export const socialPlatforms = ['youtube', 'instagram', 'tiktok'] as const;
export type SocialPlatform = (typeof socialPlatforms)[number];

/** One post or video. Counts are null where the account hides them. */
export interface Post {
  /** Counts up over the life of the account; a post keeps its number and id. */
  number: number;
  id: string;
  publishedAt: Date;
  title: string;
  seconds: number;
  kind: string;
  form: 'video' | 'image' | 'carousel';
  views: number;
  likes: number | null;
  comments: number | null;
  shares: number;
}

/** What never changes about an account: everything follows from its platform and its first name. */
export interface AccountNature {
  id: string;
  country: string;
  followers: number;
  verified: boolean;
  hidesLikes: boolean;
  hidesFollowers: boolean;
  closesComments: boolean;
  /** Milliseconds between two posts; null where it is 3 to 15 days, by the name. */
  postsEvery: number | null;
}

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
export function natureOf(platform: SocialPlatform, name: string): AccountNature {
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
    postsEvery: name.startsWith('daily') ? DAY : null,
  };
}

/** The posts of an account up to `now`, newest first. */
export function postsOf(platform: SocialPlatform, name: string, nature: AccountNature, now: Date): Post[] {
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
