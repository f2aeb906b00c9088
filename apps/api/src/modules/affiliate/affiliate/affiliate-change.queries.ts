import type { AffiliateState } from '@troupe/domain/affiliate/affiliate';
import { and, eq, type InferSelectModel, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { effectivePlanSql } from '../../billing/subscription/subscription.table.ts';
import { mailAddressSql } from '../../discovery/creator/creator.table.ts';
import { affiliateChangeTable, affiliateTable } from './affiliate.table.ts';

/** An affiliate as it is stored. */
export type StoredAffiliate = InferSelectModel<typeof affiliateTable>;

/** Locks an affiliate of a brand, or of any brand; null if there is none. */
export async function lockAffiliate(
  tx: Database,
  id: string,
  brandId?: string,
): Promise<StoredAffiliate | null> {
  const [row] = await tx
    .select()
    .from(affiliateTable)
    .where(and(eq(affiliateTable.id, id), brandId ? eq(affiliateTable.brandId, brandId) : undefined))
    .for('no key update');
  return row ?? null;
}

/** Returns the brand of an affiliate; null if there is none. */
export async function brandOfAffiliate(tx: Database, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ brandId: affiliateTable.brandId })
    .from(affiliateTable)
    .where(eq(affiliateTable.id, id));
  return row?.brandId ?? null;
}

/** A change to a locked affiliate. */
export type AffiliateColumns = Partial<
  Pick<
    StoredAffiliate,
    | 'state'
    | 'userId'
    | 'rateBp'
    | 'repeatRateBp'
    | 'terms'
    | 'termsVersion'
    | 'termsAcceptedAt'
    | 'offered'
    | 'since'
    | 'until'
    | 'invitedBy'
    | 'optInId'
    | 'campaignId'
    | 'createdAt'
  >
>;

/** Writes a change as the next version of a locked affiliate. State and binding terms go into its history. */
export async function writeAffiliate(
  tx: Database,
  row: StoredAffiliate,
  columns: AffiliateColumns,
  by: { userId: string | null; now: Date; reason?: string },
): Promise<StoredAffiliate> {
  const [written] = await tx
    .update(affiliateTable)
    .set(Object.assign({ version: sql`version + 1`, updatedAt: by.now.toISOString() }, columns))
    .where(eq(affiliateTable.id, row.id))
    .returning();
  if (!written) throw new Error('the affiliate is gone');
  if (written.state !== row.state || columns.terms !== undefined) await addAffiliateChange(tx, written, by);
  return written;
}

/** Adds the current state and terms of an affiliate to its history. */
export async function addAffiliateChange(
  tx: Database,
  { id, brandId, version, state, terms, termsVersion, rateBp }: StoredAffiliate,
  { userId, now, reason }: { userId: string | null; now: Date; reason?: string },
): Promise<void> {
  await tx.insert(affiliateChangeTable).values({
    id: newId(),
    brandId,
    affiliateId: id,
    version,
    state,
    terms,
    termsVersion,
    ownRate: terms === null ? null : rateBp,
    userId,
    reason: reason ?? null,
    at: now.toISOString(),
  });
}

/**
 * Offers the program's current terms to affiliates that are not bound by them, with their own rate or their campaign's.
 * Withdraws offers that equal what binds already.
 * @param ids only these affiliates; null for all that haven't ended
 * @returns the affiliates with a new offer
 */
export async function offerTerms(
  tx: Database,
  brandId: string,
  ids: readonly string[] | null,
  now: Date,
): Promise<{ id: string; state: AffiliateState; version: number; userId: string | null }[]> {
  const { rows } = await tx.execute<{
    id: string;
    state: AffiliateState;
    version: number;
    userId: string | null;
    offers: boolean;
  }>(sql`
    with wanted as (
      select a.id, p.rules->'terms' || jsonb_build_object(
          'rateBp', coalesce(a.rate_bp, (
            select (r->>'rateBp')::int from jsonb_array_elements(p.rules->'campaignRates') r
            where r->>'campaignId' = a.campaign_id::text limit 1
          ), (p.rules->'terms'->>'rateBp')::int),
          'repeatRateBp', coalesce(to_jsonb(a.repeat_rate_bp), p.rules->'terms'->'repeatRateBp')) as terms
      from affiliate a join affiliate_program p on p.brand_id = a.brand_id
      where a.brand_id = ${brandId} and a.state <> 'ended'
        and (${ids === null}::boolean or a.id = any(${sql.param([...(ids ?? [])])}::uuid[]))
    )
    update affiliate a set offered = nullif(w.terms, a.terms), version = a.version + 1,
      updated_at = ${now.toISOString()}::timestamptz
    from wanted w
    where a.id = w.id and nullif(w.terms, a.terms) is distinct from a.offered
    returning a.id, a.state, a.version, a.user_id as "userId", a.offered is not null as offers`);
  return rows.filter(({ offers }) => offers);
}

/** A creator whom a brand wants to invite. */
export interface Invitee {
  creatorId: string;
  optInId: string | null;
  campaignId: string | null;
  username: string;
  fullname: string;
  /** An email address that may be used; null if none is known. */
  address: string | null;
  /** Why the opt-in can't be invited; null if it can. */
  refusal: string | null;
}

/** Addresses of shared profiles come with a plan. */
const ADDRESS = `case when c.brand_id = b.id or ${effectivePlanSql('plan.id', 'b.id')} is not null
  then ${mailAddressSql('b.id', 'c')} end`;

/** Returns creators of a brand's opt-ins, in no order. Unknown opt-ins are left out. */
export async function readInvitedOptIns(
  tx: Database,
  brandId: string,
  optInIds: readonly string[],
): Promise<Invitee[]> {
  const { rows } = await tx.execute<Invitee & Record<string, unknown>>(sql`
    select c.id as "creatorId", i.id as "optInId", i.campaign_id as "campaignId", c.username, c.fullname,
      ${sql.raw(ADDRESS)} as address,
      case when i.removed_at is not null then 'This creator deleted their account.'
        when i.status not in ('approved', 'completed') then 'Approve this creator first.' end as refusal
    from opt_in i join creator c on c.id = i.creator_id join brand b on b.id = i.brand_id
    where i.brand_id = ${brandId} and i.id = any(${sql.param([...optInIds])}::uuid[])`);
  return rows;
}

/** Returns creators that a brand can see, in no order. */
export async function readInvitedCreators(
  tx: Database,
  brandId: string,
  creatorIds: readonly string[],
): Promise<Invitee[]> {
  const { rows } = await tx.execute<Invitee & Record<string, unknown>>(sql`
    select c.id as "creatorId", null as "optInId", null as "campaignId", c.username, c.fullname,
      ${sql.raw(ADDRESS)} as address, null as refusal
    from brand b join creator c on c.brand_id is null or c.brand_id = b.id
    where b.id = ${brandId} and c.id = any(${sql.param([...creatorIds])}::uuid[])`);
  return rows;
}

/** Adds an invited affiliate, or reopens one that ended; null if the creator is in the program. */
export async function upsertInvited(
  tx: Database,
  values: Pick<
    StoredAffiliate,
    'brandId' | 'creatorId' | 'optInId' | 'campaignId' | 'rateBp' | 'repeatRateBp' | 'invitedBy'
  >,
  now: Date,
): Promise<string | null> {
  const at = now.toISOString();
  const fresh = {
    state: 'invited' as const,
    userId: null,
    terms: null,
    termsVersion: null,
    termsAcceptedAt: null,
    offered: null,
    since: null,
    until: null,
    updatedAt: at,
    createdAt: at,
  };
  const [row] = await tx
    .insert(affiliateTable)
    .values(Object.assign({ id: newId() }, fresh, values))
    .onConflictDoUpdate({
      target: [affiliateTable.brandId, affiliateTable.creatorId],
      set: Object.assign({ version: sql`${affiliateTable.version} + 1` }, fresh, values),
      setWhere: eq(affiliateTable.state, 'ended'),
    })
    .returning();
  if (!row) return null;
  await addAffiliateChange(tx, row, { userId: values.invitedBy, now });
  return row.id;
}

/** Counts the creators of a brand's program who haven't left, and those invited since a time. */
export async function countAffiliates(
  tx: Database,
  brandId: string,
  since: Date,
): Promise<{ present: number; invited: number }> {
  const { rows } = await tx.execute<{ present: number; invited: number }>(sql`
    select count(*) filter (where state <> 'ended')::int as present,
      count(*) filter (where created_at >= ${since.toISOString()}::timestamptz)::int as invited
    from affiliate where brand_id = ${brandId}`);
  return rows[0] ?? { present: 0, invited: 0 };
}

/** Returns the names that notifications about an affiliate need. */
export async function readAffiliateNotice(
  tx: Database,
  affiliateId: string,
): Promise<{ username: string; brandName: string } | null> {
  const { rows } = await tx.execute<{ username: string; brandName: string }>(sql`
    select c.username, b.name as "brandName"
    from affiliate a join creator c on c.id = a.creator_id join brand b on b.id = a.brand_id
    where a.id = ${affiliateId}`);
  return rows[0] ?? null;
}

/** Returns the email addresses of a brand's creators with an account, and the keys of their purchases so far. */
export async function readBuyerEmails(
  db: Database,
  brandId: string,
  affiliateId: string | null = null,
): Promise<{ id: string; email: string; keys: string[] }[]> {
  const { rows } = await db.execute<{ id: string; email: string; keys: string[] }>(sql`
    select a.id, p.email, a.own_buyer_keys as keys from affiliate a join person p on p.id = a.user_id
    where a.brand_id = ${brandId}::uuid and p.email <> '' and a.state <> 'ended'
      and (${affiliateId}::uuid is null or a.id = ${affiliateId}::uuid)`);
  return rows;
}

/** Adds the key of a creator's own purchases, unless it is known. */
export async function addBuyerKey(db: Database, affiliateId: string, key: string): Promise<void> {
  await db.execute(sql`
    update affiliate set own_buyer_keys = array_append(own_buyer_keys, ${key}::text)
    where id = ${affiliateId}::uuid and not ${key}::text = any(own_buyer_keys)`);
}
