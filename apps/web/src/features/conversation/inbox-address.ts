/** What the list of conversations is narrowed to. */
export const INBOX_FILTERS = ['all', 'unread', 'mine', 'starred', 'snoozed'] as const;
export type InboxFilter = (typeof INBOX_FILTERS)[number];

/** What the address of the inbox says beside the campaign and the conversation. */
export interface InboxAddress {
  filter?: Exclude<InboxFilter, 'all'> | undefined;
  q?: string | undefined;
  /** Conversations of all campaigns are listed beside the one that is open. */
  all?: 'yes' | undefined;
}

/** Reads it; what makes no sense is left out. */
export function readInboxAddress(raw: Record<string, unknown>): InboxAddress {
  const { filter, q, all } = raw;
  const known = INBOX_FILTERS.find((one) => one === filter);
  return {
    filter: known === 'all' ? undefined : known,
    q: (typeof q === 'string' && q.slice(0, 120)) || undefined,
    all: all === 'yes' ? 'yes' : undefined,
  };
}
