import * as calls from '@troupe/contract/notification';
import { pagesOf } from '@troupe/domain/shape';
import type { Api } from '../../platform/api.ts';
import {
  markNotificationsRead,
  readNotificationPage,
  readPreferences,
  savePreferences,
} from './notification.queries.ts';

/** The bell, and how people want to be told. */
export function notificationRoutes({ db, clock, implement }: Api): void {
  implement(calls.listNotifications, async ({ caller, query: { page } }) => {
    const found = await readNotificationPage(db, caller.userId, page);
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
