import './validation-message.ts';
import { z } from 'zod';

/** A UUID; new ones are version 7. */
export const Id = z.uuid();

/** PostgreSQL has no year 0, so such a value would fail in queries. */
const hasYear = (value: string) => !value.startsWith('0000');
const NO_YEAR = "Year 0 doesn't exist. Choose another date.";

/** A time, ISO 8601 in UTC. */
export const Instant = z.iso.datetime().refine(hasYear, NO_YEAR);

/** A day, `YYYY-MM-DD`. The following day must have a four-digit year too. */
export const Day = z.iso
  .date()
  .refine(hasYear, NO_YEAR)
  .refine((value) => value < '9999', 'Choose an earlier date');

/** Largest value of a PostgreSQL integer column. */
export const MAX_COUNT = 2_147_483_647;

/** The version of an object that a change is based on. The next one must fit its column too. */
export const Version = z
  .int()
  .min(1)
  .max(MAX_COUNT - 1);

/** Like `Version`; 0 for an object that was never saved. */
export const VersionOrZero = z
  .int()
  .min(0)
  .max(MAX_COUNT - 1);

/** Number of entries per page. */
export const PAGE_SIZE = 24;

/** Counters of every paged response; pages start at 1. */
export const paging = {
  page: z.int().min(1),
  pages: z.int().min(0),
  total: z.int().min(0),
};

/** Returns the counters for a page of `total` entries. */
export const pagesOf = (page: number, total: number) => ({
  page,
  pages: Math.ceil(total / PAGE_SIZE),
  total,
});

/** A page number in a path or query string, 1 to 100,000. */
export const PageNumber = z.coerce.number().int().min(1).max(100_000);

/**
 * Text entered by a person, kept unchanged. NUL (unsupported by PostgreSQL) and unpaired surrogates
 * are rejected.
 */
export function text(options: { min?: number; max: number; required?: string | (() => string) }) {
  const base = z
    .string()
    .max(options.max, `Use at most ${options.max.toLocaleString('en-US')} characters`)
    .refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'Contains unsupported characters');
  return options.min === undefined && options.required === undefined
    ? base
    : base.refine((value) => value.trim().length >= (options.min ?? 1), {
        error: options.required ?? 'This field is required',
      });
}

/** Longest part of an email address before the @ (RFC 5321); mail servers refuse more. */
const MAX_LOCAL_PART = 64;

/**
 * An email address that mail servers accept.
 * @param error what to say about text that isn't one
 */
export const emailAddress = (error?: string | (() => string)) =>
  z
    .email(error === undefined ? {} : { error })
    .max(254)
    .refine(
      (address) => address.lastIndexOf('@') <= MAX_LOCAL_PART,
      `Use at most ${MAX_LOCAL_PART} characters before the @`,
    );

/** An http or https URL. Without a scheme, https is assumed. */
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
  }, 'Enter a URL such as https://example.com');

/** A list of at most `max` values, without repeated texts. Also accepts a single value or none. */
export function several<T extends z.ZodType>(item: T, max = 50) {
  return z
    .preprocess(
      (value: z.input<T> | readonly z.input<T>[] | undefined) =>
        value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value],
      z
        .array(item)
        .max(max)
        .overwrite((list) => [...new Set(list)]),
    )
    .meta({ alsoText: true })
    .default([]);
}
