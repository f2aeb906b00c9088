import type { CampaignMetrics } from './campaign-metrics.ts';

/** A post of somebody who opted in that is not among the live posts of the campaign. */
export interface CandidatePost {
  url: string;
  username: string;
  /** Its caption or title. */
  words: string;
  published: string;
  /** The opt-in: whether it is approved or completed, and since when. */
  approved: boolean;
  since: string;
}

export interface PostRules {
  hashtags: readonly string[];
  mentions: readonly string[];
  /** After this moment posts do not count; null is never. */
  until: string | null;
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const day = (moment: string) => DAY.format(new Date(moment));

const plain = (word: string) =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[#@＃＠]/u, '')
    .replace(/\.+$/, '');

/** The hashtags in a caption, plain; tags that are glued together are told apart. */
export const hashtagsIn = (words: string): string[] =>
  [...words.normalize('NFKC').matchAll(/#([\p{L}\p{N}\p{M}_]+)/gu)].map(([, tag]) => plain(tag ?? ''));

/** The accounts mentioned in a caption, plain. */
export const mentionsIn = (words: string): string[] =>
  [...words.normalize('NFKC').matchAll(/@([\w.]+)/g)].map(([, handle]) => plain(handle ?? ''));

/** Whether a post speaks of the campaign. */
export function speaksOf(words: string, { hashtags, mentions }: PostRules): boolean {
  const [tags, handles] = [new Set(hashtagsIn(words)), new Set(mentionsIn(words))];
  return (
    hashtags.some((tag) => tags.has(plain(tag))) || mentions.some((handle) => handles.has(plain(handle)))
  );
}

/**
 * Why a post is not counted: `permission` (its creator is not approved, or has not handed it in), `window` (published
 * before they were approved or after the last day), `tag` (none of the campaign's hashtags), `handle` (none of the
 * accounts to mention). The first of these that holds is told, and of those that would count if it were handed in,
 * that nobody did.
 */
export function whyMissing(
  post: CandidatePost,
  rules: PostRules,
): Pick<CampaignMetrics['missing'][number], 'reason' | 'text'> {
  const { username, words, published, approved, since } = post;
  if (!approved)
    return {
      reason: 'permission',
      text: `@${username} is not approved for this campaign, so nothing of theirs counts.`,
    };
  if (published < since)
    return {
      reason: 'window',
      text: `Published on ${day(published)}, before @${username} was approved on ${day(since)}.`,
    };
  if (rules.until && published > rules.until)
    return {
      reason: 'window',
      text: `Published on ${day(published)}, after the campaign's last day, ${day(rules.until)}.`,
    };
  const tags = new Set(hashtagsIn(words));
  if (rules.hashtags.length > 0 && !rules.hashtags.some((tag) => tags.has(plain(tag))))
    return {
      reason: 'tag',
      text: `It has none of the campaign's hashtags: ${rules.hashtags.map((tag) => `#${plain(tag)}`).join(', ')}.`,
    };
  const handles = new Set(mentionsIn(words));
  if (rules.mentions.length > 0 && !rules.mentions.some((handle) => handles.has(plain(handle))))
    return {
      reason: 'handle',
      text: `It mentions none of ${rules.mentions.map((handle) => `@${plain(handle)}`).join(', ')}.`,
    };
  return {
    reason: 'permission',
    text: `@${username} has not handed this post in. Add it by its address, and it counts.`,
  };
}
