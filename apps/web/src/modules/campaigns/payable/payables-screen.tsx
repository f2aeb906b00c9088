import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { exportPayables } from '@troupe/contract/campaigns/payable';
import {
  type Payable,
  PayableState,
  type PayableSum,
  PROCESSING_FEE_PERCENT,
} from '@troupe/domain/campaigns/payable';
import { columnMoney } from '@troupe/domain/money';
import { BulkBar } from '@troupe/ui/action/bulk-bar';
import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Segmented } from '@troupe/ui/field/segmented';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { lazy, Suspense, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { CsvButton } from '../../../shared/download.tsx';
import { FindField, useChosenRows } from '../../../shared/list/list-controls.tsx';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { LoadState, SheetHead } from '../../../shared/screen/screen.tsx';
import { type PayablesWanted, payablesOptions, stateName, useMovePayables } from './payable-queries.ts';
import { PayablesTable } from './payables-table.tsx';
import './payable.css';
import { t } from '../messages/messages.gen.ts';

const MoveDialog = lazy(() => import('./move-dialog.tsx'));
const PayDialog = lazy(() => import('./pay-dialog.tsx'));
const PayoutSettingsDialog = lazy(() => import('./payout-settings-dialog.tsx'));
const HistoryDialog = lazy(() => import('./history-dialog.tsx'));

interface PayablesScreenProps {
  wanted: PayablesWanted;
  onWant: (wanted: PayablesWanted) => void;
}

/** A brand's payments to creators: due, approved, paid or failed. */
export function PayablesScreen({ wanted, onWant }: PayablesScreenProps) {
  const brandId = useBrandId();
  const query = useQuery(payablesOptions(brandId, wanted));
  const { data, isPlaceholderData } = query;
  const { mutate, mutateAsync, isPending } = useMovePayables(brandId);
  const { ids: chosenIds, choose, clear } = useChosenRows();
  const [asking, setAsking] = useState<{ payables: readonly Payable[]; state: 'paid' | 'failed' } | null>(
    null,
  );
  const [open, setOpen] = useState<Payable | null>(null);
  const [paying, setPaying] = useState<Payable | null>(null);
  const [setting, setSetting] = useState(false);
  const filtered = wanted.state !== undefined || (wanted.search ?? '') !== '';
  const chosen = data?.payables.filter(({ id }) => chosenIds.has(id)) ?? [];
  const able = (state: PayableState) => chosen.filter(({ abilities }) => abilities[state].allowed);

  const move = (payables: readonly Payable[], state: PayableState) => {
    if (state === 'paid' || state === 'failed') setAsking({ payables, state });
    else if (!isPending) mutate({ payables, state }, { onSuccess: clear });
  };
  return (
    <>
      <SheetHead>
        <PageHeader
          title={t('payables.title')}
          crumbs={[{ label: t('payables.account'), href: '/account' }]}
          subtitle={t('payables.subtitle', { percent: PROCESSING_FEE_PERCENT })}
          actions={
            <>
              <Button onClick={() => setSetting(true)}>{t('payouts.settings')}</Button>
              <CsvButton
                fileName="payments-to-creators.csv"
                download={() =>
                  client.download(exportPayables, {
                    params: { brandId },
                    query: { state: wanted.state, search: wanted.search },
                  })
                }
              />
            </>
          }
        />
      </SheetHead>
      <div className="t-page payables">
        <div className="payables-tools">
          <Segmented
            label={t('payables.status')}
            value={wanted.state ?? 'all'}
            onChange={(state) =>
              onWant({ ...wanted, page: 1, state: state === 'all' ? undefined : (state as PayableState) })
            }
            options={[
              { value: 'all', label: t('payables.all') },
              ...PayableState.options.map((state) => ({ value: state, label: stateName(state) })),
            ]}
          />
          <FindField
            label={t('payables.find')}
            value={wanted.search}
            busy={isPlaceholderData}
            onChange={(search) => onWant({ ...wanted, page: 1, search })}
          />
        </div>
        <LoadState what={t('payables.what')} query={query}>
          <SkeletonRows rows={8} />
        </LoadState>
        {data && <Sums sums={data.sums} />}
        {data && data.payables.length > 0 && (
          <PayablesTable
            payables={data.payables}
            chosen={chosenIds}
            faded={isPlaceholderData}
            onChoose={choose}
            onMove={(payable, state) => move([payable], state)}
            onPay={setPaying}
            onOpen={setOpen}
          />
        )}
        {data?.payables.length === 0 && <Nothing filtered={filtered} onClear={() => onWant({ page: 1 })} />}
        <PageNav label={t('payables.pages')} of={data} onPage={(page) => onWant({ ...wanted, page })} />
      </div>
      <BulkBar count={chosen.length} onClear={clear}>
        {(['failed', 'paid', 'approved'] as const).map((state) => {
          const some = able(state);
          return (
            some.length > 0 && (
              <Button
                key={state}
                kind="quiet"
                disabled={isPending}
                icon={state === 'approved' ? <IconCheck size={16} /> : undefined}
                onClick={() => move(some, state)}
              >
                {
                  {
                    approved: t('payable.approve'),
                    paid: t('payable.markPaidTitle'),
                    failed: t('payable.markFailedTitle'),
                  }[state]
                }{' '}
                ({some.length})
              </Button>
            )
          );
        })}
      </BulkBar>
      <Suspense>
        {asking && (
          <MoveDialog
            {...asking}
            onClose={() => setAsking(null)}
            onMove={(more) => {
              setAsking(null);
              return mutateAsync({ ...asking, ...more }).then(
                () => {
                  clear();
                  return true;
                },
                () => false,
              );
            }}
          />
        )}
        {paying && <PayDialog payable={paying} onClose={() => setPaying(null)} />}
        {setting && <PayoutSettingsDialog onClose={() => setSetting(false)} />}
        {open && (
          <HistoryDialog
            payable={open}
            onClose={() => setOpen(null)}
            onPay={(payable) => {
              setOpen(null);
              setPaying(payable);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function Sums({ sums }: { sums: readonly PayableSum[] }) {
  const [first] = sums;
  if (!first) return null;
  return (
    <dl className="t-panel payables-sums">
      {PayableState.options.map((state) => {
        const of = sums.filter((sum) => sum.state === state);
        const count = of.reduce((all, sum) => all + sum.count, 0);
        return (
          <div key={state}>
            <dt className="t-12 t-ink2">{stateName(state)}</dt>
            <dd className="t-20 t-num">
              {of.map(({ brandPays, currency }) => columnMoney(brandPays, currency)).join(' + ') ||
                columnMoney(0, first.currency)}
            </dd>
            <dd className="t-12 t-ink2">{t('payables.count', { count })}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <EmptyState
      title={t('payables.noMatch')}
      drawing="seats"
      actions={<Button onClick={onClear}>{t('payables.showAll')}</Button>}
    />
  ) : (
    <EmptyState
      title={t('payables.none')}
      text={t('payables.noneText')}
      actions={<Button href="/campaigns">{t('payables.campaigns')}</Button>}
    />
  );
}
