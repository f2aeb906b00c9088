import { Random } from './random.ts';

/** A number out of a text (FNV-1a, mixed), the same as the sandbox makes of it. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * How many follow an account of this name. The sandbox's platforms compute the same from platform and name
 * (apps/sandbox/src/social/social-account.ts), so that a demo creator who is read anew stays who they are.
 */
export function followersOf(platform: string, username: string): number {
  const random = new Random(hash(`${platform}/${username.toLowerCase()}`));
  return Math.round(Math.min(40_000_000, Math.max(900, random.around(28_000, 1.35))));
}
