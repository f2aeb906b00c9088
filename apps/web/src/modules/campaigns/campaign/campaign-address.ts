import type { CampaignDetails, CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { statusViews } from './campaign-fields.ts';

/** What the list can be sorted by; `created` unless said otherwise. */
export const CAMPAIGN_SORTS = {
  created: 'Newest first',
  title: 'Title',
  due: 'Content due',
  'opt-ins': 'Most opt-ins',
} as const;
export type CampaignSort = keyof typeof CAMPAIGN_SORTS;

/** What the address of the list says. */
export interface CampaignsAddress {
  status?: CampaignStatus | undefined;
  q?: string | undefined;
  sort?: CampaignSort | undefined;
  /** A table unless said otherwise. */
  view?: 'cards' | undefined;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Parses the search parameters; drops invalid values. */
export function readCampaignsAddress(raw: Record<string, unknown>): CampaignsAddress {
  const sort = text(raw.sort);
  return {
    status: statusViews.find((status) => status === raw.status),
    q: text(raw.q)?.slice(0, 120),
    sort: sort && sort !== 'created' && sort in CAMPAIGN_SORTS ? (sort as CampaignSort) : undefined,
    view: raw.view === 'cards' ? 'cards' : undefined,
  };
}

/** What the list asks for at an address. */
export const askedOf = ({ status, q, sort }: CampaignsAddress) => ({
  ...(status ? { status } : {}),
  ...(q ? { search: q } : {}),
  ...(sort ? { sort } : {}),
});

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
