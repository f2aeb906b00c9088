import type { MarketingSource } from '@troupe/domain/site/marketing-source';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** How long after sign-up a source still counts. */
const VALID_FOR = '1 day';

/** Saves where a user came from, unless they signed up too long ago or it is known; returns whether it was saved. */
export async function insertMarketingSource(
  db: Database,
  userId: string,
  { campaign, medium, source, content, term }: MarketingSource,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into marketing_source (user_id, campaign, medium, source, content, term, created_at)
    select id, ${campaign}, ${medium}, ${source}, ${content}, ${term}, ${now.toISOString()}::timestamptz
    from person
    where id = ${userId} and created_at > ${now.toISOString()}::timestamptz - ${VALID_FOR}::interval
    on conflict (user_id) do nothing`);
  return rowCount === 1;
}
