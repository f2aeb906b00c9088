import { useQuery } from '@tanstack/react-query';
import { listClaimedProfiles } from '@troupe/contract/campaigns/creator-app';
import { openInvite } from '@troupe/contract/campaigns/invite';
import type { Platform } from '@troupe/domain/discovery/creator';
import { SignedIn } from '../modules/account/user/signed-in.tsx';
import { CampaignPage } from '../modules/campaigns/campaign/campaign-page.tsx';
import { ClaimProfile } from '../modules/campaigns/claimed-profile/claim-profile.tsx';
import { isInviteToken, useRouteParam } from '../shared/address.ts';
import { callOptions } from '../shared/api.ts';

interface ClaimProps {
  platforms: readonly Platform[];
  token: string | null;
}

function Claim({ platforms, token }: ClaimProps) {
  const { data } = useQuery(callOptions(listClaimedProfiles, {}));
  const hasOne =
    data?.profiles.some(({ state, platform }) => state === 'claimed' && platforms.includes(platform)) ??
    false;
  if (token) return <ClaimInvited platforms={platforms} token={token} hasOne={hasOne} />;
  return <ClaimProfile platforms={platforms} invited={null} hasOne={hasOne} />;
}

interface ClaimInvitedProps {
  platforms: readonly Platform[];
  token: string;
  hasOne: boolean;
}

function ClaimInvited({ platforms, token, hasOne }: ClaimInvitedProps) {
  const { data, isPending } = useQuery(callOptions(openInvite, { params: { token } }));
  if (isPending) return null;
  return (
    <ClaimProfile platforms={platforms} invited={data ? { token, ...data.profile } : null} hasOne={hasOne} />
  );
}

/** `/campaigns/ID`, with `?invite=TOKEN` when a personal link led there. */
export function CampaignRoute() {
  const campaignId = useRouteParam('campaignId');
  const given = new URLSearchParams(location.search).get('invite') ?? '';
  const token = isInviteToken(given) ? given : null;
  return (
    <SignedIn>
      {() => (
        <CampaignPage
          key={campaignId}
          campaignId={campaignId}
          inviteToken={token}
          claim={({ brief }) => <Claim platforms={brief.socialChannels} token={token} />}
        />
      )}
    </SignedIn>
  );
}
