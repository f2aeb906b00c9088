import { useQuery } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { problems } from '@troupe/domain/problem';
import { Picture } from '@troupe/ui/content/avatar';
import { CoverDrawing } from '@troupe/ui/content/cover-drawing';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import type { ReactNode } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { BrandScreen, GenericError, PageLoading } from '../../../shared/screen/screen.tsx';
import './campaign-cover.css';

interface CampaignCoverProps {
  src: string | null;
  /** The title, from which the drawing is generated, so it is the same everywhere. */
  seed: string;
  size: 'row' | 'head' | 'card' | 'wide';
}

/** A campaign's cover picture, or a generated one if it is missing or fails to load. */
export function CampaignCover({ src, seed, size }: CampaignCoverProps) {
  return (
    <span className="campaign-cover" data-size={size}>
      <Picture src={src} loading="lazy">
        <CoverDrawing seed={seed} />
      </Picture>
    </span>
  );
}

/** The channels of a campaign as icons. */
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

/** The access check of one campaign's screens: campaigns of other brands aren't found. */
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
