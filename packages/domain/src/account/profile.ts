import { z } from 'zod';
import { text } from '../shape.ts';
import { nameFault } from './account-name.ts';

/** How dates and numbers can be written. The words of the product are English in all of them. */
export const LOCALES = ['en-GB', 'en-US', 'de-DE', 'fr-FR', 'es-ES'] as const;
export const Locale = z.enum(LOCALES, 'Choose one of the formats in the list');
export type Locale = z.infer<typeof Locale>;

/** What dates and numbers look like where a person has not chosen. */
export const DEFAULT_LOCALE: Locale = 'en-GB';

/** A time zone of the IANA list, such as `Europe/Berlin`; offsets such as `+01:00` are none. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Choose a time zone in the list, such as Europe/Berlin');

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
      const fault = nameFault(value, 'person');
      if (fault) context.addIssue({ code: 'custom', message: fault });
    })
    .transform((value) => value.trim());

/** What a person changes about themselves; what is left out stays. Null goes back to what the browser says. */
export const ProfileChange = z
  .strictObject({
    firstName: name('Enter your first name'),
    lastName: name(),
    timeZone: TimeZone.nullable(),
    locale: Locale.nullable(),
    /** Null removes the picture. It is set by sending one. */
    pictureUrl: z.null(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Name what is to change');
export type ProfileChange = z.infer<typeof ProfileChange>;

/** The largest picture that is taken, in bytes. */
export const MOST_PICTURE_BYTES = 5 * 1024 * 1024;
