import { type FigureOrigin, profileUrlOf } from '@troupe/domain/discovery/creator';
import { sql } from 'drizzle-orm';
import { isoMoment } from '../../../platform/column.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import {
  mergedPicture,
  mergedProfile,
  newProfile,
  PROFILE_TYPES,
  type ProfileColumns,
} from './creator-import.merge.ts';
import type { StoredImport } from './creator-import.queries.ts';
import type { ProfileBefore } from './creator-import.table.ts';
import { type NamedPicture, queuePictures } from './creator-import-picture.queries.ts';
import { type Entry, json, type Settled } from './creator-import-row.queries.ts';

interface Profile extends ProfileColumns {
  ord: number;
  id: string;
  brand_id: string | null;
  known: boolean;
}

const settled = (entry: Entry, profileId: string, made: boolean, news: boolean): Settled => ({
  entry,
  profileId,
  created: made,
  news,
  listed: false,
  contact: false,
  outcome: made ? 'added' : news ? 'linked' : 'already',
  before: null,
  followersChanged: false,
});

/** Source and date of a row's figures: the row's own date, else the file's. */
const originOf = (stored: StoredImport, draft: Entry['draft']): FigureOrigin => ({
  source: stored.forEveryone ? 'administrator-import' : 'brand-import',
  asOf: draft.figuresAsOf ?? stored.asOf,
});

export async function settleProfiles(
  db: Database,
  stored: StoredImport,
  entries: readonly Entry[],
  now: string,
): Promise<Settled[]> {
  if (entries.length === 0) return [];
  const found = await findProfiles(db, stored, entries);
  // Create profiles in a fixed order to avoid deadlocks between imports.
  const unknown = entries.filter((_, at) => !found.has(at)).sort((a, b) => (a.key < b.key ? -1 : 1));
  const made = await insertProfiles(db, stored, unknown, now);
  const late = unknown.filter((entry) => !made.has(entry));
  const foundLate = await findProfiles(db, stored, late);
  const result: Settled[] = [];
  const changes: { id: string; profile: ProfileColumns }[] = [];
  const pictures: NamedPicture[] = [];
  const replaced = new Map<string, { item: Settled; profile: Profile }>();
  const known = (entry: Entry, profile: Profile) => {
    const own = profile.brand_id === null ? stored.forEveryone : true;
    const merged = own ? mergedProfile(profile, entry.draft, originOf(stored, entry.draft)) : null;
    const item = settled(entry, profile.id, false, merged !== null || !(own || profile.known));
    if (merged) {
      changes.push({ id: profile.id, profile: merged });
      item.followersChanged = merged.follower_count !== profile.follower_count;
      item.before = { columns: columnsOf(profile), wrote: merged.figures };
    }
    const picture = own ? mergedPicture(profile, entry.draft, originOf(stored, entry.draft)) : null;
    if (picture) {
      pictures.push({ creatorId: profile.id, url: picture });
      replaced.set(profile.id, { item, profile });
    }
    result.push(item);
  };
  entries.forEach((entry, at) => {
    const profile = found.get(at);
    if (profile) known(entry, profile);
  });
  late.forEach((entry, at) => {
    const profile = foundLate.get(at);
    if (!profile) throw new Error('profile can neither be created nor found');
    known(entry, profile);
  });
  for (const [entry, id] of made) {
    result.push(settled(entry, id, true, true));
    if (entry.draft.profilePicUrl) pictures.push({ creatorId: id, url: entry.draft.profilePicUrl });
  }
  await updateProfiles(db, changes);
  for (const id of await queuePictures(db, stored.id, pictures, now)) {
    const known = replaced.get(id);
    if (!known) continue;
    const { item, profile } = known;
    item.news = true;
    if (item.outcome === 'already') item.outcome = 'linked';
    item.before ??= { columns: columnsOf(profile), wrote: profile.figures };
  }
  return result;
}

const NAMES = Object.keys(PROFILE_TYPES) as (keyof ProfileColumns)[];

const COLUMNS = sql.raw(NAMES.join(', '));
const COLUMN_TYPES = sql.raw(NAMES.map((name) => `${name} ${PROFILE_TYPES[name]}`).join(', '));
const ASSIGNMENTS = sql.raw(NAMES.map((name) => `${name} = v.${name}`).join(', '));
const BUT_ENGAGEMENT = sql.raw(
  NAMES.filter((name) => name !== 'engagement' && name !== 'figures').join(', '),
);

const columnsOf = (profile: ProfileColumns): Record<string, unknown> =>
  Object.fromEntries(NAMES.map((name) => [name, profile[name]]));

// Finds the first profile at or after a key in the order of the unique index. For an equality
// condition the planner may choose any index starting with brand or platform, because its
// statistics lag behind the import's own writes, and would scan it for every row.
const FIRST_SHARED = sql`(select * from creator where brand_id is null
  and (platform, lower(username)) >= (k.platform, lower(k.username)) order by platform, lower(username) limit 1)`;
const firstOwn = (brandId: string) => sql`(select * from creator where brand_id is not null
  and (brand_id, platform, lower(username)) >= (${brandId}::uuid, k.platform, lower(k.username))
  order by brand_id, platform, lower(username) limit 1)`;

/** Finds the profiles of rows by row position: the brand's own, else shared ones. */
async function findProfiles(
  db: Database,
  stored: StoredImport,
  entries: readonly Entry[],
): Promise<Map<number, Profile>> {
  const found = new Map<number, Profile>();
  if (entries.length === 0) return found;
  const keys = entries.map(({ draft }, ord) => ({ ord, platform: draft.platform, username: draft.username }));
  const { rows } = await db.execute<Profile & Record<string, unknown>>(sql`
    select k.ord, c.id, c.brand_id, ${COLUMNS}, (c.brand_id is null and exists (
      select 1 from creator_import_row r join creator_import i on i.id = r.import_id
      where r.creator_id = c.id and r.key is not null and i.brand_id = ${stored.brandId} and i.id <> ${stored.id}
    )) as known
    from jsonb_to_recordset(${json(keys)}) as k(ord int, platform text, username text)
    cross join lateral (${FIRST_SHARED} ${stored.forEveryone ? sql`` : sql`union all ${firstOwn(stored.brandId)}`}) c
    where c.platform = k.platform and lower(c.username) = lower(k.username)
      and (c.brand_id is null or c.brand_id = ${stored.brandId})
    order by k.ord, c.brand_id nulls last`);
  for (const row of rows)
    if (!found.has(row.ord)) found.set(row.ord, { ...row, updated_at: isoMoment(row.updated_at) });
  return found;
}

/** Inserts profiles; omits those inserted concurrently by others from the result. */
async function insertProfiles(
  db: Database,
  stored: StoredImport,
  entries: readonly Entry[],
  now: string,
): Promise<Map<Entry, string>> {
  const made = new Map<Entry, string>();
  if (entries.length === 0) return made;
  const byId = new Map(entries.map((entry) => [newId(), entry]));
  const values = [...byId].map(([id, { draft }]) => ({
    id,
    brand_id: stored.forEveryone ? null : stored.brandId,
    platform: draft.platform,
    username: draft.username,
    profile_url: draft.profileUrl || profileUrlOf(draft.platform, draft.username),
    contact_email: stored.forEveryone ? draft.email : null,
    contacts_fetched_at: stored.forEveryone && draft.email ? now : null,
    ...newProfile(draft, originOf(stored, draft), now),
  }));
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into creator (id, brand_id, platform, username, profile_url, contact_email, contacts_fetched_at, ${COLUMNS})
    select id, brand_id, platform, username, profile_url, contact_email, contacts_fetched_at, ${COLUMNS}
    from jsonb_to_recordset(${json(values)}) as v(id uuid, brand_id uuid, platform text, username text,
      profile_url text, contact_email text, contacts_fetched_at timestamptz(3), ${COLUMN_TYPES})
    on conflict do nothing returning id`);
  for (const { id } of rows) {
    const entry = byId.get(id);
    if (entry) made.set(entry, id);
  }
  return made;
}

async function updateProfiles(
  db: Database,
  changes: readonly { id: string; profile: ProfileColumns }[],
): Promise<void> {
  if (changes.length === 0) return;
  const values = [...changes]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, profile }) => ({ id, ...columnsOf(profile) }));
  await db.execute(
    writeColumns(sql`jsonb_to_recordset(${json(values)}) as v(id uuid, ${COLUMN_TYPES})`, sql`true`),
  );
}

const writeColumns = (source: ReturnType<typeof sql>, where: ReturnType<typeof sql>) => sql`
  update creator c set ${ASSIGNMENTS} from ${source} where c.id = v.id and ${where}`;

/**
 * Restores profiles to their state before an import, unless they changed since. An engagement rate
 * calculated from the import's followers doesn't count as a change; it stays until recalculated.
 */
export async function restoreProfiles(
  db: Database,
  befores: { id: string; before: ProfileBefore }[],
): Promise<void> {
  if (befores.length === 0) return;
  const values = befores.map(({ id, before }) => ({ id, wrote: before.wrote, ...before.columns }));
  await db.execute(sql`
    with v as (
      select v.*, c.figures->'engagement' is not distinct from v.wrote->'engagement' as rate_untouched,
        c.engagement as rate, c.figures->'engagement' as rate_figure
      from jsonb_to_recordset(${json(values)}) as v(id uuid, wrote jsonb, ${COLUMN_TYPES})
      join creator c on c.id = v.id where c.figures - 'engagement' = v.wrote - 'engagement')
    ${writeColumns(
      sql`(select id, ${BUT_ENGAGEMENT}, case when rate_untouched then engagement else rate end as engagement,
          case when rate_untouched then figures
            else figures || jsonb_build_object('engagement', rate_figure) end as figures from v) v`,
      sql`true`,
    )}`);
}
