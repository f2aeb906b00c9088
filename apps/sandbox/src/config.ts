import { resolve } from 'node:path';
import type { BillingConfig } from './billing/billing.ts';
import type { ShopifyConfig } from './shopify/shopify-store.ts';

/** What the sandbox needs to know to start, all of it from the environment. */
export interface SandboxConfig {
  /** Address all servers listen on. */
  host: string;
  /** Port of the pages, drawings and JSON calls. */
  port: number;
  /** Port of the mail server. */
  smtpPort: number;
  /** Port of the name server, UDP and TCP. */
  dnsPort: number;
  /** Folder for what must survive a restart. Made when it is missing. */
  dataDir: string;
  /** Where the mailbox answers to: the mail server of the API that takes replies and bounces. */
  inboundSmtpUrl: string;
  /** The site of the billing vendor, and where its webhooks go. */
  billing: BillingConfig;
  /** The app of the store platform, and where its stores send people and webhooks. */
  shopify: ShopifyConfig;
  /** What the API signs with, for the support messenger, who somebody is. */
  intercomSecret: string;
  logLevel: string;
}

function portFrom(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error(`${name} must be a port number between 0 and 65535, not "${text}".`);
  }
  return port;
}

/** Seconds between commas. */
function secondsFrom(env: NodeJS.ProcessEnv, name: string, fallback: number[]): number[] {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const list = text.split(',').map(Number);
  if (list.some((seconds) => !(seconds >= 0)))
    throw new Error(`${name} must be seconds between commas, such as "2,6,30", not "${text}".`);
  return list;
}

function billingFrom(env: NodeJS.ProcessEnv): BillingConfig {
  return {
    key: env.CHARGEBEE_KEY || 'sandbox_chargebee_key',
    site: env.CHARGEBEE_SITE || 'troupe-test',
    webhooks: {
      url: env.CHARGEBEE_WEBHOOK_URL ?? 'http://localhost:4000/webhooks/chargebee',
      user: env.CHARGEBEE_WEBHOOK_USER ?? 'chargebee',
      password: env.CHARGEBEE_WEBHOOK_PASSWORD ?? 'sandbox_webhook_password',
      // What takes the vendor a minute takes a second here.
      retrySeconds: secondsFrom(env, 'CHARGEBEE_RETRY_SECONDS', [2, 6, 30, 60, 300, 1440, 2880]),
      stopped: false,
    },
  };
}

function shopifyFrom(env: NodeJS.ProcessEnv): ShopifyConfig {
  return {
    key: env.SHOPIFY_API_KEY || 'sandbox-shopify-key',
    secret: env.SHOPIFY_API_SECRET || 'sandbox-shopify-secret',
    settings: {
      webhookUrl: env.SHOPIFY_WEBHOOK_URL ?? 'http://localhost:4000/webhooks/shopify',
      webOrigin: env.WEB_ORIGIN || 'http://localhost:3000',
      // Eight retries in four hours there; what takes the platform a minute takes a second here.
      retrySeconds: secondsFrom(env, 'SHOPIFY_RETRY_SECONDS', [1, 3, 8, 16, 30, 45, 60, 77]),
      stopped: false,
      redactSeconds: 2880,
    },
  };
}

/**
 * Reads the configuration; a value that cannot be used is an error that names it.
 * Port 0 means any free port (tests).
 */
export function readConfig(env: NodeJS.ProcessEnv): SandboxConfig {
  return {
    host: env.HOST || '127.0.0.1',
    port: portFrom(env, 'PORT', 4002),
    smtpPort: portFrom(env, 'SMTP_PORT', 4025),
    dnsPort: portFrom(env, 'DNS_PORT', 4053),
    dataDir: resolve(env.DATA_DIR || '.data/sandbox'),
    inboundSmtpUrl: env.INBOUND_SMTP_URL || 'smtp://127.0.0.1:4026',
    billing: billingFrom(env),
    shopify: shopifyFrom(env),
    intercomSecret: env.INTERCOM_SECRET || 'sandbox-intercom-messenger-secret',
    logLevel: env.LOG_LEVEL || 'info',
  };
}
