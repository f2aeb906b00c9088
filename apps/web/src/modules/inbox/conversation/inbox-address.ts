/** Filters of the conversation list. */
export const INBOX_FILTERS = ['all', 'unread', 'mine', 'starred', 'snoozed', 'invited'] as const;
export type InboxFilter = (typeof INBOX_FILTERS)[number];

/** Search parameters of the inbox. */
export interface InboxAddress {
  filter?: Exclude<InboxFilter, 'all'> | undefined;
  q?: string | undefined;
  /** Lists conversations of all campaigns beside the open one. */
  all?: 'yes' | undefined;
}

/** Reads search parameters; invalid ones are ignored. */
export function readInboxAddress(raw: Record<string, unknown>): InboxAddress {
  const { filter, q, all } = raw;
  const known = INBOX_FILTERS.find((one) => one === filter);
  return {
    filter: known === 'all' ? undefined : known,
    q: (typeof q === 'string' && q.slice(0, 120)) || undefined,
    all: all === 'yes' ? 'yes' : undefined,
  };
}
