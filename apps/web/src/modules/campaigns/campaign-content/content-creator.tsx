import type { Upload } from '@troupe/domain/campaigns/campaign-content';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Link } from '@troupe/ui/action/link';
import { Avatar } from '@troupe/ui/content/avatar';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';

/** Whose content it is; leads to their opt-in. */
export function ContentCreator({ creator, campaignId }: { creator: Upload['creator']; campaignId: string }) {
  const name = creator.fullname || creator.username;
  return (
    <span className="content-who">
      <Avatar name={name} src={creator.profilePicUrl} size={24} />
      <Link
        href={`/campaigns/${campaignId}/opt-ins?optIn=${creator.optInId}`}
        className="t-name t-ellipsis"
        dir="auto"
      >
        {name}
      </Link>
      <PlatformIcon platform={creator.platform} label={PLATFORM_NAMES[creator.platform]} />
    </span>
  );
}
