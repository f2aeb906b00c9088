import type { CampaignDetails, CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { t } from '../messages/messages.gen.ts';
import { statusViews } from './campaign-fields.ts';

const SORTS = ['created', 'title', 'due', 'opt-ins'] as const;
export type CampaignSort = (typeof SORTS)[number];

/** The orders of the list by name; `created` is the default. */
export const sortNames = (): Record<CampaignSort, string> => ({
  created: t('campaigns.sort.created'),
  title: t('campaigns.sort.title'),
  due: t('campaigns.sort.due'),
  'opt-ins': t('campaigns.sort.opt-ins'),
});

/** Search parameters of the list. */
export interface CampaignsAddress {
  status?: CampaignStatus | undefined;
  q?: string | undefined;
  sort?: CampaignSort | undefined;
  /** A table by default. */
  view?: 'cards' | undefined;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Parses the search parameters; drops invalid values. */
export function readCampaignsAddress(raw: Record<string, unknown>): CampaignsAddress {
  const sort = text(raw.sort);
  return {
    status: statusViews.find((status) => status === raw.status),
    q: text(raw.q)?.slice(0, 120),
    sort: SORTS.find((one) => one === sort && one !== 'created'),
    view: raw.view === 'cards' ? 'cards' : undefined,
  };
}

/** The query of the list for a URL. */
export const askedOf = ({ status, q, sort }: CampaignsAddress) => ({
  ...(status ? { status } : {}),
  ...(q ? { search: q } : {}),
  ...(sort ? { sort } : {}),
});

/** The tabs of a campaign's screen, in their order. */
export const CAMPAIGN_TABS = [
  'overview',
  'opt-ins',
  'gifts',
  'shoutouts',
  'stories',
  'uploads',
  'content-previews',
  'metrics',
] as const;
export type CampaignTab = (typeof CAMPAIGN_TABS)[number];

export const tabName = (tab: CampaignTab): string => t(`campaign.tab.${tab}`);

/** Returns the number of entries of a tab; undefined if it isn't a list. */
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
