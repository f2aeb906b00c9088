import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { listOrders } from '@troupe/contract/commerce/order';
import { ORDER_ROW_OUTCOMES, type OrderRowOutcome } from '@troupe/domain/commerce/order-import';
import type { Store } from '@troupe/domain/commerce/store';
import { Button } from '@troupe/ui/action/button';
import { ProgressBar } from '@troupe/ui/feedback/progress-bar';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { SelectField } from '@troupe/ui/field/field';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { exactNumber } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useEffect, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { OrderImportStart } from './order-import-start.tsx';
import { fileText, importText, isImporting, outcomeWord, worthSeeing } from './order-labels.ts';
import { orderImportOptions } from './order-queries.ts';

interface OrderImportDialogProps {
  /** The import to look at; null asks for a file. */
  importId: string | null;
  stores: readonly Store[];
  onOpen: (importId: string) => void;
  onClose: () => void;
}

/** Takes orders over from a file, and says what became of each of its rows. */
export default function OrderImportDialog({ importId, stores, onOpen, onClose }: OrderImportDialogProps) {
  return importId === null ? (
    <OrderImportStart stores={stores} onOpen={onOpen} onClose={onClose} />
  ) : (
    <OrderImportResult key={importId} importId={importId} onClose={onClose} />
  );
}

const WHILE_READING_MS = 1500;

/** What became of each row of a file of orders. */
function OrderImportResult({ importId, onClose }: { importId: string; onClose: () => void }) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<OrderRowOutcome | null>(null);
  const outcome = chosen ?? 'rejected';
  const query = useQuery({
    ...orderImportOptions(brandId, importId, { page, outcome }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data && isImporting(state.data.orderImport) ? WHILE_READING_MS : false,
  });
  const { data } = query;
  const found = data?.orderImport;
  const reading = found !== undefined && isImporting(found);
  useEffect(() => {
    if (!found || reading) return;
    void queryClient.invalidateQueries({ queryKey: [listOrders.noun] });
    setChosen((before) => before ?? worthSeeing(found));
  }, [found, reading, queryClient]);
  return (
    <Dialog
      open
      title={found?.fileName ?? t('import.titleOf')}
      width={560}
      onClose={onClose}
      foot={found && fileText(found)}
      actions={
        <Button kind="main" onClick={onClose}>
          {shared('action.close')}
        </Button>
      }
    >
      <div className="order-import">
        <LoadState what={t('import.what')} query={query}>
          <SkeletonRows rows={3} />
        </LoadState>
        {found && (
          <>
            <p role="status">{importText(found)}</p>
            {reading && <ProgressBar label={t('import.reading')} value={null} max={0} />}
            <dl className="order-import-counts">
              {ORDER_ROW_OUTCOMES.map((one) => (
                <div key={one}>
                  <dt className="t-12 t-ink2">{outcomeWord(one)}</dt>
                  <dd className="t-20 t-num">{exactNumber(found[one])}</dd>
                </div>
              ))}
            </dl>
            <SelectField
              label={t('import.rows')}
              value={outcome}
              onChange={(event) => {
                setChosen(event.target.value as OrderRowOutcome);
                setPage(1);
              }}
              options={ORDER_ROW_OUTCOMES.map((value) => ({ value, label: outcomeWord(value) }))}
            />
            {data.rows.length === 0 ? (
              <p className="t-ink2">{reading ? t('import.noneYet') : t('import.noneMatch')}</p>
            ) : (
              <Table
                label={t('import.rowsOf', { outcome: outcomeWord(outcome) })}
                density="preview"
                className="order-import-rows"
              >
                <thead>
                  <tr>
                    <Th numeric>{t('import.row')}</Th>
                    <Th>{t('order')}</Th>
                    <Th>{t('import.why')}</Th>
                  </tr>
                </thead>
                <tbody>
                  {data.rows.map(({ row, line, name, reason }) => (
                    <Tr key={row}>
                      <Td
                        numeric
                        title={line === null ? undefined : t('import.line', { line: exactNumber(line) })}
                      >
                        {exactNumber(row)}
                      </Td>
                      <Td dir="auto">{name || '–'}</Td>
                      <Td className="t-ink2" dir="auto">
                        {reason ?? '–'}
                      </Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
            )}
            <PageNav label={t('import.pages')} of={data} onPage={setPage} />
          </>
        )}
      </div>
    </Dialog>
  );
}
