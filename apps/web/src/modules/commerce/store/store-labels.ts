import type { Store, StoreStatus } from '@troupe/domain/commerce/store';
import type { PillTone } from '@troupe/ui/content/pill';

/** How a store stands, in a word. */
export const STORE_LOOKS: Record<StoreStatus, { tone: PillTone; word: string }> = {
  connected: { tone: 'green', word: 'Connected' },
  needs_reconnect: { tone: 'tangerine', word: 'Reconnect' },
  uninstalled: { tone: 'tangerine', word: 'App removed' },
  disconnected: { tone: 'neutral', word: 'Disconnected' },
};

/** What to do about a store that no longer sends orders; null for one that does. */
export function storeRemedy({ status, error }: Store): string | null {
  switch (status) {
    case 'needs_reconnect':
      return error ?? 'The store no longer gives us access. Open the app in your store to reconnect.';
    case 'uninstalled':
      return 'The app was uninstalled from the store. Its orders are kept. Install the app again to continue.';
    case 'disconnected':
      return 'Its orders are kept, but no new ones sync. Open the app in your store to reconnect.';
    case 'connected':
      return error;
  }
}

const SCOPE_WORDS: Record<string, string> = {
  read_orders: 'orders',
  read_all_orders: 'orders older than 60 days',
  read_products: 'products',
  read_discounts: 'discount codes',
  write_discounts: 'discount codes',
  read_customers: 'customers',
};

/** 'orders and products': what a store did not allow. */
export function scopesText(scopes: readonly string[]): string {
  const words = [...new Set(scopes.map((scope) => SCOPE_WORDS[scope] ?? scope.replaceAll('_', ' ')))];
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}

/** Whether a sync is in progress: the store was just connected, or a requested sync has not finished. */
export const isSyncing = ({ status, lastSyncAt, error }: Store, asked: string | null | undefined): boolean =>
  status === 'connected' && error === null && (lastSyncAt === null || lastSyncAt === asked);
