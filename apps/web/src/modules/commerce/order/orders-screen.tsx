import { IconFileUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ORDER_STATUSES, type Order, type OrderStatus } from '@troupe/domain/commerce/order';
import type { Store } from '@troupe/domain/commerce/store';
import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { SelectField } from '@troupe/ui/field/field';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { lazy, Suspense, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { linkTarget } from '../../../shared/links.ts';
import { FindField } from '../../../shared/list/list-controls.tsx';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { LoadState, SheetHead } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { type OrdersWanted, ordersOptions } from './order-queries.ts';
import { OrdersTable } from './orders-table.tsx';
import './order.css';

const OrderDialog = lazy(() => import('./order-dialog.tsx'));
const OrderImportDialog = lazy(() => import('./order-import-dialog.tsx'));

interface OrdersScreenProps {
  wanted: OrdersWanted;
  onWant: (wanted: OrdersWanted) => void;
  /** Those of the brand; undefined while they are not known. */
  stores: readonly Store[] | undefined;
  /** The import that is open: its id, or `new`. */
  open: string | null;
  onOpen: (importId: string | null) => void;
}

/** The orders of the brand's stores, newest first: what was sold, what went back, what is left. */
export function OrdersScreen({ wanted, onWant, stores, open, onOpen }: OrdersScreenProps) {
  const brandId = useBrandId();
  const query = useQuery(ordersOptions(brandId, wanted));
  const { data, isPlaceholderData } = query;
  const [looking, setLooking] = useState<Order | null>(null);
  const filtered = Boolean(wanted.storeId || wanted.status || wanted.search);
  return (
    <>
      <SheetHead>
        <PageHeader
          title={t('orders')}
          crumbs={[
            { label: shared('account'), href: '/account' },
            { label: t('store'), href: '/account#store' },
          ]}
          subtitle={t('orders.text')}
          actions={
            <Button icon={<IconFileUpload size={16} />} onClick={() => onOpen('new')}>
              {t('import.title')}
            </Button>
          }
        />
      </SheetHead>
      <div className="t-page orders">
        <div className="orders-tools">
          <FindField
            label={t('orders.find')}
            value={wanted.search}
            busy={isPlaceholderData}
            onChange={(search) => onWant({ ...wanted, page: 1, search })}
          />
          <SelectField
            label={shared('status')}
            hideLabel
            value={wanted.status ?? ''}
            onChange={(event) =>
              onWant({
                ...wanted,
                page: 1,
                status: (event.target.value || undefined) as OrderStatus | undefined,
              })
            }
            options={[
              { value: '', label: t('orders.allStatuses') },
              ...ORDER_STATUSES.map((status) => ({ value: status, label: t(`order.status.${status}`) })),
            ]}
          />
          {stores && (stores.length > 1 || wanted.storeId) && (
            <SelectField
              label={t('store')}
              hideLabel
              value={wanted.storeId ?? ''}
              onChange={(event) => onWant({ ...wanted, page: 1, storeId: event.target.value || undefined })}
              options={[
                { value: '', label: t('orders.allStores') },
                ...stores.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </div>
        <LoadState what={t('orders.what')} query={query}>
          <SkeletonRows rows={8} />
        </LoadState>
        {data && data.orders.length > 0 && (
          <OrdersTable orders={data.orders} faded={isPlaceholderData} onOpen={setLooking} />
        )}
        {data?.orders.length === 0 && (
          <Nothing
            kind={filtered ? 'filtered' : data.total > 0 ? 'page' : stores?.length ? 'waiting' : 'none'}
            onFirst={() => onWant({ page: 1 })}
            onImport={() => onOpen('new')}
          />
        )}
        <PageNav label={t('orders.pages')} of={data} onPage={(page) => onWant({ ...wanted, page })} />
      </div>
      <Suspense>
        {looking && <OrderDialog order={looking} onClose={() => setLooking(null)} />}
        {open && (
          <OrderImportDialog
            importId={open === 'new' ? null : open}
            stores={stores ?? []}
            onOpen={onOpen}
            onClose={() => onOpen(null)}
          />
        )}
      </Suspense>
    </>
  );
}

interface NothingProps {
  kind: 'filtered' | 'page' | 'waiting' | 'none';
  onFirst: () => void;
  onImport: () => void;
}

function Nothing({ kind, onFirst, onImport }: NothingProps) {
  if (kind === 'filtered' || kind === 'page')
    return (
      <EmptyState
        title={kind === 'page' ? t('orders.nonePage') : t('orders.noneMatch')}
        drawing="seats"
        actions={
          <Button onClick={onFirst}>
            {kind === 'page' ? shared('list.showNewest') : t('orders.showAll')}
          </Button>
        }
      />
    );
  const importing = <Button onClick={onImport}>{t('import.title')}</Button>;
  return kind === 'waiting' ? (
    <EmptyState title={t('orders.none')} text={t('orders.noneText')} actions={importing} />
  ) : (
    <EmptyState
      title={t('store.none')}
      text={t('orders.noStoreText')}
      actions={
        <>
          <Button kind="main" href={linkTarget('storeApp')}>
            {t('store.connect')}
          </Button>
          {importing}
        </>
      }
    />
  );
}
