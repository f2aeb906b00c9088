import { abilityUnless } from '@troupe/domain/account/ability';
import type { Claim, ClaimState, OwnClaim } from '@troupe/domain/affiliate/attribution';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { and, count, eq } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { AFFILIATE_CREATOR, JOIN_CREATOR } from '../affiliate/affiliate-creator.table.ts';
import { attributionClaimTable as claim } from './attribution.table.ts';

export type StoredClaim = typeof claim.$inferSelect;

const OWN = `k.id, k.affiliate_id as "affiliateId", k.order_name as "orderName", k.order_day as "orderDay", k.note,
  k.state, k.answer, k.answered_at as answered, k.created_at as created`;

/** The number of a claim `k` as a pattern that matches it literally. */
const NUMBER = String.raw`replace(replace(replace(ltrim(k.order_name, '#'), '\', '\\'), '%', '\%'), '_', '\_')`;

/** The order that a claim `k` names, with or without `#`; the newest of that name. */
const NAMED = `left join lateral (
    select o.id, o.name, o.placed_at, o.currency, o.net from store_order o
    where o.brand_id = k.brand_id
      and (o.id = k.order_id or k.order_id is null and o.name ilike any (array[${NUMBER}, '#' || ${NUMBER}]))
    order by o.placed_at desc limit 1) o on true
  left join lateral (select rule from attribution where order_id = o.id order by revision desc limit 1) l on true`;

const COLUMNS = `${OWN}, ${AFFILIATE_CREATOR} as creator, o.id as "orderId", o.name as "foundName",
  o.placed_at as placed, o.currency, o.net, l.rule`;

interface Row extends Omit<Claim, 'order' | 'abilities'> {
  orderId: string | null;
  foundName: string;
  placed: string;
  currency: string;
  net: number;
  rule: NonNullable<Claim['order']>['rule'];
}

function toClaim({ orderId, foundName, placed, currency, net, rule, ...rest }: Row): Claim {
  const settled = rest.state === 'open' ? null : 'Someone already answered this claim.';
  return {
    ...rest,
    order: orderId === null ? null : { id: orderId, name: foundName, placed, currency, net, rule },
    abilities: {
      accept: abilityUnless(
        settled ?? (orderId === null ? 'No order has this number. Choose the order to credit.' : null),
      ),
      decline: abilityUnless(settled),
    },
  };
}

/** Returns one page of a brand's claims, newest first. */
export async function readClaims(
  pool: pg.Pool,
  brandId: string,
  { state, affiliateId }: { state: readonly ClaimState[]; affiliateId?: string | undefined },
  page: number,
): Promise<{ claims: Claim[]; total: number }> {
  const matching = `k.brand_id = $1 and (cardinality($2::text[]) = 0 or k.state = any($2))
    and ($3::uuid is null or k.affiliate_id = $3)`;
  const values = [brandId, [...state], affiliateId ?? null];
  const [{ rows }, { rows: counts }] = await Promise.all([
    pool.query<Row>(
      `select ${COLUMNS} from attribution_claim k join affiliate a on a.id = k.affiliate_id ${JOIN_CREATOR} ${NAMED}
        where ${matching} order by k.created_at desc, k.id desc limit ${PAGE_SIZE} offset $4`,
      [...values, (page - 1) * PAGE_SIZE],
    ),
    pool.query<{ total: number }>(
      `select count(*) as total from attribution_claim k where ${matching}`,
      values,
    ),
  ]);
  return { claims: rows.map(toClaim), total: counts[0]?.total ?? 0 };
}

/** Returns a claim of a brand; null if there is none. */
export async function readClaim(pool: pg.Pool, brandId: string, id: string): Promise<Claim | null> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from attribution_claim k join affiliate a on a.id = k.affiliate_id ${JOIN_CREATOR} ${NAMED}
      where k.brand_id = $1 and k.id = $2`,
    [brandId, id],
  );
  return rows[0] ? toClaim(rows[0]) : null;
}

/** Returns an affiliate's claims, newest first. */
export async function readOwnClaims(pool: pg.Pool, affiliateId: string, id?: string): Promise<OwnClaim[]> {
  const { rows } = await pool.query<OwnClaim>(
    `select ${OWN} from attribution_claim k where k.affiliate_id = $1 and ($2::uuid is null or k.id = $2)
      order by k.created_at desc, k.id desc limit 500`,
    [affiliateId, id ?? null],
  );
  return rows;
}

/** Counts an affiliate's claims without an answer. */
export async function countOpenClaims(tx: Database, affiliateId: string): Promise<number> {
  const [row] = await tx
    .select({ open: count() })
    .from(claim)
    .where(and(eq(claim.affiliateId, affiliateId), eq(claim.state, 'open')));
  return row?.open ?? 0;
}

/** Adds a claim; null if the affiliate claimed this order before. */
export async function insertClaim(
  tx: Database,
  values: Pick<StoredClaim, 'brandId' | 'affiliateId' | 'orderName' | 'orderDay' | 'note'>,
  now: Date,
): Promise<string | null> {
  const [row] = await tx
    .insert(claim)
    .values({ ...values, id: newId(), createdAt: now.toISOString() })
    .onConflictDoNothing()
    .returning({ id: claim.id });
  return row?.id ?? null;
}

/** Locks a claim of a brand. */
export async function lockClaim(tx: Database, brandId: string, id: string): Promise<StoredClaim | null> {
  const [row] = await tx
    .select()
    .from(claim)
    .where(and(eq(claim.brandId, brandId), eq(claim.id, id)))
    .for('update');
  return row ?? null;
}

/** Writes the brand's answer. */
export async function settleClaim(
  tx: Database,
  id: string,
  values: { state: 'accepted' | 'declined'; answer: string; orderId: string | null; answeredBy: string },
  now: Date,
): Promise<void> {
  await tx
    .update(claim)
    .set({ ...values, answeredAt: now.toISOString() })
    .where(eq(claim.id, id));
}
