import { IconChartBar } from '@tabler/icons-react';
import type { Creator } from '@troupe/domain/discovery/creator';
import { Button } from '@troupe/ui/action/button';
import { LabelledFigure } from '@troupe/ui/content/figure';
import { SourceMark } from '@troupe/ui/content/source-mark';
import { dayText, exactTime } from '@troupe/ui/lib/date';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { Children } from 'react';
import { figureOf } from '../../../shared/creator/creator-figures.tsx';
import { SHOWN_FIGURES, sourceOf, sourceWord } from '../../../shared/creator/creator-labels.ts';
import { CreatorRefresh } from './creator-refresh.tsx';
import { t } from './messages/messages.gen.ts';

/** The element with the posts behind the average views. */
export const AVERAGE_VIEWS_ID = 'creator-average-views';

/** Opens the posts behind the average views, which are part of the creator's history. */
function showAverageViews(): void {
  const posts = document.getElementById(AVERAGE_VIEWS_ID);
  if (!(posts instanceof HTMLDetailsElement)) return;
  posts.open = true;
  posts.scrollIntoView({ block: 'nearest' });
  posts.querySelector('summary')?.focus();
}

/** Followers or subscribers, and engagement and average views where they are not zero, each with source and age. */
export function CreatorMetrics({
  creator,
  onShowBreakdown,
}: {
  creator: Creator;
  onShowBreakdown: () => void;
}) {
  const shown = SHOWN_FIGURES.filter((name) => name === 'followerCount' || (creator[name] ?? 0) !== 0);
  return (
    <DrawerSection
      title={t('metrics.title')}
      aside={
        <span className="t-12 t-ink2">
          {Children.toArray(
            t.rich('metrics.updated', {
              time: () =>
                creator.updated ? (
                  <time dateTime={creator.updated} title={exactTime(creator.updated)}>
                    {dayText(creator.updated)}
                  </time>
                ) : (
                  <span>{t('unknown')}</span>
                ),
            }),
          )}
        </span>
      }
    >
      <div className="creator-drawer-metrics">
        {shown.map((name) => {
          const source = sourceOf(creator, name);
          return (
            <LabelledFigure
              key={name}
              {...figureOf(creator, name, name === 'avgViews' ? showAverageViews : onShowBreakdown)}
              size={20}
              foot={
                source ? (
                  <SourceMark
                    kind={source.kind}
                    name={sourceWord(creator, source.kind)}
                    readAt={source.readAt}
                  />
                ) : undefined
              }
            />
          );
        })}
      </div>
      <div className="creator-drawer-buttons">
        <Button size="row" icon={<IconChartBar size={16} />} onClick={onShowBreakdown}>
          {t('breakdown.title')}
        </Button>
        <CreatorRefresh key={creator.id} creator={creator} />
      </div>
    </DrawerSection>
  );
}
