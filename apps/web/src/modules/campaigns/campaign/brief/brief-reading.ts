import { amountOf, amountText } from '@troupe/ui/lib/amount';
import { dateField, readField } from '@troupe/ui/lib/wall-time';
import { t } from '../../messages/messages.gen.ts';

/** Parses an amount into minor units: `1,240.50` -> 124050; null if empty. */
export function readAmount(text: string, currency: string): number | null | Error {
  const amount = amountOf(text, currency);
  if (amount === undefined || (amount ?? 0) > MOST)
    return new Error(t('reading.amount', { example: amountText(24_000, currency) }));
  return amount;
}

const MOST = 100_000_000_000;

/** Parses a whole number: `10k` -> 10000; null if empty. */
export function readCount(text: string): number | null | Error {
  const [, digits, unit] = /^([\d.,\s]+)([km]?)$/i.exec(text.trim()) ?? [];
  if (text.trim() === '') return null;
  const factor = unit ? (unit.toLowerCase() === 'k' ? 1e3 : 1e6) : 1;
  const plain = (digits ?? '').replace(/[\s,]/g, '');
  const count = Math.round(Number(plain) * factor);
  if (plain === '' || !Number.isSafeInteger(count) || count > 1e10) return new Error(t('reading.count'));
  return count;
}

/** Parses a percentage; null if empty. */
export function readPercent(most: number) {
  return (text: string): number | null | Error => {
    const plain = text.replace(/[\s%]/g, '').replace(',', '.');
    if (plain === '') return null;
    const value = Number(plain);
    if (!/^\d+(\.\d*)?$/.test(plain) || value > most) return new Error(t('reading.percent', { most }));
    return value;
  };
}

/** Splits text into its lines, without empty ones. */
export const readLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Splits text at spaces and commas into unique tags, without their sign. */
export const readTags =
  (sign: '#' | '@') =>
  (text: string): string[] => [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .map((word) => (word.startsWith(sign) ? word.slice(1) : word))
        .filter(Boolean),
    ),
  ];

/** `#one #two`. */
export const writeTags =
  (sign: '#' | '@') =>
  (tags: readonly string[]): string =>
    tags.map((tag) => (tag.startsWith(sign) ? tag : sign + tag)).join(' ');

/** The value of a date field for a moment, in the person's time zone. */
export const dateOf = (moment: string | null): string => (moment ? dateField(new Date(moment)) : '');

/** The end of a date field's day, in the person's time zone; null if empty. */
export const endOf = (date: string): string | null =>
  readField(date, { hour: 23, minute: 59 })?.toISOString() ?? null;
