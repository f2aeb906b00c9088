import { defaultPreferences, type NotificationKind } from '@troupe/domain/inbox/notification';
import type { Language } from '@troupe/i18n/language';
import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { personNameSql } from '../../account/user/user.table.ts';
import { notificationTable } from './notification.table.ts';

/** A notification to send by email. */
export interface UnmailedNotice {
  id: string;
  userId: string;
  brandId: string;
  brandName: string;
  kind: NotificationKind;
  title: string;
  text: string;
  href: string;
  address: string;
  name: string;
  isCreator: boolean;
  /** Of the reader: the one they chose, and that of their browser. */
  language: Language | null;
  browserLanguage: Language | null;
}

const mailedTo = (isCreator: boolean) =>
  Object.entries(defaultPreferences(isCreator))
    .filter(([, channel]) => channel === 'mail')
    .map(([kind]) => kind);
const MAILED = mailedTo(false);
const MAILED_TO_CREATORS = mailedTo(true);

interface Span {
  from: Date;
  until: Date;
}

/** Returns unread notifications of users who chose email, grouped by user, oldest first. */
export async function readUnmailed(db: Database, span: Span): Promise<UnmailedNotice[]> {
  const { rows } = await db.execute<UnmailedNotice & Record<string, unknown>>(sql`
    ${unmailed(span)} order by n.user_id, n.brand_id, n.created_at limit 1000`);
  return rows;
}

/** Locks and returns those that still need an email. */
export async function lockUnmailed(
  db: Database,
  span: Span,
  ids: readonly string[],
): Promise<UnmailedNotice[]> {
  const { rows } = await db.execute<UnmailedNotice & Record<string, unknown>>(sql`
    ${unmailed(span)} and n.id = any(${sql.param(ids)}::uuid[])
    order by n.created_at for update of n skip locked`);
  return rows;
}

const unmailed = ({ from, until }: Span) => sql`
    select n.id, n.user_id as "userId", n.brand_id as "brandId", b.name as "brandName", n.kind, n.title, n.text,
      n.href, p.email as address, coalesce(${sql.raw(personNameSql('p'))}, '') as name,
      p.role = 'creator' as "isCreator", p.language, p.browser_language as "browserLanguage"
    from notification n
    join person p on p.id = n.user_id and p.email <> ''
    join brand b on b.id = n.brand_id
    left join notification_preference c on c.user_id = n.user_id
    where n.mailed_at is null and n.read_at is null
      -- These have their own email, which can be unsubscribed from.
      and n.kind <> 'search'
      and n.created_at > ${from.toISOString()} and n.created_at <= ${until.toISOString()}
      and coalesce(c.preferences->>n.kind,
        case when n.kind = any(case when p.role = 'creator' then ${sql.param(MAILED_TO_CREATORS)}::text[]
          else ${sql.param(MAILED)}::text[] end) then 'mail' else 'app' end) = 'mail'`;

/** Records that notifications were emailed. */
export async function markMailed(db: Database, ids: readonly string[], now: Date): Promise<void> {
  await db
    .update(notificationTable)
    .set({ mailedAt: now.toISOString() })
    .where(inArray(notificationTable.id, [...ids]));
}
