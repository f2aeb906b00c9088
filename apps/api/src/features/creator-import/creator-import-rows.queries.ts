import { type FigureOrigin, profileUrlOf } from '@troupe/domain/creator';
import type { ImportOutcome } from '@troupe/domain/creator-import';
import { creatorKey } from '@troupe/domain/creator-import/identity';
import type { CreatorDraft, RowReading } from '@troupe/domain/creator-import/row';
import type { StatusTag } from '@troupe/domain/creator-list';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { mergedProfile, newProfile, type ProfileColumns } from './creator-import.merge.ts';
import type { StoredImport } from './creator-import.queries.ts';
import type { ProfileBefore } from './creator-import.table.ts';

/** What an import needs of lists; lists are another feature, so a flow hands it in. */
export interface ImportLists {
  /** Puts creators on a list with tags and notes; answers the ids of those that were not on it. */
  add(
    db: Database,
    target: { brandId: string; listId: string; userId: string | null; now: string },
    items: { creatorId: string; tags: StatusTag[]; feedback: string }[],
  ): Promise<Set<string>>;
  /** Takes creators off a list again whose item nobody touched since; answers their ids. */
  takeOff(
    db: Database,
    target: { brandId: string; listId: string; now: string },
    creatorIds: string[],
  ): Promise<Set<string>>;
}

/** A row of the file as it was read. */
export interface ReadRow {
  row: number;
  line: number | null;
  cells: string[];
  reading: RowReading;
}

/** How many rows came to each outcome. */
export type Tally = Record<ImportOutcome, number>;

interface Entry extends ReadRow {
  draft: CreatorDraft;
  remarks: string[];
  key: string;
}

/** A row of `creator_import_row`, as it is written. */
interface RowRecord {
  row: number;
  line: number | null;
  outcome: ImportOutcome;
  key: string | null;
  creator_id: string | null;
  name: string;
  platform: string | null;
  username: string | null;
  reason: string | null;
  field: string | null;
  suggestion: string | null;
  cells: string[] | null;
  listed: boolean;
  contact: boolean;
  before: ProfileBefore | null;
}

interface Profile extends ProfileColumns {
  ord: number;
  id: string;
  brand_id: string | null;
  known: boolean;
}

/**
 * Keeps each key looked up by itself through its index. Statistics lag behind a running import, and a plan made
 * from them may read all that the import has written so far, for every batch.
 */
const ONE_BY_ONE = sql.raw('offset 0');

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/**
 * Takes rows over into the product, within the caller's transaction: makes profiles, links known ones, puts
 * them on the list, and notes what became of each row. Answers how many came to which outcome.
 */
export async function takeOver(
  db: Database,
  lists: ImportLists,
  stored: StoredImport,
  rows: readonly ReadRow[],
  now: string,
): Promise<Tally> {
  const records: RowRecord[] = [];
  const entries: Entry[] = [];
  for (const row of rows) {
    if (row.reading.kind === 'rejected') records.push(rejectedRecord(row));
    else {
      const { draft, remarks } = row.reading;
      entries.push({ ...row, draft, remarks, key: creatorKey(draft.platform, draft.username) });
    }
  }
  const { fresh, repeats } = await splitRepeats(db, stored.id, entries);
  for (const { entry, first } of repeats) records.push(repeatRecord(entry, first));
  const outcomes = await settleProfiles(db, stored, fresh, now);
  await settleContacts(db, stored, outcomes);
  await settleList(db, lists, stored, outcomes, now);
  for (const outcome of outcomes) records.push(keptRecord(outcome));
  await insertRows(db, stored.id, records);
  const tally: Tally = { added: 0, linked: 0, already: 0, repeated: 0, rejected: 0 };
  for (const record of records) tally[record.outcome]++;
  return tally;
}

/** Parts rows whose creator an earlier row of the file brought in from those that are first. */
async function splitRepeats(db: Database, importId: string, entries: readonly Entry[]) {
  const firstRows = new Map<string, number>();
  if (entries.length > 0) {
    const keys = entries.map(({ key }) => key);
    const { rows } = await db.execute<{ key: string; row: number }>(sql`
      select k.key, r.row from jsonb_array_elements_text(${json(keys)}) as k(key)
      cross join lateral (
        select row from creator_import_row where import_id = ${importId} and key = k.key ${ONE_BY_ONE}
      ) r`);
    for (const { key, row } of rows) firstRows.set(key, row);
  }
  const fresh: Entry[] = [];
  const repeats: { entry: Entry; first: number }[] = [];
  for (const entry of entries) {
    const first = firstRows.get(entry.key);
    if (first !== undefined) repeats.push({ entry, first });
    else {
      firstRows.set(entry.key, entry.row);
      fresh.push(entry);
    }
  }
  return { fresh, repeats };
}

/** A row with the profile it led to. */
interface Settled {
  entry: Entry;
  profileId: string;
  /** The profile was made for this row. */
  made: boolean;
  /** The profile was known and this row changed or first linked it. */
  news: boolean;
  listed: boolean;
  contact: boolean;
  outcome: ImportOutcome;
  before: ProfileBefore | null;
}

const settled = (entry: Entry, profileId: string, made: boolean, news: boolean): Settled => ({
  entry,
  profileId,
  made,
  news,
  listed: false,
  contact: false,
  outcome: made ? 'added' : news ? 'linked' : 'already',
  before: null,
});

async function settleProfiles(
  db: Database,
  stored: StoredImport,
  entries: readonly Entry[],
  now: string,
): Promise<Settled[]> {
  if (entries.length === 0) return [];
  const origin: FigureOrigin = {
    source: stored.forEveryone ? 'administrator-import' : 'brand-import',
    asOf: stored.asOf,
  };
  const found = await findProfiles(db, stored, entries);
  // Everybody makes profiles in one order, so that two imports never wait for each other.
  const unknown = entries.filter((_, at) => !found.has(at)).sort((a, b) => (a.key < b.key ? -1 : 1));
  const made = await insertProfiles(db, stored, unknown, origin, now);
  const late = unknown.filter((entry) => !made.has(entry));
  const foundLate = await findProfiles(db, stored, late);
  const result: Settled[] = [];
  const changes: { id: string; profile: ProfileColumns }[] = [];
  const known = (entry: Entry, profile: Profile) => {
    const own = profile.brand_id === null ? stored.forEveryone : true;
    const merged = own ? mergedProfile(profile, entry.draft, origin) : null;
    const item = settled(entry, profile.id, false, merged !== null || !(own || profile.known));
    if (merged) {
      changes.push({ id: profile.id, profile: merged });
      item.before = { columns: columnsOf(profile), wrote: merged.figures };
    }
    result.push(item);
  };
  entries.forEach((entry, at) => {
    const profile = found.get(at);
    if (profile) known(entry, profile);
  });
  late.forEach((entry, at) => {
    const profile = foundLate.get(at);
    if (!profile) throw new Error('a profile can neither be made nor found');
    known(entry, profile);
  });
  for (const [entry, id] of made) result.push(settled(entry, id, true, true));
  await updateProfiles(db, changes);
  return result;
}

const COLUMNS = sql.raw(
  'social_id, fullname, bio, profile_pic_url, country, language, categories, verified, follower_count, engagement, avg_views, figures, updated_at',
);
const COLUMN_TYPES = sql.raw(
  'social_id text, fullname text, bio text, profile_pic_url text, country char(2), language text, categories text[], verified boolean, follower_count bigint, engagement double precision, avg_views bigint, figures jsonb, updated_at timestamptz(3)',
);

function columnsOf(profile: ProfileColumns): Record<string, unknown> {
  const { social_id, fullname, bio, profile_pic_url, country, language, categories, verified } = profile;
  const { follower_count, engagement, avg_views, figures, updated_at } = profile;
  return {
    ...{ social_id, fullname, bio, profile_pic_url, country, language, categories, verified },
    ...{ follower_count, engagement, avg_views, figures, updated_at },
  };
}

/** Profiles that the rows are about, by the place of the row: shared ones first, else the brand's own. */
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
    cross join lateral (
      select * from creator where lower(username) = lower(k.username) ${ONE_BY_ONE}
    ) c
    where c.platform = k.platform and (c.brand_id is null or ${
      stored.forEveryone ? sql`false` : sql`c.brand_id = ${stored.brandId}`
    })
    order by k.ord, c.brand_id nulls first`);
  for (const row of rows) if (!found.has(row.ord)) found.set(row.ord, row);
  return found;
}

/** Makes profiles; one that somebody else made in this moment is left out of the answer. */
async function insertProfiles(
  db: Database,
  stored: StoredImport,
  entries: readonly Entry[],
  origin: FigureOrigin,
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
    ...newProfile(draft, origin, now),
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
  update creator c set social_id = v.social_id, fullname = v.fullname, bio = v.bio,
    profile_pic_url = v.profile_pic_url, country = v.country, language = v.language, categories = v.categories,
    verified = v.verified, follower_count = v.follower_count, engagement = v.engagement,
    avg_views = v.avg_views, figures = v.figures, updated_at = v.updated_at
  from ${source} where c.id = v.id and ${where}`;

/** Gives profiles back what stood in them before an import, where nobody changed them since. */
export async function restoreProfiles(
  db: Database,
  befores: { id: string; before: ProfileBefore }[],
): Promise<void> {
  if (befores.length === 0) return;
  const values = befores.map(({ id, before }) => ({ id, wrote: before.wrote, ...before.columns }));
  await db.execute(
    writeColumns(
      sql`jsonb_to_recordset(${json(values)}) as v(id uuid, wrote jsonb, ${COLUMN_TYPES})`,
      sql`c.figures = v.wrote`,
    ),
  );
}

/** Contact details that the file brings belong to the brand, whoever the profile belongs to. */
async function settleContacts(
  db: Database,
  stored: StoredImport,
  outcomes: readonly Settled[],
): Promise<void> {
  const withEmail = outcomes.filter(({ entry }) => entry.draft.email !== null);
  if (withEmail.length === 0) return;
  if (stored.forEveryone) {
    const known = withEmail
      .filter(({ made }) => !made)
      .map(({ entry, profileId }) => ({ id: profileId, email: entry.draft.email }));
    await db.execute(sql`
      update creator c set contact_email = v.email, contacts_fetched_at = now()
      from jsonb_to_recordset(${json(known)}) as v(id uuid, email text)
      where c.id = v.id and c.contact_email is null`);
    return;
  }
  const values = withEmail.map(({ entry, profileId }) => ({
    id: newId(),
    brand_id: stored.brandId,
    creator_id: profileId,
    email: entry.draft.email,
  }));
  const { rows } = await db.execute<{ creator_id: string; made: boolean }>(sql`
    insert into creator_contact as c (id, brand_id, creator_id, email)
    select id, brand_id, creator_id, email
    from jsonb_to_recordset(${json(values)}) as v(id uuid, brand_id uuid, creator_id uuid, email text)
    order by creator_id
    on conflict (brand_id, creator_id) do update set email = excluded.email where c.email <> excluded.email
    returning creator_id, (xmax = 0) as made`);
  const made = new Map(rows.map((row) => [row.creator_id, row.made]));
  for (const outcome of withEmail) {
    const brought = made.get(outcome.profileId);
    outcome.contact = brought === true;
    if (brought !== undefined && outcome.outcome === 'already') outcome.outcome = 'linked';
  }
}

async function settleList(
  db: Database,
  lists: ImportLists,
  stored: StoredImport,
  outcomes: readonly Settled[],
  now: string,
): Promise<void> {
  const { brandId, listId, createdBy: userId } = stored;
  if (!listId || outcomes.length === 0) return;
  const items = outcomes.map(({ entry, profileId }) => ({
    creatorId: profileId,
    tags: entry.draft.tags,
    feedback: entry.draft.notes,
  }));
  const listed = await lists.add(db, { brandId, listId, userId, now }, items);
  for (const outcome of outcomes) {
    outcome.listed = listed.has(outcome.profileId);
    if (!outcome.made) outcome.outcome = outcome.listed ? 'linked' : 'already';
  }
}

function rejectedRecord({ row, line, cells, reading }: ReadRow): RowRecord {
  const problem = reading.kind === 'rejected' ? reading.problem : null;
  return {
    ...blank(row, line, 'rejected', problem?.name ?? ''),
    reason: problem?.reason ?? null,
    field: problem?.field ?? null,
    suggestion: problem?.suggestion ?? null,
    cells,
  };
}

const blank = (row: number, line: number | null, outcome: ImportOutcome, name: string): RowRecord => ({
  row,
  line,
  outcome,
  key: null,
  creator_id: null,
  name,
  platform: null,
  username: null,
  reason: null,
  field: null,
  suggestion: null,
  cells: null,
  listed: false,
  contact: false,
  before: null,
});

const ofDraft = ({ row, line, draft, remarks }: Entry, outcome: ImportOutcome): RowRecord => ({
  ...blank(row, line, outcome, draft.fullname || draft.username),
  platform: draft.platform,
  username: draft.username,
  reason: remarks.length ? remarks.join('. ') : null,
});

const repeatRecord = (entry: Entry, first: number): RowRecord => ({
  ...ofDraft(entry, 'repeated'),
  reason: `The same creator as row ${first}`,
});

const keptRecord = (item: Settled): RowRecord => ({
  ...ofDraft(item.entry, item.outcome),
  key: item.entry.key,
  creator_id: item.profileId,
  listed: item.listed,
  contact: item.contact,
  before: item.before,
});

async function insertRows(db: Database, importId: string, records: readonly RowRecord[]): Promise<void> {
  if (records.length === 0) return;
  const columns = sql.raw(
    'row, line, outcome, key, creator_id, name, platform, username, reason, field, suggestion, cells, listed, contact, before',
  );
  await db.execute(sql`
    insert into creator_import_row (import_id, ${columns})
    select ${importId}::uuid, ${columns} from jsonb_to_recordset(${json(records)}) as v(row int, line int,
      outcome text, key text, creator_id uuid, name text, platform text, username text, reason text, field text,
      suggestion text, cells jsonb, listed boolean, contact boolean, before jsonb)`);
}
