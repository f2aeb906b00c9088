import type { Store, StoreStatus } from '@troupe/domain/commerce/store';
import type { PillTone } from '@troupe/ui/content/pill';
import { listed } from '@troupe/ui/lib/format';
import { t } from '../messages/messages.gen.ts';

/** How a store stands, in a word. */
const STORE_TONES: Record<StoreStatus, PillTone> = {
  connected: 'green',
  needs_reconnect: 'tangerine',
  uninstalled: 'tangerine',
  disconnected: 'neutral',
};

export const storeLook = (status: StoreStatus): { tone: PillTone; word: string } => ({
  tone: STORE_TONES[status],
  word: t(`store.status.${status}`),
});

/** What to do about a store that no longer sends orders; null for one that does. */
export function storeRemedy({ status, error }: Store): string | null {
  switch (status) {
    case 'needs_reconnect':
      return error ?? t('store.remedy.reconnect');
    case 'uninstalled':
      return t('store.remedy.uninstalled');
    case 'disconnected':
      return t('store.remedy.disconnected');
    case 'connected':
      return error;
  }
}

function scopeWord(scope: string): string {
  switch (scope) {
    case 'read_orders':
      return t('scope.orders');
    case 'read_all_orders':
      return t('scope.oldOrders');
    case 'read_products':
      return t('scope.products');
    case 'read_discounts':
    case 'write_discounts':
      return t('scope.discounts');
    case 'write_draft_orders':
      return t('scope.draftOrders');
    case 'read_shopify_payments_disputes':
      return t('scope.disputes');
    case 'read_customers':
      return t('scope.customers');
    default:
      return scope.replaceAll('_', ' ');
  }
}

/** 'orders and products': what a store did not allow. */
export function scopesText(scopes: readonly string[]): string {
  return listed([...new Set(scopes.map(scopeWord))]);
}

/** Whether a sync is in progress: the store was just connected, or a requested sync has not finished. */
export const isSyncing = ({ status, lastSyncAt, error }: Store, asked: string | null | undefined): boolean =>
  status === 'connected' && error === null && (lastSyncAt === null || lastSyncAt === asked);
