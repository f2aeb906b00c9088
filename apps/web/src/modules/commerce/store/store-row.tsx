import { IconBuildingStore, IconRefresh } from '@tabler/icons-react';
import type { Store } from '@troupe/domain/commerce/store';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { counted } from '@troupe/ui/lib/format';
import { linkTarget } from '../../../shared/links.ts';
import { STORE_LOOKS, scopesText, storeRemedy } from './store-labels.ts';

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
  const { tone, word } = STORE_LOOKS[status];
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
            {counted(orderCount, 'order')}
          </Link>
          <span>
            {lastOrderAt ? (
              <>
                Last order <Ago at={lastOrderAt} />
              </>
            ) : (
              'No order yet'
            )}
          </span>
          <span aria-live="polite">
            {syncing ? (
              'Fetching orders'
            ) : lastSyncAt ? (
              <>
                Synced <Ago at={lastSyncAt} />
              </>
            ) : (
              'Not synced yet'
            )}
          </span>
        </p>
        {remedy && <p className="t-ink2">{remedy}</p>}
        {held && missingScopes.length > 0 && (
          <p className="t-ink2">
            Not allowed: {scopesText(missingScopes)}. Open the app in your store and grant all permissions.
          </p>
        )}
      </div>
      <div className="store-actions">
        {status === 'connected' && (
          <Button size="row" icon={<IconRefresh size={16} />} busy={syncing} onClick={onSync}>
            Sync now
          </Button>
        )}
        {(status !== 'connected' || missingScopes.length > 0) && (
          <Button size="row" href={linkTarget('storeApp')}>
            Reconnect
          </Button>
        )}
        {held && (
          <Button
            size="row"
            disabledReason={mayDisconnect ? undefined : 'Only owners can do this'}
            onClick={onDisconnect}
          >
            Disconnect
          </Button>
        )}
      </div>
    </li>
  );
}
