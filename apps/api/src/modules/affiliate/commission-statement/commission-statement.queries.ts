import type { CommissionKind } from '@troupe/domain/affiliate/commission';
import { sql } from 'drizzle-orm';
import { isoMoment } from '../../../platform/column.ts';
import type { Database } from '../../../platform/database.ts';
import { commissionStatementTable, statementLineTable } from './commission-statement.table.ts';

export type StoredStatement = typeof commissionStatementTable.$inferSelect;

/** An entry that waits for a statement. */
export interface OpenEntry {
  id: string;
  affiliateId: string;
  currency: string;
  number: number;
  order: string | null;
  kind: CommissionKind;
  amount: number;
  at: string;
}

/** Returns entries that can be paid out before a time, were written before it, and are on no statement. */
export async function readOpenEntries(db: Database, brandId: string, until: Date): Promise<OpenEntry[]> {
  const at = until.toISOString();
  const { rows } = await db.execute(sql`
    select m.id, m.affiliate_id as "affiliateId", m.currency, m.number, m.order_name as "order", m.kind, m.amount, m.at
    from commission m
    where m.brand_id = ${brandId}::uuid and m.matures_at < ${at}::timestamptz and m.at < ${at}::timestamptz
      and not exists (select from commission_statement_line l where l.commission_id = m.id)
    order by m.number`);
  // Signed, so in the form that every later read has.
  return (rows as unknown as OpenEntry[]).map((row) => ({ ...row, at: isoMoment(row.at) }));
}

/** A creator and currency of a program, with the last statement and what statements say about them. */
export interface StatementAccount {
  affiliateId: string;
  currency: string;
  creatorName: string;
  userId: string | null;
  /** The least that is paid out, by the terms that bind. */
  minimum: number;
  last: { number: number; until: string; carriedOut: number; sha256: string } | null;
}

/** Returns the creators and currencies with entries or earlier statements. */
export async function readStatementAccounts(db: Database, brandId: string): Promise<StatementAccount[]> {
  const { rows } = await db.execute<
    Omit<StatementAccount, 'last'> & {
      number: number | null;
      until: string | null;
      carriedOut: number | null;
      sha256: string | null;
    } & Record<string, unknown>
  >(sql`
    select k.affiliate_id as "affiliateId", k.currency, coalesce(nullif(c.fullname, ''), c.username) as "creatorName",
      a.user_id as "userId", coalesce((coalesce(a.terms, p.rules->'terms')->'minPayout'->>k.currency)::bigint, 0)
        as minimum,
      s.number, s.until_at as until, s.carried_out as "carriedOut", s.sha256
    from (select distinct affiliate_id, currency from commission where brand_id = ${brandId}::uuid) k
    join affiliate a on a.id = k.affiliate_id join creator c on c.id = a.creator_id
    join affiliate_program p on p.brand_id = a.brand_id
    left join lateral (
      select number, until_at, carried_out, sha256 from commission_statement
      where affiliate_id = k.affiliate_id and currency = k.currency order by number desc limit 1
    ) s on true
    order by k.affiliate_id, k.currency`);
  return rows.map(({ number, until, carriedOut, sha256, ...rest }) => ({
    ...rest,
    last:
      number === null || until === null
        ? null
        : { number, until, carriedOut: carriedOut ?? 0, sha256: sha256 ?? '' },
  }));
}

/** Adds a statement with its entries. */
export async function insertStatement(
  tx: Database,
  statement: StoredStatement,
  commissionIds: readonly string[],
): Promise<void> {
  await tx.insert(commissionStatementTable).values(statement);
  const { brandId, id: statementId } = statement;
  for (let from = 0; from < commissionIds.length; from += 5000)
    await tx
      .insert(statementLineTable)
      .values(
        commissionIds
          .slice(from, from + 5000)
          .map((commissionId) => ({ commissionId, brandId, statementId })),
      );
}

/** Locks a statement of a brand. */
export async function lockStatement(
  tx: Database,
  brandId: string,
  id: string,
): Promise<StoredStatement | null> {
  const [row] = await tx
    .select()
    .from(commissionStatementTable)
    .where(sql`${commissionStatementTable.brandId} = ${brandId} and ${commissionStatementTable.id} = ${id}`)
    .for('update');
  return row ?? null;
}

/** Marks an open statement as approved. */
export async function markApproved(tx: Database, id: string, userId: string, now: Date): Promise<void> {
  await tx
    .update(commissionStatementTable)
    .set({ state: 'approved', approvedBy: userId, approvedAt: now.toISOString() })
    .where(sql`${commissionStatementTable.id} = ${id}`);
}

/** Returns the brands that have a program, with its time zone. */
export async function readProgramZones(db: Database): Promise<{ brandId: string; zone: string }[]> {
  const { rows } = await db.execute<{ brandId: string; zone: string }>(sql`
    select p.brand_id as "brandId", p.rules->>'zone' as zone from affiliate_program p
    where exists (select from commission m where m.brand_id = p.brand_id)`);
  return rows;
}
