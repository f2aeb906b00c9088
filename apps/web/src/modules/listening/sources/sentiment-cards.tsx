import { useQuery } from '@tanstack/react-query';
import type { BrandModelCard } from '@troupe/domain/listening/sentiment/model-card';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { exactNumber, percent } from '@troupe/ui/lib/format';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { linkTarget } from '../../../shared/links.ts';
import { languageName } from '../../../shared/listening/listening-labels.ts';
import { sentimentModelsOptions } from '../../../shared/listening/listening-queries.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from './messages/messages.gen.ts';

/** How well sentiment is judged, per language, with what the team's corrections changed. */
export function SentimentCards() {
  const query = useQuery(sentimentModelsOptions(useBrandId()));
  const models = query.data?.models ?? [];
  const judged = models.some(({ card }) => card !== null);
  return (
    <Section
      id="sentiment"
      title={t('sentiment.title')}
      subtitle={judged ? t('sentiment.subtitle') : undefined}
    >
      <LoadState what={t('sentiment.what')} query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
      {query.data && !judged && (
        <p>
          {t('sentiment.none')}{' '}
          <a className="t-link-inline t-link" href={`${linkTarget('helpCenter')}`}>
            {t('sentiment.docs')}
          </a>
        </p>
      )}
      {models.length > 0 && (
        <ul className="source-cards">
          {models.map((model) => (
            <li key={model.language}>
              <Card model={model} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Card({ model }: { model: BrandModelCard }) {
  const { language, scope, card, corrections, learned, learnsFrom, lastAttempt, judged, abstained, unknown } =
    model;
  const total = judged + abstained + unknown;
  return (
    <article className="source-card" aria-label={languageName(language)}>
      <div className="t-row t-wrap">
        <h3 className="t-name">{languageName(language)}</h3>
        <Pill tone={scope === 'brand' ? 'iris' : 'neutral'}>
          {scope === null ? t('sentiment.noModel') : t(`sentiment.scope.${scope}`)}
        </Pill>
      </div>
      <dl className="listening-facts">
        {card?.precision && (
          <>
            <dt>{t('sentiment.precision')}</dt>
            <dd>
              {percent(card.precision.rate)}{' '}
              <span className="t-12 t-ink2">
                {t('sentiment.between', {
                  low: percent(card.precision.low),
                  high: percent(card.precision.high),
                })}
              </span>
            </dd>
          </>
        )}
        {card?.coverage && (
          <>
            <dt>{t('sentiment.coverage')}</dt>
            <dd>{percent(card.coverage.rate)}</dd>
          </>
        )}
        {card && (
          <>
            <dt>{t('sentiment.measured')}</dt>
            <dd>{t(`sentiment.by.${card.measuredBy}`, { count: card.measuredTexts })}</dd>
          </>
        )}
        <dt>{t('sentiment.last30')}</dt>
        <dd>
          {total === 0 ? t('sentiment.noMentions') : t('sentiment.shares', { judged, abstained, unknown })}
        </dd>
        <dt>{t('sentiment.corrections')}</dt>
        <dd>
          {t('sentiment.correctionsText', { count: corrections, learned })}
          {corrections < learnsFrom && (
            <span className="t-12 t-ink2 source-learns">
              {t('sentiment.learnsFrom', { count: exactNumber(learnsFrom) })}
            </span>
          )}
        </dd>
        {lastAttempt && (
          <>
            <dt>{t('sentiment.lastAttempt')}</dt>
            <dd>
              {t(`sentiment.attempt.${lastAttempt.reason}`)}, <Ago at={lastAttempt.at} />
            </dd>
          </>
        )}
      </dl>
    </article>
  );
}
