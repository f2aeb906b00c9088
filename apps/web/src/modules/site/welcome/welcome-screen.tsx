import { useQuery } from '@tanstack/react-query';
import type { WelcomeState } from '@troupe/domain/site/welcome';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { wallTime } from '@troupe/ui/lib/date';
import { brandOptions, useBrandId, useMe } from '../../../shared/brand/current-brand.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { FirstSteps } from './first-steps.tsx';
import { SampleDataPanel } from './sample-data-panel.tsx';
import { WaitingPanel } from './waiting-panel.tsx';
import { greeting, progressText } from './welcome-labels.ts';
import { welcomeOptions } from './welcome-queries.ts';
import './welcome.css';

/** Setup progress and items that need attention. */
export function WelcomeScreen() {
  const brandId = useBrandId();
  const me = useMe();
  const { data: brand } = useQuery(brandOptions(brandId));
  const query = useQuery(welcomeOptions(brandId));
  const { data } = query;
  const done = data?.steps.filter(({ doneAt }) => doneAt !== null).length ?? 0;
  const steps = data?.steps.length ?? 0;
  return (
    <div className="t-page welcome">
      <header className="welcome-head">
        <div className="t-grow">
          <h1 className="t-28">{greeting(wallTime(new Date()).hour, me?.firstName ?? '')}</h1>
          <p className="t-ink2">{data && brand ? progressText(brand.name, done, steps) : ' '}</p>
        </div>
        {data && <Seats taken={done} of={steps} />}
      </header>
      <LoadState what={t('welcome.what')} query={query}>
        <Skeleton height={360} />
      </LoadState>
      {data && (
        <>
          <Progress doneAt={data.steps.map(({ doneAt }) => doneAt !== null)} />
          <FirstSteps steps={data.steps} />
          <SampleDataPanel sample={data.sample} offered={isNew(data.steps)} />
          <WaitingPanel waiting={data.waiting} />
        </>
      )}
    </div>
  );
}

/** Sample data are offered until a brand has its own creators and campaign. */
const isNew = (steps: readonly WelcomeState[]) =>
  steps.some(({ step, doneAt }) => (step === 'creator' || step === 'campaign') && doneAt === null);

function Progress({ doneAt }: { doneAt: boolean[] }) {
  const done = doneAt.filter(Boolean).length;
  return (
    <div
      className="welcome-progress"
      role="progressbar"
      aria-label={t('welcome.stepsDone')}
      aria-valuemin={0}
      aria-valuemax={doneAt.length}
      aria-valuenow={done}
      aria-valuetext={t('welcome.ofSteps', { done, of: doneAt.length })}
    >
      {doneAt.map((isDone, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps have a fixed order
        <span key={place} data-done={isDone || undefined} />
      ))}
    </div>
  );
}

/** A row of seats, as many taken as steps are done. */
function Seats({ taken, of }: { taken: number; of: number }) {
  return (
    <svg className="welcome-seats" width={of * 36 + 4} height={56} aria-hidden="true">
      {Array.from({ length: of }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the seats are all alike
        <g key={place} transform={`translate(${place * 36 + 4} 2)`} data-taken={place < taken || undefined}>
          <path d="M4 26V14a10 14 0 0 1 20 0v12" />
          <rect x="1" y="26" width="26" height="10" rx="1" />
          <path d="M5 36v16M23 36v16" />
        </g>
      ))}
      <path className="welcome-floor" d={`M0 54h${of * 36 + 4}`} />
    </svg>
  );
}
