import { readAudienceCondition } from '@troupe/domain/discovery/audience/audience-condition';
import { type Platform, profileUrlOf } from '@troupe/domain/discovery/creator';
import type { CreatorFilters, CreatorSort, SearchCondition } from '@troupe/domain/discovery/creator-search';
import type {
  DiscoveryVendor,
  FilterTranslation,
  OutsideFilter,
  VendorHit,
  VendorPage,
} from '@troupe/domain/discovery/outside-search';
import { TOPICS } from '@troupe/domain/discovery/topics/topic-vocabulary';
import { understand } from '@troupe/domain/discovery/topics/understand-query';
import { problem } from '@troupe/domain/problem';
import { z } from 'zod';
import { type IqdataCaller, VendorFailure } from './iqdata-http.ts';

export const SEARCH_PATH = 'search/newv1/';
/** Tokens for a result that wasn't shown to this account in the last 30 days. */
const RESULT_TOKENS = 0.01;
const SEARCHED = ['instagram', 'tiktok', 'youtube'] as const satisfies readonly Platform[];
/** Countries rarely change: their IDs are read again after a day. */
const COUNTRIES_KEPT_MS = 24 * 3_600_000;

/** Creator search of the SocAPI / IQData family. */
export function iqdataSearch(call: IqdataCaller, configured: boolean): DiscoveryVendor {
  const countryIds = countryDictionary(call);
  return {
    name: configured ? 'IQData' : null,
    platforms: SEARCHED,
    unitsPerResult: RESULT_TOKENS,
    translate(filters, platform): FilterTranslation {
      const { applied, ignored, body } = vendorSearch(filters, platform, (code) => code);
      return { applied, ignored, key: JSON.stringify(body) };
    },
    async search({ filters, platform, page, size }) {
      const ids = usesCountries(filters) ? await countryIds() : new Map<string, number>();
      const { body } = vendorSearch(filters, platform, (code) => idOf(ids, code));
      const paging = { skip: page * size, limit: size };
      const most = size * RESULT_TOKENS;
      try {
        const { json } = await call(
          SEARCH_PATH,
          { platform, auto_unhide: '1' },
          {
            tokens: most,
            charged: (answer) => costOf(answer, most),
            body: Object.assign({ paging, audience_source: 'any' }, body),
          },
        );
        return { outcome: 'found', page: readPage(json, filters, platform, { page, size, most }) };
      } catch (error) {
        if (!(error instanceof VendorFailure)) throw error;
        if (error.kind === 'lost' && error.code !== 'unreadable') return { outcome: 'uncertain' };
        throw asProblem(error);
      }
    },
  };
}

const NOT_NOW = "The provider isn't available right now. Try again in a few minutes. No credit was deducted.";

function asProblem({ kind, code, status, message }: VendorFailure) {
  if (kind === 'refused' && code === 'retry_later') return problem('retry_later');
  if (kind === 'refused' && (code === 'bad_filter' || code === 'bad_request'))
    return problem('search_unavailable', {
      message:
        "The provider can't search with these filters. Change them and try again. No credit was deducted.",
    });
  if (kind === 'lost' && status === 200) return invalidResponse();
  return problem('unavailable', { message: NOT_NOW, detail: message });
}

const invalidResponse = () =>
  problem('search_unavailable', {
    message: 'The provider returned an invalid response. Try again later. No credit was deducted.',
  });

const CountryList = z.array(
  z
    .object({ id: z.int(), country: z.object({ code: z.string() }) })
    .nullable()
    .catch(null),
);
const Countries = z.union([
  CountryList,
  z.object({ results: CountryList }).transform(({ results }) => results),
]);

/** Returns how to read the provider's ID of each country, which is free. */
function countryDictionary(call: IqdataCaller): () => Promise<ReadonlyMap<string, number>> {
  let known: { ids: ReadonlyMap<string, number>; until: number } | null = null;
  return async () => {
    if (known && known.until > Date.now()) return known.ids;
    try {
      const { json } = await call('geos/', { types: 'country', limit: '1000' });
      const parsed = Countries.safeParse(json);
      if (!parsed.success) throw invalidResponse();
      const ids = new Map(
        parsed.data.flatMap((one) => (one ? [[one.country.code.toUpperCase(), one.id]] : [])),
      );
      known = { ids, until: Date.now() + COUNTRIES_KEPT_MS };
      return ids;
    } catch (error) {
      if (error instanceof VendorFailure)
        throw problem('unavailable', { message: NOT_NOW, detail: error.message });
      throw error;
    }
  };
}

function idOf(ids: ReadonlyMap<string, number>, code: string): number {
  const id = ids.get(code);
  if (id !== undefined) return id;
  throw problem('invalid', {
    message: `The provider doesn't recognize the country code ${code}. Remove it and try again. No credit was deducted.`,
  });
}

const usesCountries = ({ country, audience }: CreatorFilters): boolean =>
  country.length > 0 || audience.some((text) => readAudienceCondition(text)?.kind === 'country');

type VendorFilter = Record<string, unknown>;

/** Filters that only this installation knows. */
const OWN_CONDITIONS = ['registered', 'notInLists', 'notInvited', 'safety'] as const;

/** Collects what is sent, and what the provider has no filter for. */
class Translation {
  readonly filter: VendorFilter = {};
  readonly applied: OutsideFilter[] = [];
  readonly ignored: OutsideFilter[] = [];

  add(condition: SearchCondition, part: VendorFilter | null, value: string | null = null): void {
    (part ? this.applied : this.ignored).push({ condition, value });
    Object.assign(this.filter, part);
  }
}

/** Translates a search. `country` returns the provider's ID of a country, or anything else that stands for it. */
function vendorSearch(filters: CreatorFilters, platform: Platform, country: (code: string) => unknown) {
  const to = new Translation();
  const tags = addText(to, filters);
  if (filters.followersMin !== undefined || filters.followersMax !== undefined)
    to.add('followers', { followers: range(filters.followersMin, filters.followersMax) });
  if (filters.engagementMin !== undefined || filters.engagementMax !== undefined)
    // The provider compares with one rate. Given two, it gets the lower one, and the results are cut at the higher one.
    to.add('engagement', {
      engagement_rate:
        filters.engagementMin === undefined
          ? { value: share(filters.engagementMax ?? 0), operator: 'lte' }
          : { value: share(filters.engagementMin), operator: 'gte' },
    });
  if (filters.viewsMin !== undefined || filters.viewsMax !== undefined)
    to.add('views', { [viewsOf(platform)]: range(filters.viewsMin, filters.viewsMax) });
  addGrowth(to, filters);
  if (filters.country.length > 0)
    to.add('country', { geo: sorted(filters.country).map((code) => ({ id: country(code) })) });
  const [language, ...languages] = filters.language;
  if (language) to.add('language', languages.length === 0 ? { lang: { code: language } } : null);
  if (filters.verified !== undefined) to.add('verified', { is_verified: filters.verified });
  if (filters.hasEmail !== undefined)
    to.add('hasEmail', { with_contact: [{ type: 'email', action: filters.hasEmail ? 'must' : 'not' }] });
  addAudience(to, filters.audience, country);
  for (const condition of OWN_CONDITIONS) if (filters[condition] !== undefined) to.add(condition, null);
  if (filters.safetyCategory.length > 0) to.add('safetyCategory', null);
  const sort = { field: sortField(filters.sort, platform, tags), direction: 'desc' };
  return { applied: to.applied, ignored: to.ignored, body: { filter: to.filter, sort } };
}

const share = (percent: number): number => Number((percent / 100).toFixed(6));
const sorted = (codes: readonly string[]): string[] => [...new Set(codes)].sort();
const range = (left?: number, right?: number) => ({ left_number: left, right_number: right });
const viewsOf = (platform: Platform) => (platform === 'instagram' ? 'reels_plays' : 'views');

function sortField(sort: CreatorSort | undefined, platform: Platform, tags: boolean): string {
  if (sort === 'followers') return 'followers';
  if (sort === 'engagement') return 'engagement_rate';
  if (sort === 'views') return viewsOf(platform);
  return tags ? 'relevance' : 'engagements';
}

const HANDLE = /^@[\w.-]{1,60}$/;
const tagOf = (words: string): string => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Topics and categories become hashtags; other words are searched in names and bios. Returns whether there are hashtags. */
function addText(to: Translation, { q = '', category }: CreatorFilters): boolean {
  const text = q.trim();
  const tags = category.flatMap((one) => one.split(/[^\p{L}\p{N}]+/u).map(tagOf));
  if (HANDLE.test(text))
    to.add('q', { username: { value: text.slice(1).toLowerCase(), operator: 'prefix' } });
  else if (text !== '') {
    const { parts } = understand(text);
    const words: string[] = [];
    for (const part of parts) {
      if (part.kind === 'word') words.push(part.text);
      if (part.kind !== 'topic') continue;
      tags.push(tagOf(part.text), ...part.topics.map((id) => tagOf(TOPICS.get(id)?.terms.en[0] ?? '')));
    }
    to.add('q', words.length > 0 ? { text: words.join(' ') } : {});
  }
  const named = sorted(tags.filter(Boolean));
  if (named.length > 0)
    Object.assign(to.filter, { relevance: { value: named.map((tag) => `#${tag}`).join(' '), weight: 0.5 } });
  if (category.length > 0) to.add('category', {});
  return named.length > 0;
}

/** The provider knows one interval of growth, with a lower end. */
function addGrowth(to: Translation, filters: CreatorFilters): void {
  const growth = (interval: string, least: number | undefined) =>
    least === undefined || to.filter.followers_growth
      ? null
      : { followers_growth: { interval, value: share(least), operator: 'gte' } };
  const { growth30Min, growth30Max, growth90Min, growth90Max } = filters;
  if (growth30Min !== undefined || growth30Max !== undefined)
    to.add('growth30', growth30Max === undefined ? growth('i1month', growth30Min) : null);
  if (growth90Min !== undefined || growth90Max !== undefined)
    to.add('growth90', growth90Max === undefined ? growth('i3months', growth90Min) : null);
}

function addAudience(to: Translation, texts: readonly string[], country: (code: string) => unknown): void {
  const geo: unknown[] = [];
  const age: unknown[] = [];
  for (const text of sorted(texts)) {
    const condition = readAudienceCondition(text);
    if (!condition) continue;
    const { kind, code, percent } = condition;
    const weight = share(percent);
    let part: VendorFilter | null = null;
    if (kind === 'country') {
      geo.push({ id: country(code), weight });
      part = { audience_geo: geo };
    } else if (kind === 'age' && code !== '13-17') {
      age.push({ code, weight });
      part = { audience_age: age };
    } else if (kind === 'gender' && !to.filter.audience_gender) part = { audience_gender: { code, weight } };
    else if (kind === 'language' && !to.filter.audience_lang) part = { audience_lang: { code, weight } };
    to.add('audience', part, text);
  }
}

const number = z.number().finite().nullish().catch(null);
const word = z.string().max(2000).nullish().catch(null);
const Account = z.object({
  account: z.object({
    user_profile: z.object({
      user_id: z.union([z.string().min(1).max(100), z.int().transform(String)]),
      username: word,
      handle: word,
      custom_name: word,
      fullname: word,
      picture: word,
      is_verified: z.boolean().nullish().catch(null),
      followers: number,
      engagement_rate: number,
      avg_views: number,
      avg_reels_plays: number,
    }),
  }),
});
type Profile = z.infer<typeof Account>['account']['user_profile'];
const Accounts = z.object({ accounts: z.array(z.unknown()), total: number });

/** Returns the tokens that a response says it took; all of them if it doesn't. */
function costOf(json: unknown, most: number): number {
  const { cost } = z.object({ cost: number }).catch({ cost: null }).parse(json);
  return cost === null || cost === undefined || cost < 0 ? most : Math.min(most, cost);
}

/** Reads at most one page, whatever the provider sends. Accounts without an ID or a usable handle are left out. */
function readPage(
  json: unknown,
  { engagementMin, engagementMax }: CreatorFilters,
  platform: Platform,
  { page, size, most }: { page: number; size: number; most: number },
): VendorPage {
  const parsed = Accounts.safeParse(json);
  if (!parsed.success) throw invalidResponse();
  const { accounts } = parsed.data;
  const hits = new Map<string, VendorHit>();
  for (const account of accounts.slice(0, size)) {
    const { data } = Account.safeParse(account);
    const hit = data && hitOf(data.account.user_profile, platform);
    const tooHigh =
      engagementMin !== undefined && engagementMax !== undefined && (hit?.engagement ?? 0) > engagementMax;
    if (hit && !tooHigh && !hits.has(hit.accountId)) hits.set(hit.accountId, hit);
  }
  if (accounts.length > 0 && hits.size === 0 && engagementMax === undefined) throw invalidResponse();
  const total = Math.max(count(parsed.data.total) ?? 0, page * size + accounts.slice(0, size).length);
  return {
    hits: [...hits.values()],
    total,
    more: accounts.length > 0 && total > (page + 1) * size,
    units: costOf(json, most),
  };
}

const USABLE_HANDLE = /^[\p{L}\p{N}._-]{1,100}$/u;
const clean = (text: string, most: number): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, most);
const count = (value: number | null | undefined): number | null =>
  typeof value === 'number' && value >= 0 && value <= 1e12 ? Math.round(value) : null;

function hitOf(profile: Profile, platform: Platform): VendorHit | null {
  const named = [profile.username, profile.handle, profile.custom_name, profile.user_id];
  const username = named
    .map((name) => (name ?? '').replace(/^@/, ''))
    .find((name) => USABLE_HANDLE.test(name));
  const accountId = clean(profile.user_id, 100);
  if (!username || accountId !== profile.user_id) return null;
  const rate = profile.engagement_rate;
  const views = platform === 'instagram' ? (profile.avg_reels_plays ?? profile.avg_views) : profile.avg_views;
  return {
    accountId,
    username,
    fullname: clean(profile.fullname ?? '', 200),
    profileUrl: profileUrlOf(platform, username),
    pictureUrl:
      /^https?:/.test(profile.picture ?? '') && URL.canParse(profile.picture ?? '')
        ? (profile.picture ?? null)
        : null,
    followers: count(profile.followers),
    engagement: typeof rate === 'number' && rate >= 0 && rate <= 10 ? Number((rate * 100).toFixed(4)) : null,
    avgViews: count(views),
    verified: profile.is_verified ?? false,
  };
}
