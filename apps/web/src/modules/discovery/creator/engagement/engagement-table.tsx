import { type Creator, PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import type { ContentItem, EngagementBreakdown } from '@troupe/domain/discovery/engagement';
import { Table, Td, Th } from '@troupe/ui/layout/data-table';
import { exactNumber, percent } from '@troupe/ui/lib/format';
import { t } from '../messages/messages.gen.ts';

/** The reactions that add up to the rate, and their fields. */
export const COUNTING = [
  { name: 'likes', total: 'totalLikes', average: 'avgLikes', count: 'like_count', counts: true },
  { name: 'comments', total: 'totalComments', average: 'avgComments', count: 'comment_count', counts: true },
  { name: 'saves', total: 'totalSaves', average: 'avgSaves', count: 'save_count', counts: true },
  { name: 'shares', total: 'totalShares', average: 'avgShares', count: 'share_count', counts: true },
] as const;

/** All reactions that are shown. */
const REACTIONS = [
  ...COUNTING,
  { name: 'dislikes', total: 'totalDislikes', average: 'avgDislikes', count: 'dislike_count', counts: false },
] as const;

/** All reactions of a post that count. */
export const interactionsOf = ({ engagement }: ContentItem): number =>
  COUNTING.reduce((sum, { count }) => sum + (engagement[count] ?? 0), 0);

/** The rate of one post, in percent. */
export const rateOf = (item: ContentItem, breakdown: EngagementBreakdown): number =>
  (interactionsOf(item) / breakdown.followerCount) * 100;

/** The posts behind a rate as rows of a file, figures exact. */
export function contentRows(breakdown: EngagementBreakdown) {
  return [
    [
      t('file.post'),
      t('file.url'),
      t('file.type'),
      t('file.format'),
      t('file.published'),
      ...REACTIONS.map(({ name }) => t(`reaction.${name}`)),
      t('file.rate'),
    ],
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

/** Whether the platform gives a count for any of the posts; otherwise its sums are 0, but unknown. */
export const isGiven = (
  breakdown: EngagementBreakdown,
  count: (typeof REACTIONS)[number]['count'],
): boolean => breakdown.content.some(({ engagement }) => engagement[count] !== null);

/** Averages with one decimal. */
export const tenths = (value: number): string => exactNumber(Math.round(value * 10) / 10);

/** Total and average of each reaction, and its share of the rate; reactions that don't count come last. */
export function ReactionTable({ creator, breakdown }: { creator: Creator; breakdown: EngagementBreakdown }) {
  const sum = COUNTING.reduce((total, { average }) => total + breakdown[average], 0);
  const rows = REACTIONS.toSorted(
    (one, other) =>
      Number(other.counts) - Number(one.counts) || breakdown[other.average] - breakdown[one.average],
  );
  return (
    <Table label={t('reactions.title')} density="ledger" bleed className="engagement-reactions">
      <thead>
        <tr>
          <Th>{t('reactions.posts', { count: breakdown.contentCount })}</Th>
          <Th numeric>{t('reactions.total')}</Th>
          <Th numeric>{t('reactions.average')}</Th>
          <Th>{t('reactions.share')}</Th>
          <Th numeric>
            <span className="t-hidden">{t('reactions.percent')}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, total, average, count, counts }) => {
          const given = isGiven(breakdown, count);
          const share = counts && sum > 0 ? breakdown[average] / sum : 0;
          return (
            <tr key={name}>
              <Td className={counts ? undefined : 't-ink2'}>{t(`reaction.${name}`)}</Td>
              <Td numeric>{given ? exactNumber(breakdown[total]) : <NotGiven />}</Td>
              <Td numeric className="t-medium">
                {given ? tenths(breakdown[average]) : <NotGiven />}
              </Td>
              {!given ? (
                <Td colSpan={2} className="t-12 t-ink2">
                  {t('reactions.notGivenBy', { platform: PLATFORM_NAMES[creator.platform] })}
                </Td>
              ) : !counts ? (
                <Td colSpan={2} className="t-12 t-ink2">
                  {t('reactions.notCounted')}
                </Td>
              ) : (
                <>
                  <Td>
                    <meter
                      min={0}
                      max={1}
                      value={share}
                      aria-label={t('reactions.shareOf', { reaction: t(`reaction.${name}`) })}
                    />
                  </Td>
                  <Td numeric className="t-12 t-ink2">
                    {percent(share, 1)}
                  </Td>
                </>
              )}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** Marks a figure that the platform doesn't give. */
export function NotGiven() {
  return (
    <span className="t-ink3">
      <span aria-hidden="true">–</span>
      <span className="t-hidden">{t('reactions.notGiven')}</span>
    </span>
  );
}
