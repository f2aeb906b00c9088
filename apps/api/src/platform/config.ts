import { MailboxAccess } from '@troupe/domain/outreach/mailbox';
import { HostNames } from '@troupe/server/host-names';
import { z } from 'zod';

const list = (standard = '') =>
  z
    .string()
    .default(standard)
    .transform((value) =>
      value
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    );

const metricsPort = z
  .union([z.literal('').transform(() => undefined), z.coerce.number().int().min(0).max(65_535)])
  .optional();

/** Trusts only the direct peer: the address it reports is the visitor's. */
const nearest = (_address: string, hop: number) => hop === 0;

const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  /** Port of `/metrics`, apart from the public one; empty turns metrics off. */
  METRICS_PORT: metricsPort,
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: z.string().default(''),
  DATABASE_URL: z.string().min(1),
  DATABASE_DIRECT_URL: z.string().optional(),
  /** Whether the pooler keeps prepared statements apart by client (PgBouncer from 1.21 on). */
  DATABASE_PREPARED_STATEMENTS: z.stringbool().default(true),
  /** A read replica for searches and figures; empty for none. */
  DATABASE_REPLICA_URL: z.string().default(''),
  /** Connections for HTTP requests; background work has its own. */
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(12),
  BACKGROUND_POOL: z.coerce.number().int().min(2).max(200).default(8),
  /** How long a request waits for a connection before it fails with 503. */
  DATABASE_WAIT_MS: z.coerce.number().int().min(10).max(60_000).default(1000),
  /** How many requests may wait for a connection; the next one fails with 503. */
  DATABASE_QUEUE: z.coerce.number().int().min(0).max(100_000).default(200),
  /** Maximum time of one statement of a request, and of its transaction while idle. */
  STATEMENT_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(30_000),
  /** Maximum time a request may keep a connection, which is longer than its transactions. */
  CONNECTION_HOLD_MS: z.coerce.number().int().min(100).max(3_600_000).default(60_000),
  SEARCH_POOL: z.coerce.number().int().min(1).max(100).default(6),
  SEARCH_TIMEOUT_MS: z.coerce.number().int().min(10).max(60_000).default(3000),
  /** Nodes of an OpenSearch cluster for the creator search (comma list); empty searches in PostgreSQL. */
  SEARCH_URL: list().pipe(z.array(z.url({ protocol: /^https?$/ }))),
  /** Start of the names of its indexes, so that installations can share a cluster. */
  SEARCH_INDEX: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,80}$/, 'must be lowercase letters, digits and hyphens')
    .default('troupe-creators'),
  /** Parts that a new index is split into, and copies of each, as far as there are nodes. */
  SEARCH_SHARDS: z.coerce.number().int().min(1).max(1000).default(1),
  SEARCH_REPLICAS: z.coerce.number().int().min(0).max(10).default(1),
  /** How long the engine may take for a search before PostgreSQL answers it. */
  SEARCH_ENGINE_TIMEOUT_MS: z.coerce.number().int().min(10).max(60_000).default(1000),
  /** Maximum concurrent requests; the next one fails with 503. */
  MAX_REQUESTS: z.coerce.number().int().min(1).max(100_000).default(100),
  /** Requests fail with 503 while the event loop delay exceeds this on average; 0 disables the check. */
  EVENT_LOOP_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(500),
  /** Maximum event streams per user, and in total, in one process. */
  STREAMS_PER_USER: z.coerce.number().int().min(1).default(20),
  MAX_STREAMS: z.coerce.number().int().min(1).default(5000),
  /** Maximum connections of one process, with those of event streams; more are closed at once. */
  MAX_CONNECTIONS: z.coerce.number().int().min(1).default(10_000),
  /** How long the header of a request may take. */
  REQUEST_HEADER_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** How long a request body other than a file may take; files must keep up the rate below. */
  REQUEST_BODY_TIMEOUT_MS: z.coerce.number().int().min(100).max(900_000).default(30_000),
  UPLOAD_BYTES_PER_SECOND: z.coerce.number().int().min(0).default(1000),
  TROUPE_ROLES: list('http,jobs'),
  OIDC_ISSUER: z.url(),
  OIDC_JWKS_URI: z.url().optional(),
  OIDC_AUDIENCE: z.string().default('urn:troupe:api'),
  OIDC_CLIENT_IDS: list(),
  OIDC_GROUPS_CLAIM: list('groups,cognito:groups'),
  OIDC_TOKEN_TYP: z.string().default(''),
  /** Rejects tokens issued longer ago than this, whatever their expiry. */
  OIDC_TOKEN_MAX_AGE_S: z.coerce.number().int().min(60).default(3600),
  /** Signs links and encrypts keys at rest. Losing it invalidates both. */
  SECRET_KEY: z.string().min(16),
  API_ORIGIN: z.url().default('http://localhost:4000'),
  WEB_ORIGIN: z.url().default('http://localhost:3000'),
  PORTAL_ORIGIN: z.url().default('http://localhost:3001'),
  /**
   * Proxies whose forwarded client address is trusted: addresses and networks (comma list; `loopback` for this
   * machine), `1` for any direct peer, `0` for none.
   */
  TRUST_PROXY: z
    .string()
    .default('loopback')
    .transform((value) => (value === '1' ? nearest : value === '0' ? false : value)),
  /** Host names to accept besides the one in `API_ORIGIN`; `*` accepts any. */
  ALLOWED_HOSTS: HostNames.default([]),
  /** Where creators' links lead to this API from, such as `https://go.example.com`; empty is `API_ORIGIN`. */
  CLICK_ORIGIN: z.union([z.literal(''), z.url()]).default(''),
  /** Keeps clicks while the database is away, on a disk that outlives the process; empty is in `FILES_DIR`. */
  CLICK_SPOOL_DIR: z.string().default(''),
  /** Up to so many links are all kept in memory; beyond it, the most recently used ones. */
  CLICK_LINKS_IN_MEMORY: z.coerce.number().int().min(100).default(1_000_000),
  /** Connections for links and clicks. */
  CLICK_POOL: z.coerce.number().int().min(1).max(50).default(4),
  FILES_DIR: z.string().default('.troupe/files'),
  /** A bucket to store files in; unfinished ones still go to FILES_DIR. */
  S3_BUCKET: z.string().default(''),
  S3_REGION: z.string().default('us-east-1'),
  /** The endpoint of an S3-compatible store other than Amazon's. */
  S3_ENDPOINT: z.union([z.literal(''), z.url()]).default(''),
  /** A key prefix, so that installations can share a bucket. */
  S3_PREFIX: z
    .string()
    .regex(/^$|^[\w./-]*\/$/, 'must end in /')
    .default(''),
  /** A ClamAV daemon (`tcp://host:3310`) that scans uploads; empty disables scanning. */
  CLAMD_URL: z.string().default(''),
  SMTP_URL: z.url().default('smtp://127.0.0.1:4025'),
  /** The sender of the product's own email. */
  MAIL_FROM: z.string().default('Troupe <troupe@troupe.test>'),
  /** Receives demo requests by email; if empty, administrators still see them in the app. */
  SALES_EMAIL: z.union([z.literal(''), z.email()]).default(''),
  /** The port for replies and bounces; 0 picks a free one. */
  INBOUND_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).default(4026),
  INBOUND_SMTP_HOST: z.string().default('127.0.0.1'),
  /** Replies go to `reply+TOKEN@` this domain, whose MX record points to the port above. */
  INBOUND_DOMAIN: z.string().default('reply.troupe.test'),
  /** The host that brands include in their SPF record, and the target of their return path. */
  SPF_INCLUDE: z.string().default('_spf.troupe.test'),
  RETURN_PATH_HOST: z.string().default('bounce.troupe.test'),
  /** Allows connected mailboxes on private addresses and without TLS, for development and tests. */
  MAILBOXES_ANYWHERE: z.stringbool().default(false),
  /** The OAuth apps for connecting mailboxes; without ID and secret, a vendor isn't offered. */
  GOOGLE_MAIL_CLIENT_ID: z.string().default(''),
  GOOGLE_MAIL_CLIENT_SECRET: z.string().default(''),
  GOOGLE_MAIL_AUTHORIZE_URL: z.url().default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_MAIL_TOKEN_URL: z.url().default('https://oauth2.googleapis.com/token'),
  /** How newly connected mailboxes are read and sent from: over IMAP and SMTP, or with the vendor's API. */
  GOOGLE_MAIL_ACCESS: MailboxAccess.default('imap'),
  MICROSOFT_MAIL_ACCESS: MailboxAccess.default('imap'),
  GOOGLE_MAIL_API_URL: z.url().default('https://gmail.googleapis.com'),
  MICROSOFT_MAIL_API_URL: z.url().default('https://graph.microsoft.com/v1.0'),
  /** Where its mailboxes are read and emails submitted (`imaps:`, `smtps:`; `imap:`, `smtp:` use STARTTLS); change these only to use the sandbox. */
  GOOGLE_MAIL_IMAP_URL: z.url().default('imaps://imap.gmail.com:993'),
  GOOGLE_MAIL_SMTP_URL: z.url().default('smtps://smtp.gmail.com:465'),
  MICROSOFT_MAIL_CLIENT_ID: z.string().default(''),
  MICROSOFT_MAIL_CLIENT_SECRET: z.string().default(''),
  MICROSOFT_MAIL_AUTHORIZE_URL: z
    .url()
    .default('https://login.microsoftonline.com/common/oauth2/v2.0/authorize'),
  MICROSOFT_MAIL_TOKEN_URL: z.url().default('https://login.microsoftonline.com/common/oauth2/v2.0/token'),
  MICROSOFT_MAIL_IMAP_URL: z.url().default('imaps://outlook.office365.com:993'),
  MICROSOFT_MAIL_SMTP_URL: z.url().default('smtp://smtp.office365.com:587'),
  /** How often each connected mailbox is read. */
  MAILBOX_SYNC_SECONDS: z.coerce.number().min(0.1).max(600).default(20),
  /** How far back a newly connected mailbox is searched for emails with known creators. */
  MAILBOX_HISTORY_DAYS: z.coerce.number().int().min(0).max(3650).default(365),
  /** Resolvers (`host:port`, comma list); empty uses the system's. */
  DNS_SERVERS: list(),
  AUDIENCE_URL: z.string().default(''),
  AUDIENCE_KEY: z.string().default(''),
  /** How long the provider may take to create a report. */
  AUDIENCE_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(30_000),
  /** Maximum provider tokens spent per day (UTC). */
  AUDIENCE_TOKENS_A_DAY: z.coerce.number().min(0).default(1000),
  /** Purchases interrupted longer ago than this are settled from the provider's records. */
  AUDIENCE_SETTLE_AFTER_S: z.coerce.number().int().min(1).default(180),
  /** The credits a contact lookup costs. */
  CONTACT_CREDITS: z.coerce.number().int().min(0).default(0),
  /** Searches outside Troupe that a brand can run per day (UTC). */
  OUTSIDE_SEARCHES_A_DAY: z.coerce.number().int().min(0).default(20),
  YOUTUBE_URL: z.string().default('https://www.googleapis.com/youtube/v3/'),
  YOUTUBE_KEY: z.string().default(''),
  INSTAGRAM_URL: z.string().default('https://graph.facebook.com/v25.0/'),
  INSTAGRAM_ACCOUNT: z.string().default(''),
  INSTAGRAM_TOKEN: z.string().default(''),
  /** Lets creators connect their Instagram account (Facebook Login). */
  INSTAGRAM_APP_ID: z.string().default(''),
  INSTAGRAM_APP_SECRET: z.string().default(''),
  INSTAGRAM_AUTHORIZE_URL: z.url().default('https://www.facebook.com/v25.0/dialog/oauth'),
  /** The project's daily quota at Google. */
  YOUTUBE_UNITS_A_DAY: z.coerce.number().int().min(1).default(10_000),
  TIKTOK_CLIENT_KEY: z.string().default(''),
  TIKTOK_CLIENT_SECRET: z.string().default(''),
  TIKTOK_URL: z.string().default('https://open.tiktokapis.com/v2/'),
  TIKTOK_AUTHORIZE_URL: z.url().default('https://www.tiktok.com/v2/auth/authorize/'),
  /** Pictures are only loaded from the public internet over TLS; this also allows loopback, for the sandbox. */
  PICTURES_FROM_LOOPBACK: z.stringbool().default(false),
  /** The share of a provider's daily quota that one of several brands may use. */
  BRAND_QUOTA_SHARE: z.coerce.number().min(0.01).max(1).default(0.5),
  /** Streams of public Bluesky posts (Jetstream, comma list), the first one that answers is used; empty turns Bluesky off. */
  BLUESKY_STREAMS: list(),
  /** Bluesky's public API, and the server where the account below is. */
  BLUESKY_URL: z.url().default('https://public.api.bsky.app'),
  BLUESKY_ACCOUNT_URL: z.url().default('https://bsky.social'),
  /** An account with an app password, for searches: they fill gaps of the stream. */
  BLUESKY_HANDLE: z.string().default(''),
  BLUESKY_APP_PASSWORD: z.string().default(''),
  /** Sources of mentions that all brands share: `content` (posts of creators), `hacker-news`, `gdelt` (comma list). */
  LISTENING_SOURCES: list('content').pipe(z.array(z.enum(['content', 'hacker-news', 'gdelt']))),
  /** Mastodon servers that all brands share (comma list, such as `mastodon.social`). */
  MASTODON_SERVERS: list(),
  /** The origin of Mastodon servers, with `{host}` for the server; change these addresses only to use the sandbox. */
  MASTODON_ORIGIN: z
    .string()
    .refine((origin) => origin.includes('{host}'), 'must contain {host}')
    .default('https://{host}'),
  HACKER_NEWS_URL: z.url().default('https://hn.algolia.com/api/v1/'),
  HACKER_NEWS_ITEMS_URL: z.url().default('https://hacker-news.firebaseio.com/v0/'),
  GDELT_URL: z.url().default('https://api.gdeltproject.org/api/v2/doc/doc'),
  /** Where the European Central Bank publishes exchange rates; empty loads none. */
  ECB_URL: z.string().default('https://www.ecb.europa.eu/stats/eurofxref/'),
  REDDIT_URL: z.url().default('https://oauth.reddit.com/'),
  REDDIT_TOKEN_URL: z.url().default('https://www.reddit.com/api/v1/access_token'),
  X_URL: z.url().default('https://api.x.com/'),
  /** What X charges for reading a post, in US cents. Brands' monthly limits are counted with it. */
  X_CENTS_PER_POST: z.coerce.number().min(0.001).max(100).default(0.5),
  /** Searches a day that Google allows a brand's YouTube key. */
  YOUTUBE_SEARCHES_A_DAY: z.coerce.number().int().min(1).default(100),
  /** An OpenAI-compatible endpoint, with a trailing slash, that is asked about words a search description leaves; empty turns it off. */
  ASSISTANT_URL: z.union([z.literal(''), z.url().endsWith('/')]).default(''),
  ASSISTANT_KEY: z.string().default(''),
  ASSISTANT_MODEL: z.string().default('gpt-4o-mini'),
  ASSISTANT_CALLS_A_DAY: z.coerce.number().int().min(1).default(1000),
  ASSISTANT_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(8000),
  /** Models that judge sentiment, made by `npm run train-sentiment`. */
  SENTIMENT_DIR: z.string().default('.troupe/sentiment'),
  /** The billing provider's API (`https://SITE.chargebee.com/api/v2`); derived from the site if empty. */
  CHARGEBEE_URL: z.string().default(''),
  CHARGEBEE_SITE: z.string().default(''),
  CHARGEBEE_KEY: z.string().default(''),
  CHARGEBEE_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** Basic auth of the billing provider's webhooks; without a password they are rejected. */
  CHARGEBEE_WEBHOOK_USER: z.string().default('chargebee'),
  CHARGEBEE_WEBHOOK_PASSWORD: z.string().default(''),
  /** The Messenger secret of the Intercom workspace, which signs identities; empty disables the support widget. */
  INTERCOM_SECRET: z
    .string()
    .default('')
    .refine((secret) => secret === '' || secret.length >= 32, 'must be the whole Messenger secret'),
  /** The app at the store platform; without key and secret no store can be connected. */
  SHOPIFY_API_KEY: z.string().default(''),
  SHOPIFY_API_SECRET: z.string().default(''),
  /** The previous secret, which may sign webhooks for an hour after a change. */
  SHOPIFY_OLD_API_SECRET: z.string().default(''),
  SHOPIFY_SCOPES: list('read_orders,read_products,write_discounts,write_draft_orders'),
  SHOPIFY_API_VERSION: z
    .string()
    .regex(/^\d{4}-\d{2}$/, 'must be a version such as 2026-07')
    .default('2026-07'),
  /** The origin of a store's admin, with `{shop}` for its domain. */
  SHOPIFY_SHOP_ORIGIN: z
    .string()
    .refine((origin) => origin.includes('{shop}'), 'must contain {shop}')
    .default('https://{shop}'),
  SHOPIFY_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** The payout provider's API; change it only to use the sandbox. */
  STRIPE_URL: z.string().default('https://api.stripe.com/v1'),
  /** The platform's secret key at Stripe; without it, payments to creators are only recorded. */
  STRIPE_KEY: z.string().default(''),
  /** Signing secrets of its webhook endpoints (comma list); without one, webhooks are rejected. */
  STRIPE_WEBHOOK_SECRETS: list(),
  /** The country of the platform's Stripe account. */
  STRIPE_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a country such as US')
    .default('US'),
  /** Brands whose payments come from the platform's Stripe balance: IDs (comma list), or `*` for all. */
  STRIPE_BRANDS: list(),
  STRIPE_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(20_000),
  /** Members of a brand are blocked once a payment is this many days past due. */
  BILLING_GRACE_DAYS: z.coerce.number().int().min(0).max(365).default(0),
  /** Creators refreshed per run of the schedule, every ten minutes; 0 disables it. */
  REFRESH_PER_RUN: z.coerce.number().int().min(0).max(1000).default(50),
  /** Requests per network (an IPv4 address, or the /64 of an IPv6 one), across all processes. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(3000),
  /** The same for unauthenticated writes. */
  PUBLIC_WRITES_PER_MINUTE: z.coerce.number().int().min(1).default(120),
  /** Calls per person, and per brand of all its people and keys, across all processes. */
  CALLS_PER_USER_PER_MINUTE: z.coerce.number().int().min(1).default(3000),
  CALLS_PER_BRAND_PER_MINUTE: z.coerce.number().int().min(1).default(20_000),
  /** Calls per API key and minute, across all processes. */
  API_KEY_CALLS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  /** Allows webhooks to private addresses and without https, for development and tests. */
  WEBHOOKS_ANYWHERE: z.stringbool().default(false),
  /** Disables an endpoint without a successful delivery for this long. */
  WEBHOOK_DISABLE_AFTER_HOURS: z.coerce.number().min(1).default(72),
  /** How long a data export can be downloaded. */
  EXPORT_KEPT_DAYS: z.coerce.number().int().min(1).default(7),
  /** How long a closed account's data is kept, during which it can be reopened. */
  CLOSED_KEPT_DAYS: z.coerce.number().int().min(1).default(30),
  /** How long audit log entries are kept. */
  AUDIT_LOG_DAYS: z.coerce.number().int().min(1).default(730),
});

/** The configuration of an API process. */
export type Config = z.infer<typeof Environment>;

/** Parses the environment, listing everything missing or invalid. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const result = Environment.safeParse(environment);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The environment is incomplete:\n${lines.join('\n')}`);
}
