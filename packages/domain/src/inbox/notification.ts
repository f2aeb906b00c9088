import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

/** Notification kinds. */
export const NotificationKind = z.enum([
  'opt-in',
  'message',
  'content',
  'affiliate',
  'listening',
  'safety',
  'analytics',
  'search',
  'rights',
  'domain',
  'payment',
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Notification channels: app only, app and email, or off. */
export const NotificationChannel = z.enum(['app', 'mail', 'off']);
export type NotificationChannel = z.infer<typeof NotificationChannel>;

/** A notification to a person. */
export const Notification = z.object({
  id: Id,
  brandId: Id.nullable(),
  kind: NotificationKind,
  title: z.string(),
  text: z.string(),
  /** Path of the page it links to. */
  href: z.string(),
  created: Instant,
  read: Instant.nullable(),
});
export type Notification = z.infer<typeof Notification>;

/** Channel per notification kind. */
export const NotificationPreferences = z.record(NotificationKind, NotificationChannel);
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

/** Channels to change; the others stay. */
export const NotificationChoices = z.partialRecord(NotificationKind, NotificationChannel);
export type NotificationChoices = z.infer<typeof NotificationChoices>;

/** Defaults for brand members: pending items are also emailed if not read in time. */
export const DEFAULT_PREFERENCES: NotificationPreferences = {
  'opt-in': 'app',
  message: 'mail',
  content: 'mail',
  affiliate: 'mail',
  listening: 'app',
  safety: 'app',
  analytics: 'mail',
  search: 'mail',
  rights: 'mail',
  domain: 'mail',
  payment: 'mail',
};

/**
 * Defaults until a person chooses. Creators visit less often, so their opt-ins are also emailed.
 */
export const defaultPreferences = (isCreator: boolean): NotificationPreferences =>
  isCreator ? { ...DEFAULT_PREFERENCES, 'opt-in': 'mail' } : DEFAULT_PREFERENCES;
