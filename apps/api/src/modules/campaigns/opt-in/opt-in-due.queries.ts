import type { Agreement } from '@troupe/domain/campaigns/agreement';
import type pg from 'pg';

/** An approved opt-in of which something is due soon, and how much of it is done. */
export interface DueOptIn {
  id: string;
  brandId: string;
  brandName: string;
  campaignTitle: string;
  userId: string;
  agreement: Agreement;
  /** Pieces of content handed in, those a change was asked for left out, and posts that are live. */
  handedIn: number;
  live: number;
}

/** Approved opt-ins of accounts whose draft or post is due after `from` and up to `until`, in campaigns that go on. */
export async function readDueOptIns(
  pool: pg.Pool,
  { from, until }: { from: Date; until: Date },
): Promise<DueOptIn[]> {
  const { rows } = await pool.query<DueOptIn>({
    name: 'opt-ins-due',
    text: `select i.id, i.brand_id as "brandId", b.name as "brandName", k.title as "campaignTitle",
        i.user_id as "userId", i.agreement,
        (select count(*) from content_preview p where p.opt_in_id = i.id and p.status <> 'change_requested')
          as "handedIn",
        (select count(*) from live_post l where l.opt_in_id = i.id) as live
      from opt_in i join campaign k on k.id = i.campaign_id join brand b on b.id = i.brand_id
      where i.status = 'approved' and i.user_id is not null and k.status <> 'archived'
        and ((i.agreement->>'draftDue')::timestamptz > $1 and (i.agreement->>'draftDue')::timestamptz <= $2
          or (i.agreement->>'liveDue')::timestamptz > $1 and (i.agreement->>'liveDue')::timestamptz <= $2)
      order by i.id`,
    values: [from.toISOString(), until.toISOString()],
  });
  return rows;
}
