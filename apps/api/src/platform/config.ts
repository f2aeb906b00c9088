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

/** Whoever asks directly is a proxy; what stands before it is the visitor. */
const nearest = (_address: string, hop: number) => hop === 0;

const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  DATABASE_URL: z.string().min(1),
  DATABASE_DIRECT_URL: z.string().optional(),
  /** Connections for HTTP requests; background work has its own. */
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(12),
  BACKGROUND_POOL: z.coerce.number().int().min(2).max(200).default(8),
  /** How long a request waits for a connection before it answers 503. */
  DATABASE_WAIT_MS: z.coerce.number().int().min(10).max(60_000).default(1000),
  /** How many requests may wait for a connection; one more answers 503 at once. */
  DATABASE_QUEUE: z.coerce.number().int().min(0).max(100_000).default(200),
  /** How long one statement of a request may run, and its transaction may sit idle. */
  STATEMENT_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(30_000),
  SEARCH_POOL: z.coerce.number().int().min(1).max(100).default(6),
  SEARCH_TIMEOUT_MS: z.coerce.number().int().min(10).max(60_000).default(3000),
  /** How many requests are worked on at a time; one more answers 503 at once. */
  MAX_REQUESTS: z.coerce.number().int().min(1).max(100_000).default(100),
  /** Requests answer 503 while the event loop runs later than this on average; 0 turns the check off. */
  EVENT_LOOP_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(500),
  /** How many event streams one person, and all together, may have open in a process. */
  STREAMS_PER_USER: z.coerce.number().int().min(1).default(20),
  MAX_STREAMS: z.coerce.number().int().min(1).default(5000),
  /** How long a body may take that is no file; files must keep coming in at the rate below. */
  REQUEST_BODY_TIMEOUT_MS: z.coerce.number().int().min(100).max(900_000).default(30_000),
  UPLOAD_BYTES_PER_SECOND: z.coerce.number().int().min(0).default(1000),
  TROUPE_ROLES: list('http,jobs'),
  OIDC_ISSUER: z.url(),
  OIDC_JWKS_URI: z.url().optional(),
  OIDC_AUDIENCE: z.string().default('urn:troupe:api'),
  OIDC_CLIENT_IDS: list(),
  OIDC_GROUPS_CLAIM: list('groups,cognito:groups'),
  OIDC_TOKEN_TYP: z.string().default(''),
  /** Tokens issued longer ago than this are refused, however late they say they expire. */
  OIDC_TOKEN_MAX_AGE_S: z.coerce.number().int().min(60).default(3600),
  /** Signs links and encrypts keys at rest. Losing it makes links and keys useless. */
  SECRET_KEY: z.string().min(16),
  API_ORIGIN: z.url().default('http://localhost:4000'),
  WEB_ORIGIN: z.url().default('http://localhost:3000'),
  PORTAL_ORIGIN: z.url().default('http://localhost:3001'),
  /**
   * Whose word on the visitor's address counts: addresses and networks of proxies (comma list; `loopback` is those on
   * this machine), `1` whoever stands in front, `0` nobody.
   */
  TRUST_PROXY: z
    .string()
    .default('loopback')
    .transform((value) => (value === '1' ? nearest : value === '0' ? false : value)),
  /** What requests may call this host beside the name in `API_ORIGIN`; `*` is anything. */
  ALLOWED_HOSTS: HostNames.default([]),
  FILES_DIR: z.string().default('.troupe/files'),
  /** A bucket to keep files in instead; unfinished ones still lie in FILES_DIR. */
  S3_BUCKET: z.string().default(''),
  S3_REGION: z.string().default('us-east-1'),
  /** Of a store that speaks S3 but is not Amazon's. */
  S3_ENDPOINT: z.union([z.literal(''), z.url()]).default(''),
  /** Before every key, so that installations can share a bucket. */
  S3_PREFIX: z
    .string()
    .regex(/^$|^[\w./-]*\/$/, 'must end in /')
    .default(''),
  /** A ClamAV daemon (`tcp://host:3310`) that looks through what creators send; empty is none. */
  CLAMD_URL: z.string().default(''),
  SMTP_URL: z.url().default('smtp://127.0.0.1:4025'),
  /** Who mails of the product itself come from. */
  MAIL_FROM: z.string().default('Troupe <troupe@troupe.test>'),
  /** Who is told of requests for a demo; empty is nobody: administrators see them anyway. */
  SALES_EMAIL: z.union([z.literal(''), z.email()]).default(''),
  /** Where replies and bounces come in; 0 is any free port. */
  INBOUND_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).default(4026),
  INBOUND_SMTP_HOST: z.string().default('127.0.0.1'),
  /** Replies go to `reply+TOKEN@` this domain, whose MX leads to the port above. */
  INBOUND_DOMAIN: z.string().default('reply.troupe.test'),
  /** What brands include in their SPF record, and where their return path leads. */
  SPF_INCLUDE: z.string().default('_spf.troupe.test'),
  RETURN_PATH_HOST: z.string().default('bounce.troupe.test'),
  /** Resolvers (`host:port`, comma list); empty means those of the machine. */
  DNS_SERVERS: list(),
  AUDIENCE_URL: z.string().default(''),
  AUDIENCE_KEY: z.string().default(''),
  /** How long the provider may take to make a report. */
  AUDIENCE_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(30_000),
  /** The most tokens of the provider that are spent in a day (UTC). */
  AUDIENCE_TOKENS_A_DAY: z.coerce.number().min(0).default(1000),
  /** Purchases that no process ended by then are settled from what the provider made. */
  AUDIENCE_SETTLE_AFTER_S: z.coerce.number().int().min(1).default(180),
  /** Credits a look-up of contact details costs a brand. */
  CONTACT_CREDITS: z.coerce.number().int().min(0).default(0),
  YOUTUBE_URL: z.string().default('https://www.googleapis.com/youtube/v3/'),
  YOUTUBE_KEY: z.string().default(''),
  INSTAGRAM_URL: z.string().default('https://graph.facebook.com/v25.0/'),
  INSTAGRAM_ACCOUNT: z.string().default(''),
  INSTAGRAM_TOKEN: z.string().default(''),
  /** With these creators connect their Instagram account (Facebook Login). */
  INSTAGRAM_APP_ID: z.string().default(''),
  INSTAGRAM_APP_SECRET: z.string().default(''),
  INSTAGRAM_AUTHORIZE_URL: z.url().default('https://www.facebook.com/v25.0/dialog/oauth'),
  /** What Google grants the project each day. */
  YOUTUBE_UNITS_A_DAY: z.coerce.number().int().min(1).default(10_000),
  TIKTOK_CLIENT_KEY: z.string().default(''),
  TIKTOK_CLIENT_SECRET: z.string().default(''),
  TIKTOK_URL: z.string().default('https://open.tiktokapis.com/v2/'),
  TIKTOK_AUTHORIZE_URL: z.url().default('https://www.tiktok.com/v2/auth/authorize/'),
  /** Pictures come from the public internet over TLS alone; with this also from this machine, for the sandbox. */
  PICTURES_FROM_LOOPBACK: z.stringbool().default(false),
  /** Of a provider's quota a day, how much one of several brands may use by itself. */
  BRAND_QUOTA_SHARE: z.coerce.number().min(0.01).max(1).default(0.5),
  /** The billing provider's API (`https://SITE.chargebee.com/api/v2`); empty: that of the site. */
  CHARGEBEE_URL: z.string().default(''),
  CHARGEBEE_SITE: z.string().default(''),
  CHARGEBEE_KEY: z.string().default(''),
  CHARGEBEE_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** What the billing provider names itself with when it tells what happened; without a password nobody may. */
  CHARGEBEE_WEBHOOK_USER: z.string().default('chargebee'),
  CHARGEBEE_WEBHOOK_PASSWORD: z.string().default(''),
  /** The Messenger secret of the Intercom workspace, which signs who members are; empty is no support widget. */
  INTERCOM_SECRET: z
    .string()
    .default('')
    .refine((secret) => secret === '' || secret.length >= 32, 'must be the whole Messenger secret'),
  /** The app at the store platform; without key and secret no store can be connected. */
  SHOPIFY_API_KEY: z.string().default(''),
  SHOPIFY_API_SECRET: z.string().default(''),
  /** The secret before a change, which may sign webhooks for an hour after it. */
  SHOPIFY_OLD_API_SECRET: z.string().default(''),
  SHOPIFY_SCOPES: list('read_orders,read_products,write_discounts'),
  SHOPIFY_API_VERSION: z
    .string()
    .regex(/^\d{4}-\d{2}$/, 'must be a version such as 2026-07')
    .default('2026-07'),
  /** Where the admin of a store is, with `{shop}` for its domain. */
  SHOPIFY_SHOP_ORIGIN: z
    .string()
    .refine((origin) => origin.includes('{shop}'), 'must hold {shop}')
    .default('https://{shop}'),
  SHOPIFY_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** Members of a brand are blocked when a payment has been due for so many days. */
  BILLING_GRACE_DAYS: z.coerce.number().int().min(0).max(365).default(0),
  /** Creators that are read from their platforms in one run of the schedule, every ten minutes; 0 is none. */
  REFRESH_PER_RUN: z.coerce.number().int().min(0).max(1000).default(50),
  /** What all processes together take of one network (an IPv4 address, or the /64 of an IPv6 one). */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(3000),
  /** The same for calls without a login that send something. */
  PUBLIC_WRITES_PER_MINUTE: z.coerce.number().int().min(1).default(120),
  /** What all processes together take of one API key in a minute. */
  API_KEY_CALLS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  /** Webhooks may also go to private addresses and without https: for a laptop and for tests. */
  WEBHOOKS_ANYWHERE: z.stringbool().default(false),
  /** An endpoint to which nothing got through for so long is turned off. */
  WEBHOOK_DISABLE_AFTER_HOURS: z.coerce.number().min(1).default(72),
  /** How long an archive of a brand's data can be downloaded. */
  EXPORT_KEPT_DAYS: z.coerce.number().int().min(1).default(7),
  /** How long the data of a closed account is kept, in which closing it can be undone. */
  CLOSED_KEPT_DAYS: z.coerce.number().int().min(1).default(30),
  /** How long lines of the audit log are kept. */
  AUDIT_LOG_DAYS: z.coerce.number().int().min(1).default(730),
});

/** What a process of the API is told by its environment. */
export type Config = z.infer<typeof Environment>;

/** Reads the environment once, naming everything that is missing or wrong. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const result = Environment.safeParse(environment);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The environment is not complete:\n${lines.join('\n')}`);
}
