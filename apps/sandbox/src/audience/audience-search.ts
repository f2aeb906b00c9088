import { z } from 'zod';
import { randomOf } from '../platform/random.ts';
import { contactsOf, type VendorAccount, type VendorPlatform, vendorPlatforms } from './audience-data.ts';

/** Creators in the provider's database, per platform. */
const PEOPLE = 1500;

const FIRST =
  'mia noah lena ava luca emma omar sofia kenji nora ines diego zoe anna priya leo maya hugo clara yuki'.split(
    ' ',
  );
const LAST = 'berg costa klein rossi moreau silva tanaka novak haddad jensen lopez meyer okafor patel'.split(
  ' ',
);
/** What people write about, most common first. */
const TAGS =
  'beauty fashion travel fitness food skincare gaming music vegan running photography yoga coffee makeup tech hiking parenting dogs books art cooking cycling interiordesign sustainability crochet'.split(
    ' ',
  );
const PLACES = [
  ['US', 'en'],
  ['DE', 'de'],
  ['GB', 'en'],
  ['FR', 'fr'],
  ['ES', 'es'],
  ['BR', 'pt'],
  ['IT', 'it'],
  ['JP', 'ja'],
  ['NL', 'nl'],
  ['SE', 'sv'],
] as const;

/** A creator that can be found. Rates are fractions of 1. */
export interface FoundPerson extends VendorAccount {
  fullname: string;
  bio: string;
  tags: string[];
  country: string;
  language: string;
  followers: number;
  rate: number;
  views: number;
  growth: number;
  verified: boolean;
}

const capital = (word: string) => (word[0] ?? '').toUpperCase() + word.slice(1);
const made = new Map<VendorPlatform, FoundPerson[]>();

/** Returns the people on a platform, the same in each run. */
export function peopleOn(platform: VendorPlatform): readonly FoundPerson[] {
  const known = made.get(platform);
  if (known) return known;
  const random = randomOf(`audience people ${platform}`);
  const people = Array.from({ length: PEOPLE }, (_, number): FoundPerson => {
    const first = random.pick(FIRST);
    const last = random.pick(LAST);
    // Some topics are far more common than others.
    const tag = () => TAGS[Math.floor(random.next() ** 1.6 * TAGS.length)] ?? 'travel';
    const tags = [...new Set([tag(), tag(), ...(random.chance(0.4) ? [tag()] : [])])];
    const [country, language] = random.pick(PLACES);
    const followers = Math.round(10 ** (3.3 + random.next() * 3));
    const handle = `${first}.${tags[0]}${number}`;
    return {
      platform,
      handle,
      userId:
        platform === 'youtube'
          ? `UC${String(number).padStart(22, 'abcdefghijklmnopqrstuv')}`
          : String(3_000_000_000 + vendorPlatforms.indexOf(platform) * 10_000_000 + number),
      fullname: `${capital(first)} ${capital(last)}`,
      bio: `${tags.map(capital).join(', ')} and everyday life`,
      tags,
      country,
      language,
      followers,
      rate: Number((0.004 + random.next() ** 2 * 0.11).toFixed(6)),
      views: Math.round(followers * (0.05 + random.next() * 0.5)),
      growth: Number((random.next() * 0.2 - 0.05).toFixed(4)),
      verified: followers > 200_000 && random.chance(0.5),
    };
  });
  made.set(platform, people);
  return people;
}

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The provider's countries with its own IDs. */
export const GEOS = [...LETTERS].flatMap((first, high) =>
  [...LETTERS].flatMap((second, low) => {
    const code = `${first}${second}`;
    const name = regionNames.of(code);
    const id = 50_000 + high * 26 + low;
    return name ? [{ id, type: ['country'], name, title: name, country: { id, code } }] : [];
  }),
);
const codeById = new Map(GEOS.map(({ id, country }) => [id, country.code]));

const Range = z.strictObject({
  left_number: z.int().min(0).optional(),
  right_number: z.int().min(0).optional(),
});
const weight = z.number().min(0).max(1).optional();
const Geo = z.array(z.strictObject({ id: z.int(), weight }));
const Code = z.strictObject({ code: z.string(), weight });

/** The filters and values of the provider's documentation; it rejects others. */
const SearchBody = z.strictObject({
  paging: z.strictObject({ skip: z.int().min(0), limit: z.int().min(1).max(100) }),
  audience_source: z.enum(['any', 'likers', 'followers', 'commenters']).optional(),
  sort: z
    .strictObject({
      field: z.enum(['followers', 'engagements', 'engagement_rate', 'views', 'reels_plays', 'relevance']),
      direction: z.enum(['asc', 'desc']).optional(),
    })
    .optional(),
  filter: z.strictObject({
    username: z.strictObject({ value: z.string().min(1), operator: z.enum(['prefix', 'exact']) }).optional(),
    text: z.string().min(1).max(200).optional(),
    relevance: z.strictObject({ value: z.string().regex(/^([#@]\S+ ?)+$/), weight }).optional(),
    followers: Range.optional(),
    views: Range.optional(),
    reels_plays: Range.optional(),
    engagement_rate: z
      .strictObject({ value: z.number().min(0).max(1), operator: z.enum(['lt', 'lte', 'gt', 'gte']) })
      .optional(),
    followers_growth: z
      .strictObject({
        interval: z.enum(['i1month', 'i2months', 'i3months', 'i4months', 'i5months', 'i6months']),
        value: z.number(),
        operator: z.enum(['lt', 'lte', 'gt', 'gte']),
      })
      .optional(),
    geo: Geo.optional(),
    lang: Code.optional(),
    is_verified: z.boolean().optional(),
    with_contact: z
      .array(z.strictObject({ type: z.string(), action: z.enum(['must', 'should', 'not']).optional() }))
      .optional(),
    audience_geo: Geo.optional(),
    audience_age: z.array(Code).optional(),
    audience_gender: Code.optional(),
    audience_lang: Code.optional(),
  }),
});
type SearchBody = z.infer<typeof SearchBody>;

const within = (value: number, range: z.infer<typeof Range> | undefined) =>
  !range || (value >= (range.left_number ?? 0) && value <= (range.right_number ?? Number.POSITIVE_INFINITY));

function compares(value: number, rule: { value: number; operator: string } | undefined): boolean {
  if (!rule) return true;
  return rule.operator.startsWith('g') ? value >= rule.value : value <= rule.value;
}

const hasTags = (person: FoundPerson, tags: readonly string[]) =>
  person.tags.filter((tag) => tags.includes(tag)).length;
const tagsOf = ({ relevance }: SearchBody['filter']) =>
  (relevance?.value ?? '').split(' ').flatMap((tag) => (tag.startsWith('#') ? [tag.slice(1)] : []));

/** Audiences of people are like those in their country, in shares that depend on the person. */
function hasAudience(person: FoundPerson, filter: SearchBody['filter']): boolean {
  const share = (what: string) => randomOf(`audience ${person.userId} ${what}`).next();
  const home = (code: string) => (code === person.country ? 0.6 : share(code) * 0.3);
  return (
    (filter.audience_geo ?? []).every(({ id, weight = 0.05 }) => home(codeById.get(id) ?? '') >= weight) &&
    (filter.audience_age ?? []).every(({ code, weight = 0.25 }) => share(code) * 0.6 >= weight) &&
    (!filter.audience_gender ||
      (filter.audience_gender.code === 'FEMALE' ? share('female') : 1 - share('female')) >=
        (filter.audience_gender.weight ?? 0.5)) &&
    (!filter.audience_lang ||
      (filter.audience_lang.code === person.language ? 0.7 : 0.1) >= (filter.audience_lang.weight ?? 0.2))
  );
}

function matches(person: FoundPerson, filter: SearchBody['filter']): boolean {
  const { username, text, geo, lang, is_verified, with_contact } = filter;
  const words = `${person.fullname} ${person.bio}`.toLowerCase();
  const email = () => contactsOf(person).some(({ type }) => type === 'email');
  return (
    (!username ||
      (username.operator === 'exact'
        ? person.handle === username.value
        : person.handle.startsWith(username.value))) &&
    (!text || words.includes(text.toLowerCase())) &&
    (!filter.relevance || hasTags(person, tagsOf(filter)) > 0) &&
    within(person.followers, filter.followers) &&
    within(person.views, filter.views ?? filter.reels_plays) &&
    compares(person.rate, filter.engagement_rate) &&
    compares(person.growth, filter.followers_growth) &&
    (!geo || geo.some(({ id }) => codeById.get(id) === person.country)) &&
    (!lang || lang.code === person.language) &&
    (is_verified === undefined || person.verified === is_verified) &&
    (with_contact ?? []).every(({ action }) => (action === 'not') !== email()) &&
    hasAudience(person, filter)
  );
}

const SORTED_BY: Record<string, (person: FoundPerson) => number> = {
  followers: ({ followers }) => followers,
  engagements: ({ followers, rate }) => followers * rate,
  engagement_rate: ({ rate }) => rate,
  views: ({ views }) => views,
  reels_plays: ({ views }) => views,
};

/** Returns the people that a search finds, the part of them that it asks for; null for a body the provider rejects. */
export function searchPeople(
  platform: VendorPlatform,
  body: unknown,
): { total: number; page: FoundPerson[] } | null {
  const { data } = SearchBody.safeParse(body);
  if (!data) return null;
  const tags = tagsOf(data.filter);
  const by = SORTED_BY[data.sort?.field ?? 'followers'] ?? ((person) => hasTags(person, tags));
  const found = peopleOn(platform)
    .filter((person) => matches(person, data.filter))
    .sort((a, b) => by(b) - by(a) || b.followers - a.followers);
  const { skip, limit } = data.paging;
  return { total: found.length, page: found.slice(skip, skip + limit) };
}

const ADDRESSES: Record<VendorPlatform, (handle: string) => string> = {
  instagram: (handle) => `https://www.instagram.com/${handle}`,
  tiktok: (handle) => `https://www.tiktok.com/@${handle}`,
  youtube: (handle) => `https://www.youtube.com/@${handle}`,
};

/** A person as a result. YouTube accounts may lack a username. */
export function accountOf(person: FoundPerson): Record<string, unknown> {
  const { platform, handle, userId, fullname, followers, rate, views, verified } = person;
  const named =
    platform === 'youtube' && followers % 5 === 0 ? { custom_name: handle } : { username: handle };
  return {
    account: {
      user_profile: {
        user_id: userId,
        ...named,
        fullname,
        url: ADDRESSES[platform](handle),
        picture: `https://pictures.invalid/${userId}.jpg`,
        is_verified: verified,
        followers,
        engagements: Math.round(followers * rate),
        engagement_rate: rate,
        ...(platform === 'instagram' ? { avg_reels_plays: views } : { avg_views: views }),
      },
      audience_source: 'any',
    },
    match: {},
  };
}

/** Accounts with markup, invisible characters, wrong types and missing parts. */
export const HOSTILE = [
  {
    account: { user_profile: { user_id: '1', username: '<img src=x onerror=alert(1)>', fullname: 'Markup' } },
  },
  {
    account: {
      user_profile: {
        user_id: '9000000001',
        username: 'hostile.name',
        fullname: '<b>Eve</b>\u202e\u0000\n=HYPERLINK("http://evil.invalid")',
        picture: 'javascript:alert(1)',
        url: 'javascript:alert(1)',
        followers: '12',
        engagement_rate: 1e9,
        is_verified: 'yes',
      },
    },
  },
  {
    account: { user_profile: { user_id: '9000000001', username: 'hostile.twice', fullname: 'The same ID' } },
  },
  { account: { user_profile: { username: 'no.id', fullname: 'No ID' } } },
  { account: { user_profile: { user_id: { $ne: null }, username: 'object.id' } } },
  { account: null },
  null,
  'text',
];
