import {
  type OwnPayable,
  type Payable,
  type PayableEvent,
  type PayableState,
  type PayableSum,
  payableAbilities,
} from '@troupe/domain/campaigns/payable';
import {
  PAYMENT_DAYS,
  type PayoutAccountState,
  type PayoutMethod,
  payoutAccountStatus,
} from '@troupe/domain/campaigns/payout';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { containing, type Database } from '../../../platform/database.ts';
import { personNameSql } from '../../account/user/user.table.ts';
import { CREATOR_NAMES } from '../opt-in/opt-in.table.ts';

const PARTS = `p.id, p.opt_in_id as "optInId", p.fee, p.processing_fee as "processingFee", p.currency, p.state,
  p.reason, p.reference, p.created_at as created, p.updated_at as updated, p.paid_at as paid, coalesce(m.title, p.title, '') as "campaignTitle",
  p.statement_id as "statementId", p.sending, o.state as "payoutState",
  case when p.state = 'failed' and o.settled_at = p.updated_at then o.failure end as failure,
  coalesce(p.pay_by, p.created_at + interval '${PAYMENT_DAYS} days') as "payBy"`;
const COLUMNS = `${PARTS}, p.fee + p.processing_fee as "brandPays", p.version, i.campaign_id as "campaignId",
  c.platform, ${CREATOR_NAMES}, coalesce(s.method, 'manual') as method, a.account_id as "accountId", a.submitted,
  a.receives, a.pays_out as "paysOut", a.missing, a.in_review as "inReview", a.rejected`;
const LATEST = `left join lateral (select x.state, x.failure, x.settled_at from payout x
    where x.payable_id = p.id order by x.state in ('sending', 'sent') desc, x.number desc limit 1) o on true`;
const OPT_IN = `left join opt_in i on i.id = p.opt_in_id
  left join campaign m on m.id = i.campaign_id`;
const JOINS = `${OPT_IN} ${LATEST}
  left join payout_setting s on s.brand_id = p.brand_id
  left join payout_account a on a.user_id = coalesce(i.user_id, p.user_id)
  join creator c on c.id = coalesce(i.creator_id, p.creator_id) and (c.brand_id is null or c.brand_id = p.brand_id)`;

type PayableRow = Omit<Payable, 'abilities' | 'payee'> &
  Omit<PayoutAccountState, 'country' | 'accountId'> & { method: PayoutMethod; accountId: string | null };

/** A brand with the methods it can use now; it may have chosen another one earlier. */
export interface PayingBrand {
  brandId: string;
  methods: readonly PayoutMethod[];
}

function toPayable(row: PayableRow, { methods }: PayingBrand): Payable {
  const payee = payoutAccountStatus(row.accountId === null ? null : row);
  const method = methods.includes(row.method) ? row.method : 'manual';
  return { ...row, method, payee, abilities: payableAbilities({ ...row, method, payee }) };
}

/** Filters of a brand's payables; omitted fields don't filter. */
export interface PayableFilter {
  state?: PayableState | undefined;
  search?: string | undefined;
}

const MATCHING = `p.brand_id = $1 and not p.held and ($2::text is null or p.state = $2)
  and ($3::text is null or coalesce(m.title, p.title) ilike $3
    or i.removed_at is null and (c.fullname ilike $3 or c.username ilike $3))`;
const valuesOf = (brandId: string, { state, search }: PayableFilter) => [
  ...[brandId, state ?? null, search?.trim() ? containing(search) : null],
];

/** Returns one page of a brand's payables, newest first. */
export async function readPayablePage(
  pool: pg.Pool,
  brand: PayingBrand,
  filter: PayableFilter,
  page: number,
): Promise<{ payables: Payable[]; total: number }> {
  const values = valuesOf(brand.brandId, filter);
  const [{ rows }, { rows: counts }] = await Promise.all([
    pool.query<PayableRow>(
      `select ${COLUMNS} from payable p ${JOINS} where ${MATCHING}
        order by p.created_at desc nulls last, p.id desc nulls last limit ${PAGE_SIZE} offset $4`,
      [...values, (page - 1) * PAGE_SIZE],
    ),
    pool.query<{ total: number }>(
      `select count(*) as total from payable p ${JOINS} where ${MATCHING}`,
      values,
    ),
  ]);
  return { payables: rows.map((row) => toPayable(row, brand)), total: counts[0]?.total ?? 0 };
}

/** Returns the sums of a brand's payables by state and currency. */
export async function readPayableSums(pool: pg.Pool, brandId: string): Promise<PayableSum[]> {
  const { rows } = await pool.query<PayableSum>(
    `select state, currency, count(*) as count, sum(fee + processing_fee)::bigint as "brandPays"
      from payable where brand_id = $1 and not held group by state, currency order by currency, state`,
    [brandId],
  );
  return rows;
}

/** Returns active payables of a brand by id. */
export async function readPayables(
  pool: pg.Pool,
  brand: PayingBrand,
  ids: readonly string[],
): Promise<Payable[]> {
  const { rows } = await pool.query<PayableRow>(
    `select ${COLUMNS} from payable p ${JOINS} where p.brand_id = $1 and not p.held and p.id = any($2)`,
    [brand.brandId, ids],
  );
  return rows.map((row) => toPayable(row, brand));
}

/** Returns a payable's history, oldest first, with the actor. */
export async function readPayableHistory(pool: pg.Pool, payableId: string): Promise<PayableEvent[]> {
  const { rows } = await pool.query<PayableEvent>(
    `select e.id, e.text, ${personNameSql('u')} as by, e.created_at as created
      from payable_event e left join person u on u.id = e.user_id where e.payable_id = $1 order by e.id`,
    [payableId],
  );
  return rows;
}

const AT_ONCE = 1000;

/** Yields all matching payables, newest first, in batches. */
export async function* eachPayable(
  pool: pg.Pool,
  brandId: string,
  filter: PayableFilter,
): AsyncGenerator<PayableRow[]> {
  let last: PayableRow | undefined;
  for (;;) {
    const { rows } = await pool.query<PayableRow>(
      `select ${COLUMNS} from payable p ${JOINS}
        where ${MATCHING} and ($4::timestamptz is null or (p.created_at, p.id) < ($4::timestamptz, $5::uuid))
        order by p.created_at desc nulls last, p.id desc nulls last limit ${AT_ONCE}`,
      [...valuesOf(brandId, filter), last?.created ?? null, last?.id ?? null],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1);
  }
}

/** Returns a creator's payables, newest first. */
export async function readOwnPayables(pool: pg.Pool, userId: string): Promise<OwnPayable[]> {
  const { rows } = await pool.query<OwnPayable>(
    `select ${PARTS}, p.fee - p.processing_fee as "creatorGets", b.name as "brandName"
      from payable p ${OPT_IN} ${LATEST} join brand b on b.id = p.brand_id
      where (i.user_id = $1 or p.user_id = $1) and not p.held order by p.created_at desc, p.id desc limit 1000`,
    [userId],
  );
  return rows;
}

/** Returns the brands that owe a creator money or have paid them through the provider, with their name for each. */
export async function readPayingBrands(
  db: Database,
  userId: string,
): Promise<{ brandId: string; name: string }[]> {
  const { rows } = await db.execute<{ brandId: string; name: string }>(
    sql`select distinct on (p.brand_id) p.brand_id as "brandId", coalesce(nullif(c.fullname, ''), '@' || c.username) as name
      from payable p left join opt_in i on i.id = p.opt_in_id
      join creator c on c.id = coalesce(i.creator_id, p.creator_id)
      where coalesce(i.user_id, p.user_id) = ${userId} and not p.held
        and (p.state <> 'paid' or exists (select from payout o where o.payable_id = p.id and o.state = 'sent'))
      order by p.brand_id, p.created_at desc`,
  );
  return rows;
}
