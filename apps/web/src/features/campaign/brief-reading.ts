import { dateField, readField } from '@troupe/ui/lib/wall-time';

const decimalsOf = (currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
  2;

/** Minor units as a person writes them: 24050 -> `240.50`; nothing is empty. */
export function writeAmount(minor: number | null, currency: string): string {
  if (minor === null) return '';
  const decimals = decimalsOf(currency);
  const factor = 10 ** decimals;
  return minor % factor === 0 ? String(minor / factor) : (minor / factor).toFixed(decimals);
}

/** An amount in minor units out of what was written: `1,240.50` -> 124050; empty is nothing. */
export function readAmount(text: string, currency: string): number | null | Error {
  const plain = text.replace(/[\s,']/g, '');
  if (plain === '') return null;
  const decimals = decimalsOf(currency);
  if (!/^\d{1,9}(\.\d*)?$/.test(plain) || (plain.split('.')[1]?.length ?? 0) > decimals)
    return new Error(
      decimals === 0 ? 'Write a whole amount, such as 240' : 'Write an amount, such as 240 or 240.50',
    );
  return Math.round(Number(plain) * 10 ** decimals);
}

/** A whole number out of what was written: `10k` is 10,000; empty is nothing. */
export function readCount(text: string): number | null | Error {
  const [, digits, unit] = /^([\d.,\s]+)([km]?)$/i.exec(text.trim()) ?? [];
  if (text.trim() === '') return null;
  const factor = unit ? (unit.toLowerCase() === 'k' ? 1e3 : 1e6) : 1;
  const plain = (digits ?? '').replace(/[\s,]/g, '');
  const count = Math.round(Number(plain) * factor);
  if (plain === '' || !Number.isSafeInteger(count) || count > 1e10)
    return new Error('Write a number, such as 10000 or 10k');
  return count;
}

/** A percentage out of what was written; empty is nothing. */
export function readPercent(most: number) {
  return (text: string): number | null | Error => {
    const plain = text.replace(/[\s%]/g, '').replace(',', '.');
    if (plain === '') return null;
    const value = Number(plain);
    if (!/^\d+(\.\d*)?$/.test(plain) || value > most) return new Error(`Write a number up to ${most}`);
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
