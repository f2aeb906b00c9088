import type { Sequence, SequenceStep } from '@troupe/domain/outreach/sequence';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { personLabelSql, userTable } from '../../account/user/user.table.ts';
import { sequenceTable } from './sequence.table.ts';

/** The most sequences of a brand. */
export const MAX_SEQUENCES = 200;

const active = (brandId: string) => and(eq(sequenceTable.brandId, brandId), isNull(sequenceTable.removedAt));

async function select(db: Database, where: SQL | undefined): Promise<Sequence[]> {
  return db
    .select({
      id: sequenceTable.id,
      name: sequenceTable.name,
      steps: sequenceTable.steps,
      weekdaysOnly: sequenceTable.weekdaysOnly,
      version: sequenceTable.version,
      running: sql<number>`(select count(*) from follow_up f
        where f.sequence_id = ${sequenceTable.id} and f.state in ('running', 'paused'))`.mapWith(Number),
      started:
        sql<number>`(select count(*) from follow_up f where f.sequence_id = ${sequenceTable.id})`.mapWith(
          Number,
        ),
      updatedBy: sql<string | null>`${sql.raw(personLabelSql())}`,
      updated: sequenceTable.updatedAt,
    })
    .from(sequenceTable)
    .leftJoin(userTable, eq(userTable.id, sequenceTable.updatedBy))
    .where(where)
    .orderBy(desc(sequenceTable.updatedAt), desc(sequenceTable.id));
}

/** Returns a brand's sequences that aren't archived, last changed first. */
export const readSequences = (db: Database, brandId: string): Promise<Sequence[]> =>
  select(db, active(brandId));

/** Returns one sequence; null if it isn't the brand's or is archived. */
async function readSequence(db: Database, brandId: string, id: string): Promise<Sequence | null> {
  return (await select(db, and(active(brandId), eq(sequenceTable.id, id))))[0] ?? null;
}

/** The content of a sequence; bodies are already sanitized. */
export interface SequenceValues {
  name: string;
  steps: SequenceStep[];
  weekdaysOnly: boolean;
}

/** The author, time and idempotency key of a write. */
export interface SequenceWriter {
  brandId: string;
  userId: string;
  now: string;
  requestKey: string | null;
}

/** Inserts a sequence. A repeated request returns the one it created; `full` at the maximum. */
export async function insertSequence(
  tx: Database,
  { brandId, userId, now, requestKey }: SequenceWriter,
  values: SequenceValues,
): Promise<Sequence | 'full' | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sequence:${brandId}`}, 0))`);
  if (requestKey !== null) {
    const ofRequest = and(eq(sequenceTable.brandId, brandId), eq(sequenceTable.requestKey, requestKey));
    const [made] = await select(tx, ofRequest);
    if (made) return made;
  }
  if ((await tx.$count(sequenceTable, active(brandId))) >= MAX_SEQUENCES) return 'full';
  const id = newId();
  await tx.insert(sequenceTable).values({
    id,
    brandId,
    name: values.name,
    steps: values.steps,
    weekdaysOnly: values.weekdaysOnly,
    requestKey,
    updatedBy: userId,
    createdAt: now,
    updatedAt: now,
  });
  return readSequence(tx, brandId, id);
}

/**
 * Updates a sequence. If `version` is outdated and the content differs, changes nothing and returns the `conflict`.
 * Null if not found.
 */
export async function updateSequence(
  tx: Database,
  { brandId, userId, now }: SequenceWriter,
  id: string,
  values: SequenceValues,
  version: number | null,
): Promise<{ saved: Sequence } | { conflict: Sequence } | null> {
  const [row] = await tx
    .select()
    .from(sequenceTable)
    .where(and(active(brandId), eq(sequenceTable.id, id)))
    .for('update');
  if (!row) return null;
  const differs =
    row.name !== values.name ||
    row.weekdaysOnly !== values.weekdaysOnly ||
    JSON.stringify(row.steps.map(comparable)) !== JSON.stringify(values.steps.map(comparable));
  if (differs && version !== null && version < row.version) {
    const conflict = await readSequence(tx, brandId, id);
    return conflict && { conflict };
  }
  if (differs)
    await tx
      .update(sequenceTable)
      .set({
        name: values.name,
        steps: values.steps,
        weekdaysOnly: values.weekdaysOnly,
        version: row.version + 1,
        updatedBy: userId,
        updatedAt: now,
      })
      .where(eq(sequenceTable.id, id));
  const saved = await readSequence(tx, brandId, id);
  return saved && { saved };
}

/** JSON columns don't keep the order of fields. */
const comparable = ({ id, delay, condition, body }: SequenceStep) => [
  id,
  delay.unit,
  delay.count,
  condition,
  body,
];

/** Archives a sequence; `needed` while follow-ups of it run or are paused. */
export async function removeSequence(
  tx: Database,
  brandId: string,
  id: string,
  now: string,
): Promise<'removed' | 'missing' | 'needed'> {
  const [row] = await tx
    .select({ id: sequenceTable.id })
    .from(sequenceTable)
    .where(and(active(brandId), eq(sequenceTable.id, id)))
    .for('update');
  if (!row) return 'missing';
  const { rows } = await tx.execute(sql`
    select from follow_up where sequence_id = ${id} and state in ('running', 'paused') limit 1`);
  if (rows.length > 0) return 'needed';
  await tx.update(sequenceTable).set({ removedAt: now }).where(eq(sequenceTable.id, id));
  return 'removed';
}

/** Restores an archived sequence; null if not found. */
export async function restoreSequence(tx: Database, brandId: string, id: string): Promise<Sequence | null> {
  await tx
    .update(sequenceTable)
    .set({ removedAt: null })
    .where(and(eq(sequenceTable.brandId, brandId), eq(sequenceTable.id, id)));
  return readSequence(tx, brandId, id);
}

/** The parts of a sequence that follow-ups are made from. */
export type LockedSequence = Pick<
  typeof sequenceTable.$inferSelect,
  'id' | 'name' | 'steps' | 'weekdaysOnly'
>;

/** Locks a sequence against being archived for the transaction; null if it isn't the brand's or is archived. */
export async function lockSequence(
  tx: Database,
  brandId: string,
  id: string,
): Promise<LockedSequence | null> {
  const [row] = await tx
    .select({
      id: sequenceTable.id,
      name: sequenceTable.name,
      steps: sequenceTable.steps,
      weekdaysOnly: sequenceTable.weekdaysOnly,
    })
    .from(sequenceTable)
    .where(and(active(brandId), eq(sequenceTable.id, id)))
    .for('share');
  return row ?? null;
}
