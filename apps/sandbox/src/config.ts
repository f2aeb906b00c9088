import { resolve } from 'node:path';

function portFrom(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  const port = Number(text || fallback);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error(`${name} must be a port number between 0 and 65535, not "${text}".`);
  }
  return port;
}

/** Seconds between commas. */
function secondsFrom(env: NodeJS.ProcessEnv, name: string, fallback: number[]): number[] {
  const text = env[name];
  if (!text) return fallback;
  const list = text.split(',').map(Number);
  if (list.some((seconds) => !(seconds >= 0)))
    throw new Error(`${name} must be seconds between commas, such as "2,6,30", not "${text}".`);
  return list;
}

/** Configuration of the billing vendor. */
export type BillingConfig = ReturnType<typeof billingFrom>;

const billingFrom = (env: NodeJS.ProcessEnv) => ({
  /** The API key of the site, and its name as its pages show it. */
  key: env.CHARGEBEE_KEY || 'sandbox_chargebee_key',
  site: env.CHARGEBEE_SITE || 'troupe-test',
  /** Where webhooks go, and how they are sent. */
  webhooks: {
    /** Empty: nowhere. */
    url: env.CHARGEBEE_WEBHOOK_URL ?? 'http://localhost:4000/webhooks/chargebee',
    user: env.CHARGEBEE_WEBHOOK_USER ?? 'chargebee',
    password: env.CHARGEBEE_WEBHOOK_PASSWORD ?? 'sandbox_webhook_password',
    // What takes the vendor a minute takes a second here.
    retrySeconds: secondsFrom(env, 'CHARGEBEE_RETRY_SECONDS', [2, 6, 30, 60, 300, 1440, 2880]),
    /** While true nothing is sent; webhooks are sent once sending resumes. */
    stopped: false,
  },
});

/** Configuration of the store platform. */
export type ShopifyConfig = ReturnType<typeof shopifyFrom>;

const shopifyFrom = (env: NodeJS.ProcessEnv) => ({
  /** The app's client id. */
  key: env.SHOPIFY_API_KEY || 'sandbox-shopify-key',
  secret: env.SHOPIFY_API_SECRET || 'sandbox-shopify-secret',
  /** What may be changed while the sandbox runs; a restart keeps it. */
  settings: {
    /** Where the app's configuration sends the compliance calls; empty: nowhere. */
    webhookUrl: env.SHOPIFY_WEBHOOK_URL ?? 'http://localhost:4000/webhooks/shopify',
    /** Origin of the app: where installs begin, and the only one people are sent back to. */
    webOrigin: env.WEB_ORIGIN || 'http://localhost:3000',
    // Eight retries in four hours there; what takes the platform a minute takes a second here.
    retrySeconds: secondsFrom(env, 'SHOPIFY_RETRY_SECONDS', [1, 3, 8, 16, 30, 45, 60, 77]),
    /** While true no webhook is sent; what happens meanwhile goes out afterwards. */
    stopped: false,
    /** From an uninstall until `shop/redact`. */
    redactSeconds: 2880,
  },
});

/** What the sandbox needs to know to start, all of it from the environment. */
export type SandboxConfig = ReturnType<typeof readConfig>;

/**
 * Reads the configuration; a value that cannot be used is an error that names it.
 * Port 0 means any free port (tests).
 */
export const readConfig = (env: NodeJS.ProcessEnv) => ({
  /** Address all servers listen on. */
  host: env.HOST || '127.0.0.1',
  port: portFrom(env, 'PORT', 4002),
  smtpPort: portFrom(env, 'SMTP_PORT', 4025),
  /** Of the name server, UDP and TCP. */
  dnsPort: portFrom(env, 'DNS_PORT', 4053),
  /** Folder for what must survive a restart. Made when it is missing. */
  dataDir: resolve(env.DATA_DIR || '.data/sandbox'),
  /** Where the mailbox answers to: the mail server of the API that takes replies and bounces. */
  inboundSmtpUrl: env.INBOUND_SMTP_URL || 'smtp://127.0.0.1:4026',
  billing: billingFrom(env),
  shopify: shopifyFrom(env),
  /** What the API signs with, for the support messenger, who somebody is. */
  intercomSecret: env.INTERCOM_SECRET || 'sandbox-intercom-messenger-secret',
  logLevel: env.LOG_LEVEL || 'info',
});
