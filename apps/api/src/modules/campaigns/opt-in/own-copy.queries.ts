import { type FieldValue, fieldText, type ListField } from '@troupe/domain/discovery/list-field';
import { MAX_COMMENT } from '@troupe/domain/discovery/list-field-limits';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newId } from '../../../platform/id.ts';
import { copySharedContacts } from '../../discovery/creator/creator.table.ts';

/** A brand's own copy of a shared profile. */
export interface OwnCopy {
  brandId: string;
  sharedId: string;
  copyId: string;
}

/**
 * A copy to settle, with the claim of its profile. `unclaimed`: the copy has no claim that is as good. `kept`: the brand has
 * something with the shared profile.
 */
export interface UnsettledCopy extends OwnCopy {
  userId: string;
  byInvite: boolean;
  unclaimed: boolean;
  kept: boolean;
}

/** Where a brand keeps what it has with a creator; opt-ins and payments come with a conversation or an affiliate. */
const KEPT_IN = [
  ...[
    'creator_list_item',
    'safety_flag',
    'safety_check',
    'creator_audience',
    'audience_report',
    'saved_search_match',
  ],
  ...['author_creator', 'cost_entry', 'affiliate', 'invite', 'conversation'],
].map((table) =>
  sql.raw(`exists (select from ${table} x where x.brand_id = own.brand_id and x.creator_id = shared.id)`),
);

/** The copy has no address, but the brand has one with the shared profile, or everyone has. */
const LACKS_CONTACT = sql`(not exists (select from creator_contact k where k.brand_id = own.brand_id and k.creator_id = own.id)
  and (shared.contact_email is not null
    or exists (select from creator_contact k where k.brand_id = own.brand_id and k.creator_id = shared.id)))`;

/** Neither has someone proved control of the copy, nor is it claimed by an invite like the profile. */
const UNCLAIMED = sql`not exists (select from creator_claim c where c.creator_id = own.id and c.claimed_at is not null
  and (k.by_invite or not c.by_invite))`;

/**
 * Returns copies of claimed profiles, in order of their IDs, that aren't claimed themselves or whose brand still has
 * something with the shared profile.
 */
export async function readUnsettledCopies(
  db: Database,
  of: { brandId?: string; sharedId?: string; after?: string },
  limit: number | null,
): Promise<UnsettledCopy[]> {
  // The brands are named, because only the index that starts with them finds copies.
  const brands = of.brandId ? sql`array[${of.brandId}::uuid]` : sql`array(select id from brand)`;
  const { rows } = await db.execute<UnsettledCopy & Record<string, unknown>>(sql`
    select * from (
      select own.brand_id as "brandId", shared.id as "sharedId", own.id as "copyId", k.user_id as "userId",
        k.by_invite as "byInvite", ${UNCLAIMED} as unclaimed, (${sql.join([LACKS_CONTACT, ...KEPT_IN], sql` or `)}) as kept
      from creator own
      join creator shared on shared.brand_id is null and shared.platform = own.platform
        and lower(shared.username) = lower(own.username)
      join creator_claim k on k.creator_id = shared.id and k.claimed_at is not null
      where own.brand_id = any(${brands}) and not own.sample
        and ${of.sharedId ? sql`shared.id = ${of.sharedId}` : sql`true`}
        and ${of.after ? sql`own.id > ${of.after}` : sql`true`}) copies
    where unclaimed or kept order by "copyId" limit ${limit}`);
  return rows;
}

/** Returns brands that have their own creators. */
export async function readBrandsWithCopies(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from brand b where exists (select from creator own where own.brand_id = b.id and not own.sample) order by 1`);
  return rows.map(({ id }) => id);
}

/** Keeps a copy from being deleted, or settled elsewhere, in this transaction; false if it no longer exists. */
export async function lockCopy(db: Database, { brandId, copyId }: OwnCopy): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select id from creator where id = ${copyId} and brand_id = ${brandId} for no key update`,
  );
  return rows.length > 0;
}

/** Moves items of lists; two on one list become one that has everything of both. */
export async function moveItems(
  db: Database,
  { brandId, sharedId, copyId }: OwnCopy,
  now: string,
): Promise<void> {
  const { rows } = await db.execute<{ kept: string; extra: string }>(sql`
    select k.id as kept, x.id as extra from creator_list_item k join creator_list_item x on x.list_id = k.list_id
    where k.brand_id = ${brandId} and k.creator_id = ${copyId} and x.brand_id = ${brandId} and x.creator_id = ${sharedId}
    order by k.id for update of k, x`);
  for (const { kept, extra } of rows) await mergeItems(db, kept, extra, now);
  const data = {
    itemIds: rows.map(({ kept }) => kept),
    change: 'merged' as const,
    replacedIds: rows.map(({ extra }) => extra),
  };
  if (rows.length > 0) await publish(db, { type: 'creator_list_item.changed', brandId, data }, new Date(now));
  // The trigger that counts contacts of lists doesn't look at the creator.
  await db.execute(sql`
    with moved as (
      update creator_list_item set creator_id = ${copyId} where brand_id = ${brandId} and creator_id = ${sharedId}
      returning list_id, archived_at)
    insert into creator_list_contact_change (list_id, by)
    select list_id, creator_contact_known(${copyId}, ${brandId})::int - creator_contact_known(${sharedId}, ${brandId})::int
    from moved where archived_at is null
      and creator_contact_known(${copyId}, ${brandId}) <> creator_contact_known(${sharedId}, ${brandId})`);
}

/**
 * Merges an item of a list into another one. Of fields and stages that both have, the later saved item's stay, and replaced
 * values of fields become comments. Undoing an import doesn't remove the item, because its version says that it was changed.
 */
async function mergeItems(db: Database, kept: string, extra: string, now: string): Promise<void> {
  await keepReplacedValues(db, kept, extra);
  const staged = sql`x.stage_id is not null and (k.stage_id is null or x.updated_at > k.updated_at)`;
  await db.execute(sql`
    update creator_list_item k set
      tags = array(select distinct tag from unnest(k.tags || x.tags) as tag),
      feedback = case when x.feedback = '' or position(x.feedback in k.feedback) > 0 then k.feedback
        when k.feedback = '' then x.feedback else k.feedback || E'\n\n' || x.feedback end,
      custom = case when x.updated_at > k.updated_at then k.custom || x.custom else x.custom || k.custom end,
      stage_id = case when ${staged} then x.stage_id else k.stage_id end,
      stage_rank = case when ${staged} then x.stage_rank else k.stage_rank end,
      saved_at = least(k.saved_at, x.saved_at), updated_at = ${now}::timestamptz, updated_by = coalesce(x.updated_by, k.updated_by),
      archived_at = case when x.archived_at is not null then k.archived_at end,
      version = greatest(k.version, x.version) + 1
    from creator_list_item x
    where k.id = ${kept} and x.id = ${extra}`);
  await db.execute(sql`
    delete from list_vote v using list_vote x where v.item_id in (${kept}, ${extra}) and x.item_id in (${kept}, ${extra})
      and v.item_id <> x.item_id and (v.user_id = x.user_id or v.reviewer_id = x.reviewer_id)
      and (v.voted_at, v.id) < (x.voted_at, x.id)`);
  await db.execute(sql`update list_vote set item_id = ${kept} where item_id = ${extra}`);
  await db.execute(sql`update list_comment set item_id = ${kept} where item_id = ${extra}`);
  await db.execute(sql`
    update creator_list_item k set review = (
      select jsonb_build_object('approve', count(*) filter (where vote = 'approve'),
        'reject', count(*) filter (where vote = 'reject'), 'unsure', count(*) filter (where vote = 'unsure'),
        'comments', (select count(*) from list_comment where item_id = k.id))
      from list_vote where item_id = k.id)
    where k.id = ${kept}
      and (exists (select from list_vote where item_id = k.id) or exists (select from list_comment where item_id = k.id))`);
  await db.execute(sql`delete from creator_list_item where id = ${extra}`);
}

interface ReplacedValues extends Record<string, unknown> {
  brandId: string;
  /** The fields that both items have, those of their list first: fields that an item brought along belong to other lists. */
  fields: ListField[] | null;
  replaced: Record<string, FieldValue>;
  replacing: Record<string, FieldValue>;
  userId: string | null;
  at: string;
}

/**
 * Keeps the field values that a merge replaces as comments by the people who saved them. Not as notes, which reviewers
 * see and emails to creators can contain.
 */
async function keepReplacedValues(db: Database, kept: string, extra: string): Promise<void> {
  const { rows } = await db.execute<ReplacedValues>(sql`
    select lost.brand_id as "brandId", lost.custom as replaced, won.custom as replacing, lost.updated_by as "userId",
      to_json(lost.updated_at) #>> '{}' as at,
      (select jsonb_agg(field order by l.id = lost.list_id desc, l.id, place) from creator_list l
        cross join jsonb_array_elements(l.fields) with ordinality as f(field, place)
        where l.brand_id = lost.brand_id and lost.custom ? (field ->> 'id') and won.custom ? (field ->> 'id')) as fields
    from creator_list_item lost join creator_list_item won on won.id in (${kept}, ${extra}) and won.id <> lost.id
    where lost.id in (${kept}, ${extra}) and lost.custom <> '{}' and won.custom <> '{}'
      and (won.updated_at > lost.updated_at or (won.updated_at = lost.updated_at and won.id = ${kept}))`);
  const [both] = rows;
  if (!both?.fields) return;
  const { replaced, replacing, brandId, userId, at } = both;
  const lines = new Map<string, string>();
  for (const field of both.fields) {
    const [lost, won] = [replaced, replacing].map((values) =>
      String(fieldText(field, values[field.id])).trim(),
    );
    if (lost && lost !== won && !lines.has(field.id)) lines.set(field.id, `${field.name}: ${lost}`);
  }
  for (const text of joinUpTo([...lines.values()], MAX_COMMENT))
    await db.execute(sql`
      insert into list_comment (id, brand_id, item_id, user_id, text, created_at)
      values (${newId()}, ${brandId}, ${kept}, ${userId}, ${text}, ${at})`);
}

/** Joins lines into texts of at most `most` characters. */
function joinUpTo(lines: readonly string[], most: number): string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + line.length < most) texts[texts.length - 1] = `${last}\n${line}`;
    else texts.push(line);
  }
  return texts;
}

/**
 * Moves safety flags with their evidence. Of two in one category, the decision about the shared profile's stands, unless the
 * copy's was decided later or has new evidence.
 */
export async function moveFlags(
  db: Database,
  { brandId, sharedId, copyId }: OwnCopy,
  now: string,
): Promise<void> {
  const { rows } = await db.execute<{ kept: string; extra: string }>(sql`
    select k.id as kept, x.id as extra from safety_flag k join safety_flag x on x.category = k.category
    where k.brand_id = ${brandId} and k.creator_id = ${copyId} and x.brand_id = ${brandId} and x.creator_id = ${sharedId}
    order by k.id for update of k, x`);
  const news = sql`k.state = 'open' and exists (select from safety_evidence e where e.flag_id = k.id and not exists (
    select from safety_evidence o where o.flag_id = x.id and o.text_hash = e.text_hash))`;
  for (const { kept, extra } of rows) {
    await db.execute(sql`
      update safety_flag k set state = case when ${news} then k.state else x.state end, decided_by = x.decided_by,
        decided_at = x.decided_at, reason = x.reason, raised_at = least(k.raised_at, x.raised_at),
        changed_at = ${now}::timestamptz, version = greatest(k.version, x.version) + 1
      from safety_flag x
      where k.id = ${kept} and x.id = ${extra} and x.decided_at is not null
        and (k.decided_at is null or k.decided_at < x.decided_at)`);
    await db.execute(sql`
      update safety_evidence e set flag_id = ${kept} where flag_id = ${extra} and not exists (
        select from safety_evidence o where o.flag_id = ${kept} and o.item_key = e.item_key and o.text_hash = e.text_hash)`);
    await db.execute(sql`delete from safety_flag where id = ${extra}`);
  }
  await db.execute(
    sql`update safety_flag set creator_id = ${copyId} where brand_id = ${brandId} and creator_id = ${sharedId}`,
  );
  // The copy is checked for itself.
  await db.execute(sql`delete from safety_check where brand_id = ${brandId} and creator_id = ${sharedId}`);
}

/** Moves audience reports, with the newest one's shares. A purchase in progress moves once it has ended. */
export async function moveReports(db: Database, { brandId, sharedId, copyId }: OwnCopy): Promise<void> {
  await db.execute(
    sql`update audience_report set creator_id = ${copyId} where brand_id = ${brandId} and creator_id = ${sharedId}`,
  );
  await db.execute(sql`
    update audience_purchase set creator_id = ${copyId}
    where brand_id = ${brandId} and creator_id = ${sharedId} and state <> 'open'`);
  await db.execute(sql`
    delete from creator_audience k using creator_audience x where k.brand_id = ${brandId} and k.creator_id = ${copyId}
      and x.brand_id = ${brandId} and x.creator_id = ${sharedId} and x.created_at > k.created_at`);
  await db.execute(sql`
    insert into creator_audience (brand_id, creator_id, report_id, created_at, known, version)
    select brand_id, ${copyId}, report_id, created_at, known, version from creator_audience
    where brand_id = ${brandId} and creator_id = ${sharedId} on conflict do nothing`);
  await db.execute(sql`
    insert into audience_share (brand_id, creator_id, kind, code, weight)
    select s.brand_id, ${copyId}, s.kind, s.code, s.weight from audience_share s
    join creator_audience x on x.brand_id = s.brand_id and x.creator_id = s.creator_id
    join creator_audience k on k.brand_id = x.brand_id and k.creator_id = ${copyId} and k.report_id = x.report_id
    where s.brand_id = ${brandId} and s.creator_id = ${sharedId} on conflict do nothing`);
  await db.execute(
    sql`delete from creator_audience where brand_id = ${brandId} and creator_id = ${sharedId}`,
  );
}

/** Moves the rest of what a brand found and saved: its contact, matches of searches, authors and rows of imports. */
export async function moveFindings(
  db: Database,
  { brandId, sharedId, copyId }: OwnCopy,
  now: string,
): Promise<void> {
  // Another address of the copy stays.
  await db.execute(copySharedContacts(brandId, [copyId], now));
  await db.execute(sql`
    delete from creator_contact x using creator_contact k where x.brand_id = ${brandId} and x.creator_id = ${sharedId}
      and k.brand_id = ${brandId} and k.creator_id = ${copyId} and lower(k.email) = lower(x.email)`);
  await db.execute(sql`
    insert into saved_search_match (saved_search_id, creator_id, brand_id, found_at)
    select saved_search_id, ${copyId}, brand_id, found_at from saved_search_match
    where brand_id = ${brandId} and creator_id = ${sharedId} on conflict do nothing`);
  await db.execute(
    sql`delete from saved_search_match where brand_id = ${brandId} and creator_id = ${sharedId}`,
  );
  await db.execute(
    sql`update author_creator set creator_id = ${copyId} where brand_id = ${brandId} and creator_id = ${sharedId}`,
  );
  // Undoing an import looks for its creators here.
  await db.execute(sql`
    update creator_import_row r set creator_id = ${copyId} from creator_import i
    where i.id = r.import_id and i.brand_id = ${brandId} and not i.for_everyone and r.creator_id = ${sharedId}`);
}

/**
 * Returns whether a brand has both records in one campaign or program, so that what belongs to one of them can't be led to
 * the other.
 */
export async function usesBoth(db: Database, { brandId, sharedId, copyId }: OwnCopy): Promise<boolean> {
  const { rows } = await db.execute<{ both: boolean }>(sql`
    select exists (select from opt_in k join opt_in x on x.campaign_id = k.campaign_id and x.creator_id = ${sharedId}
        where k.brand_id = ${brandId} and k.creator_id = ${copyId})
      or exists (select from invite k join invite x on x.campaign_id = k.campaign_id and x.creator_id = ${sharedId}
        where k.brand_id = ${brandId} and k.creator_id = ${copyId} and k.cancelled_at is null and x.cancelled_at is null)
      or exists (select from affiliate k join affiliate x on x.brand_id = k.brand_id and x.creator_id = ${sharedId}
        where k.brand_id = ${brandId} and k.creator_id = ${copyId}) as both`);
  return rows[0]?.both ?? false;
}

/** Moves what belongs to campaigns and programs, apart from conversations. */
export async function moveCampaignWork(db: Database, { brandId, sharedId, copyId }: OwnCopy): Promise<void> {
  for (const table of ['opt_in', 'invite', 'follow_up', 'payable', 'affiliate', 'cost_entry'])
    await db.execute(
      sql`update ${sql.identifier(table)} set creator_id = ${copyId} where brand_id = ${brandId} and creator_id = ${sharedId}`,
    );
}
