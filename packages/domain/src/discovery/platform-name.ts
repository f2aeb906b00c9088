// Without schemas, so that a screen which only needs these words does not load the schema library.

/** What people call a platform. */
export const PLATFORM_NAMES = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  'tiktok-shop': 'TikTok Shop',
} as const;
