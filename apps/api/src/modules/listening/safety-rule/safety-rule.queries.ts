import { SafetyCategory } from '@troupe/domain/discovery/safety-flag';
import {
  builtInQuery,
  defaultRule,
  type SafetyRule,
  type SafetyRuleForm,
  type SafetyRuleVersion,
} from '@troupe/domain/listening/safety/safety-rule';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { personNameSql } from '../../account/user/user.table.ts';
import { safetyRuleTable } from './safety-rule.table.ts';

type Pool = Pick<pg.Pool, 'query'>;
type Row = SafetyRuleVersion & { category: SafetyCategory };

/** Returns a brand's rules in the order of the categories: the latest versions, else the defaults. */
export async function readRules(pool: Pool, brandId: string): Promise<SafetyRule[]> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    pool.query<Row>(
      `select distinct on (r.category) r.category, r.version, r.state, r.items, r.days, r.query, r.names, r.at,
          ${personNameSql('u')} as by
        from safety_rule r left join person u on u.id = r.user_id
        where r.brand_id = $1 order by r.category, r.version desc`,
      [brandId],
    ),
    pool.query<{ category: string; open: number }>(
      `select category, count(*)::int as open from safety_flag where brand_id = $1 and state = 'open' group by 1`,
      [brandId],
    ),
  ]);
  const saved = new Map(rows.map((row) => [row.category, row]));
  const open = new Map(counts.map((row) => [row.category, row.open]));
  return SafetyCategory.options.map((category) => {
    const row = saved.get(category);
    const preset = defaultRule(category);
    const { state, items, days, query, names } = row ?? preset;
    return {
      category,
      version: row?.version ?? 0,
      state,
      items,
      days,
      query,
      names,
      defaultQuery: builtInQuery(category),
      defaults: { state: preset.state, items: preset.items, days: preset.days },
      isDefault: isSameRule({ state, items, days, query, names }, preset),
      by: row?.by ?? null,
      at: row?.at ?? null,
      open: open.get(category) ?? 0,
    };
  });
}

/** Whether two rules do the same. */
export const isSameRule = (a: SafetyRuleForm, b: SafetyRuleForm): boolean =>
  a.state === b.state &&
  a.items === b.items &&
  a.days === b.days &&
  a.query === b.query &&
  a.names.join('\n') === b.names.join('\n');

/** Returns the versions of a rule, newest first. */
export async function readRuleVersions(
  pool: Pool,
  brandId: string,
  category: SafetyCategory,
): Promise<SafetyRuleVersion[]> {
  const { rows } = await pool.query<SafetyRuleVersion>(
    `select r.version, r.state, r.items, r.days, r.query, r.names, r.at, ${personNameSql('u')} as by
      from safety_rule r left join person u on u.id = r.user_id
      where r.brand_id = $1 and r.category = $2 order by r.version desc limit 100`,
    [brandId, category],
  );
  return rows;
}

/** Adds the version after `version`; false if someone else added it. */
export async function addRuleVersion(
  tx: Database,
  brandId: string,
  category: SafetyCategory,
  { rule, version, userId }: { rule: SafetyRuleForm; version: number; userId: string | null },
  now: Date,
): Promise<boolean> {
  const { rows } = await tx.execute<{ latest: number }>(
    sql`select coalesce(max(version), 0)::int as latest from safety_rule
      where brand_id = ${brandId} and category = ${category}`,
  );
  if ((rows[0]?.latest ?? 0) !== version) return false;
  const added = await tx
    .insert(safetyRuleTable)
    .values({
      brandId,
      category,
      version: version + 1,
      state: rule.state,
      items: rule.items,
      days: rule.days,
      query: rule.query,
      names: rule.names,
      userId,
      at: now.toISOString(),
    })
    .onConflictDoNothing()
    .returning({ version: safetyRuleTable.version });
  return added.length > 0;
}

/** Returns brands that work with creators. */
export async function readSafetyBrands(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select b.id from brand b where exists (select from creator_list_item i where i.brand_id = b.id)
      or exists (select from opt_in o where o.brand_id = b.id) or exists (select from invite i where i.brand_id = b.id)
      or exists (select from safety_check k where k.brand_id = b.id)
      or exists (select from creator c where c.brand_id = b.id)
      order by b.id`,
  );
  return rows.map(({ id }) => id);
}

/** A live post for a campaign that asked for an ad label. */
export interface CampaignPost {
  creatorId: string;
  id: string;
  url: string;
  caption: string;
  published: string;
  /** How the campaign asked to label posts. */
  asked: string;
}

/** Returns live posts of approved creators for campaigns that ask for a label. Posts without a known caption are left out. */
export async function readCampaignPosts(
  pool: Pool,
  brandId: string,
  creatorIds: readonly string[],
): Promise<CampaignPost[]> {
  const { rows } = await pool.query<CampaignPost>(
    `select o.creator_id as "creatorId", p.id, p.url, coalesce(nullif(p.title, ''), known.title) as caption,
        coalesce(p.published_at, p.created_at) as published, m.brief ->> 'disclosure' as asked
      from opt_in o join live_post p on p.opt_in_id = o.id join campaign m on m.id = o.campaign_id
      left join content known on known.creator_id = o.creator_id and known.url = p.url
      where o.brand_id = $1 and o.creator_id = any($2::uuid[]) and o.approved_at is not null
        and trim(m.brief ->> 'disclosure') <> '' and coalesce(nullif(p.title, ''), nullif(known.title, '')) is not null
      order by p.id`,
    [brandId, [...creatorIds]],
  );
  return rows;
}
