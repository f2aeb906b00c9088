import { IconCheck } from '@tabler/icons-react';
import { type BriefGap, BUILDER_STEPS, type BuilderStep } from '@troupe/domain/campaigns/campaign-brief';
import { Link } from '@troupe/ui/action/link';
import { useLayoutEffect, useRef } from 'react';
import { t } from '../../messages/messages.gen.ts';

/** The steps of the builder as people read them. */
export const stepName = (step: BuilderStep): string => t(`builder.step.${step}`);

/** Parses the step of the URL; the first one by default. */
export const readStep = (value: unknown): BuilderStep =>
  BUILDER_STEPS.find((step) => step === value) ?? 'basics';

/** The URL of a step. */
export const stepHref = (campaignId: string, step: BuilderStep): string =>
  `/campaign-builder/${campaignId}${step === 'basics' ? '' : `?step=${step}`}`;

interface BuilderNavProps {
  campaignId: string;
  step: BuilderStep;
  gaps: readonly BriefGap[];
  /** The steps the user has visited. */
  looked: ReadonlySet<BuilderStep>;
  /** Whether steps show how many things are missing. */
  tellsAll: boolean;
}

/** Links to the six steps, each reachable at any time. */
export function BuilderNav({ campaignId, step, gaps, looked, tellsAll }: BuilderNavProps) {
  const nav = useRef<HTMLElement>(null);
  // On phones the steps are one row that scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another step is current
  useLayoutEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (!nav.current || !current) return;
    nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2;
  }, [step]);
  return (
    <nav ref={nav} className="builder-nav" aria-label={t('builder.steps')}>
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
                <span className="t-grow">{stepName(one)}</span>
                {done && <span className="t-hidden">{t('builder.complete')}</span>}
                {tellsAll && missing > 0 && (
                  <span className="t-12 t-ink3">
                    {missing}
                    <span className="t-hidden"> {t('builder.missing', { count: missing })}</span>
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
