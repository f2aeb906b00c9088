import { type Creator, followersLabel } from '@troupe/domain/discovery/creator';
import type { EngagementBreakdown } from '@troupe/domain/discovery/engagement';
import { Figure, type FigureProps } from '@troupe/ui/content/figure';
import { dayText } from '@troupe/ui/lib/date';
import { counted, engagementRate, exactNumber } from '@troupe/ui/lib/format';
import { COUNTING, tenths } from './engagement-table.tsx';

interface EngagementFormulaProps {
  creator: Creator;
  breakdown: EngagementBreakdown;
  source: { kind: NonNullable<FigureProps['source']>['kind']; name: string; readAt: string | null } | null;
}

/** The calculation in words and with its figures in place; each can be asked where it comes from. */
export function EngagementFormula({ creator, breakdown, source }: EngagementFormulaProps) {
  const followers = followersLabel(creator.platform);
  const shared = {
    window: `${dayText(breakdown.contentFromDate)} to ${dayText(breakdown.toDate)}`,
    readAt: source?.readAt,
    source: source ?? undefined,
  };
  return (
    <>
      <p className="t-ink2">
        Average likes, comments, saves and shares per post, divided by {followers.toLowerCase()}. Dislikes are
        shown but never counted. Posts of the past year count, or those since 90 days before the profile was
        connected if that is shorter; the last 30 days do not.
      </p>
      <div className="engagement-formula">
        <div className="engagement-fraction">
          <div className="engagement-terms">
            {COUNTING.map(({ name, average, total }, index) => (
              <span key={name} className="engagement-term">
                {index > 0 && <span className="t-ink2">+</span>}
                <span className="engagement-term-value">
                  <Figure
                    {...shared}
                    label={`Average ${name.toLowerCase()}`}
                    value={tenths(breakdown[average])}
                    exact={exactNumber(breakdown[average])}
                    formula={`${exactNumber(breakdown[total])} ${name.toLowerCase()} / ${counted(breakdown.contentCount, 'post')}`}
                    size={16}
                  />
                  <span className="t-12 t-ink2">avg {name.toLowerCase()}</span>
                </span>
              </span>
            ))}
          </div>
          <div className="engagement-below">
            <Figure
              {...shared}
              window={undefined}
              label={followers}
              value={exactNumber(breakdown.followerCount)}
              size={16}
            />{' '}
            <span className="t-12 t-ink2">{followers.toLowerCase()}</span>
          </div>
        </div>
        <span className="t-ink2">× 100</span>
        <span className="t-ink2">=</span>
        <span className="engagement-rate">{engagementRate(breakdown.engagement)}</span>
      </div>
    </>
  );
}
