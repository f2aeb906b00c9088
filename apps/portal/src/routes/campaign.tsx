import { listClaimedProfiles } from '@troupe/contract/campaigns/creator-app';
import { openInvite } from '@troupe/contract/campaigns/invite';
import type { Platform } from '@troupe/domain/discovery/creator';
import { ClaimProfile } from '../modules/account/profile/claim-profile.tsx';
import { SignedIn } from '../modules/account/user/signed-in.tsx';
import { CampaignPage } from '../modules/campaigns/campaign/campaign-page.tsx';
import { idOf } from '../shared/screen.ts';
import { useCall } from '../shared/use-call.ts';

interface ClaimProps {
  platforms: readonly Platform[];
  subject: string;
  token: string | null;
}

function Claim({ platforms, subject, token }: ClaimProps) {
  const hasOne = useHasOne(platforms);
  if (token) return <ClaimInvited platforms={platforms} subject={subject} token={token} hasOne={hasOne} />;
  return <ClaimProfile platforms={platforms} subject={subject} invited={null} hasOne={hasOne} />;
}

function useHasOne(platforms: readonly Platform[]): boolean {
  const { loaded } = useCall(listClaimedProfiles, {});
  return (
    loaded.state === 'known' &&
    loaded.value.profiles.some(({ state, platform }) => state === 'claimed' && platforms.includes(platform))
  );
}

interface ClaimInvitedProps {
  platforms: readonly Platform[];
  subject: string;
  token: string;
  hasOne: boolean;
}

function ClaimInvited({ platforms, subject, token, hasOne }: ClaimInvitedProps) {
  const { loaded } = useCall(openInvite, { params: { token } });
  if (loaded.state === 'loading') return null;
  const invited = loaded.state === 'known' ? { token, ...loaded.value.profile } : null;
  return <ClaimProfile platforms={platforms} subject={subject} invited={invited} hasOne={hasOne} />;
}

/** `/campaigns/ID`, with `?invite=TOKEN` when a personal link led there. */
export function CampaignRoute() {
  const campaignId = idOf(location.pathname) ?? '';
  const given = new URLSearchParams(location.search).get('invite') ?? '';
  const token = /^[\w-]{1,100}$/.test(given) ? given : null;
  return (
    <SignedIn>
      {(user) => (
        <CampaignPage
          key={campaignId}
          campaignId={campaignId}
          inviteToken={token}
          subject={user.id}
          claim={({ brief }) => <Claim platforms={brief.socialChannels} subject={user.id} token={token} />}
        />
      )}
    </SignedIn>
  );
}
