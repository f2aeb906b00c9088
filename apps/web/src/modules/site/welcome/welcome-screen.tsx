import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { wallTime } from '@troupe/ui/lib/date';
import { brandOptions, useBrandId, useMe } from '../../../shared/brand/current-brand.ts';
import { LoadState } from '../../../shared/screen/load-state.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Seats } from './seats.tsx';
import { WaitingPanel } from './waiting-panel.tsx';
import './welcome.css';
import { welcomeOptions } from './welcome-queries.ts';
import { greeting, progressText } from './welcome-words.ts';

/** How far the brand is set up, and what waits for its people. */
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
      <LoadState what="the steps" query={query}>
        <Skeleton height={360} />
      </LoadState>
      {data && (
        <>
          <Progress doneAt={data.steps.map(({ doneAt }) => doneAt !== null)} />
          <FirstSteps steps={data.steps} />
          <WaitingPanel waiting={data.waiting} />
        </>
      )}
    </div>
  );
}

function Progress({ doneAt }: { doneAt: boolean[] }) {
  const done = doneAt.filter(Boolean).length;
  return (
    <div
      className="welcome-progress"
      role="progressbar"
      aria-label="Steps done"
      aria-valuemin={0}
      aria-valuemax={doneAt.length}
      aria-valuenow={done}
      aria-valuetext={`${done} of ${doneAt.length}`}
    >
      {doneAt.map((isDone, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps have a fixed order
        <span key={place} data-done={isDone || undefined} />
      ))}
    </div>
  );
}
