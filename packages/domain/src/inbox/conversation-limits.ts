/** The longest message, in characters. */
export const MAX_MESSAGE = 20_000;

/** Why a text is not sent because of its length; null when it can be. */
export function tooLong(text: string): string | null {
  const over = text.length - MAX_MESSAGE;
  if (over <= 0) return null;
  const written = (count: number) => count.toLocaleString('en');
  return `A message has at most ${written(MAX_MESSAGE)} characters. Take out ${written(over)}, or send it in parts.`;
}

/** So many files go along with one message at most. */
export const MAX_ATTACHMENTS = 10;

/** The largest file sent along, in MB. */
export const MAX_ATTACHMENT_MEGABYTES = 25;

/** The same in bytes. */
export const MAX_ATTACHMENT_BYTES = MAX_ATTACHMENT_MEGABYTES * 1024 * 1024;

/** That somebody is writing is told so often at most. */
export const TYPING_EVERY_MS = 3000;

/** Somebody is writing until this long after it was last told. */
export const TYPING_MS = 5000;

/** The longest subject of an email, in characters. */
export const MAX_SUBJECT = 500;

/** The longest formatted email, in characters of HTML. */
export const MAX_EMAIL_HTML = 200_000;

/** So much may all files of one email weigh: many mail servers refuse more than 25 MB once files are encoded. */
export const MAX_EMAIL_FILES_BYTES = 18 * 1024 * 1024;

/** Why a file is not taken. */
export const ATTACHMENT_REFUSED = 'Attach an MP4, MOV, JPEG, PNG, PDF, WebP or GIF file.';
