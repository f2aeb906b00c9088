import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';

/** The channels of a campaign as their signs. */
export function CampaignChannels({ channels }: { channels: readonly Platform[] }) {
  return (
    <span className="t-row campaign-channels">
      {channels.map((platform) => (
        <PlatformIcon key={platform} platform={platform} label={PLATFORM_NAMES[platform]} />
      ))}
    </span>
  );
}
