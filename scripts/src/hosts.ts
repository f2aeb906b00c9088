import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './folders.ts';
import type { Databases } from './postgres/databases.ts';
import { type Addresses, addressesOf, type Ports, portsOf } from './processes/ports.ts';
import type { Host, Program } from './processes/process-group.ts';

/** Settings of the C library, which otherwise keeps freed memory for each thread. The image has the same. */
export const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Settings of all processes. Node caches compiled modules, so the next start is faster and takes less memory. */
export const PROCESS_SETTINGS = {
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'),
  ...MEMORY_SETTINGS,
};

/** Environment of an instance's hosts. */
export type Surroundings = {
  portBase: number;
  dataDir: string;
  databases: Databases;
  /** Settings of API and login host; the environment takes precedence. */
  settings?: Record<string, string>;
};

/** Steps that run to completion. */
export function stepsOf(given: Surroundings): { migrate: Program; apiSeed: Program; authSeed: Program } {
  return {
    migrate: { name: 'migrate', script: ['apps/api/src/migrate.ts'], env: apiEnvironment(given) },
    apiSeed: { name: 'api-seed', script: ['apps/api/src/demo/seed.ts'], env: apiEnvironment(given) },
    authSeed: { name: 'auth-seed', script: ['apps/auth/src/demo/seed.ts'], env: authEnvironment(given) },
  };
}

/** @param script its source or its bundle */
export function apiHost(given: Surroundings, script = 'apps/api/src/server.ts'): Host {
  return host('api', portsOf(given.portBase).api, [script], apiEnvironment(given));
}

export function authHost(given: Surroundings): Host {
  return host('auth', portsOf(given.portBase).auth, ['apps/auth/src/server.ts'], authEnvironment(given));
}

/** Needs no database. */
export function sandboxHost(given: Omit<Surroundings, 'databases'>): Host {
  const ports = portsOf(given.portBase);
  return host('sandbox', ports.sandbox, ['apps/sandbox/src/server.ts'], {
    ...common(ports.sandbox),
    SMTP_PORT: String(ports.sandboxMail),
    IMAP_PORT: String(ports.sandboxImap),
    DNS_PORT: String(ports.sandboxDns),
    // Where the sandbox mailbox sends replies and bounces.
    INBOUND_SMTP_URL: `smtp://127.0.0.1:${ports.inboundMail}`,
    // Accounts write posts automatically, so that mentions arrive.
    BLUESKY_POSTS_PER_MINUTE: process.env.BLUESKY_POSTS_PER_MINUTE ?? '20',
    CHARGEBEE_WEBHOOK_URL: `${addressesOf(given.portBase).apiUrl}/webhooks/chargebee`,
    WEB_ORIGIN: addressesOf(given.portBase).webUrl,
    STRIPE_WEBHOOK_URL: `${addressesOf(given.portBase).apiUrl}/webhooks/stripe`,
    SHOPIFY_WEBHOOK_URL: `${addressesOf(given.portBase).apiUrl}/webhooks/shopify`,
    DATA_DIR: path.join(given.dataDir, 'sandbox'),
  });
}

/**
 * Static server of a built app.
 * @param folder its built files
 */
export function webHost(app: 'web' | 'portal', folder: string, portBase: number): Host {
  const port = portsOf(portBase)[app];
  return host(app, port, ['scripts/src/serve-web.ts'], {
    ...common(port),
    ...webEnvironment(portBase),
    APP: app,
    APP_DIR: folder,
  });
}

/** Settings read by readWebConfig (web-config.ts). */
export function webEnvironment(portBase: number): Record<string, string> {
  const addresses = addressesOf(portBase);
  return {
    API_URL: addresses.apiUrl,
    ISSUER: process.env.OIDC_ISSUER || addresses.authUrl,
    WEB_ORIGIN: addresses.webUrl,
    PORTAL_ORIGIN: addresses.portalUrl,
    SANDBOX_URL: addresses.sandboxUrl,
    // If empty, people are sent to the provider's own page.
    CHARGEBEE_JS_URL:
      process.env.CHARGEBEE_JS_URL ??
      (process.env.CHARGEBEE_SITE
        ? 'https://js.chargebee.com/v2/chargebee.js'
        : `${addresses.sandboxUrl}/billing/chargebee.js`),
    CHARGEBEE_SITE: process.env.CHARGEBEE_SITE || 'troupe-test',
    CHARGEBEE_PAGES_ORIGIN:
      process.env.CHARGEBEE_PAGES_ORIGIN ?? (process.env.CHARGEBEE_SITE ? '' : addresses.sandboxUrl),
    ...(process.env.WIDGETS === 'sandbox' ? sandboxWidgets(addresses.sandboxUrl) : {}),
  };
}

/** Third-party widgets served by the sandbox; Headway instead of Beamer if configured. */
export function sandboxWidgets(sandboxUrl: string): Record<string, string> {
  const at = `${sandboxUrl}/widgets`;
  return {
    INTERCOM_APP_ID: 'sandbox1',
    INTERCOM_API_BASE: sandboxUrl,
    INTERCOM_SCRIPT_URL: `${at}/intercom/widget/sandbox1`,
    ...(process.env.HEADWAY_ACCOUNT
      ? { HEADWAY_SCRIPT_URL: `${at}/headway/widget.js` }
      : { BEAMER_PRODUCT_ID: 'sandbox1', BEAMER_SCRIPT_URL: `${at}/beamer/js/beamer-embed.js` }),
    GTM_CONTAINER_ID: 'GTM-SANDBOX',
    GTM_SCRIPT_URL: `${at}/gtm.js`,
  };
}

function apiEnvironment({ portBase, dataDir, databases, settings }: Surroundings): NodeJS.ProcessEnv {
  const addresses = addressesOf(portBase);
  const ports = portsOf(portBase);
  return {
    ...outsideWorld(addresses.sandboxUrl),
    DNS_SERVERS: `127.0.0.1:${ports.sandboxDns}`,
    SMTP_URL: addresses.smtpUrl,
    SALES_EMAIL: 'sales@troupe.test',
    INBOUND_SMTP_PORT: String(ports.inboundMail),
    ...mailboxesOf(addresses, ports),
    ...settings,
    ...common(ports.api),
    SECRET_KEY: process.env.SECRET_KEY || appSecret(dataDir),
    DATABASE_URL: databases.api,
    OIDC_ISSUER: process.env.OIDC_ISSUER || addresses.authUrl,
    API_ORIGIN: addresses.apiUrl,
    WEB_ORIGIN: addresses.webUrl,
    PORTAL_ORIGIN: addresses.portalUrl,
    SANDBOX_ORIGIN: addresses.sandboxUrl,
    FILES_DIR: path.join(dataDir, 'files'),
  };
}

/** Mailboxes of the sandbox, unless the person has an OAuth app of a vendor. */
function mailboxesOf(addresses: Addresses, { sandboxImap }: Ports): Record<string, string> {
  const servers = (vendor: string) => ({
    [`${vendor}_MAIL_CLIENT_ID`]: 'sandbox-mail-client',
    [`${vendor}_MAIL_CLIENT_SECRET`]: 'sandbox-mail-secret',
    [`${vendor}_MAIL_IMAP_URL`]: `imap://127.0.0.1:${sandboxImap}`,
    [`${vendor}_MAIL_SMTP_URL`]: addresses.smtpUrl,
  });
  const { sandboxUrl } = addresses;
  const microsoft = `${sandboxUrl}/microsoft-mail/common/oauth2/v2.0`;
  return {
    ...(process.env.GOOGLE_MAIL_CLIENT_ID
      ? {}
      : {
          ...servers('GOOGLE'),
          GOOGLE_MAIL_AUTHORIZE_URL: `${sandboxUrl}/google-mail/o/oauth2/v2/auth`,
          GOOGLE_MAIL_TOKEN_URL: `${sandboxUrl}/google-mail/token`,
          GOOGLE_MAIL_API_URL: `${sandboxUrl}/gmail-api`,
        }),
    ...(process.env.MICROSOFT_MAIL_CLIENT_ID
      ? {}
      : {
          ...servers('MICROSOFT'),
          // Gmail is connected over IMAP here, Microsoft 365 by its API.
          MICROSOFT_MAIL_ACCESS: process.env.MICROSOFT_MAIL_ACCESS || 'api',
          MICROSOFT_MAIL_AUTHORIZE_URL: `${microsoft}/authorize`,
          MICROSOFT_MAIL_TOKEN_URL: `${microsoft}/token`,
          MICROSOFT_MAIL_API_URL: `${sandboxUrl}/graph-api/v1.0`,
        }),
  };
}

/** External services served by the sandbox; the person's environment takes precedence. */
function outsideWorld(sandboxUrl: string): Record<string, string> {
  const alone = ['', 'localhost', '127.0.0.1', '::1'].includes(process.env.HOST ?? '');
  return {
    AUDIENCE_URL: `${sandboxUrl}/socapi/v2.0/api/`,
    AUDIENCE_KEY: 'sandbox-audience-key',
    YOUTUBE_URL: `${sandboxUrl}/youtube/v3/`,
    YOUTUBE_KEY: 'sandbox-youtube-key',
    INSTAGRAM_URL: `${sandboxUrl}/instagram/v25.0/`,
    INSTAGRAM_ACCOUNT: '17841400000000000',
    INSTAGRAM_TOKEN: 'sandbox-instagram-token',
    INSTAGRAM_APP_ID: 'sandbox-instagram-app',
    INSTAGRAM_APP_SECRET: 'sandbox-instagram-secret',
    INSTAGRAM_AUTHORIZE_URL: `${sandboxUrl}/instagram/v25.0/dialog/oauth`,
    // With one's own billing site, use the real provider and never the sandbox's well-known webhook
    // password.
    ...(process.env.CHARGEBEE_SITE
      ? {}
      : {
          CHARGEBEE_URL: `${sandboxUrl}/billing/api/v2`,
          CHARGEBEE_SITE: 'troupe-test',
          CHARGEBEE_KEY: 'sandbox_chargebee_key',
          CHARGEBEE_WEBHOOK_PASSWORD: 'sandbox_webhook_password',
        }),
    // The same for one's own Shopify app.
    ...(process.env.SHOPIFY_API_KEY
      ? {}
      : {
          SHOPIFY_API_KEY: 'sandbox-shopify-key',
          SHOPIFY_API_SECRET: 'sandbox-shopify-secret',
          SHOPIFY_OLD_API_SECRET: 'sandbox-shopify-old-secret',
          SHOPIFY_SHOP_ORIGIN: `${sandboxUrl}/shopify/{shop}`,
          SHOPIFY_SCOPES:
            'read_orders,read_products,write_discounts,write_draft_orders,read_shopify_payments_disputes',
        }),
    // The same for one's own Stripe account.
    ...(process.env.STRIPE_KEY
      ? {}
      : {
          STRIPE_URL: `${sandboxUrl}/stripe/v1`,
          STRIPE_KEY: 'sandbox_stripe_key',
          STRIPE_WEBHOOK_SECRETS: 'sandbox_stripe_webhook_secret',
          STRIPE_BRANDS: '*',
        }),
    LISTENING_SOURCES: 'content,hacker-news,gdelt',
    MASTODON_SERVERS: 'mastodon.sandbox.test',
    MASTODON_ORIGIN: `${sandboxUrl}/mastodon/{host}`,
    HACKER_NEWS_URL: `${sandboxUrl}/hacker-news/api/v1/`,
    HACKER_NEWS_ITEMS_URL: `${sandboxUrl}/hacker-news/v0/`,
    GDELT_URL: `${sandboxUrl}/gdelt/api/v2/doc/doc`,
    ECB_URL: `${sandboxUrl}/eurofxref/`,
    REDDIT_URL: `${sandboxUrl}/reddit/oauth/`,
    REDDIT_TOKEN_URL: `${sandboxUrl}/reddit/api/v1/access_token`,
    X_URL: `${sandboxUrl}/x/`,
    BLUESKY_STREAMS: `${sandboxUrl.replace(/^http/, 'ws')}/bluesky/jetstream`,
    BLUESKY_URL: `${sandboxUrl}/bluesky`,
    BLUESKY_ACCOUNT_URL: `${sandboxUrl}/bluesky`,
    BLUESKY_HANDLE: 'troupe.bsky.test',
    BLUESKY_APP_PASSWORD: 'sandbox-app-password',
    TIKTOK_URL: `${sandboxUrl}/tiktok/v2/`,
    TIKTOK_CLIENT_KEY: 'sandbox-tiktok-key',
    TIKTOK_CLIENT_SECRET: 'sandbox-tiktok-secret',
    TIKTOK_AUTHORIZE_URL: `${sandboxUrl}/tiktok/v2/auth/authorize/`,
    // Signs support identities; nothing is loaded unless WIDGETS or INTERCOM_APP_ID is set.
    INTERCOM_SECRET: 'sandbox-intercom-messenger-secret',
    // Webhook endpoints and pictures may be on this machine if it isn't reachable from outside.
    WEBHOOKS_ANYWHERE: String(alone),
    MAILBOXES_ANYWHERE: String(alone),
    PICTURES_FROM_LOOPBACK: String(alone),
  };
}

function authEnvironment({ portBase, dataDir, databases, settings }: Surroundings): NodeJS.ProcessEnv {
  const addresses = addressesOf(portBase);
  const own = common(portsOf(portBase).auth);
  const metricsPort = own.METRICS_PORT || settings?.METRICS_PORT;
  return {
    ...settings,
    ...own,
    // The API of this instance has the port itself.
    ...(metricsPort && { METRICS_PORT: String(Number(metricsPort) + 1) }),
    SECRET_KEY: process.env.SECRET_KEY || appSecret(dataDir),
    DATABASE_URL: databases.auth,
    ISSUER: addresses.authUrl,
    WEB_ORIGIN: addresses.webUrl,
    PORTAL_ORIGIN: addresses.portalUrl,
    API_AUDIENCE: 'urn:troupe:api',
    SMTP_URL: process.env.SMTP_URL || addresses.smtpUrl,
    MAIL_FROM: process.env.MAIL_FROM || 'Troupe <troupe@troupe.test>',
  };
}

/** Passes the person's environment to all hosts, but each gets only its own database. */
function common(port: number): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, AUTH_DATABASE_URL: __, ...env } = process.env;
  return {
    NODE_ENV: 'production',
    ...PROCESS_SETTINGS,
    ...env,
    HOST: process.env.HOST || '127.0.0.1',
    PORT: String(port),
  };
}

function host(name: string, port: number, script: string[], env: NodeJS.ProcessEnv): Host {
  // A server listening on all interfaces also answers here.
  const at = env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST;
  return { name, script, env, readyUrl: `http://${at}:${port}/readyz` };
}

/** The secret that signs links and encrypts keys, created once and kept in the data folder. */
function appSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
