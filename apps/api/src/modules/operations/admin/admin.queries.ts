import type { AdminBrand, AdminMember, FailedJob, JobQueue } from '@troupe/domain/operations/admin';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { containing } from '../../../platform/database.ts';
import { personLabelSql } from '../../account/user/user.table.ts';
import { effectivePlanSql } from '../../billing/subscription/subscription.table.ts';

/** Filters of a brand list; omitted fields don't filter. */
export interface AdminBrandFilter {
  search?: string | undefined;
  pastDue?: boolean | undefined;
}

const MATCHING = `($1::text is null or lower(b.name) like $1 or lower(b.website) like $1)
  and ($2::boolean is null or $2 = exists (
    select from subscription s where s.brand_id = b.id and s.status = 'active' and s.past_due))`;

/** Returns one page of all brands by name. */
export async function readAdminBrands(
  pool: pg.Pool,
  { search, pastDue }: AdminBrandFilter,
  page: number,
): Promise<{ brands: AdminBrand[]; total: number }> {
  const values = [search?.trim() ? containing(search.toLowerCase()) : null, pastDue ?? null];
  const [{ rows: brands }, { rows: counts }] = await Promise.all([
    pool.query<AdminBrand>(
      `select b.id, b.name, b.website, b.created_at as created, b.closed_at as closed,
        ${effectivePlanSql("json_build_object('id', plan_id, 'period', period)", 'b.id')} as plan,
        exists (select from subscription s where s.brand_id = b.id and s.status = 'active' and s.past_due)
          as "pastDue",
        coalesce((select e.balance from credit_entry e where e.brand_id = b.id order by e.number desc limit 1), 0)
          as credits,
        (select count(*) from brand_member m where m.brand_id = b.id) as members,
        (select json_build_object('all', count(*), 'published', count(*) filter (where c.status = 'publish'))
          from campaign c where c.brand_id = b.id) as campaigns
      from (select * from brand b where ${MATCHING} order by lower(b.name), b.id
        limit ${PAGE_SIZE} offset $3) b
      order by lower(b.name), b.id`,
      [...values, (page - 1) * PAGE_SIZE],
    ),
    pool.query<{ total: number }>(`select count(*) as total from brand b where ${MATCHING}`, values),
  ]);
  return { brands, total: counts[0]?.total ?? 0 };
}

/** Returns a brand's team; null if not found. */
export async function readAdminMembers(pool: pg.Pool, brandId: string): Promise<AdminMember[] | null> {
  const { rows } = await pool.query<AdminMember & { id: string | null }>(
    `select p.id, ${personLabelSql('p')} as name, p.email, m.role, p.role = 'administrator' as administrator
      from brand b left join brand_member m on m.brand_id = b.id left join person p on p.id = m.user_id
      where b.id = $1 order by m.role = 'owner' desc, name, p.id`,
    [brandId],
  );
  return rows.length === 0 ? null : rows.filter(({ id }) => id !== null);
}

/** Returns all job queues with their counts. */
export async function readJobQueues(pool: pg.Pool): Promise<JobQueue[]> {
  const { rows } = await pool.query<JobQueue>(
    `select q.name, count(j.id) filter (where j.state in ('created', 'retry')) as waiting,
        count(j.id) filter (where j.state = 'retry') as retrying,
        count(j.id) filter (where j.state = 'active') as active,
        count(j.id) filter (where j.state = 'failed') as failed,
        count(j.id) filter (where j.state = 'completed') as completed,
        min(j.start_after) filter (where j.state in ('created', 'retry') and j.start_after <= now()) as oldest
      from pgboss.queue q left join pgboss.job j on j.name = q.name
      where q.name not like '\\_\\_pgboss%' group by q.name order by failed desc, waiting desc, q.name`,
  );
  return rows;
}

const MAX_FAILED = 100;

/** Returns permanently failed jobs of one queue, newest first; null if the queue doesn't exist. */
export async function readFailedJobs(pool: pg.Pool, queue: string): Promise<FailedJob[] | null> {
  const { rowCount } = await pool.query('select 1 from pgboss.queue where name = $1', [queue]);
  if (!rowCount) return null;
  const { rows } = await pool.query<FailedJob>(
    `select id, created_on as created, completed_on as failed, retry_count + 1 as tries,
        left(coalesce(output->>'message', output->'value'->>'message', output->>'value', output::text, ''), 300)
          as message
      from pgboss.job where name = $1 and state = 'failed' order by completed_on desc nulls last, id limit ${MAX_FAILED}`,
    [queue],
  );
  return rows;
}

/** Returns whether a job exists. */
export async function jobExists(pool: pg.Pool, queue: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query('select 1 from pgboss.job where name = $1 and id = $2', [queue, id]);
  return rowCount === 1;
}
