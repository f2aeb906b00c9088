import type { Commission, CommissionKind, CommissionSum } from '@troupe/domain/affiliate/commission';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { AFFILIATE_CREATOR, JOIN_CREATOR } from '../affiliate/affiliate-creator.table.ts';

const COLUMNS = `m.id, m.number, m.affiliate_id as "affiliateId", ${AFFILIATE_CREATOR} as creator,
  m.order_id as "orderId", m.order_name as "orderName", m.kind, m.amount, m.currency, m.basis, m.lines,
  m.matures_at as matures, l.statement_id as "statementId", m.reason, m.at as created`;
const JOINS = `join affiliate a on a.id = m.affiliate_id ${JOIN_CREATOR}
  left join commission_statement_line l on l.commission_id = m.id`;

/** Filters of a brand's ledger; empty ones don't filter. Days are in the zone. */
export interface CommissionFilter {
  zone: string;
  affiliateId?: string | undefined;
  kind: readonly CommissionKind[];
  from?: string | undefined;
  to?: string | undefined;
}

const MATCHING = `m.brand_id = $1 and ($2::uuid is null or m.affiliate_id = $2)
  and (cardinality($3::text[]) = 0 or m.kind = any($3))
  and ($4::date is null or m.at >= $4::date::timestamp at time zone $6)
  and ($5::date is null or m.at < ($5::date + 1)::timestamp at time zone $6)`;

const valuesOf = (brandId: string, { affiliateId, kind, from, to, zone }: CommissionFilter) => [
  ...[brandId, affiliateId ?? null, [...kind], from ?? null, to ?? null, zone],
];

/** Returns one page of the ledger, newest first, and the sums of all matching entries. */
export async function readCommissions(
  pool: pg.Pool,
  brandId: string,
  filter: CommissionFilter,
  page: number,
  now: Date,
): Promise<{ commissions: Commission[]; sums: CommissionSum[]; total: number }> {
  const values = valuesOf(brandId, filter);
  const [{ rows }, { rows: sums }] = await Promise.all([
    pool.query<Commission>(
      `select ${COLUMNS} from commission m ${JOINS} where ${MATCHING} order by m.number desc
        limit ${PAGE_SIZE} offset $7`,
      [...values, (page - 1) * PAGE_SIZE],
    ),
    pool.query<CommissionSum & { entries: number }>(
      `select m.currency, count(*) as entries, sum(m.amount)::bigint as total,
          coalesce(sum(m.amount) filter (where l.statement_id is null and m.matures_at > $7), 0)::bigint as held,
          coalesce(sum(m.amount) filter (where l.statement_id is null and m.matures_at <= $7), 0)::bigint as next,
          coalesce(sum(m.amount) filter (where l.statement_id is not null), 0)::bigint as stated
        from commission m left join commission_statement_line l on l.commission_id = m.id
        where ${MATCHING} group by m.currency order by m.currency`,
      [...values, now.toISOString()],
    ),
  ]);
  return { commissions: rows, sums, total: sums.reduce((all, { entries }) => all + entries, 0) };
}

/** Returns entries of a brand by order or id, oldest first. */
export async function readCommissionsOf(
  pool: pg.Pool,
  brandId: string,
  by: { orderId?: string; id?: string },
): Promise<Commission[]> {
  const { rows } = await pool.query<Commission>(
    `select ${COLUMNS} from commission m ${JOINS} where m.brand_id = $1 and ($2::uuid is null or m.order_id = $2)
      and ($3::uuid is null or m.id = $3) order by m.number limit 1000`,
    [brandId, by.orderId ?? null, by.id ?? null],
  );
  return rows;
}

const AT_ONCE = 1000;

/** Yields all matching entries, oldest first, in batches. */
export async function* eachCommission(
  pool: pg.Pool,
  brandId: string,
  filter: CommissionFilter,
): AsyncGenerator<Commission[]> {
  for (let last = 0; ; ) {
    const { rows } = await pool.query<Commission>(
      `select ${COLUMNS} from commission m ${JOINS} where ${MATCHING} and m.number > $7
        order by m.number limit ${AT_ONCE}`,
      [...valuesOf(brandId, filter), last],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)?.number ?? last;
  }
}
