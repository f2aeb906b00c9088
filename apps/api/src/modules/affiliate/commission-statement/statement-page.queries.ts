import { abilityUnless } from '@troupe/domain/account/ability';
import type { CommissionKind } from '@troupe/domain/affiliate/commission';
import {
  type CommissionStatement,
  type NextStatement,
  nextMonthIn,
  type OwnStatement,
  receivedOf,
  type StatementLine,
  type StatementState,
  type StatementSum,
} from '@troupe/domain/affiliate/commission-statement';
import { paymentParts } from '@troupe/domain/campaigns/payable';
import { PAYMENT_DAYS } from '@troupe/domain/campaigns/payout';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { AFFILIATE_CREATOR, JOIN_CREATOR } from '../affiliate/affiliate-creator.table.ts';
import type { StoredStatement } from './commission-statement.queries.ts';

const COMMON = `s.id, s.affiliate_id as "affiliateId", s.number, s.currency, s.from_at as "from", s.until_at as until,
  s.zone, s.carried_in as "carriedIn", s.earned, s.taken_back as "takenBack", s.bonus, s.due,
  s.carried_out as "carriedOut", s.state, s.sha256 as hash, s.created_at as created, p.id as "payableId",
  p.state as "paymentState", p.reason as "paymentReason",
  p.processing_fee as "storedFee",
  coalesce(p.pay_by, p.created_at + interval '${PAYMENT_DAYS} days') as "payBy",
  (select count(*) from commission_statement_line l where l.statement_id = s.id)::int as entries`;
const PAYABLE = `left join payable p on p.statement_id = s.id`;
const JOINS = `join affiliate a on a.id = s.affiliate_id ${JOIN_CREATOR} ${PAYABLE}`;

type Row = Omit<CommissionStatement, 'abilities' | keyof StatementPayment> & { storedFee: number | null };

type StatementPayment = Pick<CommissionStatement, 'processingFee' | 'brandPays' | 'creatorGets'>;

/** Returns what both sides pay and receive. A payment keeps the processing fee of its time. */
function paymentOf({ due, storedFee }: { due: number; storedFee: number | null }): StatementPayment {
  const processingFee = storedFee ?? paymentParts(due).processingFee;
  return { processingFee, brandPays: due + processingFee, creatorGets: due - processingFee };
}

/** Returns why a statement can't be approved; null if it can. */
export const approvalRefusal = (state: StatementState): string | null =>
  state === 'open'
    ? null
    : state === 'approved'
      ? 'This statement is approved.'
      : 'Nothing is due on this statement.';

const toStatement = (row: Row): CommissionStatement =>
  Object.assign(row, paymentOf(row), { abilities: { approve: abilityUnless(approvalRefusal(row.state)) } });

/** Filters of a brand's statements; empty ones don't filter. */
export interface StatementFilter {
  affiliateId?: string | undefined;
  state: readonly StatementState[];
}

const MATCHING = `s.brand_id = $1 and ($2::uuid is null or s.affiliate_id = $2)
  and (cardinality($3::text[]) = 0 or s.state = any($3))`;

/** Returns one page of a brand's statements, newest first, and the sums of all that match. */
export async function readStatementPage(
  pool: pg.Pool,
  brandId: string,
  { affiliateId, state }: StatementFilter,
  page: number,
): Promise<{ statements: CommissionStatement[]; sums: StatementSum[]; total: number }> {
  const values = [brandId, affiliateId ?? null, [...state]];
  const [{ rows }, { rows: sums }] = await Promise.all([
    pool.query<Row>(
      `select ${COMMON}, ${AFFILIATE_CREATOR} as creator from commission_statement s ${JOINS} where ${MATCHING}
        order by s.created_at desc, s.id desc limit ${PAGE_SIZE} offset $4`,
      [...values, (page - 1) * PAGE_SIZE],
    ),
    pool.query<StatementSum>(
      `select s.state, s.currency, count(*)::int as count, sum(s.due)::bigint as due,
          sum(s.carried_out)::bigint as "carriedOut"
        from commission_statement s where ${MATCHING} group by s.state, s.currency order by s.currency, s.state`,
      values,
    ),
  ]);
  return {
    statements: rows.map(toStatement),
    sums,
    total: sums.reduce((all, { count }) => all + count, 0),
  };
}

/** Returns all matching statements of a brand, newest first. */
export async function readAllStatements(
  pool: pg.Pool,
  brandId: string,
  { affiliateId, state }: StatementFilter,
  limit: number,
): Promise<CommissionStatement[]> {
  const { rows } = await pool.query<Row>(
    `select ${COMMON}, ${AFFILIATE_CREATOR} as creator from commission_statement s ${JOINS} where ${MATCHING}
      order by s.created_at desc, s.id desc limit $4`,
    [brandId, affiliateId ?? null, [...state], limit],
  );
  return rows.map(toStatement);
}

/** Returns statements of a brand by id. */
export async function readStatements(
  pool: pg.Pool,
  brandId: string,
  ids: readonly string[],
): Promise<CommissionStatement[]> {
  const { rows } = await pool.query<Row>(
    `select ${COMMON}, ${AFFILIATE_CREATOR} as creator from commission_statement s ${JOINS}
      where s.brand_id = $1 and s.id = any($2) order by s.created_at desc, s.id desc`,
    [brandId, ids],
  );
  return rows.map(toStatement);
}

/** A statement as it was signed, with its entries. */
export interface SignedRow extends StoredStatement {
  lines: (StatementLine & { kind: CommissionKind; reason: string | null })[];
  processingFee: number;
}

/** Returns a statement with its entries: a brand's, or one of a creator's account; null if there is none. */
export async function readSigned(
  pool: pg.Pool,
  id: string,
  by: { brandId: string } | { userId: string },
): Promise<SignedRow | null> {
  const whose = 'brandId' in by ? 's.brand_id = $2' : 'a.user_id = $2';
  const { rows } = await pool.query<StoredStatement & { storedFee: number | null }>(
    `select s.id, s.brand_id as "brandId", s.affiliate_id as "affiliateId", s.number, s.currency, s.from_at as "from",
        s.until_at as until, s.zone, s.carried_in as "carriedIn", s.earned, s.taken_back as "takenBack", s.bonus, s.due,
        s.carried_out as "carriedOut", s.state, s.brand_name as "brandName", s.creator_name as "creatorName",
        s.previous_sha256 as "previousSha256", s.sha256, s.signature, s.signer, s.created_at as "createdAt",
        p.processing_fee as "storedFee"
      from commission_statement s join affiliate a on a.id = s.affiliate_id ${PAYABLE} where s.id = $1 and ${whose}`,
    [id, 'brandId' in by ? by.brandId : by.userId],
  );
  const [row] = rows;
  if (!row) return null;
  const { rows: lines } = await pool.query<SignedRow['lines'][number]>(
    `select m.number, m.order_name as "order", m.kind, m.amount, m.at, m.reason
      from commission_statement_line l join commission m on m.id = l.commission_id
      where l.statement_id = $1 order by m.number`,
    [id],
  );
  return Object.assign(row, { lines, processingFee: paymentOf(row).processingFee });
}

/** Returns the statements of a creator's account, newest first. */
export async function readOwnStatements(pool: pg.Pool, userId: string): Promise<OwnStatement[]> {
  const { rows } = await pool.query<
    Omit<OwnStatement, keyof StatementPayment> & { storedFee: number | null }
  >(
    `select ${COMMON}, s.brand_name as "brandName"
      from commission_statement s join affiliate a on a.id = s.affiliate_id ${PAYABLE}
      where a.user_id = $1 order by s.created_at desc, s.id desc limit 500`,
    [userId],
  );
  return rows.map((row) => Object.assign(row, paymentOf(row)));
}

/** Returns what waits for the next statements of a creator's account. */
export async function readNextStatements(pool: pg.Pool, userId: string, now: Date): Promise<NextStatement[]> {
  const { rows } = await pool.query<
    Omit<NextStatement, 'closes' | 'creatorGets'> & {
      zone: string;
      entries: { at: string; amount: number }[];
    }
  >(
    `select a.id as "affiliateId", b.name as "brandName", m.currency, p.rules->>'zone' as zone,
        coalesce((coalesce(a.terms, p.rules->'terms')->'minPayout'->>m.currency)::bigint, 0) as minimum,
        coalesce((select s.carried_out from commission_statement s where s.affiliate_id = a.id
          and s.currency = m.currency order by s.number desc limit 1), 0) as carried,
        coalesce(json_agg(json_build_object('at', m.matures_at, 'amount', m.amount))
          filter (where l.statement_id is null), '[]') as entries
      from affiliate a join brand b on b.id = a.brand_id join affiliate_program p on p.brand_id = a.brand_id
      join commission m on m.affiliate_id = a.id
      left join commission_statement_line l on l.commission_id = m.id
      where a.user_id = $1 group by a.id, b.name, m.currency, p.rules order by b.name, a.id, m.currency`,
    [userId],
  );
  return rows.map(({ zone, entries, ...rest }) => {
    const closes = nextMonthIn(zone, now);
    const sumOf = (ripe: boolean) =>
      entries.filter(({ at }) => new Date(at) < closes === ripe).reduce((all, { amount }) => all + amount, 0);
    const next = rest.carried + sumOf(true);
    const creatorGets = receivedOf(next, rest.minimum);
    return { ...rest, next, creatorGets, held: sumOf(false), closes: closes.toISOString() };
  });
}
