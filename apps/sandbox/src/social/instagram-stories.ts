import { randomOf } from '../platform/random.ts';
import type { Account, SocialWorld, Story } from './social-world.ts';

const HOUR = 3_600_000;
export const STORY_MS = 24 * HOUR;
/** Figures come late. */
const LATE_MS = 2 * 60_000;
/** Below so many viewers nothing is told. */
const FEW = 5;

/** What the owner's consent gives; long-lived, for 60 days. */
export function issueInstagramToken(account: Account, now: Date) {
  const seconds = 60 * 24 * 3600;
  const text = `IGAA.${Buffer.from(account.origin).toString('base64url')}.${now.getTime() + seconds * 1000}`;
  return { user_id: account.id, access_token: text, token_type: 'bearer', expires_in: seconds };
}

/** Whose token it is; null when it is none, has expired, or the consent was withdrawn. */
export function ownerOf(world: SocialWorld, authorization: string | undefined, now: Date): Account | null {
  const [is, name = '', expires = ''] = (authorization ?? '').replace(/^Bearer /i, '').split('.');
  if (is !== 'IGAA' || !(Number(expires) > now.getTime())) return null;
  const origin = Buffer.from(name, 'base64url').toString();
  const account = origin ? world.ofOrigin('instagram', origin) : null;
  return account && account.state !== 'revoked' && account.state !== 'gone' ? account : null;
}

/** The stories an account shows: those of the last 24 hours, the newest first. */
export const shownStories = (world: SocialWorld, account: Account, now: Date): Story[] =>
  world
    .stories(account.origin)
    .filter(({ at }) => now.getTime() - Date.parse(at) < STORY_MS)
    .reverse();

export const storyAddress = (account: Account, { id }: Story) =>
  `https://www.instagram.com/stories/${account.username}/${id}/`;

/** What a story has counted so far; null before anything is told. Most look within the first hours. */
export function storyFigures(
  account: Account,
  { id, at }: Story,
  now: Date,
): Record<string, number> | null | 'few' {
  const age = now.getTime() - Date.parse(at);
  if (age < LATE_MS) return null;
  const random = randomOf(`instagram/story/${id}`);
  const all = account.followers * (0.04 + random.next() * 0.12);
  const views = Math.round(all * (1 - Math.exp(-age / (6 * HOUR))));
  if (views < FEW) return 'few';
  const part = (share: number) => Math.round(views * share * (0.6 + random.next() * 0.8));
  return {
    views,
    reach: Math.round(views * 0.93),
    likes: part(0.03),
    replies: part(0.004),
    shares: part(0.006),
  };
}
