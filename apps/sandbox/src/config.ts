import { resolve } from 'node:path';

function portFrom(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  const port = Number(text || fallback);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error(`${name} must be a port number between 0 and 65535, not "${text}".`);
  }
  return port;
}

/** Comma-separated seconds. */
function secondsFrom(env: NodeJS.ProcessEnv, name: string, fallback: number[]): number[] {
  const text = env[name];
  if (!text) return fallback;
  const list = text.split(',').map(Number);
  if (list.some((seconds) => !(seconds >= 0)))
    throw new Error(`${name} must be seconds between commas, such as "2,6,30", not "${text}".`);
  return list;
}

/** Configuration of the billing provider. */
export type BillingConfig = ReturnType<typeof billingFrom>;

const billingFrom = (env: NodeJS.ProcessEnv) => ({
  /** API key and display name of the site. */
  key: env.CHARGEBEE_KEY || 'sandbox_chargebee_key',
  site: env.CHARGEBEE_SITE || 'troupe-test',
  /** Where and how webhooks are sent. */
  webhooks: {
    /** Empty sends none. */
    url: env.CHARGEBEE_WEBHOOK_URL ?? 'http://localhost:4000/webhooks/chargebee',
    user: env.CHARGEBEE_WEBHOOK_USER ?? 'chargebee',
    password: env.CHARGEBEE_WEBHOOK_PASSWORD ?? 'sandbox_webhook_password',
    // A minute at the provider is a second here.
    retrySeconds: secondsFrom(env, 'CHARGEBEE_RETRY_SECONDS', [2, 6, 30, 60, 300, 1440, 2880]),
    /** While true nothing is sent; webhooks are sent once resumed. */
    stopped: false,
  },
});

/** Configuration of the store platform. */
export type ShopifyConfig = ReturnType<typeof shopifyFrom>;

const shopifyFrom = (env: NodeJS.ProcessEnv) => ({
  /** The app's client id. */
  key: env.SHOPIFY_API_KEY || 'sandbox-shopify-key',
  secret: env.SHOPIFY_API_SECRET || 'sandbox-shopify-secret',
  /** Settings that can change at runtime and survive a restart. */
  settings: {
    /** URL for compliance webhooks; empty for none. */
    webhookUrl: env.SHOPIFY_WEBHOOK_URL ?? 'http://localhost:4000/webhooks/shopify',
    /** Origin of the app: where installations start, and the only allowed redirect. */
    webOrigin: env.WEB_ORIGIN || 'http://localhost:3000',
    // Eight retries in four hours there; a minute is a second here.
    retrySeconds: secondsFrom(env, 'SHOPIFY_RETRY_SECONDS', [1, 3, 8, 16, 30, 45, 60, 77]),
    /** While true no webhook is sent; pending ones are sent afterwards. */
    stopped: false,
    /** Delay from an uninstall to `shop/redact`. */
    redactSeconds: 2880,
    /** How long the customer journey of an order from the storefront takes: 15 minutes there. */
    journeySeconds: 15,
  },
});

/** Configuration of the payout provider. */
export type StripeConfig = ReturnType<typeof stripeFrom>;

const stripeFrom = (env: NodeJS.ProcessEnv) => ({
  key: env.STRIPE_KEY || 'sandbox_stripe_key',
  webhookSecret: env.STRIPE_WEBHOOK_SECRET || 'sandbox_stripe_webhook_secret',
  /** The platform's own country. */
  country: env.STRIPE_COUNTRY || 'US',
  settings: {
    webhookUrl: env.STRIPE_WEBHOOK_URL ?? 'http://localhost:4000/webhooks/stripe',
    // Stripe retries for up to three days; a minute is a second here.
    retrySeconds: secondsFrom(env, 'STRIPE_RETRY_SECONDS', [1, 5, 30, 60, 300, 1440]),
    /** While true no webhook is sent; pending ones are sent afterwards. */
    stopped: false,
  },
});

/** Settings of the sandbox, all from the environment. */
export type SandboxConfig = ReturnType<typeof readConfig>;

/**
 * Reads the configuration; throws an error naming an invalid value. Port 0 means any free port
 * (tests).
 */
export const readConfig = (env: NodeJS.ProcessEnv) => ({
  /** Address all servers listen on. */
  host: env.HOST || '127.0.0.1',
  port: portFrom(env, 'PORT', 4002),
  smtpPort: portFrom(env, 'SMTP_PORT', 4025),
  /** Port of the IMAP server. */
  imapPort: portFrom(env, 'IMAP_PORT', 4043),
  /** Port of the DNS server, UDP and TCP. */
  dnsPort: portFrom(env, 'DNS_PORT', 4053),
  /** Folder for persistent state, created if missing. */
  dataDir: resolve(env.DATA_DIR || '.data/sandbox'),
  /** Where the mailbox sends replies: the API's server for replies and bounces. */
  inboundSmtpUrl: env.INBOUND_SMTP_URL || 'smtp://127.0.0.1:4026',
  bluesky: { postsPerMinute: Number(env.BLUESKY_POSTS_PER_MINUTE) || 0 },
  billing: billingFrom(env),
  shopify: shopifyFrom(env),
  stripe: stripeFrom(env),
  /** Key the API signs support identities with. */
  intercomSecret: env.INTERCOM_SECRET || 'sandbox-intercom-messenger-secret',
  logLevel: env.LOG_LEVEL || 'info',
});
