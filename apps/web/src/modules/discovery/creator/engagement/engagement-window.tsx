import type { ContentItem, EngagementBreakdown } from '@troupe/domain/discovery/engagement';
import { dayText } from '@troupe/ui/lib/date';
import { t } from '../messages/messages.gen.ts';

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
              title={t('window.item', {
                title: item.title || t('content.untitled'),
                date: dayText(item.published_at),
              })}
              style={{ left: place(Date.parse(item.published_at)), width: size, height: size }}
            />
          );
        })}
      </div>
      <div className="engagement-window-ends t-12 t-ink2">
        <span>{dayText(breakdown.fromDate)}</span>
        <span className="engagement-window-end">
          <span>{dayText(breakdown.toDate)}</span>
          <span>{t('window.today')}</span>
        </span>
      </div>
    </>
  );
}

/** Returns the length of the window: a year, or the days up to today if the posts that count start later. */
export function lengthText({ contentFromDate, toDate }: EngagementBreakdown): string {
  const days = Math.round((Date.parse(toDate) + THIRTY_DAYS - Date.parse(contentFromDate)) / 86_400_000);
  return days >= 365 ? t('window.year') : t('window.days', { days });
}

const likesOf = (item: ContentItem) => item.engagement.like_count ?? 0;
