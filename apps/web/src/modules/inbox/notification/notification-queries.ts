import { getNotificationPreferences, listNotifications } from '@troupe/contract/inbox/notification';
import { callOptions } from '../../../shared/call/query.ts';

/** What the signed-in person was told, newest first. */
export const notificationsOptions = () => callOptions(listNotifications, {});

/** How the signed-in person wants to be told. */
export const preferencesOptions = () => callOptions(getNotificationPreferences, {});
