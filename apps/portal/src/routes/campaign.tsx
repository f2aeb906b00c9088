import { listClaimedProfiles } from '@troupe/contract/creator-app';
import { openInvite } from '@troupe/contract/invite';
import type { Platform } from '@troupe/domain/creator';
import { CampaignPage } from '../features/campaign/campaign-page.tsx';
import { ClaimProfile } from '../features/profile/claim-profile.tsx';
import { SignedIn } from '../features/user/signed-in.tsx';
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
