import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

/** Supported store platforms. */
export const StorePlatform = z.enum(['shopify']);
export type StorePlatform = z.infer<typeof StorePlatform>;

/**
 * Status of a store.
 * - `connected`: orders are imported
 * - `needs_reconnect`: the platform no longer accepts our token; a member must reconnect
 * - `uninstalled`: the app was removed from the store
 * - `disconnected`: an owner of the brand disconnected it
 */
export const STORE_STATUSES = ['connected', 'needs_reconnect', 'uninstalled', 'disconnected'] as const;
export const StoreStatus = z.enum(STORE_STATUSES);
export type StoreStatus = z.infer<typeof StoreStatus>;

/** States in which a store belongs to its brand and can't be connected by another. */
export const CLAIMED_STATUSES: readonly StoreStatus[] = ['connected', 'needs_reconnect'];

/** A brand's store. */
export const Store = z.object({
  id: Id,
  platform: StorePlatform,
  /** Permanent domain, such as `larkmoor.myshopify.com`. */
  shop: z.string(),
  /** Display name; the domain until the platform has been queried. */
  name: z.string(),
  /** Store currency; null until the platform has been queried. */
  currency: z.string().nullable(),
  status: StoreStatus,
  /** Granted scopes. */
  scopes: z.array(z.string()),
  /** Requested scopes that weren't granted. */
  missingScopes: z.array(z.string()),
  connectedAt: Instant,
  /** When its newest order was placed. */
  lastOrderAt: Instant.nullable(),
  /** When a sync of its orders last completed. */
  lastSyncAt: Instant.nullable(),
  /** Number of imported orders, excluding test orders. */
  orderCount: z.int(),
  /** Readable error, if any. */
  error: z.string().nullable(),
});
export type Store = z.infer<typeof Store>;

const SHOP = /^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/;

/** Normalizes a permanent shop domain; null if invalid. */
export function shopOf(text: string): string | null {
  const shop = text.toLowerCase();
  return SHOP.test(shop) ? shop : null;
}

/** Parses a comma-separated list of scopes: sorted, without duplicates. */
export const scopesOf = (list: string): string[] =>
  [
    ...new Set(
      list
        .split(',')
        .map((scope) => scope.trim())
        .filter(Boolean),
    ),
  ].sort();

/** Returns requested scopes that weren't granted. Write scopes include read. */
export function missingScopes(asked: readonly string[], allowed: readonly string[]): string[] {
  const may = new Set(allowed);
  return asked.filter((scope) => !may.has(scope) && !may.has(scope.replace(/^read_/, 'write_')));
}

/** How long a signed query from the platform stays valid, in seconds. */
export const SIGNED_QUERY_SECONDS = 90;

/** Time limit between 'Get Started' and 'Connect My Store', in seconds. */
export const CONNECT_SECONDS = 3600;

/**
 * How far back orders are read when connecting a store: what the platform allows without extra
 * scopes.
 */
export const FIRST_SYNC_DAYS = 60;
