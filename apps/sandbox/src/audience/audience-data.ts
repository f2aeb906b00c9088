import { type Random, randomOf } from '../platform/random.ts';

/** Platforms the provider supports. */
export const vendorPlatforms = ['instagram', 'tiktok', 'youtube'] as const;
export type VendorPlatform = (typeof vendorPlatforms)[number];

/** An account at the provider. `handle` is the requested one in lowercase. */
export interface VendorAccount {
  platform: VendorPlatform;
  handle: string;
  userId: string;
}

const ID_SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const CHANNEL_ID = /^UC[\w-]{22}$/;

/** Finds an account by id or username; null if there is none. */
export function findAccount(platform: VendorPlatform, asked: string): VendorAccount | null {
  const name = asked.trim().replace(/^@/, '');
  if (!name || name.length > 100 || /[\s/?#<>]/.test(name)) return null;
  if (platform === 'youtube' && CHANNEL_ID.test(name)) return { platform, handle: name, userId: name };
  const handle = name.toLowerCase();
  if (/^\d{5,}$/.test(handle)) return { platform, handle, userId: handle };
  const random = randomOf(`audience id ${platform} ${handle}`);
  const userId =
    platform === 'youtube'
      ? `UC${Array.from({ length: 22 }, () => ID_SIGNS[random.whole(0, 63)]).join('')}`
      : String(random.whole(10_000_000, 2_000_000_000));
  return { platform, handle, userId };
}

/** Derives a name from a handle: `mia.cooks` is Mia Cooks. */
function fullnameOf(handle: string): string {
  const words = handle.split(/[._\-\d]+/).filter(Boolean);
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(' ') || handle;
}

const ADDRESSES: Record<VendorPlatform, (handle: string) => string> = {
  instagram: (handle) => `https://www.instagram.com/${handle}`,
  tiktok: (handle) => `https://www.tiktok.com/@${handle}`,
  youtube: (handle) => `https://www.youtube.com/${CHANNEL_ID.test(handle) ? 'channel/' : '@'}${handle}`,
};

/**
 * Returns a channel's names: most have a username, some only a handle or custom name, a few only an
 * id.
 */
function youtubeNames(random: Random, handle: string): Record<string, string> {
  if (CHANNEL_ID.test(handle)) return {};
  if (random.chance(0.8)) return { username: handle, handle };
  return random.chance(0.7) ? { custom_name: handle.toUpperCase(), handle } : { custom_name: handle };
}

/** The profile in a report. Counts vary slightly between reports. */
export function profileOf(account: VendorAccount, report: number): Record<string, unknown> {
  const { platform, handle, userId } = account;
  const random = randomOf(`audience profile ${platform} ${handle}`);
  const names = platform === 'youtube' ? youtubeNames(random, handle) : { username: handle };
  return {
    type: platform,
    user_id: userId,
    ...names,
    fullname: fullnameOf(handle),
    url: ADDRESSES[platform](handle),
    followers: Math.round(10 ** (3.6 + random.next() * 2.6) * (1 + report * 0.004)),
  };
}

/**
 * Result of a contact lookup: mostly an address, sometimes only other contacts, sometimes nothing.
 */
export function contactsOf({ platform, handle }: VendorAccount): { type: string; value: string }[] {
  const random = randomOf(`audience contacts ${platform} ${handle}`);
  const found = random.next();
  if (found < 0.12) return [];
  const site = handle.toLowerCase().replace(/[^a-z0-9]+/g, '') || 'creator';
  const others = random.chance(0.5)
    ? [{ type: platform === 'instagram' ? 'tiktok' : 'instagram', value: handle }]
    : [];
  if (found < 0.18) return [{ type: 'linktree', value: `https://linktr.ee/${site}` }, ...others];
  return [{ type: 'email', value: `hello@${site}.example` }, ...others];
}

type Weighted = { code: string; weight: number; name?: string; id?: number };

/** Home countries and follower languages: [country, share of neighbors, languages]. */
const HOMES = [
  { home: 'US', near: 'GB CA MX AU IN DE BR PH', speaks: 'en es pt' },
  { home: 'GB', near: 'US IE AU FR DE IN ES ZA', speaks: 'en fr pl' },
  { home: 'DE', near: 'AT CH US TR PL FR NL IT', speaks: 'de en tr' },
  { home: 'FR', near: 'BE CH MA DZ US CA CI SN', speaks: 'fr en ar' },
  { home: 'ES', near: 'MX AR CO US CL PE IT PT', speaks: 'es en ca' },
  { home: 'BR', near: 'PT US AR MX AO ES CO IT', speaks: 'pt en es' },
  { home: 'IN', near: 'PK BD US NP ID AE GB SA', speaks: 'en hi bn' },
  { home: 'JP', near: 'US KR TW TH ID BR HK PH', speaks: 'ja en zh' },
  { home: 'SE', near: 'NO DK FI DE US GB PL NL', speaks: 'sv en no' },
  { home: 'IT', near: 'CH US DE ES BR AR FR RO', speaks: 'it en es' },
] as const;

type Home = (typeof HOMES)[number];

const MANY_LANGUAGES =
  'en es pt ar ru fr de id tr it th vi pl hi ja ko zh nl ro el sv cs hu uk fa ur bn arz tl fi'.split(' ');
const AGES = ['13-17', '18-24', '25-34', '35-44', '45-64', '65-'];
const AGE_SHAPES = [
  [0.09, 0.4, 0.34, 0.11, 0.05, 0.01],
  [0.22, 0.51, 0.2, 0.05, 0.02, 0],
  [0.04, 0.22, 0.44, 0.19, 0.09, 0.02],
  [0.02, 0.13, 0.34, 0.28, 0.19, 0.04],
];
const REACH = ['-500', '500-1000', '1000-1500', '1500-'];
/** Typical audiences in a platform's reports: followers, likers, commenters. */
const SUBSETS: Record<VendorPlatform, readonly [share: number, subsets: string][]> = {
  instagram: [
    [0.62, 'followers likers'],
    [0.86, 'followers'],
    [0.94, 'followers likers commenters'],
    [1, 'likers'],
  ],
  tiktok: [
    [0.85, 'followers'],
    [0.93, 'followers commenters'],
    [1, 'followers likers'],
  ],
  youtube: [
    [0.78, 'followers commenters'],
    [0.94, 'followers'],
    [1, 'commenters'],
  ],
};

const INTERESTS = [
  'Friends, Family & Relationships',
  'Clothes, Shoes, Handbags & Accessories',
  'Beauty & Cosmetics',
  'Travel, Tourism & Aviation',
  'Restaurants, Food & Grocery',
  'Fitness & Yoga',
  'Camera & Photography',
  'Electronics & Computers',
  'Music',
  'Sports',
];

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

const rounded = (weight: number) => Number(weight.toFixed(6));

/** Random shares of 1 in roughly these proportions. */
function spread(random: Random, proportions: readonly number[], width: number): number[] {
  const moved = proportions.map((one) => one * (1 + (random.next() * 2 - 1) * width));
  const total = moved.reduce((sum, one) => sum + one, 0) || 1;
  return moved.map((one) => one / total);
}

/** Irregularities of real reports; each account keeps its own. */
const odditiesOf = (random: Random) => ({
  emptyCountries: random.chance(0.03),
  noCountries: random.chance(0.03),
  unknownCodes: random.chance(0.05),
  notWhole: random.chance(0.05) ? 0.94 + random.next() * 0.12 : 1,
  noReachability: random.chance(0.06),
});

const byWeight = (one: Weighted, other: Weighted) => other.weight - one.weight;

function countries(random: Random, home: Home, odd: Oddities): Weighted[] {
  const listed = 0.78 + random.next() * 0.15;
  const first = 0.35 + random.next() * 0.35;
  const near = home.near.split(' ');
  const tail = spread(
    random,
    near.map((_code, at) => 1 / (at + 1.5)),
    0.5,
  );
  const weights = [first, ...tail.map((one) => one * (1 - first))];
  const list = [home.home, ...near].map((code, at) => ({
    id: 10_000 + at,
    code,
    name: regionNames.of(code) ?? code,
    weight: rounded((weights[at] ?? 0) * listed),
  }));
  const unknown = odd.unknownCodes ? [{ id: 1, code: 'ZZ', name: 'Unknown', weight: 0.004 }] : [];
  return [...list.sort(byWeight), ...unknown];
}

function languages(random: Random, home: Home, odd: Oddities): Weighted[] {
  const spoken = home.speaks.split(' ');
  const all = [...spoken, ...MANY_LANGUAGES.filter((code) => !spoken.includes(code))];
  const codes = all.slice(0, random.whole(4, 24));
  const weights = spread(
    random,
    codes.map((_code, at) => [12, 5, 2][at] ?? 0.5 / at),
    0.4,
  );
  const other = 0.004 + random.next() * 0.012;
  const list = codes.map((code, at) => ({
    code,
    name: languageNames.of(code) ?? code,
    weight: rounded((weights[at] ?? 0) * (1 - other)),
  }));
  // The provider returns no name for either.
  const nameless = [
    ...(odd.unknownCodes ? [{ code: 'qqx', weight: 0.002 }] : []),
    { code: 'other', weight: rounded(other) },
  ];
  return [...list.sort(byWeight), ...nameless];
}

type Oddities = ReturnType<typeof odditiesOf>;

/** @param moving differs per report of an account, so weights vary slightly */
function audience(platform: VendorPlatform, random: Random, moving: Random, odd: Oddities, home: Home) {
  const shares = (codes: readonly string[], weights: number[]): Weighted[] =>
    codes.map((code, at) => ({ code, weight: rounded((weights[at] ?? 0) * odd.notWhole) }));
  const slightly = (list: Weighted[]) =>
    list.map((one) => ({ ...one, weight: rounded(one.weight * (0.985 + moving.next() * 0.03)) }));
  const female = 0.15 + random.next() * 0.7;
  const ages = spread(moving, spread(random, random.pick(AGE_SHAPES), 0.3), 0.03);
  const reach = spread(moving, spread(random, [0.35, 0.26, 0.13, 0.26], 0.5), 0.03);
  return {
    ...(platform === 'youtube' || odd.noReachability ? {} : { audience_reachability: shares(REACH, reach) }),
    audience_genders: shares(['MALE', 'FEMALE'], spread(moving, [1 - female, female], 0.02)),
    audience_ages: shares(AGES, ages),
    audience_languages: slightly(languages(random, home, odd)),
    audience_geo: odd.noCountries
      ? {}
      : { countries: odd.emptyCountries ? [] : slightly(countries(random, home, odd)) },
  };
}

/** Interests overlap: a follower can have several, so they don't add up to 1. Only known for Instagram. */
function interests(handle: string): { id: number; name: string; weight: number }[] {
  const random = randomOf(`audience interests ${handle}`);
  return INTERESTS.map((name, at) => ({
    id: at + 1,
    name,
    weight: rounded(0.03 + random.next() * 0.4),
  })).sort((one, other) => other.weight - one.weight);
}

/**
 * The three audiences of an account's report number `report` (from 0). A missing one has an error.
 */
export function audiencesOf({ platform, handle }: VendorAccount, report: number): Record<string, unknown> {
  const random = randomOf(`audience ${platform} ${handle}`);
  const mix = random.next();
  const present = SUBSETS[platform].find(([share]) => mix < share)?.[1] ?? 'followers';
  const home = random.pick(HOMES);
  const odd = odditiesOf(random);
  return Object.fromEntries(
    ['likers', 'followers', 'commenters'].map((name) => [
      `audience_${name}`,
      present.split(' ').includes(name)
        ? {
            success: true,
            data: Object.assign(
              audience(
                platform,
                randomOf(`audience ${platform} ${handle} ${name}`),
                randomOf(`audience ${platform} ${handle} ${name} ${report}`),
                odd,
                home,
              ),
              platform === 'instagram' ? { audience_interests: interests(handle) } : {},
            ),
          }
        : { success: false, error: 'empty_audience' },
    ]),
  );
}
