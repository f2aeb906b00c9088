import { amountOf, amountText } from '@troupe/ui/lib/amount';
import { dateField, readField } from '@troupe/ui/lib/wall-time';

/** An amount in minor units out of what was written: `1,240.50` -> 124050; empty is nothing. */
export function readAmount(text: string, currency: string): number | null | Error {
  const amount = amountOf(text, currency);
  if (amount === undefined || (amount ?? 0) > MOST)
    return new Error(`Enter an amount, such as ${amountText(24_000, currency)}`);
  return amount;
}

const MOST = 100_000_000_000;

/** A whole number out of what was written: `10k` is 10,000; empty is nothing. */
export function readCount(text: string): number | null | Error {
  const [, digits, unit] = /^([\d.,\s]+)([km]?)$/i.exec(text.trim()) ?? [];
  if (text.trim() === '') return null;
  const factor = unit ? (unit.toLowerCase() === 'k' ? 1e3 : 1e6) : 1;
  const plain = (digits ?? '').replace(/[\s,]/g, '');
  const count = Math.round(Number(plain) * factor);
  if (plain === '' || !Number.isSafeInteger(count) || count > 1e10)
    return new Error('Enter a number, such as 10000 or 10k');
  return count;
}

/** A percentage out of what was written; empty is nothing. */
export function readPercent(most: number) {
  return (text: string): number | null | Error => {
    const plain = text.replace(/[\s%]/g, '').replace(',', '.');
    if (plain === '') return null;
    const value = Number(plain);
    if (!/^\d+(\.\d*)?$/.test(plain) || value > most) return new Error(`Enter a number up to ${most}`);
    return value;
  };
}

/** Lines, without the empty ones. */
export const readLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Words apart by blanks or commas, without the sign they may begin with, each once. */
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

/** Tags as a person writes them. */
export const writeTags =
  (sign: '#' | '@') =>
  (tags: readonly string[]): string =>
    tags.map((tag) => (tag.startsWith(sign) ? tag : sign + tag)).join(' ');

/** A moment as a date field has it, in the person's time zone. */
export const dateOf = (moment: string | null): string => (moment ? dateField(new Date(moment)) : '');

/** The end of a day out of a date field, in the person's time zone; empty is nothing. */
export const endOf = (date: string): string | null =>
  readField(date, { hour: 23, minute: 59 })?.toISOString() ?? null;
