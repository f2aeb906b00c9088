import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { Figure } from '@troupe/ui/content/figure';
import { dayText } from '@troupe/ui/lib/date';
import { compactCount, exactNumber, percent } from '@troupe/ui/lib/format';
import './campaign-funnel.css';
import { t } from '../messages/messages.gen.ts';

type Step = keyof CampaignDetails['funnel'];

/** The steps, and where each of them leads: to a tab of the campaign, or to its invites. */
const STEPS = [
  { step: 'invited', tab: null },
  { step: 'visited', tab: null },
  { step: 'optedIn', tab: 'opt-ins' },
  { step: 'approved', tab: 'opt-ins?status=approved' },
  { step: 'submitted', tab: 'content-previews' },
  { step: 'live', tab: 'shoutouts' },
] as const satisfies readonly { step: Step; tab: string | null }[];

const WIDTH = 1200;
/** A bar of 126 and a gap of 49 per mille of the width, as in the style of the steps above it. */
const BAR = WIDTH * 0.126;
const COLUMN = (WIDTH - BAR) / (STEPS.length - 1);

/** The number of creators at each step from invite to post, with the share of the previous step. */
export function CampaignFunnel({ campaign }: { campaign: CampaignDetails }) {
  const { funnel, published, created, status, id } = campaign;
  const counts = STEPS.map(({ step }) => funnel[step]);
  const most = Math.max(1, ...counts);
  // Keep a thin line visible for steps at zero.
  const heights = counts.map((count) => Math.max(1.5, (count / most) * 100));
  return (
    <section className="t-panel campaign-funnel" aria-labelledby="campaign-funnel">
      <div className="t-row">
        <h2 id="campaign-funnel" className="t-grow">
          {t('funnel.title')}
        </h2>
        <span className="t-12 t-ink3">
          {status === 'draft' && !published
            ? t('funnel.unpublished')
            : t('funnel.since', { date: dayText(published ?? created) })}
        </span>
      </div>
      {funnel.optedIn > funnel.visited && <p className="t-12 t-ink3">{t('funnel.note')}</p>}
      <div className="campaign-funnel-body">
        <ol className="campaign-steps">
          {STEPS.map(({ step, tab }, index) => {
            const label = t(`funnel.${step}`);
            const count = funnel[step];
            const before = counts[index - 1];
            const href = tab ? `/campaigns/${id}/${tab}` : `/creator-search/invites?campaign=${id}`;
            const linkLabel = t(`funnel.view.${step === 'visited' ? 'invited' : step}`);
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
                <span className="campaign-step-bar" aria-hidden="true">
                  <span style={{ width: `${(count / most) * 100}%` }} />
                </span>
                {/* Creators also find campaigns by themselves, so a step can have more people than the one before. */}
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
            const x = index * COLUMN;
            const next = heights[index + 1];
            return (
              <g key={STEPS[index]?.step}>
                {next !== undefined && (
                  <polygon
                    points={`${x + BAR},${100 - height} ${x + COLUMN},${100 - next} ${x + COLUMN},100 ${x + BAR},100`}
                  />
                )}
                <rect x={x} y={100 - height} width={BAR} height={height} />
              </g>
            );
          })}
        </svg>
      </div>
    </section>
  );
}
