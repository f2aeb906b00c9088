import type { ContentItem, EngagementBreakdown } from '@troupe/domain/engagement';
import { dayText } from '@troupe/ui/lib/date';

/** The window on a line, with a dot for each post that counts; a bigger dot has more likes. */
export function EngagementWindow({ breakdown }: { breakdown: EngagementBreakdown }) {
  const from = Date.parse(breakdown.fromDate);
  const to = Date.parse(breakdown.toDate);
  const end = to + 30 * 86_400_000;
  const place = (at: number) => `${((at - from) / (end - from)) * 100}%`;
  const most = Math.max(1, ...breakdown.content.map(likesOf));
  return (
    <div className="engagement-window">
      <div className="engagement-window-line" aria-hidden="true">
        <span className="engagement-window-counted" style={{ width: place(to) }} />
        {breakdown.content.map((item) => {
          const size = 6 + 8 * Math.sqrt(likesOf(item) / most);
          return (
            <span
              key={item.url}
              className="engagement-window-dot"
              style={{ left: place(Date.parse(item.published_at)), width: size, height: size }}
            />
          );
        })}
      </div>
      <div className="engagement-window-ends t-12 t-ink2">
        <span>{dayText(breakdown.fromDate)}</span>
        <span>{dayText(breakdown.toDate)} · Today</span>
      </div>
    </div>
  );
}

const likesOf = (item: ContentItem) => item.engagement.like_count ?? 0;
