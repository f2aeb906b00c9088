/** Where a checked arrival led, for this tab: Back from the consent and a reload need no new link. */
const KEY = 'troupe.store-start';
/** A little less than the state holds. */
const HOLDS_MS = 55 * 60_000;

interface Started {
  query: string;
  shop: string;
  authorizeUrl: string;
  at: number;
}

function readStarted(): Started | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<Started> | null;
    const { query, shop, authorizeUrl, at } = kept ?? {};
    const texts = [query, shop, authorizeUrl].every((one) => typeof one === 'string');
    if (!texts || typeof at !== 'number' || Date.now() - at > HOLDS_MS) return null;
    return URL.canParse(authorizeUrl ?? '') ? (kept as Started) : null;
  } catch {
    return null;
  }
}

export const startedVisit = {
  /** Where the arrival with this query led. */
  read(query: string) {
    const started = readStarted();
    return started?.query === query ? { shop: started.shop, authorizeUrl: started.authorizeUrl } : null;
  },
  /** The query with which a shop arrived in this tab. */
  queryOf(shop: string | null): string | null {
    const started = readStarted();
    return started && (shop === null || started.shop === shop) ? started.query : null;
  },
  keep(query: string, { shop, authorizeUrl }: { shop: string; authorizeUrl: string }): void {
    sessionStorage.setItem(KEY, JSON.stringify({ query, shop, authorizeUrl, at: Date.now() }));
  },
  forget: (): void => sessionStorage.removeItem(KEY),
};
