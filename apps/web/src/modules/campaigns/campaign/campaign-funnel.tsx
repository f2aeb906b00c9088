import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { Button } from '@troupe/ui/action/button';
import { Figure } from '@troupe/ui/content/figure';
import { EmptyState, type EmptyStateProps } from '@troupe/ui/feedback/empty-state';
import { Segmented } from '@troupe/ui/field/segmented';
import { dayText } from '@troupe/ui/lib/date';
import { compactCount, exactNumber, percent } from '@troupe/ui/lib/format';
import { useState } from 'react';
import './campaign-funnel.css';
import { t } from '../messages/messages.gen.ts';

type Step = Exclude<keyof CampaignDetails['funnel'], 'own'>;

/** Whose steps are shown: everyone's, those of invited creators, or of those who found the campaign. */
type Source = 'all' | 'invited' | 'own';

/** The steps, and where each of them leads: to a tab of the campaign, or to its invites. */
const STEPS = [
  { step: 'listed', tab: null },
  { step: 'invited', tab: null },
  { step: 'visited', tab: null },
  { step: 'optedIn', tab: 'opt-ins' },
  { step: 'approved', tab: 'opt-ins?status=approved' },
  { step: 'submitted', tab: 'content-previews' },
  { step: 'live', tab: 'shoutouts' },
] as const satisfies readonly { step: Step; tab: string | null }[];

const WIDTH = 1200;
/** The width of a bar, as in the style of the steps above it. */
const barOf = (steps: number) => WIDTH * (steps === 4 ? 0.17 : 0.098);

/** The number of creators who found the campaign at a step; null for steps that only invited ones take. */
const ownOf = ({ own }: CampaignDetails['funnel'], step: Step): number | null =>
  step in own ? own[step as keyof typeof own] : null;

/**
 * The count of a step, for creators from one source; null if the funnel of that source doesn't have it. All of them meet
 * at the opt-in, so the funnel of all starts there. Before the first opt-in it shows the way of invited ones.
 */
function countOf(funnel: CampaignDetails['funnel'], step: Step, source: Source): number | null {
  const own = ownOf(funnel, step);
  if (source === 'own') return own;
  if (source === 'all') return own === null && funnel.optedIn > 0 ? null : funnel[step];
  return funnel[step] - (own ?? 0);
}

/** The number of creators at each step from invite to post, with the share of the previous step. */
export function CampaignFunnel({ campaign }: { campaign: CampaignDetails }) {
  const { funnel, published, created, status, id } = campaign;
  const [source, setSource] = useState<Source>('all');
  const steps = STEPS.flatMap((step) => {
    const count = countOf(funnel, step.step, source);
    return count === null ? [] : [{ ...step, count }];
  });
  const counts = steps.map(({ count }) => count);
  const bar = barOf(steps.length);
  const column = (WIDTH - bar) / (steps.length - 1);
  const isSplit = source === 'all' && steps[0]?.step === 'optedIn';
  const isEmpty = counts.every((count) => count === 0);
  const most = Math.max(1, ...counts);
  // Keep a thin line visible for steps at zero.
  const heights = counts.map((count) => Math.max(1.5, (count / most) * 100));
  const invitedShares = steps.map(({ step, count }) =>
    count === 0 ? 0 : 1 - (ownOf(funnel, step) ?? 0) / count,
  );
  return (
    <section className="t-panel campaign-funnel" aria-labelledby="campaign-funnel">
      <div className="t-row">
        <h2 id="campaign-funnel" className="t-grow">
          {t(steps[0]?.step === 'listed' ? 'funnel.title' : 'funnel.titleOptedIn')}
        </h2>
        <span className="t-12 t-ink3">
          {status === 'draft' && !published
            ? t('funnel.unpublished')
            : t('funnel.since', { date: dayText(published ?? created) })}
        </span>
      </div>
      <div>
        <Segmented
          label={t('funnel.source')}
          value={source}
          onChange={setSource}
          options={(['all', 'invited', 'own'] as const).map((value) => ({
            value,
            label: t(`funnel.source.${value}`),
          }))}
        />
      </div>
      {isEmpty ? (
        <NoFunnel campaign={campaign} source={source} />
      ) : (
        <div className="campaign-funnel-body">
          <ol className="campaign-steps" data-count={steps.length} data-split={isSplit || undefined}>
            {steps.map(({ step, tab, count }, index) => {
              const label = t(`funnel.${step}`);
              const before = counts[index - 1];
              const href = tab ? `/campaigns/${id}/${tab}` : `/creator-search/invites?campaign=${id}`;
              const linkLabel = t(
                `funnel.view.${step === 'visited' || step === 'listed' ? 'invited' : step}`,
              );
              return (
                <li key={step}>
                  <span className="t-12 t-ink3">{label}</span>
                  <Figure
                    label={label}
                    size={16}
                    value={compactCount(count)}
                    exact={exactNumber(count)}
                    builtFrom={t(`funnel.from.${step}`)}
                    formula={t('funnel.formula')}
                    items={{ label: linkLabel, href }}
                  />
                  {isSplit && (
                    <span className="t-12 t-ink2 campaign-step-split">
                      <span>
                        {t('funnel.splitInvited', { count: exactNumber(count - (ownOf(funnel, step) ?? 0)) })}
                      </span>
                      <span>{t('funnel.splitOwn', { count: exactNumber(ownOf(funnel, step) ?? 0) })}</span>
                    </span>
                  )}
                  <span className="campaign-step-bar" aria-hidden="true">
                    <span style={{ width: `${(count / most) * 100}%` }} />
                  </span>
                  {/* An invited creator can opt in without a recorded visit. */}
                  {before !== undefined && before > 0 && count <= before && (
                    <span className="campaign-share">
                      {percent(count / before)}
                      <span className="t-hidden"> {t('funnel.ofPrevious')}</span>
                    </span>
                  )}
                </li>
              );
            })}
          </ol>
          <svg
            className="campaign-funnel-drawing"
            viewBox={`0 0 ${WIDTH} 100`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {heights.map((height, index) => {
              const x = index * column;
              const next = heights[index + 1];
              return (
                <g key={steps[index]?.step}>
                  {next !== undefined && (
                    <polygon
                      points={`${x + bar},${100 - height} ${x + column},${100 - next} ${x + column},100 ${x + bar},100`}
                    />
                  )}
                  <rect x={x} y={100 - height} width={bar} height={height} />
                  {isSplit && (
                    <rect
                      className="campaign-funnel-invited"
                      x={x}
                      y={100 - height * (invitedShares[index] ?? 0)}
                      width={bar}
                      height={height * (invitedShares[index] ?? 0)}
                    />
                  )}
                </g>
              );
            })}
          </svg>
        </div>
      )}
    </section>
  );
}

/** Says that no one took any step yet, and how to get the first creators. */
function NoFunnel({ campaign: { id, status }, source }: { campaign: CampaignDetails; source: Source }) {
  const isOpen = status === 'publish' || status === 'paused';
  if (source !== 'all') return <Nothing title={t(`funnel.empty.${source}`)} />;
  if (status === 'draft') {
    return (
      <Nothing
        title={t('funnel.empty.draft')}
        actions={<Button href={`/campaign-builder/${id}?step=review`}>{t('funnel.publish')}</Button>}
      />
    );
  }
  if (!isOpen) return <Nothing title={t('funnel.empty.ended')} />;
  return (
    <Nothing
      title={t('funnel.empty.open')}
      text={t('funnel.emptyText')}
      actions={<Button href="/creator-search">{t('funnel.find')}</Button>}
    />
  );
}

const Nothing = (props: Pick<EmptyStateProps, 'title' | 'text' | 'actions'>) => (
  <div className="campaign-funnel-empty">
    <EmptyState drawing="none" {...props} />
  </div>
);
