import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Store } from '@troupe/domain/commerce/store';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { linkTarget } from '../../../shared/links.ts';
import { useIsOwner } from '../../../shared/screen/owner-section.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { isSyncing } from './store-labels.ts';
import { storesOptions, useStoreWrites } from './store-queries.ts';
import { StoreRow } from './store-row.tsx';
import './account-store.css';

/** How often a store whose orders are being fetched is asked for again. */
const WHILE_SYNCING_MS = 2500;

/** The stores of the brand: how each stands, and what can be done about it. */
export default function AccountStore() {
  const brandId = useBrandId();
  // Each store's last sync at the time a sync was requested.
  const [asked, setAsked] = useState<ReadonlyMap<string, string | null>>(new Map());
  const syncing = (store: Store) => isSyncing(store, asked.get(store.id));
  const query = useQuery({
    ...storesOptions(brandId),
    refetchInterval: ({ state }) => (state.data?.stores.some(syncing) ? WHILE_SYNCING_MS : false),
  });
  const { data } = query;
  const { sync, disconnect } = useStoreWrites(brandId);
  const owner = useIsOwner();
  const [leaving, setLeaving] = useState<Store | null>(null);
  const start = (store: Store) => {
    if (syncing(store)) return;
    setAsked((before) => new Map(before).set(store.id, store.lastSyncAt));
    sync.mutate(store.id, {
      onError: () => setAsked((before) => new Map([...before].filter(([id]) => id !== store.id))),
    });
  };
  const stores = data?.stores ?? [];
  const app = linkTarget('storeApp');
  return (
    <Section
      id="store"
      title={t('store')}
      subtitle={t('store.text')}
      actions={
        stores.length > 0 && (
          <Link href="/account/orders" className="t-link t-medium">
            {t('store.seeOrders')}
          </Link>
        )
      }
    >
      <LoadState what={t('store.what')} query={query}>
        <SkeletonRows rows={2} />
      </LoadState>
      {data && stores.length === 0 && (
        <EmptyState
          title={t('store.none')}
          text={t('store.noneText')}
          drawing="none"
          actions={
            <>
              <Button href={app} iconRight={<IconExternalLink size={16} />}>
                {t('store.connect')}
              </Button>
              <Button href="/account/orders?import=new">{t('import.title')}</Button>
            </>
          }
        />
      )}
      {stores.length > 0 && (
        <>
          <ul className="stores">
            {stores.map((store) => (
              <StoreRow
                key={store.id}
                store={store}
                syncing={syncing(store)}
                mayDisconnect={owner === true}
                onSync={() => start(store)}
                onDisconnect={() => setLeaving(store)}
              />
            ))}
          </ul>
          <p className="t-row t-wrap">
            <span className="t-ink2">{t('store.another')}</span>
            <Link href={app} className="t-link">
              {t('store.appPage')}
            </Link>
          </p>
        </>
      )}
      {leaving && (
        <ConfirmDialog
          open
          danger
          title={t('store.disconnectAsk', { name: leaving.name })}
          text={t('store.disconnectText')}
          confirm={t('store.disconnect')}
          busy={disconnect.isPending}
          onConfirm={() =>
            !disconnect.isPending && disconnect.mutate(leaving.id, { onSettled: () => setLeaving(null) })
          }
          onClose={() => setLeaving(null)}
        />
      )}
    </Section>
  );
}
