import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

/** What a person can be told about. */
export const NotificationKind = z.enum(['opt-in', 'message', 'content', 'rights', 'payment']);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** What people call each. */
export const NOTIFICATION_NAMES: Record<NotificationKind, string> = {
  'opt-in': 'New opt-ins',
  message: 'Messages',
  content: 'Content to approve',
  rights: 'Expiring usage rights',
  payment: 'Failed payments',
};

/** How a person wants to be told: in the app alone, in the app and by mail, or not at all. */
export const NotificationChannel = z.enum(['app', 'mail', 'off']);
export type NotificationChannel = z.infer<typeof NotificationChannel>;

/** A notice to one person. */
export const Notification = z.object({
  id: Id,
  brandId: Id.nullable(),
  kind: NotificationKind,
  title: z.string(),
  text: z.string(),
  /** Where it leads, a path of the app. */
  href: z.string(),
  created: Instant,
  read: Instant.nullable(),
});
export type Notification = z.infer<typeof Notification>;

/** How a person wants to be told about each kind. */
export const NotificationPreferences = z.record(NotificationKind, NotificationChannel);
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

/** What holds until a member of a brand chooses: what waits for an answer also comes by mail, when not read in time. */
export const DEFAULT_PREFERENCES: NotificationPreferences = {
  'opt-in': 'app',
  message: 'mail',
  content: 'mail',
  rights: 'mail',
  payment: 'mail',
};

/** What holds until a person chooses. Creators come by seldom, so that what becomes of their opt-ins is mailed too. */
export const defaultPreferences = (isCreator: boolean): NotificationPreferences =>
  isCreator ? { ...DEFAULT_PREFERENCES, 'opt-in': 'mail' } : DEFAULT_PREFERENCES;
