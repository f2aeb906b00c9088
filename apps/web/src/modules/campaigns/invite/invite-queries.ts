import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import { listCampaigns } from '@troupe/contract/campaigns/campaign';
import { listInvites, type previewBulkInvite, previewInvite } from '@troupe/contract/campaigns/invite';
import type { CallError, ClientInput } from '@troupe/contract/client';
import { listMessageTemplates } from '@troupe/contract/outreach/email-template';
import { getMailQueue } from '@troupe/contract/outreach/mail';
import type { Creator } from '@troupe/domain/discovery/creator';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';
import type { InvitesAddress } from './invite-address.ts';

type InvitesPage = CallOutput<typeof listInvites>;
export type BulkPreview = CallOutput<typeof previewBulkInvite>;
/** Recipients, template and send time of a bulk invite. */
export type BulkInviteInput = NonNullable<ClientInput<typeof previewBulkInvite>['body']>;

/** The invites of a brand, page by page. */
export const invitesOptions = (brandId: string, address: InvitesAddress) => {
  const query = { search: address.q, status: address.status, campaignId: address.campaign };
  return infiniteQueryOptions<
    InvitesPage,
    CallError,
    InfiniteData<InvitesPage, number>,
    readonly unknown[],
    number
  >({
    queryKey: [listInvites.noun, listInvites.name, brandId, query],
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      client.call(listInvites, { params: { brandId }, query: { ...query, page } }, { signal }),
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    staleTime: 10_000,
  });
};

/** Emails waiting to be sent, and the sending pace. */
export const queueOptions = (brandId: string) => ({
  ...callOptions(getMailQueue, { params: { brandId } }),
  staleTime: 3_000,
});

/** The campaigns creators can be invited to. */
export const activeCampaignsOptions = (brandId: string) =>
  callOptions(listCampaigns, { params: { brandId }, query: { status: 'publish' } });

/** The brand's email templates. */
export const templatesOptions = (brandId: string) =>
  callOptions(listMessageTemplates, { params: { brandId } });

/** The email that an invite would send. */
export const invitePreviewOptions = (
  brandId: string,
  body: { campaignId: string; templateId: string | null; socialProfileId?: string | undefined },
) => callOptions(previewInvite, { params: { brandId }, body });

/** Creators to invite. */
export type Invitee = Pick<
  Creator,
  'id' | 'socialId' | 'username' | 'fullname' | 'platform' | 'profilePicUrl'
>;

/** One creator, several of them, or everybody on a list. */
export type InviteRequest =
  | { creator: Invitee; creatorListId?: string | undefined }
  | {
      creators: readonly Invitee[];
      /** Called after sending, to clear the selection. */
      onSent?: (() => void) | undefined;
    }
  | { list: { id: string; title: string; itemCount: number } };
