import { createHmac, randomBytes } from 'node:crypto';

/** What may be wrong with a signed link by which the platform sends people to the app. */
export const linkTroubles = [
  'stale',
  'altered_host',
  'wrong_hmac',
  'foreign_domain',
  'no_shop',
  'no_hmac',
  'no_host',
] as const;
export type LinkTrouble = (typeof linkTroubles)[number];

/** An id or token nobody can guess. */
export const randomHex = (bytes = 16): string => randomBytes(bytes).toString('hex');

/** The `hmac` of a query: lower-case hex over its other fields, sorted by name. */
function queryHmac(query: URLSearchParams, secret: string): string {
  const sorted = new URLSearchParams([...query].sort(([one], [other]) => (one < other ? -1 : 1)));
  return createHmac('sha256', secret).update(sorted.toString()).digest('hex');
}

/** `host`: where the store's admin is, base64 without padding. */
const hostOf = (domain: string): string =>
  Buffer.from(`admin.shopify.com/store/${domain.split('.')[0]}`)
    .toString('base64')
    .replaceAll('=', '');

/** The query with which the platform sends people to the app: shop, host, time and `fields`, signed together. */
export function signedQuery(
  domain: string,
  secret: string,
  { fields = {}, trouble = '' }: { fields?: Record<string, string>; trouble?: LinkTrouble | '' } = {},
): URLSearchParams {
  const query = new URLSearchParams({
    ...fields,
    host: hostOf(domain),
    shop: trouble === 'foreign_domain' ? `${domain}.example.com` : domain,
    timestamp: String(Math.floor(Date.now() / 1000) - (trouble === 'stale' ? 300 : 0)),
  });
  query.set('hmac', queryHmac(query, trouble === 'wrong_hmac' ? randomHex() : secret));
  if (trouble === 'altered_host') query.set('host', hostOf('another-store'));
  if (trouble.startsWith('no_')) query.delete(trouble.slice(3));
  return query;
}

/** `X-Shopify-Hmac-Sha256` of a webhook: base64, over its bytes. */
export const bodyHmac = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body, 'utf8').digest('base64');
