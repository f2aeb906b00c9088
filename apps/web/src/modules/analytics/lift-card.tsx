import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { deleteLiftStudy } from '@troupe/contract/analytics/lift-study';
import type { LiftResult, LiftStudy } from '@troupe/domain/analytics/lift-study';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { TrendChart } from '@troupe/ui/chart/trend-chart';
import { Pill } from '@troupe/ui/content/pill';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { Section } from '@troupe/ui/layout/section';
import { exactTime, shortDayText } from '@troupe/ui/lib/date';
import { exactNumber, percent } from '@troupe/ui/lib/format';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { LoadState } from '../../shared/screen/screen.tsx';
import type { TabProps } from './analytics-address.ts';
import { dayName, signedPercent } from './analytics-labels.ts';
import { liftOptions, useAnalyticsWrite } from './analytics-queries.ts';
import { t } from './messages/messages.gen.ts';

const LiftDialog = lazy(() => import('./lift-dialog.tsx'));

/** Whether posts lifted sales: the studies of the brand, and a new one. */
export function LiftCard({ address, onChange }: TabProps) {
  const brandId = useBrandId();
  const query = useQuery(liftOptions(brandId, address.campaign));
  const studies = query.data?.studies ?? [];
  const shown = studies.find(({ id }) => id === address.open) ?? studies[0];
  return (
    <Section
      id="lift"
      title={t('lift.title')}
      subtitle={t('lift.subtitle')}
      actions={<Button onClick={() => onChange({ open: 'new' })}>{t('lift.new')}</Button>}
    >
      <LoadState what={t('lift.what')} query={query}>
        <Skeleton height={120} />
      </LoadState>
      {query.data && studies.length === 0 && <p className="t-ink2">{t('lift.none')}</p>}
      {shown && <Study key={shown.id} study={shown} />}
      {studies.length > 1 && (
        <ul className="analytics-studies" aria-label={t('lift.others')}>
          {studies
            .filter(({ id }) => id !== shown?.id)
            .slice(0, 5)
            .map((study) => (
              <li key={study.id}>
                <button type="button" className="t-link" onClick={() => onChange({ open: study.id })}>
                  {studyName(study)}
                </button>
                <span className="t-ink2">{verdictText(study.result)}</span>
              </li>
            ))}
        </ul>
      )}
      {address.open === 'new' && (
        <Suspense>
          <LiftDialog
            campaignId={address.campaign}
            onClose={() => onChange({ open: undefined })}
            onDone={(id) => onChange({ open: id })}
          />
        </Suspense>
      )}
    </Section>
  );
}

const studyName = ({ name, campaignName }: LiftStudy) => name || campaignName || t('lift.untitled');

/** `We can't tell yet. You have 3 of the 10 posts needed to detect a 20% lift.`, or the effect with its interval. */
function verdictText(result: LiftResult): string {
  const { verdict, why, used, neededPosts, effect } = result;
  if (verdict !== 'cannot-tell' && effect)
    // The verb says the direction, so the shares have no sign and a drop's interval starts at its smaller one.
    return t(`lift.verdict.${verdict}`, {
      rate: percent(Math.abs(effect.rate)),
      low: percent(Math.min(Math.abs(effect.low), Math.abs(effect.high))),
      high: percent(Math.max(Math.abs(effect.low), Math.abs(effect.high))),
    });
  if (neededPosts !== null && neededPosts > used)
    return t('lift.cannotTellNeeded', { used, needed: neededPosts });
  return t('lift.cannotTell', { why: t(`lift.why.${why ?? 'interval'}`) });
}

function Study({ study }: { study: LiftStudy }) {
  const brandId = useBrandId();
  const { result, windowHours, baselineWeeks, asOf, version, zone } = study;
  const { verdict, effect, incremental, incrementalNet, placebo, used, why, neededPosts } = result;
  const [isRemoving, setRemoving] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const remove = useAnalyticsWrite(
    () => client.call(deleteLiftStudy, { params: { brandId, studyId: study.id } }),
    { failed: t('lift.deleteFailed'), onDone: () => setRemoving(false) },
  );
  return (
    <div className="analytics-study">
      <div className="t-row t-wrap">
        <Pill tone={verdict === 'lift' ? 'green' : verdict === 'drop' ? 'red' : 'neutral'}>
          {t(`lift.pill.${verdict}`)}
        </Pill>
        <span className="t-medium" dir="auto">
          {studyName(study)}
        </span>
        <span className="t-grow" />
        <IconButton
          label={t('lift.delete')}
          icon={<IconTrash size={18} />}
          onClick={() => setRemoving(true)}
        />
      </div>
      <p className="t-16">{verdictText(result)}</p>
      <dl className="analytics-facts">
        {effect && verdict === 'cannot-tell' && (
          <Fact name={t('lift.seen')}>
            {t('lift.effect', {
              rate: signedPercent(effect.rate),
              low: signedPercent(effect.low),
              high: signedPercent(effect.high),
            })}
          </Fact>
        )}
        {verdict === 'cannot-tell' && why && neededPosts !== null && neededPosts > used && (
          <Fact name={t('lift.reason')}>{t(`lift.why.${why}`)}</Fact>
        )}
        {incremental && verdict !== 'cannot-tell' && (
          <Fact name={t('lift.orders')}>
            {t('lift.amount', {
              value: exactNumber(Math.round(incremental.orders)),
              low: exactNumber(Math.round(incremental.low)),
              high: exactNumber(Math.round(incremental.high)),
            })}
          </Fact>
        )}
        {verdict !== 'cannot-tell' &&
          incrementalNet.map(({ currency, amount, low, high }) => (
            <Fact key={currency} name={t('lift.net')}>
              {t('lift.amount', {
                value: columnMoney(Math.round(amount), currency),
                low: columnMoney(Math.round(low), currency),
                high: columnMoney(Math.round(high), currency),
              })}
            </Fact>
          ))}
        {placebo && placebo.studies > 0 && (
          <Fact name={t('lift.placeboName')}>
            {t('lift.placebo', { called: placebo.called, studies: exactNumber(placebo.studies) })}
          </Fact>
        )}
        <Fact name={t('lift.method')}>
          {t('lift.methodText', { used, hours: windowHours, weeks: baselineWeeks })}{' '}
          <span className="t-ink3">{t('evidence.version', { id: 'lift', version })}</span>
        </Fact>
        <Fact name={t('lift.asOf')}>{exactTime(asOf)}</Fact>
      </dl>
      {result.windows.length > 0 && (
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="t-link">{t('lift.windows', { count: result.windows.length })}</summary>
          {isOpen && <Windows study={study} zone={zone} />}
        </details>
      )}
      <ConfirmDialog
        open={isRemoving}
        title={t('lift.deleteTitle')}
        text={t('lift.deleteText')}
        confirm={t('lift.delete')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
        onClose={() => setRemoving(false)}
      />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="t-ink2">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Windows({ study, zone }: { study: LiftStudy; zone: string }) {
  const { windows, period } = study.result;
  const posts = new Map(study.posts.map((post) => [post.postId, post]));
  return (
    <>
      {period && period.days.length > 1 && (
        <TrendChart
          title={t('lift.chart')}
          points={period.days.map(({ day, actual, expected, low, high }) => ({
            key: day,
            label: shortDayText(`${day}T12:00:00Z`, 'UTC'),
            title: dayName(day),
            values: { actual, expected },
            low,
            high,
          }))}
          series={[
            { id: 'actual', label: t('lift.actual'), colour: 1 },
            { id: 'expected', label: t('lift.expected'), colour: 'other', dashed: true },
          ]}
          bandLabel={t('lift.band')}
          text={(value) => exactNumber(Math.round(value * 10) / 10)}
          height={200}
        />
      )}
      <Table label={t('lift.windowsTable')} density="ledger">
        <thead>
          <tr>
            <Th>{t('lift.post')}</Th>
            <Th data-wide="1">{t('column.start')}</Th>
            <Th numeric>{t('measure.orders')}</Th>
            <Th numeric>{t('lift.expected')}</Th>
            <Th numeric>{t('lift.change')}</Th>
          </tr>
        </thead>
        <tbody>
          {windows.map((window) => (
            <Tr key={window.from}>
              <Td dir="auto">
                {window.postIds
                  .map((id) => posts.get(id)?.creatorName || posts.get(id)?.title || t('row.untitled'))
                  .join(', ')}
              </Td>
              <Td data-wide="1">{exactTime(window.from, zone)}</Td>
              <Td numeric>{exactNumber(window.orders)}</Td>
              <Td numeric>
                {window.expected === null ? '–' : exactNumber(Math.round(window.expected * 10) / 10)}
              </Td>
              <Td numeric>
                {window.leftOut
                  ? t(`lift.leftOut.${window.leftOut}`)
                  : window.effect
                    ? signedPercent(window.effect.rate)
                    : '–'}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <p className="t-12 t-ink2">{t('lift.pooled', { share: percent(0.95) })}</p>
    </>
  );
}
