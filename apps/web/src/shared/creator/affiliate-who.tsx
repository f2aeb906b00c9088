import type { AffiliateCreator } from '@troupe/domain/affiliate/affiliate';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/platforms';
import { Avatar } from '@troupe/ui/content/avatar';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import './affiliate-who.css';

/** The name to show for a creator. */
export const affiliateName = ({ fullname, username }: { fullname: string; username: string }): string =>
  fullname || `@${username}`;

/** Avatar, name, platform and handle of a creator, on one or two lines. */
export function AffiliateWho({ creator }: { creator: AffiliateCreator }) {
  const { platform, username, profilePicUrl } = creator;
  return (
    <span className="affiliate-who">
      <Avatar name={affiliateName(creator)} src={profilePicUrl} size={28} />
      <span className="affiliate-who-text">
        <span className="t-name t-ellipsis" dir="auto">
          {affiliateName(creator)}
        </span>
        <span className="t-12 t-ink2 affiliate-who-handle">
          <PlatformIcon platform={platform} label={PLATFORM_NAMES[platform]} />
          <span className="t-ellipsis">@{username}</span>
        </span>
      </span>
    </span>
  );
}
