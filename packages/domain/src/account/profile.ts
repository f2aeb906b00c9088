import { LANGUAGE_TAGS } from '@troupe/i18n/language';
import { z } from 'zod';
import { text } from '../shape.ts';
import { nameError } from './account-name.ts';

/** The language a person reads the product and its emails in. */
export const LanguageTag = z.enum(LANGUAGE_TAGS, 'Choose a supported language');

/** Locales for formatting dates and numbers; null follows the language. */
export const LOCALES = ['en-GB', 'en-US', 'de-DE', 'fr-FR', 'es-ES'] as const;
export const Locale = z.enum(LOCALES, 'Choose a supported format');
export type Locale = z.infer<typeof Locale>;

/** An IANA time zone such as `Europe/Berlin`; offsets such as `+01:00` are rejected. */
export const TimeZone = z.string().max(64).refine(isTimeZone, 'Choose a time zone such as Europe/Berlin');

function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z]/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

const name = (required?: string) =>
  text({ max: 80, ...(required ? { required } : {}) })
    .superRefine((value, context) => {
      const fault = nameError(value, 'person');
      if (fault) context.addIssue({ code: 'custom', message: fault });
    })
    .transform((value) => value.trim());

/**
 * Profile fields to update; omitted fields keep their values. Null restores the browser's setting.
 */
export const ProfileChange = z
  .strictObject({
    firstName: name('Enter your first name'),
    lastName: name(),
    timeZone: TimeZone.nullable(),
    locale: Locale.nullable(),
    language: LanguageTag.nullable(),
    /** Null removes the picture. Upload a new one with `uploadPicture`. */
    pictureUrl: z.null(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Fill in at least one field');
export type ProfileChange = z.infer<typeof ProfileChange>;

/** Maximum picture size in bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
