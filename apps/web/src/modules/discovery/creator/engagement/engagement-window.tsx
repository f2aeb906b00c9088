import type { ContentItem, EngagementBreakdown } from '@troupe/domain/discovery/engagement';
import { dayText } from '@troupe/ui/lib/date';
import { counted } from '@troupe/ui/lib/format';

const THIRTY_DAYS = 30 * 86_400_000;

/** The window on a line, with a dot for each post that counts; a bigger dot has more likes. */
export function EngagementWindow({ breakdown }: { breakdown: EngagementBreakdown }) {
  const from = Date.parse(breakdown.fromDate);
  const to = Date.parse(breakdown.toDate);
  const length = to + THIRTY_DAYS - from;
  const start = Date.parse(breakdown.contentFromDate);
  const place = (at: number) => `${((at - from) / length) * 100}%`;
  const most = Math.max(1, ...breakdown.content.map(likesOf));
  return (
    <>
      <div className="engagement-window-line" aria-hidden="true">
        <span
          className="engagement-window-counted"
          style={{ left: place(start), right: `calc(100% - ${place(to)})` }}
        />
        {breakdown.content.map((item) => {
          const size = 6 + 8 * Math.sqrt(likesOf(item) / most);
          return (
            <span
              key={item.url}
              className="engagement-window-dot"
              title={`${item.title || 'Untitled'}, ${dayText(item.published_at)}`}
              style={{ left: place(Date.parse(item.published_at)), width: size, height: size }}
            />
          );
        })}
      </div>
      <div className="engagement-window-ends t-12 t-ink2">
        <span>{dayText(breakdown.fromDate)}</span>
        <span className="engagement-window-end">
          <span>{dayText(breakdown.toDate)}</span>
          <span>Today</span>
        </span>
      </div>
    </>
  );
}

/** Returns 'One year', or the number of days up to today where the posts that count start later. */
export function lengthOf({ contentFromDate, toDate }: EngagementBreakdown): string {
  const days = Math.round((Date.parse(toDate) + THIRTY_DAYS - Date.parse(contentFromDate)) / 86_400_000);
  return days >= 365 ? 'One year' : `${days} days`;
}

/** Returns 'the newest 50 posts, back to 3 Mar 2026' for a reading that ended before the start of the window. */
export function reachText({ contentCount, tooRecentCount, contentFromDate }: EngagementBreakdown): string {
  return `the newest ${counted(contentCount + tooRecentCount, 'post')}, back to ${dayText(contentFromDate)}`;
}

const likesOf = (item: ContentItem) => item.engagement.like_count ?? 0;
