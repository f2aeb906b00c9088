import { type Random, randomOf } from '../platform/random.ts';

/** Platforms the vendor knows. */
export const vendorPlatforms = ['instagram', 'tiktok', 'youtube'] as const;
export type VendorPlatform = (typeof vendorPlatforms)[number];

/** An account as the vendor finds it. `handle` is what it was asked for, in lower case. */
export interface VendorAccount {
  platform: VendorPlatform;
  handle: string;
  userId: string;
}

const ID_SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const CHANNEL_ID = /^UC[\w-]{22}$/;

/** Finds the account behind an id or a username; null when that names none. */
export function findAccount(platform: VendorPlatform, asked: string): VendorAccount | null {
  const name = asked.trim().replace(/^@/, '');
  if (!name || name.length > 100 || /[\s/?#<>]/.test(name)) return null;
  if (platform === 'youtube' && CHANNEL_ID.test(name)) return { platform, handle: name, userId: name };
  const handle = name.toLowerCase();
  if (/^\d{5,}$/.test(handle)) return { platform, handle, userId: handle };
  const random = randomOf(`audience id ${platform} ${handle}`);
  const userId =
    platform === 'youtube'
      ? `UC${Array.from({ length: 22 }, () => ID_SIGNS[random.whole(0, 63)]).join('')}`
      : String(random.whole(10_000_000, 2_000_000_000));
  return { platform, handle, userId };
}

/** A name out of a handle: `mia.cooks` is Mia Cooks. */
function fullnameOf(handle: string): string {
  const words = handle.split(/[._\-\d]+/).filter(Boolean);
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(' ') || handle;
}

const ADDRESSES: Record<VendorPlatform, (handle: string) => string> = {
  instagram: (handle) => `https://www.instagram.com/${handle}`,
  tiktok: (handle) => `https://www.tiktok.com/@${handle}`,
  youtube: (handle) => `https://www.youtube.com/${CHANNEL_ID.test(handle) ? 'channel/' : '@'}${handle}`,
};

/** How a channel is named: most have a username, some only a handle or custom name, a few nothing but their id. */
function youtubeNames(random: Random, handle: string): Record<string, string> {
  if (CHANNEL_ID.test(handle)) return {};
  if (random.chance(0.8)) return { username: handle, handle };
  return random.chance(0.7) ? { custom_name: handle.toUpperCase(), handle } : { custom_name: handle };
}

/** The profile inside a report. Counts move a little from one report to the next. */
export function profileOf(account: VendorAccount, report: number): Record<string, unknown> {
  const { platform, handle, userId } = account;
  const random = randomOf(`audience profile ${platform} ${handle}`);
  const names = platform === 'youtube' ? youtubeNames(random, handle) : { username: handle };
  return {
    type: platform,
    user_id: userId,
    ...names,
    fullname: fullnameOf(handle),
    url: ADDRESSES[platform](handle),
    followers: Math.round(10 ** (3.6 + random.next() * 2.6) * (1 + report * 0.004)),
  };
}

/** What the contact look-up finds: mostly an address, sometimes only other ways, sometimes nothing. */
export function contactsOf({ platform, handle }: VendorAccount): { type: string; value: string }[] {
  const random = randomOf(`audience contacts ${platform} ${handle}`);
  const found = random.next();
  if (found < 0.12) return [];
  const site = handle.toLowerCase().replace(/[^a-z0-9]+/g, '') || 'creator';
  const others = random.chance(0.5)
    ? [{ type: platform === 'instagram' ? 'tiktok' : 'instagram', value: handle }]
    : [];
  if (found < 0.18) return [{ type: 'linktree', value: `https://linktr.ee/${site}` }, ...others];
  return [{ type: 'email', value: `hello@${site}.example` }, ...others];
}
