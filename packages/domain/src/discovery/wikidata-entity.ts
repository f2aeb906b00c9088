import type { Platform } from './creator.ts';
import type { SharedCategory } from './creator-category.ts';

/**
 * Reads entities of Wikidata's JSON dump (https://doc.wikimedia.org/Wikibase/master/php/docs_topics_json.html): people with
 * accounts on social platforms, and the codes of countries and languages that people refer to.
 */

/** A statement with its value, preferred rank, and qualifiers. */
interface Statement {
  value: unknown;
  preferred: boolean;
  qualifiers: Record<string, unknown[]>;
}

/** A profile of a person. `username` is null for channels known by ID only. */
export interface WikidataProfile {
  platform: Extract<Platform, 'instagram' | 'tiktok' | 'youtube'>;
  username: string | null;
  socialId: string | null;
  followerCount: number | null;
  /** Day the followers were counted (ISO 8601); null without a count. */
  asOf: string | null;
}

/** A living person with at least one profile. Countries and languages are entity IDs such as `Q183`. */
export interface WikidataPerson {
  kind: 'person';
  id: string;
  name: string;
  description: string;
  country: string | null;
  language: string | null;
  categories: SharedCategory[];
  /** URL of the picture on Wikimedia Commons. */
  picture: string | null;
  profiles: WikidataProfile[];
}

/** The two-character ISO code of a country or language. */
export interface WikidataCode {
  kind: 'country' | 'language';
  id: string;
  code: string;
}

const HUMAN = 'Q5';

/** Properties of Wikidata. */
const P = {
  instanceOf: 'P31',
  died: 'P570',
  instagram: 'P2003',
  tiktok: 'P7085',
  channelId: 'P2397',
  youtubeHandle: 'P11245',
  followers: 'P8687',
  pointInTime: 'P585',
  endTime: 'P582',
  citizenship: 'P27',
  languages: 'P1412',
  nativeLanguage: 'P103',
  occupation: 'P106',
  image: 'P18',
  countryCode: 'P297',
  languageCode: 'P218',
} as const;

/** Occupations that indicate what a person posts about. */
const CATEGORY_OF: Record<string, SharedCategory> = {
  Q177220: 'Music',
  Q639669: 'Music',
  Q488205: 'Music',
  Q2252262: 'Music',
  Q36834: 'Music',
  Q130857: 'Music',
  Q5716684: 'Dance',
  Q4610556: 'Fashion',
  Q3501317: 'Fashion',
  Q245068: 'Comedy',
  Q3499072: 'Food',
  Q33231: 'Photography',
  Q36180: 'Books',
  Q6625963: 'Books',
  Q1028181: 'Art',
  Q483501: 'Art',
  Q937857: 'Sport',
  Q3665646: 'Sport',
  Q10833314: 'Sport',
  Q2066131: 'Sport',
  Q11513337: 'Sport',
  Q2309784: 'Cycling',
  Q43845: 'Business',
  Q131524: 'Business',
};

/** Whether a line of a dump can be of use, without parsing it: most entities have no account. */
export const mayMatter = (line: string): boolean =>
  line.includes('"P2003"') ||
  line.includes('"P7085"') ||
  line.includes('"P2397"') ||
  line.includes('"P297"') ||
  line.includes('"P218"');

/** Reads an entity. Returns null for anything but a person with a profile, a country or a language. */
export function readWikidataEntity(entity: unknown): WikidataPerson | WikidataCode | null {
  if (!isRecord(entity) || typeof entity.id !== 'string' || !/^Q\d{1,12}$/.test(entity.id)) return null;
  if (!isRecord(entity.claims)) return null;
  const { id, claims } = entity;
  const all = (property: string) => statementsOf(claims[property]);
  const country = firstText(all(P.countryCode));
  if (country && /^[A-Z]{2}$/.test(country)) return { kind: 'country', id, code: country };
  const language = firstText(all(P.languageCode));
  if (language && /^[a-z]{2}$/.test(language)) return { kind: 'language', id, code: language };
  if (!itemsOf(all(P.instanceOf)).includes(HUMAN) || all(P.died).length > 0) return null;
  const profiles = profilesOf(all);
  if (profiles.length === 0) return null;
  return {
    kind: 'person',
    id,
    name: termOf(entity.labels).slice(0, 200),
    description: termOf(entity.descriptions).slice(0, 500),
    country: itemsOf(all(P.citizenship))[0] ?? null,
    language: itemsOf(all(P.nativeLanguage))[0] ?? itemsOf(all(P.languages))[0] ?? null,
    categories: [
      ...new Set(
        itemsOf(all(P.occupation)).flatMap((occupation) =>
          Object.hasOwn(CATEGORY_OF, occupation) ? [CATEGORY_OF[occupation] as SharedCategory] : [],
        ),
      ),
    ],
    picture: pictureOf(firstText(all(P.image))),
    profiles,
  };
}

function profilesOf(all: (property: string) => Statement[]): WikidataProfile[] {
  const counts = all(P.followers);
  const profile = (
    platform: WikidataProfile['platform'],
    { username, socialId }: { username: string | null; socialId: string | null },
    names: readonly [property: string, value: string | null][],
  ): WikidataProfile => {
    const { count, day } = followersOf(counts, names);
    return { platform, username, socialId, followerCount: count, asOf: day };
  };
  const found: WikidataProfile[] = [];
  for (const username of accountsOf(all(P.instagram), /^[\w.]{1,30}$/))
    found.push(profile('instagram', { username, socialId: null }, [[P.instagram, username]]));
  for (const username of accountsOf(all(P.tiktok), /^[\w.]{2,24}$/))
    found.push(profile('tiktok', { username, socialId: null }, [[P.tiktok, username]]));
  const channels = accountsOf(all(P.channelId), /^UC[\w-]{22}$/);
  const handles = accountsOf(all(P.youtubeHandle), /^@?[\p{L}\p{N}_.·-]{3,30}$/u);
  for (const [index, socialId] of channels.entries()) {
    // A handle belongs to a channel for certain only if there is one of each.
    const handle = channels.length === 1 && handles.length === 1 ? (handles[0] ?? null) : null;
    const names: [string, string | null][] = [
      [P.channelId, socialId],
      [P.youtubeHandle, handle],
    ];
    if (index < 5) found.push(profile('youtube', { username: handle, socialId }, names));
  }
  return found;
}

/** Names of accounts in use: not deprecated, not ended, preferred ones first, at most five. */
function accountsOf(statements: Statement[], valid: RegExp): string[] {
  const names = statements
    .filter(({ qualifiers }) => !qualifiers[P.endTime])
    .toSorted((one, other) => Number(other.preferred) - Number(one.preferred))
    .flatMap(({ value }) =>
      typeof value === 'string' && valid.test(value) ? [value.replace(/^@/, '')] : [],
    );
  const unique = new Map(names.map((name) => [name.toLowerCase(), name]));
  return [...unique.values()].slice(0, 5);
}

/** The latest dated count that names the account. Counts without account or date say nothing certain. */
function followersOf(
  counts: Statement[],
  names: readonly [property: string, value: string | null][],
): { count: number | null; day: string | null } {
  let latest: { count: number; day: string } | null = null;
  for (const { value, qualifiers } of counts) {
    const isAccount = names.some(
      ([property, name]) =>
        name !== null &&
        qualifiers[property]?.some(
          (one) => typeof one === 'string' && one.replace(/^@/, '').toLowerCase() === name.toLowerCase(),
        ),
    );
    const day = dayOf(qualifiers[P.pointInTime]?.[0]);
    const count = isRecord(value) && typeof value.amount === 'string' ? Number(value.amount) : Number.NaN;
    if (!isAccount || !day || !Number.isSafeInteger(count) || count < 0) continue;
    if (!latest || day > latest.day) latest = { count, day };
  }
  return { count: latest?.count ?? null, day: latest?.day ?? null };
}

/** A day of a time value with the precision of a day (11), such as `+2026-03-31T00:00:00Z`. */
function dayOf(value: unknown): string | null {
  if (!isRecord(value) || value.precision !== 11 || typeof value.time !== 'string') return null;
  return /^\+(\d{4}-\d{2}-\d{2})T/.exec(value.time)?.[1] ?? null;
}

/** Statements with a value that aren't deprecated. */
function statementsOf(list: unknown): Statement[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((statement: unknown) => {
    if (!isRecord(statement) || statement.rank === 'deprecated') return [];
    const value = snakValue(statement.mainsnak);
    if (value === null) return [];
    const qualifiers: Record<string, unknown[]> = {};
    if (isRecord(statement.qualifiers))
      for (const [property, snaks] of Object.entries(statement.qualifiers))
        if (Array.isArray(snaks)) qualifiers[property] = snaks.map(snakValue);
    return [{ value, preferred: statement.rank === 'preferred', qualifiers }];
  });
}

function snakValue(snak: unknown): unknown {
  if (!isRecord(snak) || snak.snaktype !== 'value' || !isRecord(snak.datavalue)) return null;
  return snak.datavalue.value ?? null;
}

/** Entity IDs, preferred ones first. */
const itemsOf = (statements: Statement[]): string[] =>
  statements
    .toSorted((one, other) => Number(other.preferred) - Number(one.preferred))
    .flatMap(({ value }) => (isRecord(value) && typeof value.id === 'string' ? [value.id] : []));

const firstText = (statements: Statement[]): string | null =>
  statements.map(({ value }) => value).find((value): value is string => typeof value === 'string') ?? null;

/** A label or description: in English, else for all languages, else the first one. */
function termOf(terms: unknown): string {
  if (!isRecord(terms)) return '';
  const term = terms.en ?? terms.mul ?? Object.values(terms)[0];
  return isRecord(term) && typeof term.value === 'string' ? term.value : '';
}

const pictureOf = (file: string | null): string | null =>
  file && /\.(jpe?g|png|webp)$/i.test(file)
    ? `https://commons.wikimedia.org/wiki/Special:FilePath/${encodeURIComponent(file.replaceAll(' ', '_'))}?width=320`
    : null;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
