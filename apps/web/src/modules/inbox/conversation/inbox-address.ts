import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

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

/** The query part of the call that lists conversations, for one campaign or all. */
export const conversationsQueryOf = ({ filter, q }: InboxAddress, campaignId?: string) => ({
  ...(campaignId ? { campaignId } : {}),
  ...(filter ? { filter } : {}),
  ...(q ? { search: q } : {}),
});

/** Navigates between views of the inbox. */
export function useInboxWays() {
  const navigate = useNavigate();
  const onChange = useCallback(
    (part: Partial<InboxAddress>) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => readInboxAddress({ ...before, ...part }),
        replace: 'q' in part,
        resetScroll: false,
      }),
    [navigate],
  );
  const onCampaign = useCallback(
    (campaignId: string | undefined) =>
      void navigate({ href: campaignId ? `/inbox/${campaignId}/` : '/inbox' }),
    [navigate],
  );
  return { onChange, onCampaign };
}
