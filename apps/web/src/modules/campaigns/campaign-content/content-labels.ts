import type { ContentStatus } from '@troupe/domain/campaigns/campaign-content';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import type { PillTone } from '@troupe/ui/content/pill';
import { t } from '../messages/messages.gen.ts';

const TONES: Record<ContentStatus, PillTone> = {
  preview: 'iris',
  change_requested: 'tangerine',
  approved: 'green',
  live: 'green',
};

/** Label and color of a status. */
export const contentLook = (status: ContentStatus): { label: string; tone: PillTone } => ({
  label: t(`content.status.${status}`),
  tone: TONES[status],
});

/** `0:42`, `12:05`: the length of a video. */
export function lengthText(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Returns a URL that is safe to link to; undefined for anything but http and https. */
export const safeHref = (url: string): string | undefined => (/^https?:\/\//i.test(url) ? url : undefined);

/** The source of a post's metrics. */
export function sourceOf(source: string): { kind: 'platform' | 'brand'; name: string } {
  if (source in PLATFORM_NAMES)
    return {
      kind: 'platform',
      name: t('content.platformApi', { platform: PLATFORM_NAMES[source as Platform] }),
    };
  return {
    kind: 'brand',
    name: source === 'brand' ? t('content.addedByTeam') : t('content.submittedByCreator'),
  };
}
