import * as calls from '@troupe/contract/inbox/notification';
import { pagesOf } from '@troupe/domain/shape';
import type { Api } from '../../../platform/api.ts';
import {
  markNotificationsRead,
  readNotificationPage,
  readPreferences,
  removeReadNotifications,
  savePreferences,
} from './notification.queries.ts';

/** Keep read notifications for half a year. */
const READ_RETENTION_MS = 180 * 86_400_000;

/** Registers the calls for notifications and their preferences. */
export function notificationRoutes({ db, clock, jobs, implement }: Api): void {
  jobs.every('23 * * * *', 'notification.remove', () =>
    removeReadNotifications(db, new Date(clock.now().getTime() - READ_RETENTION_MS)),
  );

  implement(calls.listNotifications, async ({ caller, query: { page } }) => {
    // When acting as a member, show the current brand only.
    const brandIds = caller.acting === undefined ? undefined : [...caller.memberships.keys()];
    const found = await readNotificationPage(db, { userId: caller.userId, brandIds }, page);
    return { ...found, ...pagesOf(page, found.total) };
  });

  implement(calls.readNotifications, async ({ caller, body }) => ({
    unread: await db.transaction((tx) => markNotificationsRead(tx, caller.userId, body.ids, clock.now())),
  }));

  implement(calls.getNotificationPreferences, async ({ caller }) => ({
    preferences: await readPreferences(db, caller.userId),
  }));

  implement(calls.saveNotificationPreferences, async ({ caller, body }) => {
    await savePreferences(db, caller.userId, body.preferences);
    return { preferences: await readPreferences(db, caller.userId) };
  });
}
