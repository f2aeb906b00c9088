/** Root of the API's sources. */
const API = 'apps/api/src';

/**
 * API files with pure rules and unit tests without a database. Other API files are tested through
 * HTTP, which is too slow to run for each mutation.
 */
export const API_RULES = [
  `${API}/modules/commerce/order/order-customer.ts`,
  `${API}/modules/discovery/creator/creator-search.profile-url.ts`,
  `${API}/modules/inbox/conversation/email-thread.ts`,
  `${API}/modules/outreach/email-domain/dns-records.ts`,
  `${API}/platform/incoming/mail-receiving.ts`,
  `${API}/platform/chunk-by-size.ts`,
  `${API}/platform/outgoing/public-address.ts`,
  `${API}/platform/resolve-once.ts`,
  `${API}/platform/access/secret.ts`,
  `${API}/providers/mail/header-text.ts`,
  `${API}/providers/mail/inbound-kind.ts`,
  `${API}/providers/mail/reply-text.ts`,
  `${API}/providers/social-data/read-pages.ts`,
  `${API}/providers/store/shopify-graph-order.ts`,
  `${API}/providers/store/shopify-order-rest.ts`,
];
