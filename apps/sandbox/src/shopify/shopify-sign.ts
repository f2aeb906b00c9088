import { createHmac, randomBytes } from 'node:crypto';

/** An id or token nobody can guess. */
export const randomHex = (bytes = 16): string => randomBytes(bytes).toString('hex');

/** What the platform signs of a query: all but `hmac`, by name. */
function signedText(query: URLSearchParams): string {
  const rest = [...query].filter(([name]) => name !== 'hmac' && name !== 'signature');
  return new URLSearchParams(rest.sort(([one], [other]) => (one < other ? -1 : 1))).toString();
}

/** The `hmac` of a query: lower-case hex. */
export const queryHmac = (query: URLSearchParams, secret: string): string =>
  createHmac('sha256', secret).update(signedText(query)).digest('hex');

/** The query with its `hmac`, as the platform sends people to the app. */
export function signedQuery(fields: Record<string, string>, secret: string): URLSearchParams {
  const query = new URLSearchParams(fields);
  query.set('hmac', queryHmac(query, secret));
  return query;
}

/** `X-Shopify-Hmac-Sha256` of a webhook: base64, over its bytes. */
export const bodyHmac = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body, 'utf8').digest('base64');

/** `host`: where the store's admin is, base64 without padding. */
export const hostOf = (domain: string): string =>
  Buffer.from(`admin.shopify.com/store/${domain.split('.')[0]}`)
    .toString('base64')
    .replaceAll('=', '');

/** The present time as queries have it, moved by some seconds. */
export const timestampOf = (moved = 0): string => String(Math.floor(Date.now() / 1000) + moved);
