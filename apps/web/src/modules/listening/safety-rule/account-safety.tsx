import { useQuery } from '@tanstack/react-query';
import type { SafetyRule } from '@troupe/domain/listening/safety/safety-rule';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Pill } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { exactNumber } from '@troupe/ui/lib/format';
import { lazy, Suspense, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { categoryName } from '../../../shared/safety-flag/safety-labels.ts';
import { t } from './messages/messages.gen.ts';
import { rulesOptions } from './safety-rule-queries.ts';
import './safety-rule.css';

const RuleDialog = lazy(() => import('./rule-dialog.tsx'));

/** The brand's rules for flags on creators. */
export default function AccountSafety() {
  const query = useQuery(rulesOptions(useBrandId()));
  const [category, setCategory] = useState<SafetyRule['category'] | null>(null);
  const opened = query.data?.rules.find((rule) => rule.category === category);
  return (
    <Section id="brand-safety" title={t('title')} subtitle={t('what')}>
      {query.error && (
        <ErrorState
          title={t('loadFailed')}
          text={errorText(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading label={t('loading')}>
          <SkeletonRows rows={6} />
        </Loading>
      )}
      <ul className="safety-rules">
        {query.data?.rules.map((rule) => (
          <li key={rule.category} className="safety-rule">
            <span className="t-grow">
              <span className="t-medium">{categoryName(rule.category)}</span>
              <span className="t-12 t-ink2 safety-rule-text">{ruleText(rule)}</span>
            </span>
            <span className="t-row safety-rule-end">
              {rule.open > 0 && (
                <Link className="t-link" href={`/creator-search?safetyCategory=${rule.category}`}>
                  {t('openFlags', { count: rule.open, number: exactNumber(rule.open) })}
                </Link>
              )}
              {!rule.isDefault && <Pill tone="iris">{t('edited')}</Pill>}
              <Pill tone={rule.state === 'on' ? 'green' : 'neutral'}>
                {t(rule.state === 'on' ? 'on' : 'off')}
              </Pill>
              <Button
                size="row"
                aria-label={t('editOf', { category: categoryName(rule.category) })}
                onClick={() => setCategory(rule.category)}
              >
                {t('edit')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <p className="t-12 t-ink2">{t('limits')}</p>
      {opened && (
        <Suspense>
          <RuleDialog key={opened.category} rule={opened} onClose={() => setCategory(null)} />
        </Suspense>
      )}
    </Section>
  );
}

/** What raises a flag, in words. */
function ruleText({ category, items, days, names }: SafetyRule): string {
  if (category === 'audience-change') return t('rule.audience');
  if (category === 'missing-disclosure') return t('rule.disclosure', { days });
  if (category === 'competitor' && names.length === 0) return t('rule.noNames');
  return t('rule.text', { count: items, days });
}
