import type { LiveEvent } from '@troupe/domain/inbox/conversation';

type Keys = readonly (readonly string[])[];

const UNREAD = ['brand', 'getBrand'];
const CONVERSATIONS = ['conversation', 'listConversations'];

const KEYS_BY_EVENT: Partial<Record<LiveEvent['type'], Keys>> = {
  message: [CONVERSATIONS, UNREAD],
  read: [CONVERSATIONS, UNREAD],
  'opt-in': [['opt-in'], CONVERSATIONS, ['campaign'], ['payable'], ['usage']],
  content: [['campaign-content'], ['campaign']],
  campaign: [['campaign'], UNREAD],
  notification: [['notification']],
  brand: [['brand'], ['billing'], ['credit'], ['team'], ['usage']],
  store: [['store'], ['order']],
};
const ALL = [
  ...new Map(
    Object.values(KEYS_BY_EVENT).flatMap((keys) => keys.map((key) => [key.join(), key] as const)),
  ).values(),
];

/**
 * What is to be read anew after an event. A stream begins some seconds after the page, and nobody tells what happened
 * between: at its `reset` everything that news may bring is asked for once more.
 */
export const queryKeysFor = ({ type }: Pick<LiveEvent, 'type'>): Keys =>
  type === 'reset' ? ALL : (KEYS_BY_EVENT[type] ?? []);
