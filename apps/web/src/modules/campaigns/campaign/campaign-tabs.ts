import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';

/** The tabs of a campaign's screen, in their order. */
export const CAMPAIGN_TABS = [
  'overview',
  'opt-ins',
  'shoutouts',
  'stories',
  'uploads',
  'content-previews',
  'metrics',
] as const;
export type CampaignTab = (typeof CAMPAIGN_TABS)[number];

export const TAB_NAMES: Record<CampaignTab, string> = {
  overview: 'Overview',
  'opt-ins': 'Opt-ins',
  shoutouts: 'Shoutouts',
  stories: 'Stories',
  uploads: 'Uploads',
  'content-previews': 'Content previews',
  metrics: 'Metrics',
};

/** How many entries a tab holds; undefined where it is no list. */
export function tabCount(tab: CampaignTab, counts: CampaignDetails['counts']): number | undefined {
  const found: Partial<Record<CampaignTab, number>> = {
    'opt-ins': counts.optIns,
    shoutouts: counts.shoutouts,
    stories: counts.stories,
    uploads: counts.uploads,
    'content-previews': counts.contentPreviews,
  };
  return found[tab];
}
