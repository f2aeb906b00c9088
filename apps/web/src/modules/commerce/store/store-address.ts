/** The page that the store platform opens, and sends people back to. */
const STORE_PAGE = '/order-integration-install';

/** Whether a path is that page's; the router takes a slash at its end for the same. */
export const isStorePage = (path: string): boolean => path === STORE_PAGE || path === `${STORE_PAGE}/`;

let arrived = '';

/**
 * Runs before the router normalizes the URL, which would drop empty parameters that the signature covers: keeps what
 * the store platform sent, and redirects to its page if it arrived at another URL.
 */
export function meetStore(): void {
  const { pathname, search } = location;
  const query = new URLSearchParams(search);
  if (!query.has('shop') || !query.has('hmac')) return;
  arrived = search.slice(1);
  if (!isStorePage(pathname)) history.replaceState(null, '', STORE_PAGE + search);
}

/** The original query string of the store page. */
export function storeQuery(): string {
  const now = location.search.slice(1);
  const hmac = (query: string) => new URLSearchParams(query).get('hmac');
  return arrived && hmac(arrived) === hmac(now) ? arrived : now;
}

/** What a visit of the store's page is about. */
export type StoreVisit =
  /** The store platform opened it, or a person did: `query` is null unless it has all it takes to start. */
  | { step: 'start'; shop: string | null; query: string | null }
  /** Back from the consent. */
  | { step: 'returned'; shop: string; hmac: string; code: string; state: string | null; query: string }
  /** The person did not consent. */
  | { step: 'declined'; shop: string | null };

/** @param query without the question mark */
export function readStoreVisit(query: string): StoreVisit {
  const given = new URLSearchParams(query);
  const value = (name: string) => given.get(name)?.trim() || null;
  const [shop, hmac, code] = [value('shop')?.slice(0, 120) ?? null, value('hmac'), value('code')];
  if (value('error')) return { step: 'declined', shop };
  if (shop && hmac && code) return { step: 'returned', shop, hmac, code, state: value('state'), query };
  return { step: 'start', shop, query: shop && hmac && value('host') ? query : null };
}
