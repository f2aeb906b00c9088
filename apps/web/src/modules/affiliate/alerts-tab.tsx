import { useQuery } from '@tanstack/react-query';
import { exportAlerts, settleAlert } from '@troupe/contract/affiliate/affiliate-alert';
import { rotateAffiliateCode } from '@troupe/contract/affiliate/affiliate-code';
import type { AffiliateAlert, AlertState } from '@troupe/domain/affiliate/affiliate-alert';
import type { CodeSighting } from '@troupe/domain/affiliate/code-sighting';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { TextArea } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { lazy, Suspense, useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { AffiliateWho } from '../../shared/creator/affiliate-who.tsx';
import { CsvButton } from '../../shared/download.tsx';
import { useDraftForm } from '../../shared/form.ts';
import { PageNav } from '../../shared/list/list-pages.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import type { TabProps } from './affiliate-address.ts';
import { alertsOptions, useAffiliateWrite } from './affiliate-queries.ts';
import { t } from './messages/messages.gen.ts';
import { EmptyTab, TabTools } from './tab-tools.tsx';

const DoubleCommissionDialog = lazy(() => import('./affiliate-alert/double-commission-dialog.tsx'));

const STATES: readonly AlertState[] = ['open', 'resolved', 'dismissed'];
const TONES: Record<AlertState, PillTone> = { open: 'red', resolved: 'green', dismissed: 'neutral' };

/** What needs a look, with its figures: replace a leaked code, resolve, or dismiss with a reason. */
export default function AlertsTab({ address, onChange }: TabProps) {
  const brandId = useBrandId();
  const query = useQuery(alertsOptions(brandId, address));
  const [checking, setChecking] = useState(false);
  const { data } = query;
  const [dismissed, setDismissed] = useState<AffiliateAlert | null>(null);
  return (
    <div className="affiliate-tab">
      <TabTools
        address={address}
        onChange={onChange}
        states={STATES.map((value) => ({ value, label: t(`alert.state.${value}`) }))}
      >
        <Button onClick={() => setChecking(true)}>{t('double.open')}</Button>
        <CsvButton
          fileName="affiliate-alerts.csv"
          download={() =>
            client.download(exportAlerts, {
              params: { brandId },
              query: { state: address.state as AlertState | undefined },
            })
          }
        />
      </TabTools>
      <LoadState what={t('alerts.what')} query={query}>
        <SkeletonRows rows={6} />
      </LoadState>
      {data && data.alerts.length > 0 && (
        <ul className="affiliate-lines">
          {data.alerts.map((alert) => (
            <Alert key={alert.id} alert={alert} onDismiss={() => setDismissed(alert)} />
          ))}
        </ul>
      )}
      {data?.alerts.length === 0 && (
        <EmptyTab
          address={address}
          onChange={onChange}
          emptyTitle={t('alerts.none')}
          emptyText={t('alerts.noneText')}
          noMatchTitle={t('alerts.noMatch')}
        />
      )}
      <PageNav label={t('list.pages')} of={data} onPage={(page) => onChange({ page: String(page) })} />
      <Suspense>{checking && <DoubleCommissionDialog onClose={() => setChecking(false)} />}</Suspense>
      {dismissed && <DismissDialog alert={dismissed} onClose={() => setDismissed(null)} />}
    </div>
  );
}

interface AlertProps {
  alert: AffiliateAlert;
  onDismiss: () => void;
}

/** Buyers who have a leaked code can use it this much longer. Orders with it aren't credited anymore. */
const OVERLAP_HOURS = 24;

function Alert({ alert, onDismiss }: AlertProps) {
  const { id, kind, subject, figures, sightings, creator, state, reason, by, created, abilities } = alert;
  const brandId = useBrandId();
  const resolve = useAffiliateWrite(
    () =>
      client.call(settleAlert, {
        params: { brandId, alertId: id },
        body: { state: 'resolved', reason: '' },
      }),
    { failed: t('alerts.failed'), onDone: () => notify.success(t('alerts.resolved')) },
  );
  const replace = useAffiliateWrite(
    () =>
      client.call(rotateAffiliateCode, {
        params: { brandId, codeId: subject },
        body: { overlapHours: OVERLAP_HOURS, leaked: true },
      }),
    {
      failed: t('rotate.failed'),
      onDone: ({ code }) => notify.success(t('rotate.done', { old: String(figures.code), code: code.code })),
    },
  );
  return (
    <li>
      <span className="t-grow affiliate-alert">
        <span className="t-name">{t(`alert.kind.${kind}`)}</span>{' '}
        <Pill tone={TONES[state]}>{t(`alert.state.${state}`)}</Pill>
        <span className="t-12 t-ink2">
          {' '}
          <Ago at={created} />
        </span>
        <span className="affiliate-alert-figures">{figuresText(alert)}</span>
        {sightings.length > 0 && <Sightings code={String(figures.code)} sightings={sightings} />}
        {abilities.replaceCode.allowed && (
          <span className="t-12 t-ink2 affiliate-alert-hint">
            {t('alerts.replaceText', { hours: OVERLAP_HOURS })}
          </span>
        )}
        {reason && (
          <span className="t-12 t-ink2">
            {by === null ? reason : t('alerts.settledBy', { name: by, reason })}
          </span>
        )}
      </span>
      {creator && <AffiliateWho creator={creator} />}
      {state === 'open' && (
        <span className="t-row affiliate-alert-actions">
          {abilities.replaceCode.allowed && (
            <Button size="row" kind="main" busy={replace.isPending} onClick={() => replace.mutate(undefined)}>
              {t('codes.replace')}
            </Button>
          )}
          <Button size="row" busy={resolve.isPending} onClick={() => resolve.mutate(undefined)}>
            {t('alerts.resolve')}
          </Button>
          <Button size="row" onClick={onDismiss}>
            {t('alerts.dismiss')}
          </Button>
        </span>
      )}
    </li>
  );
}

/** The public posts with a leaked code, newest first. */
function Sightings({ code, sightings }: { code: string; sightings: readonly CodeSighting[] }) {
  return (
    <ul className="affiliate-sightings t-12" aria-label={t('alerts.sightings', { code })}>
      {sightings.map(({ url, author, source, published }) => {
        const text = t('alerts.sighting', { author, source });
        return (
          <li key={`${url} ${author} ${published}`}>
            {url === null ? (
              text
            ) : (
              <a href={url} target="_blank" rel="noreferrer noopener">
                {text}
              </a>
            )}{' '}
            <span className="t-ink2">
              <Ago at={published} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** What an alert was measured by, in a sentence. */
function figuresText({ kind, figures }: AffiliateAlert): string {
  const number = (name: string) => Number(figures[name] ?? 0);
  const text = (name: string) => String(figures[name] ?? '');
  const people = number('people');
  switch (kind) {
    case 'leak':
      if (figures.sightings !== undefined)
        return t('alert.figures.sighted', {
          code: text('code'),
          sightings: number('sightings'),
          authors: number('authors'),
        });
      return t('alert.figures.leak', {
        code: text('code'),
        uses: number('uses'),
        cold: number('cold'),
        atLeast: number('atLeast'),
        usual: number('usualShare'),
      });
    case 'refund-ring':
      return t('alert.figures.refundRing', {
        orders: number('orders'),
        refunded: number('refunded'),
        usual: number('usualShare'),
      });
    case 'self-purchase':
      return t('alert.figures.selfPurchase', {
        order: text('order'),
        net: columnMoney(number('net'), text('currency')),
      });
    case 'click-flood':
      return t('alert.figures.clickFlood', { link: text('link'), floods: number('floods'), people });
    case 'cookie-stuffing':
      return t('alert.figures.cookieStuffing', { link: text('link'), embeds: number('embeds'), people });
    case 'paid-search':
      return number('named') > 0
        ? t('alert.figures.paidSearchNamed', {
            link: text('link'),
            paid: number('paid'),
            named: number('named'),
            term: text('term'),
          })
        : t('alert.figures.paidSearch', { link: text('link'), paid: number('paid') });
    case 'double-commission':
      return figures.theirs === undefined
        ? t('alert.figures.doubleUnknown', {
            order: text('order'),
            program: text('program'),
            ours: columnMoney(number('ours'), text('currency')),
          })
        : t('alert.figures.double', {
            order: text('order'),
            program: text('program'),
            ours: columnMoney(number('ours'), text('currency')),
            theirs: columnMoney(number('theirs'), text('currency')),
          });
    case 'code-drift':
      return t('alert.figures.codeDrift', { code: text('code'), change: text('change') });
    default:
      return '';
  }
}

function DismissDialog({ alert, onClose }: { alert: AffiliateAlert; onClose: () => void }) {
  const brandId = useBrandId();
  const form = useDraftForm({
    draft: `alert.${alert.id}`,
    saved: { reason: '' },
    validate: ({ reason }) => (reason.trim() === '' ? { reason: t('decide.reasonMissing') } : {}),
  });
  const dismiss = useAffiliateWrite(
    (reason: string) =>
      client.call(settleAlert, {
        params: { brandId, alertId: alert.id },
        body: { state: 'dismissed', reason: reason.trim() },
      }),
    { failed: t('alerts.failed'), onError: (error) => form.refused(error) },
  );
  const submit = form.submit(async ({ reason }) => {
    const done = await dismiss.mutateAsync(reason).then(
      () => true,
      () => false,
    );
    if (!done) return;
    form.discard();
    notify.success(t('alerts.dismissed'));
    onClose();
  });
  return (
    <Dialog
      open
      title={t('alerts.dismissTitle')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {t('alerts.dismiss')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('decide.reason')}
        size="form"
        rows={3}
        maxLength={500}
        value={form.values.reason}
        error={form.errors.reason}
        onChange={(event) => form.change({ reason: event.target.value })}
      />
    </Dialog>
  );
}
