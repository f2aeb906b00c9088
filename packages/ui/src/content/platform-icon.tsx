import {
  IconBrandBluesky,
  IconBrandInstagram,
  IconBrandMastodon,
  IconBrandReddit,
  IconBrandTiktok,
  IconBrandX,
  IconBrandYoutube,
  IconRosetteDiscountCheckFilled,
  IconShoppingBag,
} from '@tabler/icons-react';
import { t } from '../messages/messages.gen.ts';

const platformIcons = {
  instagram: IconBrandInstagram,
  tiktok: IconBrandTiktok,
  youtube: IconBrandYoutube,
  'tiktok-shop': IconShoppingBag,
  bluesky: IconBrandBluesky,
  mastodon: IconBrandMastodon,
  reddit: IconBrandReddit,
  x: IconBrandX,
} as const;

export type PlatformKey = keyof typeof platformIcons;

interface PlatformIconProps {
  platform: PlatformKey;
  /** Accessible name; omit it if the name is next to the icon. */
  label?: string;
  size?: number;
}

/** A platform's outline icon in the text color. */
export function PlatformIcon({ platform, label, size = 15 }: PlatformIconProps) {
  const Icon = platformIcons[platform];
  if (!label) return <Icon size={size} aria-hidden="true" />;
  return <Icon size={size} role="img" aria-label={label} title={label} />;
}

/** The badge next to a verified account's name. */
export function VerifiedMark() {
  const label = t('verified');
  return (
    <IconRosetteDiscountCheckFilled
      size={15}
      role="img"
      aria-label={label}
      title={label}
      style={{ color: 'var(--t-iris-mark)' }}
    />
  );
}
