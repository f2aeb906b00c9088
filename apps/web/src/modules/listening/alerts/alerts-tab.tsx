import { useQuery } from '@tanstack/react-query';
import { actOnMentionAlert, listMentionAlerts } from '@troupe/contract/listening/mention-alert';
import {
  type MentionAlert,
  type MentionAlertState,
  MUTE_HOURS,
} from '@troupe/domain/listening/mention-alert';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { SelectField, TextArea } from '@troupe/ui/field/field';
import { exactTime } from '@troupe/ui/lib/date';
import { exactNumber, formats } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { useListeningWrite } from '../../../shared/listening/listening-queries.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from './messages/messages.gen.ts';
import './alerts.css';

const STATES: readonly MentionAlertState[] = ['open', 'seen', 'dismissed'];
const TONES: Record<MentionAlertState, PillTone> = { open: 'red', seen: 'green', dismissed: 'neutral' };

type Ask = { alert: MentionAlert; action: 'dismiss' | 'mute' };

/** Spikes and changes of sentiment with the figures behind them: mark as seen, dismiss, or mute the monitor. */
export default function AlertsTab() {
  const brandId = useBrandId();
  const [state, setState] = useState<MentionAlertState | ''>('');
  const [page, setPage] = useState(1);
  const [ask, setAsk] = useState<Ask | null>(null);
  const query = useQuery(
    callOptions(listMentionAlerts, { params: { brandId }, query: { page, state: state ? [state] : [] } }),
  );
  const { data } = query;
  return (
    <>
      <div className="listening-tools">
        <SelectField
          label={t('state')}
          hideLabel
          value={state}
          onChange={(event) => {
            setState(event.target.value as MentionAlertState | '');
            setPage(1);
          }}
          options={[
            { value: '', label: t('allStates') },
            ...STATES.map((value) => ({ value, label: t(`state.${value}`) })),
          ]}
        />
      </div>
      <LoadState what={t('what')} query={query}>
        <SkeletonRows rows={6} />
      </LoadState>
      {data && data.alerts.length > 0 && (
        <ul className="listening-feed">
          {data.alerts.map((alert) => (
            <Alert key={alert.id} alert={alert} onAsk={(action) => setAsk({ alert, action })} />
          ))}
        </ul>
      )}
      {data?.alerts.length === 0 && (
        <EmptyState
          title={state ? t('noMatch') : t('none')}
          text={state ? undefined : t('noneText')}
          drawing="seats"
        />
      )}
      <PageNav label={t('pages')} of={data} onPage={setPage} />
      {ask && <ReasonDialog {...ask} onClose={() => setAsk(null)} />}
    </>
  );
}

const HOUR_MS = 3_600_000;

/** Where an alert's mentions are listed. */
function hrefOf({ monitorId, rule, hour }: MentionAlert): string {
  const at = Date.parse(hour);
  const [from, to] = rule === 'spike' ? [at, at + HOUR_MS] : [at - 24 * HOUR_MS, at];
  const iso = (time: number) => encodeURIComponent(new Date(time).toISOString());
  const sentiment = rule === 'spike' ? '' : '&sentiment=negative';
  return `/social-listening?monitor=${monitorId}&from=${iso(from)}&to=${iso(to)}${sentiment}`;
}

function titleOf({ rule, figures, monitorName: name }: MentionAlert): string {
  if (rule === 'spike') return t('spike', { name });
  return figures.direction === 'up' ? t('moreNegative', { name }) : t('lessNegative', { name });
}

const number = (value: number, digits = 1) =>
  new Intl.NumberFormat(formats().locale, { maximumFractionDigits: digits }).format(value);

/** Chances below this are shown as less than it. */
const SMALLEST_P = 0.000001;

function figuresText({ rule, seen, expected, p, hour, figures }: MentionAlert): string {
  const of = (name: string) => Number(figures[name] ?? 0);
  if (rule === 'spike')
    return t('spikeFigures', {
      seen: exactNumber(seen),
      expected: number(expected),
      weeks: of('weeks'),
      time: exactTime(hour),
      p: p !== null && p < SMALLEST_P ? `< ${number(SMALLEST_P, 6)}` : number(p ?? 0, 6),
    });
  return t('shiftFigures', {
    share: number(of('share')),
    judged: exactNumber(of('judged')),
    low: number(of('low')),
    high: number(of('high')),
    usual: number(of('usualShare')),
  });
}

const useAct = () => {
  const brandId = useBrandId();
  return (onError?: (error: Error) => boolean) => ({
    call: ({
      id,
      ...body
    }: {
      id: string;
      action: 'seen' | 'dismiss' | 'mute';
      reason: string;
      hours?: 24 | 168 | 720;
    }) => client.call(actOnMentionAlert, { params: { brandId, alertId: id }, body }),
    options: Object.assign({ failed: t('failed') }, onError ? { onError } : {}),
  });
};

function Alert({ alert, onAsk }: { alert: MentionAlert; onAsk: (action: Ask['action']) => void }) {
  const { id, state, reason, by, created, topClusters, mutedUntil, abilities } = alert;
  const { call, options } = useAct()();
  const seen = useListeningWrite(
    call,
    Object.assign({ onDone: () => notify.success(t('done.seen')) }, options),
  );
  return (
    <li className="listening-card">
      <div className="t-row listening-alert-head">
        <span className="t-name">{titleOf(alert)}</span>
        <Pill tone={TONES[state]}>{t(`state.${state}`)}</Pill>
        {mutedUntil && <Pill>{t('muted', { time: exactTime(mutedUntil) })}</Pill>}
        <span className="t-12 t-ink2">
          <Ago at={created} />
        </span>
      </div>
      <p>{figuresText(alert)}</p>
      {topClusters.length > 0 && (
        <ul className="listening-alert-posts t-12 t-ink2">
          {topClusters.map(({ clusterId, n, text }) => (
            <li key={clusterId}>
              <a className="t-link" href={`/social-listening?cluster=${clusterId}`}>
                <bdi>{text || t('notKept')}</bdi>
              </a>
              {n > 1 && <> · {t('copies', { count: n })}</>}
            </li>
          ))}
        </ul>
      )}
      {reason && <p className="t-12 t-ink2">{by === null ? reason : t('settledBy', { name: by, reason })}</p>}
      <div className="t-row listening-alert-actions">
        <Button size="row" href={hrefOf(alert)}>
          {t('show')}
        </Button>
        {abilities.settle.allowed && (
          <>
            <Button
              size="row"
              busy={seen.isPending}
              onClick={() => seen.mutate({ id, action: 'seen', reason: '' })}
            >
              {t('seen')}
            </Button>
            <Button size="row" onClick={() => onAsk('dismiss')}>
              {t('dismiss')}
            </Button>
          </>
        )}
        {abilities.mute.allowed && (
          <Button size="row" onClick={() => onAsk('mute')}>
            {t('mute')}
          </Button>
        )}
      </div>
    </li>
  );
}

function ReasonDialog({ alert, action, onClose }: Ask & { onClose: () => void }) {
  const form = useDraftForm({
    draft: `mention-alert.${alert.id}.${action}`,
    saved: { reason: '', hours: '24' },
    validate: ({ reason }) => (reason.trim() === '' ? { reason: t('reasonMissing') } : {}),
  });
  const { call, options } = useAct()((error) => form.refused(error));
  const act = useListeningWrite(call, options);
  const submit = form.submit(async ({ reason, hours }) => {
    const chosen = MUTE_HOURS.find((one) => String(one) === hours) ?? 24;
    const done = await act.mutateAsync({ id: alert.id, action, reason: reason.trim(), hours: chosen }).then(
      () => true,
      () => false,
    );
    if (!done) return;
    form.discard();
    notify.success(t(`done.${action}`));
    onClose();
  });
  return (
    <Dialog
      open
      title={t(action)}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {t(action)}
          </Button>
        </>
      }
    >
      <div className="t-stack">
        {action === 'mute' && (
          <SelectField
            label={t('for')}
            size="form"
            value={form.values.hours}
            onChange={(event) => form.change({ hours: event.target.value })}
            options={MUTE_HOURS.map((hours) => ({ value: String(hours), label: t(`for.${hours}`) }))}
          />
        )}
        <TextArea
          label={t('reason')}
          size="form"
          rows={3}
          maxLength={200}
          value={form.values.reason}
          error={form.errors.reason}
          onChange={(event) => form.change({ reason: event.target.value })}
        />
      </div>
    </Dialog>
  );
}
