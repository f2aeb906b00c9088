import { usageTermText } from '@troupe/domain/billing/usage-rights-text';
import type { UsageRights } from '@troupe/domain/campaigns/campaign-brief';
import { t } from './messages/messages.gen.ts';

const TERM_DAYS = [30, 60, 90, 180, 365, 730];
const PERPETUAL = 'perpetual';

const CHANNELS = ['organic', 'paid', 'website', 'email', 'print'] as const;

type UsageChannel = (typeof CHANNELS)[number];

/** Where content may be used, in the order of choices. */
export const usageChannels = (): { value: UsageChannel; label: string }[] =>
  CHANNELS.map((value) => ({ value, label: t(`usageRights.${value}`) }));

/** Returns usage terms as options; includes `termDays` even if it is unusual. */
export function usageTermOptions(termDays: number | null | undefined): { value: string; label: string }[] {
  const days = [...new Set([...TERM_DAYS, ...(termDays ? [termDays] : [])])].sort((a, b) => a - b);
  return [
    ...days.map((one) => ({
      value: String(one),
      label: t('usageRights.fromLive', { term: usageTermText(one) }),
    })),
    { value: PERPETUAL, label: t('usageRights.perpetual') },
  ];
}

/** Returns the option for a term in days: null is in perpetuity; undefined is no choice, an empty string. */
export const usageTermValue = (termDays: number | null | undefined): string =>
  termDays === undefined ? '' : String(termDays ?? PERPETUAL);

/** Returns the days of a non-empty option; null is in perpetuity. */
export const usageTermDays = (value: string): number | null => (value === PERPETUAL ? null : Number(value));

/** Adds or removes a channel of usage rights, keeping display order. */
export const withUsageChannel = (
  { channels }: Pick<UsageRights, 'channels'>,
  channel: UsageChannel,
  used: boolean,
): UsageChannel[] => CHANNELS.filter((one) => (one === channel ? used : channels.includes(one)));
