import { type Creator, followersLabel } from '@troupe/domain/discovery/creator';
import type { EngagementBreakdown } from '@troupe/domain/discovery/engagement';
import { engagementRate } from '@troupe/domain/figure-text';
import { Figure, type FigureProps } from '@troupe/ui/content/figure';
import { dayText } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import { t } from '../messages/messages.gen.ts';
import { COUNTING, isGiven, NotGiven, tenths } from './engagement-table.tsx';

interface EngagementFormulaProps {
  creator: Creator;
  breakdown: EngagementBreakdown;
  source: { kind: NonNullable<FigureProps['source']>['kind']; name: string; readAt: string | null } | null;
}

/** The calculation in words and with its figures; each figure shows where it comes from. */
export function EngagementFormula({ creator, breakdown, source }: EngagementFormulaProps) {
  const followers = followersLabel(creator.platform);
  const shared = {
    window: t('formula.window', { from: dayText(breakdown.contentFromDate), to: dayText(breakdown.toDate) }),
    readAt: source?.readAt,
    source: source ?? undefined,
  };
  return (
    <>
      <p className="t-ink2">{t('formula.text', { followers })}</p>
      <div className="engagement-formula">
        <div className="engagement-fraction">
          <div className="engagement-terms">
            {COUNTING.map(({ name, average, total, count }, index) => (
              <span key={name} className="engagement-term">
                {index > 0 && <span className="t-ink2">+</span>}
                <span className="engagement-term-value">
                  {isGiven(breakdown, count) ? (
                    <Figure
                      {...shared}
                      label={t(`formula.average.${name}`)}
                      value={tenths(breakdown[average])}
                      exact={exactNumber(breakdown[average])}
                      formula={t(`formula.of.${name}`, {
                        total: exactNumber(breakdown[total]),
                        totalCount: breakdown[total],
                        count: breakdown.contentCount,
                      })}
                      size={16}
                    />
                  ) : (
                    <NotGiven />
                  )}
                  <span className="t-12 t-ink2">{t(`formula.short.${name}`)}</span>
                </span>
              </span>
            ))}
          </div>
          <div className="engagement-below">
            <Figure
              {...shared}
              window={undefined}
              label={t('formula.followers', { followers })}
              value={exactNumber(breakdown.followerCount)}
              size={16}
            />{' '}
            <span className="t-12 t-ink2">{t('formula.dividedBy', { followers })}</span>
          </div>
        </div>
        <span className="t-ink2">× 100</span>
        <span className="t-ink2">=</span>
        <span className="engagement-rate">{engagementRate(breakdown.engagement)}</span>
      </div>
    </>
  );
}
