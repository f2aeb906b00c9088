import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { Figure } from '@troupe/ui/content/figure';
import { dayText } from '@troupe/ui/lib/date';
import { compactCount, exactNumber, percent } from '@troupe/ui/lib/format';
import './campaign-funnel.css';

type Step = keyof CampaignDetails['funnel'];

const STEPS: readonly { step: Step; label: string; builtFrom: string; link?: [label: string, to: string] }[] =
  [
    { step: 'invited', label: 'Invited', builtFrom: "Invites in this campaign that weren't canceled" },
    {
      step: 'visited',
      label: 'Visited',
      builtFrom: 'Invites whose personal link was opened',
    },
    {
      step: 'optedIn',
      label: 'Opted in',
      builtFrom: 'All opt-ins, regardless of status',
      link: ['View opt-ins', 'opt-ins'],
    },
    {
      step: 'approved',
      label: 'Approved',
      builtFrom: 'Opt-ins that were approved',
      link: ['View approved', 'opt-ins?status=approved'],
    },
    {
      step: 'submitted',
      label: 'Submitted',
      builtFrom: 'Opt-ins with content to review or a live post',
      link: ['View content', 'content-previews'],
    },
    {
      step: 'live',
      label: 'Live',
      builtFrom: 'Opt-ins with a live post',
      link: ['View posts', 'shoutouts'],
    },
  ];

const WIDTH = 1200;
/** A bar of 126 and a gap of 49 per mille of the width, as in the style of the steps above it. */
const BAR = WIDTH * 0.126;
const COLUMN = (WIDTH - BAR) / (STEPS.length - 1);

/** From invite to post, step by step: how many people, and which share of those before. */
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
          From invite to post
        </h2>
        <span className="t-12 t-ink3">
          {status === 'draft' && !published ? 'Not published yet' : `Since ${dayText(published ?? created)}`}
        </span>
      </div>
      {funnel.optedIn > funnel.visited && (
        <p className="t-12 t-ink3">Creators who find the campaign can opt in without an invite.</p>
      )}
      <div className="campaign-funnel-body">
        <ol className="campaign-steps">
          {STEPS.map(({ step, label, builtFrom, link }, index) => {
            const count = funnel[step];
            const before = counts[index - 1];
            const [linkLabel, to] = link ?? ['View invites', ''];
            const href = link ? `/campaigns/${id}/${to}` : `/creator-search/invites?campaign=${id}`;
            return (
              <li key={step}>
                <span className="t-12 t-ink3">{label}</span>
                <Figure
                  label={label}
                  size={16}
                  value={compactCount(count)}
                  exact={exactNumber(count)}
                  builtFrom={builtFrom}
                  formula="One per creator"
                  items={{ label: linkLabel, href }}
                />
                <span className="campaign-step-bar" aria-hidden="true">
                  <span style={{ width: `${(count / most) * 100}%` }} />
                </span>
                {/* Creators also find a campaign by themselves: of a step that more reach than the one before there is no share. */}
                {before !== undefined && before > 0 && count <= before && (
                  <span className="campaign-share">
                    {percent(count / before)}
                    <span className="t-hidden"> of the previous step</span>
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
