import './validation-message.ts';
import { z } from 'zod';

/** A UUID; new ones are version 7. */
export const Id = z.uuid();

/** The calendar of the database has no year 0: such a moment could be kept in JSON, and no statement read it again. */
const hasYear = (value: string) => !value.startsWith('0000');
const NO_YEAR = 'There was no year 0. Choose another day';

/** A moment in time, ISO 8601 in UTC. */
export const Instant = z.iso.datetime().refine(hasYear, NO_YEAR);

/** A day, `YYYY-MM-DD`, to look for: the one after it has four digits too. */
export const Day = z.iso
  .date()
  .refine(hasYear, NO_YEAR)
  .refine((value) => value < '9999', 'Choose an earlier day');

/** The number of something that the database counts: no more than its columns hold. */
export const MAX_COUNT = 2_147_483_647;

/** How many entries one page of a paged answer holds. */
export const PAGE_SIZE = 24;

/** The counters every paged answer carries beside its entries; pages start at 1. */
export const paging = {
  page: z.int().min(1),
  pages: z.int().min(0),
  total: z.int().min(0),
};

/** The counters of a page of `total` entries. */
export const pagesOf = (page: number, total: number) => ({
  page,
  pages: Math.ceil(total / PAGE_SIZE),
  total,
});

/** A page number in a path or query, 1 to 100,000. */
export const PageNumber = z.coerce.number().int().min(1).max(100_000);

/**
 * Text that a person typed: kept as it is, except that NUL (which PostgreSQL cannot hold) and unpaired
 * surrogates are refused.
 */
export function text(options: { min?: number; max: number; required?: string }) {
  const base = z
    .string()
    .max(options.max, `Use at most ${options.max.toLocaleString('en-US')} characters`)
    .refine(
      (value) => !value.includes('\u0000') && value.isWellFormed(),
      'Contains characters that cannot be kept',
    );
  return options.min === undefined && options.required === undefined
    ? base
    : base.refine(
        (value) => value.trim().length >= (options.min ?? 1),
        options.required ?? 'Please fill this in',
      );
}

/** A web address with http or https. Typed without a scheme it becomes https. */
export const WebAddress = z
  .string()
  .trim()
  .max(2000)
  .transform((value) => (/^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`))
  .refine((value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, hostname } = new URL(value);
    return (
      (protocol === 'http:' || protocol === 'https:') && (hostname.includes('.') || hostname === 'localhost')
    );
  }, 'Please enter a web address such as https://example.com');

/** A list of at most `max` values; one value alone and no value are lists too. */
export function several<T extends z.ZodType>(item: T, max = 50) {
  return z
    .preprocess(
      (value: z.input<T> | readonly z.input<T>[] | undefined) =>
        value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value],
      z.array(item).max(max),
    )
    .default([]);
}
