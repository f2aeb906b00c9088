import type { CallOutput } from '@troupe/contract/call';
import type { getOpenCampaign, optIn } from '@troupe/contract/creator-app';

/** A campaign as creators see it. */
export type OpenCampaign = CallOutput<typeof getOpenCampaign>;

/** An opt-in as its creator sees it. */
export type OwnOptIn = CallOutput<typeof optIn>['optIn'];
