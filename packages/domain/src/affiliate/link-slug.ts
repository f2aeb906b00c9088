import { z } from 'zod';

const MIN_SLUG = 3;
const MAX_SLUG = 64;

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const ANY_CASE = new RegExp(SLUG.source, 'i');

/**
 * The end of a link's address, `/r/{slug}`: lowercase letters, digits and single hyphens. Letters of other scripts that
 * look like these are refused, and so is Punycode (`xn--`), which stands for them.
 */
export const LinkSlug = z
  .string()
  .min(MIN_SLUG, { error: `Use at least ${MIN_SLUG} characters` })
  .max(MAX_SLUG, { error: `Use at most ${MAX_SLUG} characters` })
  .regex(SLUG, { error: 'Use only a–z, 0–9 and single hyphens' });

/** Returns the slug that a requested path names, in lowercase; null when it can't be one. */
export function slugOf(segment: string): string | null {
  if (segment.length < MIN_SLUG || segment.length > MAX_SLUG) return null;
  // Checked first: some other scripts' characters lowercase to ASCII, such as the Kelvin sign.
  return ANY_CASE.test(segment) ? segment.toLowerCase() : null;
}

/** Unambiguous characters without vowels, so that slugs form no words. */
const ALPHABET = '23456789bcdfghjkmnpqrstvwxz';
const GENERATED = 8;

/** Returns a new slug of 8 characters (38 bits). */
export function randomSlug(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(64));
  // Skip bytes that would bias the distribution.
  const most = 256 - (256 % ALPHABET.length);
  const chosen = [...bytes].filter((byte) => byte < most).map((byte) => ALPHABET[byte % ALPHABET.length]);
  return chosen.length < GENERATED ? randomSlug() : chosen.slice(0, GENERATED).join('');
}
