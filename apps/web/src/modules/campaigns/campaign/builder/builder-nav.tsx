import { IconCheck } from '@tabler/icons-react';
import { type BriefGap, BUILDER_STEPS, type BuilderStep } from '@troupe/domain/campaigns/campaign-brief';
import { Link } from '@troupe/ui/action/link';
import { counted } from '@troupe/ui/lib/format';

/** The steps of the builder as people read them. */
export const STEP_NAMES: Record<BuilderStep, string> = {
  basics: 'Basics',
  offer: 'Offer',
  deliverables: 'Deliverables',
  audience: 'Audience',
  questions: 'Questions',
  review: 'Review and publish',
};

/** Reads the step out of an address; the first one unless it says another. */
export const readStep = (value: unknown): BuilderStep =>
  BUILDER_STEPS.find((step) => step === value) ?? 'basics';

/** The address of a step. */
export const stepHref = (campaignId: string, step: BuilderStep): string =>
  `/campaign-builder/${campaignId}${step === 'basics' ? '' : `?step=${step}`}`;

interface BuilderNavProps {
  campaignId: string;
  step: BuilderStep;
  gaps: readonly BriefGap[];
  /** The steps the user has visited. */
  looked: ReadonlySet<BuilderStep>;
  /** Whether every step says what it lacks, not only those that lack nothing. */
  tellsAll: boolean;
}

/** The six steps; each can be gone to at any time. */
export function BuilderNav({ campaignId, step, gaps, looked, tellsAll }: BuilderNavProps) {
  return (
    <nav className="builder-nav" aria-label="Steps">
      <ol>
        {BUILDER_STEPS.map((one, index) => {
          const missing = gaps.filter((gap) => gap.step === one).length;
          const done = one !== 'review' && missing === 0 && looked.has(one);
          return (
            <li key={one}>
              <Link
                href={stepHref(campaignId, one)}
                aria-current={one === step ? 'step' : undefined}
                className="builder-nav-step"
                data-done={done || undefined}
              >
                <span className="builder-nav-mark" aria-hidden="true">
                  {done ? <IconCheck size={13} stroke={2} /> : index + 1}
                </span>
                <span className="t-grow">{STEP_NAMES[one]}</span>
                {done && <span className="t-hidden">, complete</span>}
                {tellsAll && missing > 0 && (
                  <span className="t-12 t-ink3">
                    {missing}
                    <span className="t-hidden">
                      {' '}
                      {counted(missing, 'thing').replace(/^\S+ /, '')} missing
                    </span>
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
