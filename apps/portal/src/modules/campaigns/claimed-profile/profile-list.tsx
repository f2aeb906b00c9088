import { useQuery } from '@tanstack/react-query';
import { listClaimedProfiles } from '@troupe/contract/campaigns/creator-app';
import { PLATFORM_NAMES, platformFacts, SEARCHED_PLATFORMS } from '@troupe/domain/discovery/platforms';
import { compactFollowers } from '@troupe/domain/figure-text';
import { Avatar } from '@troupe/ui/content/avatar';
import { Pill } from '@troupe/ui/content/pill';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { callOptions } from '../../../shared/api.ts';
import { t } from '../messages/messages.gen.ts';
import { ClaimProfile } from './claim-profile.tsx';
import { ConnectionList } from './connection-list.tsx';

// Those whose bio anybody can read come first: a code there proves whose profile it is.
const PLATFORMS = SEARCHED_PLATFORMS.toSorted(
  (one, other) => Number(platformFacts(other).readOpenly) - Number(platformFacts(one).readOpenly),
);

/** The claimed profiles of the creator and the way to claim one more. */
export function ProfileList() {
  const { data } = useQuery(callOptions(listClaimedProfiles, {}));
  const claimed = data?.profiles.filter(({ state }) => state === 'claimed') ?? [];
  return (
    <>
      <ul className="profile-list">
        {claimed.map(({ socialProfileId, platform, username, fullname, profilePicUrl, followerCount }) => (
          <li key={socialProfileId} className="t-row">
            <Avatar name={fullname || username} src={profilePicUrl} size={40} />
            <span className="t-grow">
              <span className="t-name t-row">
                <PlatformIcon platform={platform} label={PLATFORM_NAMES[platform]} /> <bdi>@{username}</bdi>
              </span>
              {followerCount !== null && (
                <span className="t-12 t-ink2">
                  {t('profiles.followers', { count: followerCount, text: compactFollowers(followerCount) })}
                </span>
              )}
            </span>
            <Pill tone="green">{t('profiles.claimed')}</Pill>
          </li>
        ))}
      </ul>
      <ClaimProfile platforms={PLATFORMS} invited={null} hasOne={claimed.length > 0} />
      <ConnectionList />
    </>
  );
}
