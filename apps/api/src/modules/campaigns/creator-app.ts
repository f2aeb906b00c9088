import type { Platform } from '@troupe/domain/discovery/creator';
import type { SocialSource } from '@troupe/domain/discovery/creator-refresh';
import type { Api } from '../../platform/api.ts';
import type { FileLinks } from './campaign-content/own-content.queries.ts';
import { claimProfiles } from './claim-profile.ts';
import { connectAccounts } from './connect-account.ts';
import { openCampaigns } from './open-campaigns.ts';
import { optInToCampaign } from './opt-in-to-campaign.ts';
import { ownOffers } from './own-offers.ts';
import { ownOptIns } from './own-opt-ins.ts';

/** Dependencies of the creator app's calls. */
export interface CreatorAppParts {
  api: Api;
  /** The platforms whose bios we can read. */
  sources: Partial<Record<Platform, SocialSource>>;
  linksOf: FileLinks;
}

/** Registers the creators' calls: profiles, campaigns and opt-ins. */
export function creatorApp({ api, sources, linksOf }: CreatorAppParts): void {
  claimProfiles(api, sources);
  connectAccounts(api, sources);
  openCampaigns(api);
  optInToCampaign(api);
  ownOptIns(api, linksOf);
  ownOffers(api);
}
