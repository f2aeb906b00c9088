import { type Random, randomOf } from '../platform/random.ts';
import type { VendorAccount, VendorPlatform } from './audience-account.ts';

type Weighted = { code: string; weight: number; name?: string; id?: number };

/** Where accounts come from, and what their followers speak: [country, share of its neighbours, languages]. */
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
/** Which audiences a platform's reports mostly hold: followers, likers, commenters. */
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

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

const rounded = (weight: number) => Number(weight.toFixed(6));

/** Shares of 1 in about these proportions. */
function spread(random: Random, proportions: readonly number[], width: number): number[] {
  const moved = proportions.map((one) => one * (1 + (random.next() * 2 - 1) * width));
  const total = moved.reduce((sum, one) => sum + one, 0) || 1;
  return moved.map((one) => one / total);
}

/** Oddities that real reports have; each account keeps its own. */
interface Oddities {
  emptyCountries: boolean;
  noCountries: boolean;
  unknownCodes: boolean;
  notWhole: number;
  noReachability: boolean;
}

const odditiesOf = (random: Random): Oddities => ({
  emptyCountries: random.chance(0.03),
  noCountries: random.chance(0.03),
  unknownCodes: random.chance(0.05),
  notWhole: random.chance(0.05) ? 0.94 + random.next() * 0.12 : 1,
  noReachability: random.chance(0.06),
});

function countries(random: Random, home: (typeof HOMES)[number], odd: Oddities): Weighted[] {
  const codes = [home.home, ...home.near.split(' ')];
  const listed = 0.78 + random.next() * 0.15;
  const first = 0.35 + random.next() * 0.35;
  const tail = codes.slice(1).map((_code, at) => 1 / (at + 1.5));
  const weights = [first, ...spread(random, tail, 0.5).map((one) => one * (1 - first))];
  const list: Weighted[] = codes
    .map((code, at) => ({
      id: 10_000 + at,
      code,
      name: regionNames.of(code) ?? code,
      weight: rounded((weights[at] ?? 0) * listed),
    }))
    .sort((a, b) => b.weight - a.weight);
  return odd.unknownCodes ? [...list, { id: 1, code: 'ZZ', name: 'Unknown', weight: 0.004 }] : list;
}

function languages(random: Random, home: (typeof HOMES)[number], odd: Oddities): Weighted[] {
  const spoken = home.speaks.split(' ');
  const codes = [...spoken, ...MANY_LANGUAGES.filter((code) => !spoken.includes(code))].slice(
    0,
    random.whole(4, 24),
  );
  const weights = spread(
    random,
    codes.map((_code, at) => (at < 3 ? ([12, 5, 2][at] ?? 1) : 0.5 / at)),
    0.4,
  );
  const other = 0.004 + random.next() * 0.012;
  const list: Weighted[] = codes
    .map((code, at) => ({
      code,
      name: languageNames.of(code) ?? code,
      weight: rounded((weights[at] ?? 0) * (1 - other)),
    }))
    .sort((a, b) => b.weight - a.weight);
  // The vendor gives neither a name.
  const nameless = [{ code: 'other', weight: rounded(other) }];
  return odd.unknownCodes ? [...list, { code: 'qqx', weight: 0.002 }, ...nameless] : [...list, ...nameless];
}

interface Basis {
  /** The same for all reports of an account. */
  random: Random;
  /** Another one for each report: weights move slightly. */
  moving: Random;
  odd: Oddities;
  home: (typeof HOMES)[number];
}

function audience(platform: VendorPlatform, { random, moving, odd, home }: Basis) {
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

/** The three audiences of an account's report number `report` (from 0). A missing one says why. */
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
            data: audience(platform, {
              random: randomOf(`audience ${platform} ${handle} ${name}`),
              moving: randomOf(`audience ${platform} ${handle} ${name} ${report}`),
              odd,
              home,
            }),
          }
        : { success: false, error: 'empty_audience' },
    ]),
  );
}
