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

/** Hills under a sun: six palettes, and slopes and sun that follow the seed. */
function CoverDrawing({ seed }: { seed: string }) {
  const at = coverNumbers(seed);
  const [palette = 0, sun = 0, rise = 0, fall = 0, front = 0] = at;
  const y = (from: number, part: number) => Math.round(from + part * 26);
  const [far, near] = [y(52, rise), y(70, fall)];
  return (
    <svg
      className="cover-drawing"
      data-palette={Math.floor(palette * 6)}
      viewBox="0 0 212 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width="212" height="100" className="cover-sky" />
      <circle cx={30 + sun * 152} cy={24 + rise * 14} r={11 + fall * 8} className="cover-sun" />
      <path
        d={`M0 ${far} Q ${40 + sun * 60} ${y(16, fall)} 110 ${far} T 212 ${y(40, front)} V100 H0Z`}
        className="cover-far"
      />
      <path
        d={`M0 ${y(66, front)} Q ${120 - sun * 70} ${y(40, rise)} 128 ${near} T 212 ${y(62, rise)} V100 H0Z`}
        className="cover-near"
      />
    </svg>
  );
}

/** Returns five numbers from 0 to below 1 that are always the same for a text (FNV-1a, then xorshift). */
export function coverNumbers(seed: string): number[] {
  let hash = 2_166_136_261;
  for (const letter of seed) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return Array.from({ length: 5 }, () => {
    hash ^= hash << 13;
    hash ^= hash >>> 17;
    hash ^= hash << 5;
    return (hash >>> 0) / 2 ** 32;
  });
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
