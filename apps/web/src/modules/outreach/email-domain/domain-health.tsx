import { useQuery } from '@tanstack/react-query';
import type { DomainHealth, HealthLevel, Placement } from '@troupe/domain/outreach/domain-health';
import { countPlacement, HEALTH_LIMITS, PLACEMENT_WAIT_MS } from '@troupe/domain/outreach/domain-health';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, Skeleton } from '@troupe/ui/feedback/skeleton';
import { exactTime } from '@troupe/ui/lib/date';
import { exactNumber, percent } from '@troupe/ui/lib/format';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { Children, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { t } from '../messages/messages.gen.ts';
import { domainHealthOptions, useResumeOutreach } from './email-domain-queries.ts';

const TONES = { good: 'green', watch: 'tangerine', stop: 'red' } as const;

/** Bounces, spam complaints and inbox placement of a domain, and what an owner can do once they stopped sending. */
export function DomainHealthPanel({ isOwner }: { isOwner: boolean }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...domainHealthOptions(useBrandId()),
    refetchOnWindowFocus: true,
    // Test emails are looked for in the background.
    refetchInterval: ({ state }) => (isSearching(state.data?.health?.placement) ? 5000 : false),
  });
  if (error && !data)
    return (
      <ErrorState
        title={t('health.loadFailed')}
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <Loading label={t('health.loading')}>
        <Skeleton height={96} />
      </Loading>
    );
  const { health } = data;
  if (!health) return null;
  // Nothing sent: nothing to rate.
  const rated = health.stopped !== null || health.periods.some(({ sent }) => sent > 0);
  return (
    <section className="domain-health" aria-labelledby="domain-health-title">
      <h3 id="domain-health-title">{t('health.title')}</h3>
      {health.stopped && <Stopped health={health} isOwner={isOwner} />}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('health.period')}</th>
            <th scope="col">{t('health.sent')}</th>
            <th scope="col">
              <span className="domain-rated">
                {t('health.bounced')} {rated && <Level level={health.bounces} />}
              </span>
            </th>
            <th scope="col">
              <span className="domain-rated">
                {t('health.complaints')} {rated && <Level level={health.complaints} />}
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {health.periods.map(({ days, sent, bounced, complaints }) => (
            <tr key={days}>
              <th scope="row">{t('health.days', { count: days })}</th>
              <td className="t-num">{exactNumber(sent)}</td>
              <td className="t-num">{shareText(bounced, sent)}</td>
              <td className="t-num">{shareText(complaints, sent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="t-12 t-ink3">
        {Children.toArray(t.rich('health.source', { ago: () => <Ago at={health.counted} /> }))}{' '}
        {health.lastReport
          ? Children.toArray(t.rich('health.lastReport', { ago: () => <Ago at={health.lastReport ?? ''} /> }))
          : t('health.noReport')}{' '}
        {t('health.limits', {
          bounces: percent(HEALTH_LIMITS.bounces.stop, 0),
          complaints: percent(HEALTH_LIMITS.complaints.stop, 1),
          placement: percent(HEALTH_LIMITS.placement.stop, 0),
        })}
      </p>
      <PlacementResults placement={health.placement} />
      {health.resumed && !health.stopped && (
        <p className="t-12 t-ink3">
          {t('health.resumed', { name: health.resumedBy ?? '–', time: exactTime(health.resumed) })}
        </p>
      )}
    </section>
  );
}

function Level({ level }: { level: HealthLevel }) {
  return <Pill tone={TONES[level]}>{t(`health.level.${level}`)}</Pill>;
}

/** Whether the result of a test may change soon. */
const isSearching = (placement: Placement | null | undefined): boolean =>
  !!placement?.results.some(({ folder }) => folder === null) &&
  Date.now() - Date.parse(placement.sent) < PLACEMENT_WAIT_MS;

const FOLDER_TONES = { inbox: 'green', spam: 'red', missing: 'tangerine' } as const;

/** Where the latest test emails landed. */
function PlacementResults({ placement }: { placement: Placement | null }) {
  const { found, spam } = countPlacement(placement?.results ?? []);
  return (
    <>
      <h4 id="domain-placement-title" className="domain-rated">
        {t('health.placement.title')}{' '}
        {placement && found > 0 && (
          <Pill tone={TONES[placement.level]}>{t(`health.placement.level.${placement.level}`)}</Pill>
        )}
      </h4>
      {placement ? (
        <>
          <p>
            {found > 0 && `${t('health.placement.count', { inbox: found - spam, found })} `}
            {Children.toArray(t.rich('health.placement.sent', { ago: () => <Ago at={placement.sent} /> }))}
          </p>
          <ul className="domain-placement" aria-labelledby="domain-placement-title">
            {placement.results.map(({ address, folder }) => (
              <li key={address}>
                <span>{address}</span>{' '}
                <Pill tone={folder ? FOLDER_TONES[folder] : 'neutral'}>
                  {t(`health.placement.${folder ?? 'waiting'}`)}
                </Pill>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="t-12 t-ink3">{t('health.placement.none')}</p>
      )}
    </>
  );
}

/** `3 (0.6%)`; a dash without emails. */
const shareText = (count: number, sent: number): string =>
  sent === 0 ? '–' : t('health.share', { count: exactNumber(count), share: percent(count / sent, 1) });

function Stopped({ health, isOwner }: { health: DomainHealth; isOwner: boolean }) {
  const [asks, setAsks] = useState(false);
  const resume = useResumeOutreach();
  const { stopped, waiting } = health;
  if (!stopped) return null;
  const { reason, count, sent, at } = stopped;
  return (
    <div className="domain-stopped" role="alert">
      <p className="t-grow">
        <span className="t-medium">{t('health.stoppedTitle')}</span>{' '}
        {t(`health.stopped.${reason}`, {
          count: exactNumber(count),
          sent: exactNumber(sent),
          time: exactTime(at),
        })}{' '}
        {t('health.waiting', { count: waiting })}
      </p>
      {isOwner ? (
        <Button busy={resume.isPending} onClick={() => setAsks(true)}>
          {t('health.resume')}
        </Button>
      ) : (
        <p className="t-12">{t('health.askOwner')}</p>
      )}
      <ConfirmDialog
        open={asks}
        title={t('health.resumeTitle')}
        text={t('health.resumeText')}
        confirm={t('health.resume')}
        onConfirm={() => {
          setAsks(false);
          resume.mutate();
        }}
        onClose={() => setAsks(false)}
      />
    </div>
  );
}
