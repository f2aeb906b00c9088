import type { EmailTemplate } from '@troupe/domain/outreach/email-template';
import { and, arrayOverlaps, desc, eq, getTableColumns, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { personLabelSql, userTable } from '../../account/user/user.table.ts';
import { creatorListTable } from '../../discovery/creator-list/creator-list.table.ts';
import { emailTemplateTable as template } from './email-template.table.ts';

type TemplateRow = typeof template.$inferSelect;

const toTemplate = (row: TemplateRow & { by: string | null }): EmailTemplate => ({
  id: row.id,
  label: row.label,
  subject: row.subject,
  template: row.body,
  metaData: { campaigns: row.campaignIds, isHTML: true },
  version: row.version,
  updatedBy: row.by,
  created: row.createdAt,
  updated: row.updatedAt,
});

/** Condition for a brand's templates that aren't archived. */
export const activeTemplates = (brandId: string) =>
  and(eq(template.brandId, brandId), isNull(template.removedAt));

/** Returns a brand's templates, last changed first. */
export async function readTemplates(db: Database, brandId: string): Promise<EmailTemplate[]> {
  return select(db, activeTemplates(brandId));
}

const MAX_FIELD_NAMES = 200;

/** Returns the names of the custom fields of a brand's active lists, in alphabetical order. */
export async function readListFieldNames(db: Database, brandId: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct field->>'name' as name
    from ${creatorListTable} list cross join jsonb_array_elements(list.fields) field
    where list.brand_id = ${brandId} and list.archived_at is null order by name limit ${MAX_FIELD_NAMES}`);
  return rows.map(({ name }) => name);
}

async function readTemplate(db: Database, id: string): Promise<EmailTemplate | null> {
  return (await select(db, eq(template.id, id)))[0] ?? null;
}

async function select(db: Database, where: SQL | undefined): Promise<EmailTemplate[]> {
  const rows = await db
    .select({ ...getTableColumns(template), by: sql<string | null>`${sql.raw(personLabelSql())}` })
    .from(template)
    .leftJoin(userTable, eq(userTable.id, template.updatedBy))
    .where(where)
    .orderBy(desc(template.updatedAt), desc(template.id));
  return rows.map(toTemplate);
}

/** The content of a template, already sanitized. */
export interface TemplateValues {
  label: string;
  subject: string;
  body: string;
  campaignIds: string[];
}

/** The author, time and idempotency key of a write. */
export interface TemplateWriter {
  brandId: string;
  userId: string;
  now: string;
  requestKey: string | null;
}

/** Serializes changes to default templates per brand. */
const lockDefaults = (db: Database, brandId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`email-template:${brandId}`}, 0))`);

/** Inserts a template. A repeated request returns the template it created. */
export async function insertTemplate(
  db: Database,
  { brandId, userId, now, requestKey }: TemplateWriter,
  values: TemplateValues,
): Promise<EmailTemplate | null> {
  return db.transaction(async (tx) => {
    await lockDefaults(tx, brandId);
    const made = await madeBefore(tx, brandId, requestKey);
    if (made) return made;
    const [row] = await tx
      .insert(template)
      .values({
        id: newId(),
        brandId,
        ...values,
        requestKey,
        updatedBy: userId,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!row) return null;
    await makeOnlyDefault(tx, row, userId);
    return readTemplate(tx, row.id);
  });
}

async function madeBefore(
  db: Database,
  brandId: string,
  requestKey: string | null,
): Promise<EmailTemplate | null> {
  if (requestKey === null) return null;
  const [row] = await select(db, and(eq(template.brandId, brandId), eq(template.requestKey, requestKey)));
  return row ?? null;
}

/**
 * Updates a template. If `version` is outdated and the content differs, changes nothing and returns the `conflict`.
 * Null if not found.
 */
export async function updateTemplate(
  db: Database,
  { brandId, userId, now }: TemplateWriter,
  id: string,
  values: TemplateValues,
  version: number | null,
): Promise<{ saved: EmailTemplate } | { conflict: EmailTemplate } | null> {
  return db.transaction(async (tx) => {
    await lockDefaults(tx, brandId);
    const [standing] = await tx
      .select()
      .from(template)
      .where(and(activeTemplates(brandId), eq(template.id, id)))
      .for('update');
    if (!standing) return null;
    const differs = isDifferent(standing, values);
    if (version !== null && version < standing.version && differs) {
      const conflict = await readTemplate(tx, id);
      return conflict && { conflict };
    }
    const [row] = await tx
      .update(template)
      .set({ ...values, version: standing.version + (differs ? 1 : 0), updatedBy: userId, updatedAt: now })
      .where(eq(template.id, id))
      .returning();
    if (!row) return null;
    await makeOnlyDefault(tx, row, userId);
    const saved = await readTemplate(tx, id);
    return saved && { saved };
  });
}

/** Returns whether the stored template differs from the wanted content. */
const isDifferent = (standing: TemplateRow, wanted: TemplateValues): boolean =>
  standing.label !== wanted.label ||
  standing.subject !== wanted.subject ||
  standing.body !== wanted.body ||
  standing.campaignIds.toSorted().join() !== wanted.campaignIds.toSorted().join();

/** Makes a template the only default of its campaigns. The lock must be held. */
async function makeOnlyDefault(
  db: Database,
  { id, brandId, campaignIds }: TemplateRow,
  userId: string,
): Promise<void> {
  if (campaignIds.length === 0) return;
  await db
    .update(template)
    .set({
      campaignIds: sql`array(select unnest(${template.campaignIds})
        except select unnest(${sql.param(campaignIds)}::uuid[]))`,
      version: sql`${template.version} + 1`,
      updatedBy: userId,
    })
    .where(
      and(
        eq(template.brandId, brandId),
        ne(template.id, id),
        arrayOverlaps(template.campaignIds, campaignIds),
      ),
    );
}

const MAX_LABEL = 200;

/** Duplicates a template under an unused label; null if not found. A repeated request returns the copy it created. */
export async function copyTemplate(
  db: Database,
  { brandId, userId, now, requestKey }: TemplateWriter,
  id: string,
): Promise<EmailTemplate | null> {
  return db.transaction(async (tx) => {
    // Serialize concurrent copies, so that each finds an unused label.
    const [source] = await tx
      .select()
      .from(template)
      .where(and(activeTemplates(brandId), eq(template.id, id)))
      .for('update');
    if (!source) return null;
    const made = await madeBefore(tx, brandId, requestKey);
    if (made) return made;
    const taken = new Set(
      (await tx.select({ label: template.label }).from(template).where(eq(template.brandId, brandId))).map(
        ({ label }) => label,
      ),
    );
    let label = '';
    for (let number = 1; label === '' || taken.has(label); number++) {
      const ending = number === 1 ? ' (copy)' : ` (copy ${number})`;
      label = source.label.slice(0, MAX_LABEL - ending.length).toWellFormed() + ending;
    }
    const [row] = await tx
      .insert(template)
      .values({
        ...source,
        id: newId(),
        label,
        campaignIds: [],
        version: 1,
        updatedBy: userId,
        requestKey,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    return row ? readTemplate(tx, row.id) : null;
  });
}

/** Archives a template; `needed` while a scheduled invite uses it, as reported by `isNeeded`. */
export async function removeTemplate(
  db: Database,
  { brandId, id, now }: { brandId: string; id: string; now: string },
  isNeeded: (tx: Database, brandId: string, id: string) => Promise<boolean>,
): Promise<'removed' | 'missing' | 'needed'> {
  return db.transaction(async (tx) => {
    // An invite being created holds a lock on its template.
    const [row] = await tx
      .select({ id: template.id })
      .from(template)
      .where(and(activeTemplates(brandId), eq(template.id, id)))
      .for('update');
    if (!row) return 'missing';
    if (await isNeeded(tx, brandId, id)) return 'needed';
    await tx.update(template).set({ removedAt: now }).where(eq(template.id, id));
    return 'removed';
  });
}

/**
 * Restores an archived template, without campaigns that have another default by now. Returns an active one unchanged;
 * null if not found.
 */
export async function restoreTemplate(
  db: Database,
  brandId: string,
  id: string,
): Promise<EmailTemplate | null> {
  return db.transaction(async (tx) => {
    await lockDefaults(tx, brandId);
    const [row] = await tx
      .update(template)
      .set({
        removedAt: null,
        campaignIds: sql`case when ${template.removedAt} is null then ${template.campaignIds} else array(
          select unnest(${template.campaignIds}) except
          select unnest(other.campaign_ids) from email_template other
          where other.brand_id = ${brandId} and other.id <> ${id} and other.removed_at is null) end`,
      })
      .where(and(eq(template.brandId, brandId), eq(template.id, id)))
      .returning({ id: template.id });
    return row ? readTemplate(tx, row.id) : null;
  });
}
