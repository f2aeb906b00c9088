import type { CreatorFit } from '@troupe/domain/discovery/creator-fit';
import { engagementRate } from '@troupe/domain/figure-text';
import { numberLocale } from '@troupe/ui/lib/format';
import { t } from './messages/messages.gen.ts';

/** The formula by which creators that match equally well are sorted, as a line of why they matched. */
export function FitFormula({ fit }: { fit: CreatorFit }) {
  const { engagement, freshness, reachability, typicalEngagement, days } = fit;
  const text = t('fitText', { typical: engagementRate(typicalEngagement), days });
  return (
    <>
      <dt>{t('fit')}</dt>
      <dd className="t-ellipsis t-num" title={text}>
        {t('fitFormula', {
          fit: factor(engagement * freshness * reachability),
          engagement: factor(engagement),
          freshness: factor(freshness),
          reach: factor(reachability),
        })}
        <span className="t-hidden">. {text}</span>
      </dd>
    </>
  );
}

const factor = (value: number): string =>
  new Intl.NumberFormat(numberLocale(), { maximumFractionDigits: 2 }).format(value);
