import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

/** The platforms that stores of brands run on. */
export const StorePlatform = z.enum(['shopify']);
export type StorePlatform = z.infer<typeof StorePlatform>;

/**
 * How a store stands.
 * - `connected`: orders come in
 * - `needs_reconnect`: its platform does not take our access any more; a member has to connect it again
 * - `uninstalled`: the store removed the app
 * - `disconnected`: an owner of the brand ended the connection
 */
export const STORE_STATUSES = ['connected', 'needs_reconnect', 'uninstalled', 'disconnected'] as const;
export const StoreStatus = z.enum(STORE_STATUSES);
export type StoreStatus = z.infer<typeof StoreStatus>;

/** The states in which a store belongs to its brand, so that no other brand can connect it. */
export const HELD_STATUSES: readonly StoreStatus[] = ['connected', 'needs_reconnect'];

/** A store of a brand. */
export const Store = z.object({
  id: Id,
  platform: StorePlatform,
  /** Its permanent domain, such as `larkmoor.myshopify.com`. */
  shop: z.string(),
  /** What it calls itself; the domain until it was asked. */
  name: z.string(),
  /** The currency of its books; null until it was asked. */
  currency: z.string().nullable(),
  status: StoreStatus,
  /** What its owner allowed. */
  scopes: z.array(z.string()),
  /** What was asked for beyond that. */
  missingScopes: z.array(z.string()),
  connectedAt: Instant,
  /** When its newest order was placed. */
  lastOrderAt: Instant.nullable(),
  /** When its orders were last asked for from end to end. */
  lastSyncAt: Instant.nullable(),
  /** Orders in the ledger, test orders not counted. */
  orderCount: z.int(),
  /** What is wrong, for a person to read. */
  error: z.string().nullable(),
});
export type Store = z.infer<typeof Store>;

const SHOP = /^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/;

/** The permanent domain of a shop in its one spelling; null for a text that names no shop. */
export function shopOf(text: string): string | null {
  const shop = text.toLowerCase();
  return SHOP.test(shop) ? shop : null;
}

/** Scopes as they are told: comma list, in any order, each once. */
export const scopesOf = (list: string): string[] =>
  [
    ...new Set(
      list
        .split(',')
        .map((scope) => scope.trim())
        .filter(Boolean),
    ),
  ].sort();

/** What was asked for and not allowed. Who may write may read too. */
export function missingScopes(asked: readonly string[], allowed: readonly string[]): string[] {
  const may = new Set(allowed);
  return asked.filter((scope) => !may.has(scope) && !may.has(scope.replace(/^read_/, 'write_')));
}

/** How long an answer of the store platform counts after it was signed, in seconds. */
export const SIGNED_QUERY_SECONDS = 90;

/** How long somebody may take between 'Get Started' and 'Connect My Store', in seconds. */
export const CONNECT_SECONDS = 3600;

/** How far back orders are read when a store is connected: what its platform shows without more rights. */
export const FIRST_SYNC_DAYS = 60;
