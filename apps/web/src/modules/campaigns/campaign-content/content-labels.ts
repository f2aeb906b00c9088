import type { ContentStatus } from '@troupe/domain/campaigns/campaign-content';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import type { PillTone } from '@troupe/ui/content/pill';

/** How each status of content is written. */
export const contentLooks: Record<ContentStatus, { label: string; tone: PillTone }> = {
  preview: { label: 'Needs review', tone: 'iris' },
  change_requested: { label: 'Changes requested', tone: 'tangerine' },
  approved: { label: 'Approved', tone: 'green' },
  live: { label: 'Live', tone: 'green' },
};

const UNITS = ['B', 'kB', 'MB', 'GB'];

/** `830 B`, `4.2 MB`: a size in bytes. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`;
}

/** `0:42`, `12:05`: how long a video is. */
export function lengthText(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** An address that a link may lead to; nothing for anything but http and https. */
export const safeHref = (url: string): string | undefined => (/^https?:\/\//i.test(url) ? url : undefined);

/** Who said or read the figures of a post. */
export function sourceOf(source: string): { kind: 'platform' | 'brand'; name: string } {
  if (source in PLATFORM_NAMES)
    return { kind: 'platform', name: `${PLATFORM_NAMES[source as Platform]} API` };
  return { kind: 'brand', name: source === 'brand' ? 'Added by your team' : 'Submitted by the creator' };
}
