import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Invoice } from '@troupe/domain/billing/subscription';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Pill } from '@troupe/ui/content/pill';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { dayText } from '@troupe/ui/lib/date';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { invoiceLook } from './account-labels.ts';
import { type BillingWrites, invoicesOptions } from './account-queries.ts';

/** So many are shown at first. */
const NEWEST = 5;

interface AccountInvoicesProps {
  writes: BillingWrites;
  mayManage: boolean;
}

/** The invoices of the brand, newest first; owners download them. */
export function AccountInvoices({ writes, mayManage }: AccountInvoicesProps) {
  const [page, setPage] = useState(1);
  const [all, setAll] = useState(false);
  const query = useQuery({
    ...invoicesOptions(useBrandId(), page),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return (
    <>
      <h3 className="t-14 t-name invoices-head">{t('invoices')}</h3>
      <LoadState what={t('invoices.what')} query={query}>
        <SkeletonRows rows={2} />
      </LoadState>
      {data?.total === 0 && <p className="t-ink2">{t('invoices.none')}</p>}
      {data && data.total > 0 && (
        <>
          <InvoiceTable
            invoices={all ? data.invoices : data.invoices.slice(0, NEWEST)}
            writes={writes}
            mayManage={mayManage}
          />
          {!all && data.total > NEWEST && (
            <div>
              <Button size="row" onClick={() => setAll(true)}>
                {t('invoices.showAll', { count: data.total })}
              </Button>
            </div>
          )}
          {all && data.pages > 1 && <PageNav label={t('invoices.pages')} of={data} onPage={setPage} />}
        </>
      )}
    </>
  );
}

function InvoiceTable({
  invoices,
  writes,
  mayManage,
}: AccountInvoicesProps & { invoices: readonly Invoice[] }) {
  const { openInvoice } = writes;
  return (
    <Table label={t('invoices')} bleed density="ledger" className="invoice-table">
      <thead>
        <tr>
          <Th>{t('invoices.date')}</Th>
          <Th data-wide>{t('invoices.number')}</Th>
          <Th data-wide>{t('invoices.for')}</Th>
          <Th>{shared('status')}</Th>
          <Th numeric>{t('invoices.total')}</Th>
          <Th>
            <span className="t-hidden">{shared('action.download')}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <Tr key={invoice.id}>
            <Td className="t-ink2">{dayText(invoice.date)}</Td>
            <Td data-wide className="t-ink2">
              {invoice.id}
            </Td>
            <Td data-wide className="t-ellipsis invoice-lines">
              {invoice.lines.map(({ text }) => text).join(', ')}
            </Td>
            <Td>
              <Standing invoice={invoice} />
            </Td>
            <Td numeric>{columnMoney(invoice.total, invoice.currency)}</Td>
            <Td>
              {mayManage && (
                <IconButton
                  label={t('invoices.download', { id: invoice.id })}
                  icon={<IconDownload size={16} />}
                  size="row"
                  onClick={() => !openInvoice.isPending && openInvoice.mutate(invoice.id)}
                />
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function Standing({ invoice }: { invoice: Invoice }) {
  const { due, total, currency } = invoice;
  const { tone, word, more } = invoiceLook(invoice);
  return (
    <span className="subscription-standing">
      <Pill tone={tone}>{word}</Pill>
      {due > 0 && due !== total && (
        <span className="t-12">{t('invoices.open', { amount: columnMoney(due, currency) })}</span>
      )}
      {more && <span className="t-12 t-ink2">{more}</span>}
    </span>
  );
}
