import {
  Notification,
  NotificationChoices,
  NotificationPreferences,
} from '@troupe/domain/inbox/notification';
import { Id, PageNumber, paging } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const listNotifications = defineCall({
  name: 'listNotifications',
  noun: 'notification',
  method: 'GET',
  path: '/me/notifications',
  access: 'user',
  summary: "Lists the user's notifications, newest first.",
  query: z.object({ page: PageNumber.default(1) }),
  output: z.object({ notifications: z.array(Notification), unread: z.int(), ...paging }),
});

export const readNotifications = defineCall({
  name: 'readNotifications',
  noun: 'notification',
  method: 'POST',
  path: '/me/notifications/read',
  access: 'user',
  audit: false,
  summary: 'Marks notifications as read. Pass `ids`, or leave it out to mark all.',
  body: z.object({ ids: z.array(Id).max(500).optional() }),
  output: z.object({ unread: z.int() }),
});

export const getNotificationPreferences = defineCall({
  name: 'getNotificationPreferences',
  noun: 'notification',
  method: 'GET',
  path: '/me/notification-preferences',
  access: 'user',
  summary: "Retrieves the user's notification settings.",
  output: z.object({ preferences: NotificationPreferences }),
});

export const saveNotificationPreferences = defineCall({
  name: 'saveNotificationPreferences',
  noun: 'notification',
  method: 'PUT',
  path: '/me/notification-preferences',
  access: 'user',
  summary: "Updates the user's notification settings. Notification kinds you leave out keep their channel.",
  body: z.object({ preferences: NotificationChoices }),
  output: z.object({ preferences: NotificationPreferences }),
});
