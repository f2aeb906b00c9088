import { createHash } from 'node:crypto';
import {
  COVERAGE_DAYS,
  MAX_EVIDENCE,
  type SafetyCategory,
  type SafetyCoverage,
  type SafetyFlag,
  type SafetyFlagState,
} from '@troupe/domain/discovery/safety-flag';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { personNameSql } from '../../account/user/user.table.ts';
import { safetyEvidenceTable, safetyFlagTable } from './safety-flag.table.ts';

type Pool = Pick<pg.Pool, 'query'>;

/** Filters of a brand's flags; empty ones don't filter. */
export interface FlagFilter {
  state: readonly SafetyFlagState[];
  category: readonly SafetyCategory[];
  creatorId: readonly string[];
  listId?: string | undefined;
}

const evidence = (most: number) => `(select coalesce(jsonb_agg(one.entry), '[]') from (
    select jsonb_build_object('id', e.id, 'kind', e.kind, 'url', e.url,
      'published', to_char(e.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'found', to_char(e.found_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'ruleVersion', e.rule_version, 'parts', e.parts, 'figures', e.figures) as entry
    from safety_evidence e where e.flag_id = f.id
    order by e.published_at desc nulls first, e.id desc limit ${most}) one)`;

const FLAG = (most: number) => `f.id, f.category, f.state, f.version, f.rule_version as "ruleVersion",
  f.raised_at as raised, f.changed_at as changed, f.decided_at as decided, f.reason,
  case when u.id is not null then ${personNameSql('u')} end as by,
  jsonb_build_object('id', c.id, 'username', c.username, 'fullname', c.fullname, 'platform', c.platform,
    'profilePicUrl', c.profile_pic_url) as creator,
  (select count(*) from safety_evidence e where e.flag_id = f.id)::int as "evidenceCount",
  ${evidence(most)} as evidence`;
const FROM = `from safety_flag f join creator c on c.id = f.creator_id
  left join person u on u.id = f.decided_by`;
const MATCHING = `f.brand_id = $1 and (cardinality($2::text[]) = 0 or f.state = any($2))
  and (cardinality($3::text[]) = 0 or f.category = any($3))
  and (cardinality($4::uuid[]) = 0 or f.creator_id = any($4))
  and ($5::uuid is null or exists (select from creator_list_item i
    where i.list_id = $5 and i.brand_id = $1 and i.creator_id = f.creator_id and i.archived_at is null))`;
const valuesOf = (brandId: string, { state, category, creatorId, listId }: FlagFilter) => [
  brandId,
  [...state],
  [...category],
  [...creatorId],
  listId ?? null,
];

/** Returns a brand's flags, the most recently changed first. @param most evidence per flag */
export async function readFlags(
  pool: Pool,
  brandId: string,
  filter: FlagFilter,
  limit: number,
  offset = 0,
  most = MAX_EVIDENCE,
): Promise<SafetyFlag[]> {
  const { rows } = await pool.query<SafetyFlag>(
    `select ${FLAG(most)} ${FROM} where ${MATCHING}
      order by f.changed_at desc, f.id desc limit $6 offset $7`,
    [...valuesOf(brandId, filter), limit, offset],
  );
  return rows;
}

/** Returns one page of a brand's flags, and how many are open in all. */
export async function readFlagPage(
  pool: Pool,
  brandId: string,
  filter: FlagFilter,
  page: number,
): Promise<{ flags: SafetyFlag[]; open: number; total: number }> {
  const [flags, { rows }] = await Promise.all([
    readFlags(pool, brandId, filter, PAGE_SIZE, (page - 1) * PAGE_SIZE),
    pool.query<{ total: number; open: number }>(
      `select (select count(*) from safety_flag f where ${MATCHING})::int as total,
        (select count(*) from safety_flag where brand_id = $1 and state = 'open')::int as open`,
      valuesOf(brandId, filter),
    ),
  ]);
  return { flags, open: rows[0]?.open ?? 0, total: rows[0]?.total ?? 0 };
}

/** Returns the categories of open flags by creator; those without any are absent. */
export async function readOpenCategories(
  pool: Pool,
  brandId: string,
  creatorIds: readonly string[],
): Promise<Map<string, SafetyCategory[]>> {
  const { rows } = await pool.query<{ creatorId: string; categories: SafetyCategory[] }>(
    `select creator_id as "creatorId", array_agg(category order by category) as categories from safety_flag
      where brand_id = $1 and state = 'open' and creator_id = any($2::uuid[]) group by creator_id`,
    [brandId, [...creatorIds]],
  );
  return new Map(rows.map(({ creatorId, categories }) => [creatorId, categories]));
}

/** Returns a brand's flag; null if there is none. */
export async function readFlag(pool: Pool, brandId: string, id: string): Promise<SafetyFlag | null> {
  const { rows } = await pool.query<SafetyFlag>(
    `select ${FLAG(MAX_EVIDENCE)} ${FROM} where f.brand_id = $1 and f.id = $2`,
    [brandId, id],
  );
  return rows[0] ?? null;
}

/** Returns what a brand's last check of a creator covered; null if the brand can't see the creator. */
export async function readCoverage(
  pool: Pool,
  brandId: string,
  creatorId: string,
): Promise<Omit<SafetyCoverage, 'figures'> | null> {
  const { rows } = await pool.query<Omit<SafetyCoverage, 'figures'>>(
    `select k.checked_at as checked, coalesce(k.posts, 0) as posts, coalesce(k.without_text, 0) as "withoutText",
        coalesce(k.has_bio, c.bio <> '') as bio, r.read_at as read
      from creator c left join safety_check k on k.creator_id = c.id and k.brand_id = $1
      left join creator_refresh r on r.creator_id = c.id
      where c.id = $2 and (c.brand_id is null or c.brand_id = $1)`,
    [brandId, creatorId],
  );
  return rows[0] ?? null;
}

/** Decides about a flag; false if it isn't the brand's or has another version. */
export async function decideFlag(
  tx: Database,
  brandId: string,
  id: string,
  {
    state,
    reason,
    version,
    userId,
  }: { state: SafetyFlagState; reason: string; version: number; userId: string },
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const changed = await tx
    .update(safetyFlagTable)
    .set({
      state,
      reason,
      version: version + 1,
      changedAt: at,
      decidedBy: userId,
      decidedAt: at,
    })
    .where(
      and(
        eq(safetyFlagTable.brandId, brandId),
        eq(safetyFlagTable.id, id),
        eq(safetyFlagTable.version, version),
      ),
    )
    .returning({ id: safetyFlagTable.id });
  return changed.length > 0;
}

/** A match to store, with the text it was found in. */
export interface NewEvidence {
  kind: 'bio' | 'post' | 'figures';
  key: string;
  text: string;
  url: string | null;
  published: string | null;
  parts: SafetyFlag['evidence'][number]['parts'];
  figures: SafetyFlag['evidence'][number]['figures'];
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** The most evidence that a flag keeps per check. */
const MOST_PER_CHECK = 50;

/**
 * Raises a flag, or adds evidence to it. A decided or cleared flag opens again only with evidence that it didn't have.
 * @returns the flag if it is new or opens again
 */
export async function raiseFlag(
  tx: Database,
  of: { brandId: string; creatorId: string; category: SafetyCategory; ruleVersion: number },
  evidence: readonly NewEvidence[],
  now: Date,
): Promise<{ id: string; reopened: boolean } | null> {
  const at = now.toISOString();
  const [added] = await tx
    .insert(safetyFlagTable)
    .values({ id: newId(), ...of, raisedAt: at, changedAt: at })
    .onConflictDoNothing()
    .returning({ id: safetyFlagTable.id });
  const [flag] = await tx
    .select()
    .from(safetyFlagTable)
    .where(
      and(
        eq(safetyFlagTable.brandId, of.brandId),
        eq(safetyFlagTable.creatorId, of.creatorId),
        eq(safetyFlagTable.category, of.category),
      ),
    )
    .for('update');
  if (!flag) return null;
  const fresh = await tx
    .insert(safetyEvidenceTable)
    .values(
      evidence.slice(0, MOST_PER_CHECK).map((one) => ({
        id: newId(),
        flagId: flag.id,
        kind: one.kind,
        itemKey: one.key,
        textHash: hashOf(one.text),
        url: one.url,
        publishedAt: one.published,
        foundAt: at,
        ruleVersion: of.ruleVersion,
        parts: one.parts,
        figures: one.figures,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: safetyEvidenceTable.id });
  if (added) return { id: flag.id, reopened: false };
  // A cleared flag was never decided, so a rule that finds it again opens it without new evidence.
  const reopened = flag.state === 'cleared' || (flag.state !== 'open' && fresh.length > 0);
  if (!reopened && fresh.length === 0 && flag.ruleVersion === of.ruleVersion) return null;
  await tx
    .update(safetyFlagTable)
    .set({
      ruleVersion: of.ruleVersion,
      version: flag.version + (reopened || fresh.length > 0 ? 1 : 0),
      state: reopened ? 'open' : flag.state,
      changedAt: reopened || fresh.length > 0 ? at : flag.changedAt,
    })
    .where(eq(safetyFlagTable.id, flag.id));
  return reopened ? { id: flag.id, reopened: true } : null;
}

/** Clears open flags of a creator whose rule changed and no longer finds enough. */
export async function clearFlags(
  tx: Database,
  { brandId, creatorId }: { brandId: string; creatorId: string },
  rules: readonly { category: SafetyCategory; version: number }[],
  now: Date,
): Promise<void> {
  if (rules.length === 0) return;
  const categories = sql.param(rules.map(({ category }) => category));
  const versions = sql.param(rules.map(({ version }) => version));
  await tx.execute(sql`
    update safety_flag f set state = 'cleared', rule_version = r.version, version = f.version + 1,
      changed_at = ${now.toISOString()}
    from unnest(${categories}::text[], ${versions}::int[]) as r(category, version)
    where f.brand_id = ${brandId} and f.creator_id = ${creatorId} and f.category = r.category and f.state = 'open'
      and f.rule_version <> r.version`);
}

/** Removes quotes and addresses from all brands' flags on creators; their texts don't count as new again. */
export async function eraseQuotes(tx: Database, creatorIds: readonly string[]): Promise<void> {
  if (creatorIds.length === 0) return;
  await tx
    .update(safetyEvidenceTable)
    .set({ parts: [], url: null, figures: null })
    .where(
      inArray(
        safetyEvidenceTable.flagId,
        tx
          .select({ id: safetyFlagTable.id })
          .from(safetyFlagTable)
          .where(inArray(safetyFlagTable.creatorId, [...creatorIds])),
      ),
    );
}

/** Days of posts that count as covered. */
export const coverageSince = (now: Date): Date => new Date(now.getTime() - COVERAGE_DAYS * 86_400_000);
