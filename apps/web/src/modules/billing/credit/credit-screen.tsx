import { IconAdjustments, IconCoins } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { exportCredits } from '@troupe/contract/billing/credit';
import type { CreditEntry } from '@troupe/domain/billing/credit';
import { creditKindName, creditReasonText } from '@troupe/domain/billing/ledger/credit-text';
import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { Skeleton, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { dayText, exactTime } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import { lazy, Suspense, useState } from 'react';
import { BUY_CREDITS, creditsOptions } from '../../../shared/brand/credit.tsx';
import { useBrandId, useMe } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { CsvButton } from '../../../shared/download.tsx';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { LoadState, SheetHead } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { amountText } from './credit-labels.ts';
import './credit-screen.css';

const AdjustDialog = lazy(() => import('./adjust-dialog.tsx'));

interface CreditScreenProps {
  page: number;
  onPage: (page: number) => void;
}

/** A brand's credits: what there is, what is held, and every movement with its reason. */
export function CreditScreen({ page, onPage }: CreditScreenProps) {
  const brandId = useBrandId();
  const query = useQuery({ ...creditsOptions(brandId, page), placeholderData: keepPreviousData });
  const { data } = query;
  const administrator = useMe()?.role === 'administrator';
  const [adjusting, setAdjusting] = useState(false);
  return (
    <>
      <SheetHead>
        <PageHeader
          title={t('credits')}
          crumbs={[{ label: shared('account'), href: '/account' }]}
          actions={
            <>
              {administrator && (
                <Button icon={<IconAdjustments size={16} />} onClick={() => setAdjusting(true)}>
                  {t('credit.adjust.action')}
                </Button>
              )}
              <Button kind="main" icon={<IconCoins size={16} />} href={BUY_CREDITS}>
                {t('buyCredits.title')}
              </Button>
            </>
          }
        />
      </SheetHead>
      <div className="t-page credits">
        <LoadState what={t('credit.what')} query={query}>
          <Skeleton height={92} />
          <SkeletonRows rows={8} />
        </LoadState>
        {data && (
          <>
            <dl className="t-panel credits-sums">
              <Sum name={t('credits')} value={data.balance}>
                {t('credit.toSpend')}
              </Sum>
              <Sum name={t('credit.reserved')} value={data.reserved}>
                {t('credit.held')}
              </Sum>
            </dl>
            <div className="credits-head">
              <h2 className="t-16">{t('credit.history')}</h2>
              <span className="t-grow t-ink2">{t('credit.historyText')}</span>
              {data.total > 0 && (
                <CsvButton
                  size="row"
                  fileName="credits.csv"
                  download={() => client.download(exportCredits, { params: { brandId } })}
                />
              )}
            </div>
            {data.entries.length > 0 && <Entries entries={data.entries} />}
            {data.total === 0 && (
              <EmptyState
                title={t('credit.none')}
                text={t('credit.noneText')}
                actions={<Button href="/pricing">{t('plans.see')}</Button>}
              />
            )}
            {data.total > 0 && data.entries.length === 0 && (
              <EmptyState
                title={t('credit.nonePage')}
                drawing="seats"
                actions={<Button onClick={() => onPage(1)}>{shared('list.showNewest')}</Button>}
              />
            )}
            <PageNav label={t('credit.pages')} of={data} onPage={onPage} />
          </>
        )}
      </div>
      {adjusting && (
        <Suspense>
          <AdjustDialog balance={data?.balance} onClose={() => setAdjusting(false)} />
        </Suspense>
      )}
    </>
  );
}

function Sum({ name, value, children }: { name: string; value: number; children: string }) {
  return (
    <div>
      <dt className="t-12 t-ink2">{name}</dt>
      <dd className="t-20 t-num">{exactNumber(value)}</dd>
      <dd className="t-12 t-ink2">{children}</dd>
    </div>
  );
}

function Entries({ entries }: { entries: readonly CreditEntry[] }) {
  return (
    <Table label={t('credit.history')} density="ledger" bleed className="credits-table">
      <thead>
        <tr>
          <Th>{t('credit.when')}</Th>
          <Th>{t('credit.reason')}</Th>
          <Th data-wide>{t('credit.kindOf')}</Th>
          <Th data-wide>{t('credit.by')}</Th>
          <Th numeric>{t('credits')}</Th>
          <Th numeric>{t('credit.balance')}</Th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Tr key={entry.id}>
            <Td className="t-ink2 credits-when">
              <time dateTime={entry.created} title={exactTime(entry.created)}>
                <span data-wide>{exactTime(entry.created)}</span>
                <span data-narrow>{dayText(entry.created)}</span>
              </time>
            </Td>
            <Td className="credits-reason" dir="auto">
              {creditReasonText(entry)}
            </Td>
            <Td data-wide className="t-ink2">
              {creditKindName(entry.kind)}
            </Td>
            <Td data-wide className="t-ink2" dir="auto">
              {entry.by ?? 'Troupe'}
            </Td>
            <Td numeric className="credits-amount" data-more={entry.amount > 0 || undefined}>
              {amountText(entry.amount)}
            </Td>
            <Td numeric>{exactNumber(entry.balance)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
