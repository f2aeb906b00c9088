import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { problems } from '@troupe/domain/problem';
import { Picture } from '@troupe/ui/content/avatar';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import type { ReactNode } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { BrandScreen, GenericError, PageLoading } from '../../../shared/screen/screen.tsx';
import './campaign-cover.css';

interface CampaignCoverProps {
  src: string | null;
  size: 'row' | 'head' | 'card' | 'wide';
}

/** The picture of a campaign; without one, or when it cannot be shown, a quiet sign in its place. */
export function CampaignCover({ src, size }: CampaignCoverProps) {
  return (
    <span className="campaign-cover" data-size={size}>
      <Picture src={src} loading="lazy">
        <IconSpeakerphone size={size === 'row' ? 16 : 22} />
      </Picture>
    </span>
  );
}

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

interface CampaignAccessProps {
  campaignId: string;
  children: (campaign: { id: string; title: string }) => ReactNode;
}

/** The brand-access check of one campaign's screens: a campaign that is not this brand's does not exist here. */
export function CampaignAccess(props: CampaignAccessProps) {
  return (
    <BrandScreen>
      <OwnCampaign {...props} />
    </BrandScreen>
  );
}

function OwnCampaign({ campaignId, children }: CampaignAccessProps) {
  const { data: brand } = useQuery(brandOptions(useBrandId()));
  if (!brand) return <PageLoading />;
  const campaign = brand.campaigns.find(({ id }) => id === campaignId);
  if (campaign) return children(campaign);
  const { status, message } = problems.not_found;
  return <GenericError error={new CallError(status, { code: 'not_found', message }, message)} />;
}
