import type { ContentItem, EngagementBreakdown } from '@troupe/domain/discovery/engagement';

/** The reactions, how each is called, and whether it counts for the rate. */
export const REACTIONS = [
  { name: 'Likes', total: 'totalLikes', average: 'avgLikes', count: 'like_count', counts: true },
  { name: 'Comments', total: 'totalComments', average: 'avgComments', count: 'comment_count', counts: true },
  { name: 'Saves', total: 'totalSaves', average: 'avgSaves', count: 'save_count', counts: true },
  { name: 'Shares', total: 'totalShares', average: 'avgShares', count: 'share_count', counts: true },
  { name: 'Dislikes', total: 'totalDislikes', average: 'avgDislikes', count: 'dislike_count', counts: false },
] as const;

/** Those that are added up for the rate. */
export const COUNTING = REACTIONS.filter(({ counts }) => counts);

/** All reactions of a post that count. */
export const interactionsOf = ({ engagement }: ContentItem): number =>
  COUNTING.reduce((sum, { count }) => sum + (engagement[count] ?? 0), 0);

/** The rate of one post, in percent. */
export const rateOf = (item: ContentItem, breakdown: EngagementBreakdown): number =>
  (interactionsOf(item) / breakdown.followerCount) * 100;

/** The posts behind a rate as rows of a file, figures exact. */
export function contentRows(breakdown: EngagementBreakdown) {
  return [
    ['Post', 'Address', 'Type', 'Format', 'Published', ...REACTIONS.map(({ name }) => name), 'Rate %'],
    ...breakdown.content.map((item) => [
      item.title,
      item.url,
      item.type,
      item.format,
      item.published_at,
      ...REACTIONS.map(({ count }) => item.engagement[count]),
      rateOf(item, breakdown),
    ]),
  ];
}
