import {
  defaultPreferences,
  type Notification,
  type NotificationChoices,
  type NotificationKind,
  type NotificationPreferences,
} from '@troupe/domain/inbox/notification';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { inLanguage } from '@troupe/i18n/language';
import { and, count, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { readerLanguage } from '../../../platform/language.ts';
import { publishLiveEvent, publishLiveEvents } from '../../../platform/live/live.queries.ts';
import { brandMemberTable } from '../../account/brand/brand.table.ts';
import { readerColumns, userTable } from '../../account/user/user.table.ts';
import { notificationPreferenceTable, notificationTable } from './notification.table.ts';

/** A notification to people of a brand. */
export interface Notice {
  brandId: string;
  kind: NotificationKind;
  /** Writes it in the current language: that of each reader. Must not wait for anything. */
  write: () => { title: string; text: string };
  /** A path of the app. */
  href: string;
  /** Identifies the subject: each person is notified once per reference. */
  reference: string;
  /** The recipients; all members by default. */
  to?: readonly string[];
  now?: Date;
}

/**
 * Notifies members of a brand once, in the transaction of the change: an entry in the bell, a live event, and an
 * email if they chose it and haven't read it within five minutes. Skips those who chose `off`.
 */
export async function notify(db: Database, { to, now = new Date(), ...notice }: Notice): Promise<void> {
  const people =
    to ??
    (
      await db
        .select({ userId: brandMemberTable.userId })
        .from(brandMemberTable)
        .where(eq(brandMemberTable.brandId, notice.brandId))
    ).map(({ userId }) => userId);
  await notifyPeople(db, people, { ...notice, now });
}

/** Notifies named users, such as a creator; `href` is a path of their app. */
export async function notifyPeople(
  db: Database,
  people: readonly string[],
  { now = new Date(), ...notice }: Omit<Notice, 'to'>,
): Promise<void> {
  await notifyEach(
    db,
    people.map((userId) => ({ userId, ...notice })),
    now,
  );
}

/** A notification and its recipient. */
export type PersonalNotice = Omit<Notice, 'to' | 'now'> & { userId: string };

/** Notifies each user individually. Returns what was new and wanted. */
export async function notifyEach(
  db: Database,
  notices: readonly PersonalNotice[],
  now: Date,
): Promise<{ userId: string; reference: string }[]> {
  if (notices.length === 0) return [];
  const chosen = await db
    .select()
    .from(notificationPreferenceTable)
    .where(inArray(notificationPreferenceTable.userId, [...new Set(notices.map(({ userId }) => userId))]));
  const of = new Map(chosen.map(({ userId, preferences }) => [userId, preferences]));
  const wanted = notices.filter(({ userId, kind }) => of.get(userId)?.[kind] !== 'off');
  if (wanted.length === 0) return [];
  const readers = await db
    .select({ id: userTable.id, ...readerColumns })
    .from(userTable)
    .where(inArray(userTable.id, [...new Set(wanted.map(({ userId }) => userId))]));
  const languages = new Map(readers.map((reader) => [reader.id, readerLanguage(reader)]));
  const inserted = await db
    .insert(notificationTable)
    .values(
      wanted.map(({ write, ...notice }) => ({
        ...notice,
        ...inLanguage(languages.get(notice.userId) ?? 'en', write),
        id: newId(),
        createdAt: now.toISOString(),
      })),
    )
    .onConflictDoNothing()
    .returning();
  if (inserted.length === 0) return [];
  const counts = await db
    .select({ userId: notificationTable.userId, unread: count() })
    .from(notificationTable)
    .where(
      and(
        inArray(notificationTable.userId, [...new Set(inserted.map(({ userId }) => userId))]),
        isNull(notificationTable.readAt),
      ),
    )
    .groupBy(notificationTable.userId);
  const unread = new Map(counts.map((one) => [one.userId, one.unread]));
  await publishLiveEvents(
    db,
    inserted.map((row) => ({
      audience: `user:${row.userId}`,
      type: 'notification' as const,
      data: { notification: toNotification(row), unread: unread.get(row.userId) ?? 0 },
    })),
  );
  return inserted;
}

/** Returns when notifications with these references were created; those without one are absent. */
export async function readNotified(
  db: Database,
  references: readonly string[],
): Promise<Map<string, string>> {
  if (references.length === 0) return new Map();
  const rows = await db
    .select({ reference: notificationTable.reference, createdAt: notificationTable.createdAt })
    .from(notificationTable)
    .where(inArray(notificationTable.reference, [...references]));
  return new Map(rows.map(({ reference, createdAt }) => [reference, createdAt]));
}

/**
 * Marks notifications about a decided item as read for every member, and stops emails about them. `of` is the prefix
 * of their references.
 */
export async function settleDecided(
  db: Database,
  { brandId, of }: { brandId: string; of: string },
  now: Date,
): Promise<void> {
  const members = db
    .select({ userId: brandMemberTable.userId })
    .from(brandMemberTable)
    .where(eq(brandMemberTable.brandId, brandId));
  const at = now.toISOString();
  const settled = await db
    .update(notificationTable)
    .set({ readAt: at, mailedAt: sql`coalesce(${notificationTable.mailedAt}, ${at})` })
    .where(
      and(
        eq(notificationTable.brandId, brandId),
        inArray(notificationTable.userId, members),
        isNull(notificationTable.readAt),
        sql`starts_with(${notificationTable.reference}, ${of})`,
      ),
    )
    .returning({ userId: notificationTable.userId });
  for (const userId of new Set(settled.map((one) => one.userId)))
    await publishLiveEvent(db, {
      audience: `user:${userId}`,
      type: 'notification',
      data: { notification: null, unread: await countUnread(db, userId) },
    });
}

type Row = typeof notificationTable.$inferSelect;

const toNotification = (row: Row): Notification => ({
  id: row.id,
  brandId: row.brandId,
  kind: row.kind,
  title: row.title,
  text: row.text,
  href: row.href,
  created: row.createdAt,
  read: row.readAt,
});

const unreadOf = (userId: string) =>
  and(eq(notificationTable.userId, userId), isNull(notificationTable.readAt));

/** Returns the number of a user's unread notifications. */
async function countUnread(db: Database, userId: string): Promise<number> {
  const [row] = await db.select({ unread: count() }).from(notificationTable).where(unreadOf(userId));
  return row?.unread ?? 0;
}

/** Returns one page of a user's notifications, newest first, optionally of some brands only. */
export async function readNotificationPage(
  db: Database,
  { userId, brandIds }: { userId: string; brandIds?: readonly string[] | undefined },
  page: number,
): Promise<{ notifications: Notification[]; total: number; unread: number }> {
  const of = and(
    eq(notificationTable.userId, userId),
    brandIds && inArray(notificationTable.brandId, [...brandIds]),
  );
  const [rows, [counts]] = await Promise.all([
    db
      .select()
      .from(notificationTable)
      .where(of)
      .orderBy(desc(notificationTable.createdAt), desc(notificationTable.id))
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE),
    db
      .select({
        total: count(),
        unread: sql<number>`count(*) filter (where ${notificationTable.readAt} is null)`.mapWith(Number),
      })
      .from(notificationTable)
      .where(of),
  ]);
  return {
    notifications: rows.map(toNotification),
    total: counts?.total ?? 0,
    unread: counts?.unread ?? 0,
  };
}

/** Marks a user's notifications as read, either those named or all, and updates their other screens. */
export async function markNotificationsRead(
  db: Database,
  userId: string,
  ids: readonly string[] | undefined,
  now: Date,
): Promise<number> {
  const read = await db
    .update(notificationTable)
    .set({ readAt: now.toISOString() })
    .where(and(unreadOf(userId), ids === undefined ? undefined : inArray(notificationTable.id, [...ids])))
    .returning({ id: notificationTable.id });
  const unread = await countUnread(db, userId);
  if (read.length > 0)
    await publishLiveEvent(db, {
      audience: `user:${userId}`,
      type: 'notification',
      data: { notification: null, unread },
    });
  return unread;
}

/** Deletes notifications read before `before`. */
export async function removeReadNotifications(db: Database, before: Date): Promise<void> {
  await db.delete(notificationTable).where(lt(notificationTable.readAt, before.toISOString()));
}

/** Returns a user's notification preferences. */
export async function readPreferences(db: Database, userId: string): Promise<NotificationPreferences> {
  const [row] = await db
    .select({ role: userTable.role, preferences: notificationPreferenceTable.preferences })
    .from(userTable)
    .leftJoin(notificationPreferenceTable, eq(notificationPreferenceTable.userId, userTable.id))
    .where(eq(userTable.id, userId));
  return { ...defaultPreferences(row?.role === 'creator'), ...row?.preferences };
}

/** Saves a user's notification preferences; kinds that are left out keep theirs. */
export async function savePreferences(
  db: Database,
  userId: string,
  preferences: NotificationChoices,
): Promise<void> {
  await db
    .insert(notificationPreferenceTable)
    .values({ userId, preferences })
    .onConflictDoUpdate({
      target: notificationPreferenceTable.userId,
      set: { preferences: sql`${notificationPreferenceTable.preferences} || excluded.preferences` },
    });
}

/** Deletes a user's notifications of a brand. */
export async function removeNotifications(db: Database, brandId: string, userId: string): Promise<void> {
  await db
    .delete(notificationTable)
    .where(and(eq(notificationTable.brandId, brandId), eq(notificationTable.userId, userId)));
}
