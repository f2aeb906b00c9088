import type { CampaignMetrics } from './campaign-metrics.ts';

/** A post by an opted-in creator that isn't among the campaign's live posts. */
export interface CandidatePost {
  url: string;
  username: string;
  /** Caption or title. */
  words: string;
  published: string;
  /** Whether the opt-in is approved or completed, and since when. */
  approved: boolean;
  since: string;
}

export interface PostRules {
  hashtags: readonly string[];
  mentions: readonly string[];
  /** Posts after this time don't count; null for no limit. */
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

/** Returns the hashtags in a caption without `#`, splitting joined ones. */
export const hashtagsIn = (words: string): string[] =>
  [...words.normalize('NFKC').matchAll(/#([\p{L}\p{N}\p{M}_]+)/gu)].map(([, tag]) => plain(tag ?? ''));

/** Returns the accounts mentioned in a caption without `@`. */
export const mentionsIn = (words: string): string[] =>
  [...words.normalize('NFKC').matchAll(/@([\w.]+)/g)].map(([, handle]) => plain(handle ?? ''));

/** Returns whether a post mentions the campaign. */
export function mentionsCampaign(words: string, { hashtags, mentions }: PostRules): boolean {
  const [tags, handles] = [new Set(hashtagsIn(words)), new Set(mentionsIn(words))];
  return (
    hashtags.some((tag) => tags.has(plain(tag))) || mentions.some((handle) => handles.has(plain(handle)))
  );
}

/**
 * Returns why a post isn't counted: `permission` (its creator isn't approved or hasn't submitted
 * it), `window` (published before approval or after the last day), `tag` (none of the campaign's
 * hashtags) or `handle` (none of the accounts to mention). The first match wins; a post that
 * matches none is reported as not submitted.
 */
export function missingReason(
  post: CandidatePost,
  rules: PostRules,
): Pick<CampaignMetrics['missing'][number], 'reason' | 'text'> {
  const { username, words, published, approved, since } = post;
  if (!approved)
    return {
      reason: 'permission',
      text: `@${username} isn't approved for this campaign, so their posts don't count.`,
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
      text: `This post doesn't use any of the campaign's hashtags: ${rules.hashtags.map((tag) => `#${plain(tag)}`).join(', ')}.`,
    };
  const handles = new Set(mentionsIn(words));
  if (rules.mentions.length > 0 && !rules.mentions.some((handle) => handles.has(plain(handle))))
    return {
      reason: 'handle',
      text: `This post doesn't mention any of the campaign's accounts: ${rules.mentions.map((handle) => `@${plain(handle)}`).join(', ')}.`,
    };
  return {
    reason: 'permission',
    text: `@${username} hasn't submitted this post. Add it by URL to count it.`,
  };
}
