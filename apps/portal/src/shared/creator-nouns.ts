import type { CallOutput } from '@troupe/contract/call';
import type { getOpenCampaign, getOwnOptIn, optIn } from '@troupe/contract/campaigns/creator-app';

/** A campaign as creators see it. */
export type OpenCampaign = CallOutput<typeof getOpenCampaign>;

/** An opt-in as its creator sees it. */
export type OwnOptIn = CallOutput<typeof optIn>['optIn'];

/** An opt-in with its history, content and live posts. */
export type OwnOptInDetail = CallOutput<typeof getOwnOptIn>;
