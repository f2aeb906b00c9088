import type { ProgramRules, ProgramState, ProgramVersion } from '@troupe/domain/affiliate/affiliate-program';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { personNameSql } from '../../account/user/user.table.ts';
import { affiliateProgramChangeTable, affiliateProgramTable } from './affiliate-program.table.ts';

/** A program as it is stored. */
export type StoredProgram = typeof affiliateProgramTable.$inferSelect;

/** Returns a brand's program; null before it was first turned on. */
export async function readProgram(db: Database, brandId: string): Promise<StoredProgram | null> {
  const [row] = await db
    .select()
    .from(affiliateProgramTable)
    .where(eq(affiliateProgramTable.brandId, brandId));
  return row ?? null;
}

/** Returns the time zone in which a brand's days and months begin; UTC before there is a program. */
export async function readProgramZone(db: Database, brandId: string): Promise<string> {
  return (await readProgram(db, brandId))?.rules.zone ?? 'UTC';
}

/**
 * Locks a brand's program; null before it was first turned on.
 * @param mode `update` to change it, `share` to keep others from changing its rules
 */
export async function lockProgram(
  tx: Database,
  brandId: string,
  mode: 'update' | 'share',
): Promise<StoredProgram | null> {
  const [row] = await tx
    .select()
    .from(affiliateProgramTable)
    .where(eq(affiliateProgramTable.brandId, brandId))
    .for(mode);
  return row ?? null;
}

/** Adds a brand's first version; false if another request was faster. */
export async function insertProgram(
  tx: Database,
  program: Omit<StoredProgram, 'createdAt' | 'updatedAt'>,
  now: Date,
): Promise<boolean> {
  const added = await tx
    .insert(affiliateProgramTable)
    .values(Object.assign({ updatedAt: now.toISOString(), createdAt: now.toISOString() }, program))
    .onConflictDoNothing()
    .returning({ brandId: affiliateProgramTable.brandId });
  return added.length > 0;
}

/** Writes the next version of a locked program. */
export async function updateProgram(
  tx: Database,
  brandId: string,
  change: { version: number; state: ProgramState; rules: ProgramRules },
  now: Date,
): Promise<void> {
  await tx
    .update(affiliateProgramTable)
    .set(Object.assign({ updatedAt: now.toISOString() }, change))
    .where(eq(affiliateProgramTable.brandId, brandId));
}

/** Adds a version to a program's history. */
export async function addProgramVersion(
  tx: Database,
  version: Omit<typeof affiliateProgramChangeTable.$inferInsert, 'id' | 'createdAt'>,
): Promise<void> {
  await tx.insert(affiliateProgramChangeTable).values(Object.assign({ id: newId() }, version));
}

/** Returns when a program's version took effect; null before the first. */
export async function readProgramSince(pool: pg.Pool, brandId: string): Promise<string | null> {
  const { rows } = await pool.query<{ since: string }>(
    `select effective_at as since from affiliate_program_change where brand_id = $1
      order by version desc limit 1`,
    [brandId],
  );
  return rows[0]?.since ?? null;
}

/** Returns the latest versions of a program, newest first. */
export async function readProgramVersions(
  pool: pg.Pool,
  brandId: string,
  limit: number,
): Promise<ProgramVersion[]> {
  const { rows } = await pool.query<ProgramVersion>(
    `select v.version, v.state, v.rules, v.reason, v.effective_at as effective, ${personNameSql('u')} as by
      from affiliate_program_change v left join person u on u.id = v.user_id
      where v.brand_id = $1 order by v.version desc limit $2`,
    [brandId, limit],
  );
  return rows;
}

/** Counts of a program. */
export interface ProgramCounts {
  invited: number;
  active: number;
  paused: number;
  ended: number;
  awaitingTerms: number;
  links: number;
  codes: number;
  failedCodes: number;
  openAlerts: number;
}

/** Counts creators, links, codes and alerts of a brand's program. */
export async function countProgram(pool: pg.Pool, brandId: string): Promise<ProgramCounts> {
  const { rows } = await pool.query<ProgramCounts>(
    `select a.*, c.*,
        (select count(*) from affiliate_link where brand_id = $1 and state = 'active') as links,
        (select count(*) from affiliate_alert where brand_id = $1 and state = 'open') as "openAlerts"
      from (select count(*) filter (where state = 'invited') as invited,
          count(*) filter (where state = 'active') as active,
          count(*) filter (where state = 'paused') as paused,
          count(*) filter (where state = 'ended') as ended,
          count(*) filter (where state in ('active', 'paused') and offered is not null) as "awaitingTerms"
        from affiliate where brand_id = $1) a,
        (select count(*) filter (where state = 'live') as codes,
          count(*) filter (where state = 'failed') as "failedCodes"
        from affiliate_code where brand_id = $1) c`,
    [brandId],
  );
  return rows[0] as ProgramCounts;
}
