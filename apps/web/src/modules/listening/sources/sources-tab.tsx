import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  changeListeningSource,
  disconnectListeningSource,
} from '@troupe/contract/listening/listening-source';
import type { ListeningSource } from '@troupe/domain/listening/listening-source';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { notify } from '@troupe/ui/feedback/notify';
import { ProgressBar } from '@troupe/ui/feedback/progress-bar';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { dayText, exactTime } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import type { MenuItem } from '@troupe/ui/overlay/menu';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { lazy, Suspense, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { sourceName } from '../../../shared/listening/listening-labels.ts';
import { sourcesOptions, useListeningWrite } from '../../../shared/listening/listening-queries.ts';
import { RemoveDialog } from '../../../shared/listening/remove-dialog.tsx';
import { SourceIcon } from '../../../shared/listening/source-mark.tsx';
import { useListFocus } from '../../../shared/listening/use-list-focus.ts';
import { useIsOwner } from '../../../shared/screen/owner-section.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { KeepSetting } from './keep-setting.tsx';
import { t } from './messages/messages.gen.ts';
import { SentimentCards } from './sentiment-cards.tsx';
import './sources.css';

const ConnectSource = lazy(() => import('./connect-source.tsx'));

const TONES: Record<ListeningSource['state'], PillTone> = {
  active: 'green',
  paused: 'neutral',
  failing: 'tangerine',
  refused: 'red',
};

/** Where mentions come from, and how far they can be relied on: health, quota, gaps, sentiment. */
export default function SourcesTab() {
  const query = useQuery(sourcesOptions(useBrandId()));
  const owner = useIsOwner() === true;
  const [connecting, setConnecting] = useState(false);
  const sources = query.data?.sources;
  const list = useListFocus<HTMLUListElement>(sources?.length);
  return (
    <>
      <Section
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <Button
            icon={<IconPlus size={16} />}
            disabledReason={owner ? undefined : t('ownersOnly')}
            onClick={() => setConnecting(true)}
          >
            {t('connect')}
          </Button>
        }
      >
        <LoadState what={t('what')} query={query}>
          <SkeletonRows rows={4} />
        </LoadState>
        {sources?.length === 0 && <EmptyState title={t('none')} text={t('noneText')} drawing="none" />}
        {sources && sources.length > 0 && (
          <ul ref={list} tabIndex={-1} className="listening-lines source-list" aria-label={t('title')}>
            {sources.map((source) => (
              <SourceLine key={source.id} source={source} owner={owner} />
            ))}
          </ul>
        )}
      </Section>
      <SentimentCards />
      <KeepSetting owner={owner} />
      <Suspense>{connecting && <ConnectSource onClose={() => setConnecting(false)} />}</Suspense>
    </>
  );
}

function SourceLine({ source, owner }: { source: ListeningSource; owner: boolean }) {
  const { kind, name, host, shared, state, lastOk, lastProblem, lastProblemAt, gaps } = source;
  return (
    <li className="source-line">
      <SourceIcon kind={kind} named />
      <div className="t-grow">
        <div className="t-row t-wrap">
          <span className="t-medium">
            <bdi>{name}</bdi>
          </span>
          <Pill tone={TONES[state]}>{t(`state.${state}`)}</Pill>
          {shared && <Pill title={t('sharedHint')}>{t('shared')}</Pill>}
        </div>
        {host !== null && host !== name && (
          <p className="t-12 t-ink2 source-host">
            <bdi>{host}</bdi>
          </p>
        )}
        <p className="t-12 t-ink2">
          {lastOk ? (
            <>
              {t('lastOk')} <Ago at={lastOk} />
            </>
          ) : (
            t('neverOk')
          )}
        </p>
        {lastProblem !== null && (
          <p className="t-12" data-problem={state === 'failing' || state === 'refused' || undefined}>
            {t('lastProblem')}: {lastProblem}
            {lastProblemAt && (
              <span className="t-ink2">
                {' '}
                (<Ago at={lastProblemAt} />)
              </span>
            )}
          </p>
        )}
        <Quota source={source} />
        {gaps.length > 0 && (
          <details className="source-gaps">
            <summary className="t-12">{t('gaps', { count: gaps.length })}</summary>
            <ul className="listening-lines">
              {gaps.map((gap) => (
                <li key={gap.id} className="t-12">
                  {exactTime(gap.from)} – {gap.to ? exactTime(gap.to) : t('gapOpen')}:{' '}
                  {t(`gap.${gap.reason}`)}
                  {gap.filled && <> · {t('gapFilled')}</>}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {!shared && <SourceMenu source={source} owner={owner} />}
    </li>
  );
}

function Quota({ source: { quota } }: { source: ListeningSource }) {
  if (!quota) return null;
  const { used, limit, unit, currency, resets } = quota;
  const amount = (value: number) =>
    unit === 'minor-units' ? columnMoney(value, currency ?? 'USD') : exactNumber(value);
  return (
    <div className="source-quota">
      <p className="t-12">
        {t(`quota.${unit}`, { used: amount(used), limit: amount(limit) })}
        <span className="t-ink2">, {t('quotaResets', { day: dayText(resets) })}</span>
      </p>
      <ProgressBar
        label={t('quotaLabel')}
        value={used}
        max={limit}
        tone={used >= limit * 0.9 ? 'tangerine' : 'iris'}
      />
    </div>
  );
}

function SourceMenu({ source, owner }: { source: ListeningSource; owner: boolean }) {
  const brandId = useBrandId();
  const [removing, setRemoving] = useState(false);
  const { id, name, kind, state, abilities } = source;
  const params = { brandId, sourceId: id };
  const move = useListeningWrite(
    (next: 'active' | 'paused') => client.call(changeListeningSource, { params, body: { state: next } }),
    { failed: t('saveFailed'), onDone: (_, next) => notify.success(t(`moved.${next}`, { name })) },
  );
  const remove = useListeningWrite(() => client.call(disconnectListeningSource, { params }), {
    failed: t('removeFailed'),
    onDone: () => notify.success(t('disconnected', { name })),
  });
  const reasonOf = (ability: { reason: string | null }) =>
    owner ? (ability.reason ?? undefined) : t('ownersOnly');
  const to = (next: 'active' | 'paused') => move.mutate(next);
  const items: MenuItem[] = [
    state === 'paused'
      ? { label: t('resume'), onClick: () => to('active'), disabledReason: reasonOf(abilities.resume) }
      : { label: t('pause'), onClick: () => to('paused'), disabledReason: reasonOf(abilities.pause) },
    {
      label: t('disconnect'),
      danger: true,
      onClick: () => setRemoving(true),
      disabledReason: reasonOf(abilities.remove),
    },
  ];
  return (
    <>
      <MoreMenu label={t('actionsOf', { name })} items={items} />
      <RemoveDialog
        open={removing}
        title={t('disconnectTitle', { name })}
        text={t('disconnectText', { source: sourceName(kind) })}
        confirm={t('disconnect')}
        removal={remove}
        onClose={() => setRemoving(false)}
      />
    </>
  );
}
