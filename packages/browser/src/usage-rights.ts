import { usageTermText } from '@troupe/domain/billing/usage-rights-text';
import type { UsageRights } from '@troupe/domain/campaigns/campaign-brief';

const TERM_DAYS = [30, 60, 90, 180, 365, 730];
const PERPETUAL = 'perpetual';

/** Where content may be used, in the order of choices. */
export const USAGE_CHANNELS = [
  { value: 'organic', label: 'Organic posts' },
  { value: 'paid', label: 'Paid ads' },
  { value: 'website', label: 'Website' },
  { value: 'email', label: 'Email' },
  { value: 'print', label: 'Print' },
] as const;

type UsageChannel = (typeof USAGE_CHANNELS)[number]['value'];

/** Returns the terms of usage rights as choices; `termDays` is one of them even if it is unusual. */
export function usageTermOptions(termDays: number | null | undefined): { value: string; label: string }[] {
  const days = [...new Set([...TERM_DAYS, ...(termDays ? [termDays] : [])])].sort((a, b) => a - b);
  return [
    ...days.map((one) => ({ value: String(one), label: `${usageTermText(one)} from going live` })),
    { value: PERPETUAL, label: 'In perpetuity' },
  ];
}

/** The choice for a term in days: null is in perpetuity; undefined is no choice, an empty text. */
export const usageTermValue = (termDays: number | null | undefined): string =>
  termDays === undefined ? '' : String(termDays ?? PERPETUAL);

/** The days of a choice that is not empty; null is in perpetuity. */
export const usageTermDays = (value: string): number | null => (value === PERPETUAL ? null : Number(value));

/** Adds a channel to usage rights or removes it; channels keep the order of the choices. */
export const withUsageChannel = (
  { channels }: Pick<UsageRights, 'channels'>,
  channel: UsageChannel,
  used: boolean,
): UsageChannel[] =>
  USAGE_CHANNELS.map(({ value }) => value).filter((one) => (one === channel ? used : channels.includes(one)));
