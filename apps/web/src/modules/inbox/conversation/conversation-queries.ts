import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { getTeam } from '@troupe/contract/account/team';
import type { CallOutput } from '@troupe/contract/call';
import { getOptIn } from '@troupe/contract/campaigns/opt-in';
import type { CallError } from '@troupe/contract/client';
import { listConversations, listSavedReplies } from '@troupe/contract/inbox/conversation';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { conversationsQueryOf, type InboxAddress } from './inbox-address.ts';

export type ConversationsPage = CallOutput<typeof listConversations>;

/** The conversations of a brand or one campaign, filtered by the URL, page by page. */
export const conversationsOptions = (
  brandId: string,
  campaignId: string | undefined,
  address: InboxAddress,
) => {
  const query = conversationsQueryOf(address, campaignId);
  return infiniteQueryOptions<
    ConversationsPage,
    CallError,
    InfiniteData<ConversationsPage, number>,
    readonly unknown[],
    number
  >({
    queryKey: ['conversation', 'listConversations', brandId, query],
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      client.call(listConversations, { params: { brandId }, query: { ...query, page } }, { signal }),
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    staleTime: 5000,
  });
};

/** The team's saved replies. */
export const savedRepliesOptions = (brandId: string) =>
  callOptions(listSavedReplies, { params: { brandId } });

/** Teammates a conversation can be assigned to. */
export const teamOptions = (brandId: string) => callOptions(getTeam, { params: { brandId } });

/** The opt-in that a conversation is about. */
export const talkedAboutOptions = (brandId: string, optInId: string) =>
  callOptions(getOptIn, { params: { brandId, optInId } });
