import type { LiveEvent } from '@troupe/domain/inbox/conversation';

type Keys = readonly (readonly string[])[];

const UNREAD = ['brand', 'getBrand'];
const CONVERSATIONS = ['conversation', 'listConversations'];

const KEYS_BY_EVENT: Partial<Record<LiveEvent['type'], Keys>> = {
  message: [CONVERSATIONS, UNREAD],
  read: [CONVERSATIONS, UNREAD],
  'opt-in': [['opt-in'], ['gift'], CONVERSATIONS, ['campaign'], ['payable'], ['usage']],
  content: [['campaign-content'], ['campaign']],
  campaign: [['campaign'], UNREAD],
  notification: [['notification']],
  brand: [['brand'], ['billing'], ['credit'], ['team'], ['usage']],
  store: [['store'], ['order']],
  listening: [['mention'], ['monitor']],
};
const ALL = [
  ...new Map(
    Object.values(KEYS_BY_EVENT).flatMap((keys) => keys.map((key) => [key.join(), key] as const)),
  ).values(),
];

/**
 * Returns the queries to refetch after an event. A stream starts seconds after the page, so its `reset` refetches
 * all data that events can change.
 */
export const queryKeysFor = ({ type }: Pick<LiveEvent, 'type'>): Keys =>
  type === 'reset' ? ALL : (KEYS_BY_EVENT[type] ?? []);
