import { IconBuildingStore, IconRefresh } from '@tabler/icons-react';
import type { Store } from '@troupe/domain/commerce/store';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { linkTarget } from '../../../shared/links.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';
import { scopesText, storeLook, storeRemedy } from './store-labels.ts';

interface StoreRowProps {
  store: Store;
  /** Its orders are being fetched. */
  syncing: boolean;
  mayDisconnect: boolean;
  onSync: () => void;
  onDisconnect: () => void;
}

/** One store: how it stands, how old that is, and what can be done about it. */
export function StoreRow({ store, syncing, mayDisconnect, onSync, onDisconnect }: StoreRowProps) {
  const { id, name, shop, status, missingScopes, currency, lastOrderAt, lastSyncAt, orderCount } = store;
  const { tone, word } = storeLook(status);
  const remedy = storeRemedy(store);
  const held = status === 'connected' || status === 'needs_reconnect';
  return (
    <li className="store" aria-label={name}>
      <span className="store-icon" aria-hidden="true">
        <IconBuildingStore size={20} />
      </span>
      <div className="t-grow store-words">
        <p className="t-row t-wrap">
          <span className="t-name" dir="auto">
            {name}
          </span>
          <Pill tone={tone}>{word}</Pill>
          {name !== shop && (
            <span className="t-12 t-ink3" dir="ltr">
              {shop}
            </span>
          )}
        </p>
        <p className="t-12 t-ink2 store-facts-line">
          {currency && <span>{currency}</span>}
          <Link href={`/account/orders?store=${id}`} className="t-link">
            {t('store.orderCount', { count: orderCount })}
          </Link>
          <span>
            {lastOrderAt
              ? t.rich('store.lastOrder', { ago: () => <Ago key="ago" at={lastOrderAt} /> })
              : t('store.noOrder')}
          </span>
          <span aria-live="polite">
            {syncing
              ? t('store.fetching')
              : lastSyncAt
                ? t.rich('store.synced', { ago: () => <Ago key="ago" at={lastSyncAt} /> })
                : t('store.notSynced')}
          </span>
        </p>
        {remedy && <p className="t-ink2">{remedy}</p>}
        {held && missingScopes.length > 0 && (
          <p className="t-ink2">{t('store.notAllowed', { scopes: scopesText(missingScopes) })}</p>
        )}
      </div>
      <div className="store-actions">
        {status === 'connected' && (
          <Button size="row" icon={<IconRefresh size={16} />} busy={syncing} onClick={onSync}>
            {t('store.syncNow')}
          </Button>
        )}
        {(status !== 'connected' || missingScopes.length > 0) && (
          <Button size="row" href={linkTarget('storeApp')}>
            {t('store.reconnect')}
          </Button>
        )}
        {held && (
          <Button
            size="row"
            disabledReason={mayDisconnect ? undefined : shared('owner.onlyAction')}
            onClick={onDisconnect}
          >
            {t('store.disconnect')}
          </Button>
        )}
      </div>
    </li>
  );
}
