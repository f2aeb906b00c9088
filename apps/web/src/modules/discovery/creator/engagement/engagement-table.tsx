import { type Creator, PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import type { ContentItem, EngagementBreakdown } from '@troupe/domain/discovery/engagement';
import { Table, Td, Th } from '@troupe/ui/layout/data-table';
import { counted, exactNumber, percent } from '@troupe/ui/lib/format';

/** The reactions, how each is called, and whether it counts for the rate. */
const REACTIONS = [
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

/** Averages with one decimal. */
export const tenths = (value: number): string => exactNumber(Math.round(value * 10) / 10);

/** Total and average of each reaction, and its part of the rate; what does not count comes last. */
export function ReactionTable({ creator, breakdown }: { creator: Creator; breakdown: EngagementBreakdown }) {
  const sum = COUNTING.reduce((total, { average }) => total + breakdown[average], 0);
  const rows = REACTIONS.toSorted(
    (one, other) =>
      Number(other.counts) - Number(one.counts) || breakdown[other.average] - breakdown[one.average],
  );
  return (
    <Table label="Totals and averages" density="ledger" bleed className="engagement-reactions">
      <thead>
        <tr>
          <Th>{counted(breakdown.contentCount, 'post')}</Th>
          <Th numeric>Total</Th>
          <Th numeric>Average</Th>
          <Th>Share of rate</Th>
          <Th numeric>
            <span className="t-hidden">Percent</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, total, average, count, counts }) => {
          const given = breakdown.content.some(({ engagement }) => engagement[count] !== null);
          const share = counts && sum > 0 ? breakdown[average] / sum : 0;
          return (
            <tr key={name}>
              <Td className={counts ? undefined : 't-ink2'}>{name}</Td>
              <Td numeric>{given ? exactNumber(breakdown[total]) : <NotGiven />}</Td>
              <Td numeric className="t-medium">
                {given ? tenths(breakdown[average]) : <NotGiven />}
              </Td>
              {!given ? (
                <Td colSpan={2} className="t-12 t-ink2">
                  Not given by {PLATFORM_NAMES[creator.platform]}
                </Td>
              ) : !counts ? (
                <Td colSpan={2} className="t-12 t-ink2">
                  Not counted
                </Td>
              ) : (
                <>
                  <Td>
                    <meter min={0} max={1} value={share} aria-label={`${name}, share of rate`} />
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

/** The platform does not say. */
export function NotGiven() {
  return (
    <span className="t-ink3">
      <span aria-hidden="true">–</span>
      <span className="t-hidden">not given</span>
    </span>
  );
}
