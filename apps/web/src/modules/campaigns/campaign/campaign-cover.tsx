import { IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import './campaign-cover.css';

interface CampaignCoverProps {
  src: string | null;
  size: 'row' | 'head' | 'card' | 'wide';
}

/** The picture of a campaign; without one, or when it cannot be shown, a quiet sign in its place. */
export function CampaignCover({ src, size }: CampaignCoverProps) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className="campaign-cover" data-size={size}>
      {src && src !== failed ? (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setFailed(src)} />
      ) : (
        <IconSpeakerphone size={size === 'row' ? 16 : 22} />
      )}
    </span>
  );
}
