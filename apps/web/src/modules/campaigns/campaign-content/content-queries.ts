import { keepPreviousData } from '@tanstack/react-query';
import {
  listContentPreviews,
  listShoutouts,
  listStories,
  listUploads,
} from '@troupe/contract/campaigns/campaign-content';
import { callOptions } from '../../../shared/call/query.ts';
import type { ContentAddress } from './content-address.ts';

/** What creators send is told live; once a minute it is asked for all the same, in case that was missed. */
const live = { refetchInterval: 60_000, refetchOnWindowFocus: true, placeholderData: keepPreviousData };

/** A page of the content up for approval. */
export const previewsOptions = (campaignId: string, { page = 1, sort = 'newest' }: ContentAddress) => ({
  ...callOptions(listContentPreviews, { params: { campaignId, page }, query: { sort } }),
  ...live,
});

/** A page of the files that creators sent. */
export const uploadsOptions = (brandId: string, campaignId: string, { page = 1 }: ContentAddress) => ({
  ...callOptions(listUploads, { params: { brandId, campaignId }, query: { page } }),
  ...live,
});

/** A page of the live posts. */
export const shoutoutsOptions = (campaignId: string, { page = 1 }: ContentAddress) => ({
  ...callOptions(listShoutouts, { params: { campaignId, page } }),
  ...live,
});

/** A page of the stories. */
export const storiesOptions = (campaignId: string, { page = 1 }: ContentAddress) => ({
  ...callOptions(listStories, { params: { campaignId, page } }),
  ...live,
});
