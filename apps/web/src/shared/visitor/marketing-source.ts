import { keepMarketingSource } from '@troupe/contract/site/marketing-source';
import { client } from '../call/client.ts';
import { marketingQuery, marketingSourceOf } from './marketing-cookies.ts';

/** A path with where this visit came from, for a sign-up that may be finished in another browser. */
export function withMarketingSource(path: string): string {
  const query = marketingQuery(marketingSourceOf(document.cookie));
  return query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
}

/** After a login: keeps where the person came from with their sign-up, if that is what this login was. */
export function sendMarketingSource(): void {
  const source = marketingSourceOf(document.cookie);
  if (!source) return;
  // Runs in the background; the next login retries.
  client.call(keepMarketingSource, { body: source }).catch(() => {});
}
