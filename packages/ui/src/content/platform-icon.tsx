import {
  IconBrandInstagram,
  IconBrandTiktok,
  IconBrandYoutube,
  IconRosetteDiscountCheckFilled,
  IconShoppingBag,
} from '@tabler/icons-react';

const platformIcons = {
  instagram: IconBrandInstagram,
  tiktok: IconBrandTiktok,
  youtube: IconBrandYoutube,
  'tiktok-shop': IconShoppingBag,
} as const;

export type PlatformKey = keyof typeof platformIcons;

interface PlatformIconProps {
  platform: PlatformKey;
  /** Named for screen readers; leave out where the name stands beside it. */
  label?: string;
  size?: number;
}

/** The outline of a platform in the text's colour. */
export function PlatformIcon({ platform, label, size = 15 }: PlatformIconProps) {
  const Icon = platformIcons[platform];
  if (!label) return <Icon size={size} aria-hidden="true" />;
  return <Icon size={size} role="img" aria-label={label} title={label} />;
}

/** The seal beside the name of a verified account. */
export function VerifiedMark({ label = 'Verified', size = 15 }: { label?: string; size?: number }) {
  return (
    <IconRosetteDiscountCheckFilled
      size={size}
      role="img"
      aria-label={label}
      title={label}
      style={{ color: 'var(--t-iris-mark)' }}
    />
  );
}
