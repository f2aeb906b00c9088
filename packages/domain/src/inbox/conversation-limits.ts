import { numberLocale } from '@troupe/i18n/language';
import { t } from './messages/messages.gen.ts';

/** Maximum message length in characters. */
export const MAX_MESSAGE = 20_000;

/** Returns why a text is too long to send; null if it isn't. */
export function messageLengthError(text: string): string | null {
  const over = text.length - MAX_MESSAGE;
  if (over <= 0) return null;
  const written = (count: number) => count.toLocaleString(numberLocale());
  return t('message.tooLong', { most: written(MAX_MESSAGE), over: written(over) });
}

/** Maximum number of attachments per message. */
export const MAX_ATTACHMENTS = 10;

/** Maximum attachment size in MB. */
export const MAX_ATTACHMENT_MEGABYTES = 25;

/** Maximum attachment size in bytes. */
export const MAX_ATTACHMENT_BYTES = MAX_ATTACHMENT_MEGABYTES * 1024 * 1024;

/** Minimum interval between typing indicators. */
export const TYPING_INTERVAL_MS = 3000;

/** How long a typing indicator is shown. */
export const TYPING_MS = 5000;

/** Maximum length of an email subject in characters. */
export const MAX_SUBJECT = 500;

/** Maximum length of a formatted email, in characters of HTML. */
export const MAX_EMAIL_HTML = 200_000;

/**
 * Maximum size of all attachments of an email: many mail servers reject more than 25 MB after
 * encoding.
 */
export const MAX_EMAIL_FILES_BYTES = 18 * 1024 * 1024;

/** Shown when a file type isn't accepted. */
export const ATTACHMENT_REFUSED = 'Attach an MP4, MOV, JPEG, PNG, PDF, WebP or GIF file.';
