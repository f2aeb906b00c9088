import { compile } from '@fastify/proxy-addr';
import { HostNames } from '@troupe/server/host-names';
import type { MetricsSettings } from '@troupe/server/metrics';
import { z } from 'zod';

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((value) => URL.parse(value)?.pathname === '/', 'must be an origin without a path')
  .transform((value) => URL.parse(value)?.origin ?? value);

/** Whether to trust a proxy's forwarded address. */
export type TrustProxy = (address: string, hop: number) => boolean;

const nearest: TrustProxy = (_address, hop) => hop === 0;
const nobody: TrustProxy = () => false;

/**
 * Parses `TRUST_PROXY` like the API: `0`, `1`, or a comma-separated list of addresses, networks and
 * names such as `loopback`.
 */
function readTrust(value: string, context: z.RefinementCtx): TrustProxy {
  if (value === '1') return nearest;
  if (value === '0') return nobody;
  try {
    return compile(value.split(',').map((one) => one.trim()));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be 0, 1, loopback, or addresses and networks' });
    return z.NEVER;
  }
}

export const defaultLimits: Limits = {
  account: { free: 5, delay: 30, cap: 900, window: 24 * 3600 },
  anywhere: { free: 40, delay: 30, cap: 900, window: 24 * 3600 },
  second: { free: 5, delay: 30, cap: 900, window: 24 * 3600 },
  address: { free: 30, delay: 30, cap: 3600, window: 3600 },
  signUp: { free: 60, delay: 60, cap: 3600, window: 3600 },
  mail: { free: 5, delay: 300, cap: 3600, window: 3600 },
  postsPerMinute: 600,
  maxRequests: 100,
  eventLoopDelayMs: 500,
  bodyMs: 30_000,
};

const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(4001),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_PORT: z
    .union([z.literal('').transform(() => undefined), z.coerce.number().int().min(0).max(65535)])
    .optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: z.string().default(''),
  DATABASE_URL: z.string().min(1),
  ISSUER: origin,
  WEB_ORIGIN: origin,
  PORTAL_ORIGIN: origin,
  ALLOWED_HOSTS: HostNames.default([]),
  API_AUDIENCE: z.string().min(1).default('urn:troupe:api'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().min(3),
  TERMS_URL: z.url().optional(),
  PRIVACY_URL: z.url().optional(),
  HELP_URL: z.url().optional(),
  TRUST_PROXY: z.string().transform(readTrust).optional(),
  SECRET_KEY: z.string().min(16),
  MAX_REQUESTS: z.coerce.number().int().min(1).max(100_000).default(defaultLimits.maxRequests),
  EVENT_LOOP_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(defaultLimits.eventLoopDelayMs),
  REQUEST_BODY_TIMEOUT_MS: z.coerce.number().int().min(100).max(900_000).default(defaultLimits.bodyMs),
});

/** Configuration of the login host, validated at startup. */
export interface Config {
  host: string;
  port: number;
  logLevel: string;
  /** Where metrics are served; without a port nowhere. */
  metrics: MetricsSettings;
  databaseUrl: string;
  /** Public origin of this host; exactly the `iss` of every token. */
  issuer: string;
  webOrigin: string;
  portalOrigin: string;
  /** Host names accepted besides the issuer's; `*` for any. */
  allowedHosts: string[];
  /** Audience and only allowed resource of access tokens. */
  audience: string;
  smtpUrl: string;
  mailFrom: string;
  links: { terms: string; privacy: string; help: string };
  /**
   * Whether to trust a proxy's `X-Forwarded-For`, by address and distance (0 is the nearest). By
   * default, only the nearest one if the issuer is https.
   */
  trustProxy: TrustProxy;
  /** Encrypts authenticator secrets; changing it requires everyone to set up their app again. */
  secretKey: string;
  limits: Limits;
}

/**
 * A throttling rule: after `free` attempts each further one waits, doubling from `delay` to `cap`
 * seconds.
 */
export interface ThrottleRule {
  free: number;
  delay: number;
  cap: number;
  /** Seconds without attempts after which the counter resets. */
  window: number;
}

/** All limits of the host; tests reduce them. */
export interface Limits {
  /** Failed logins per email and browser or network. */
  account: ThrottleRule;
  /** Failed logins per email from all networks it has never signed in from. */
  anywhere: ThrottleRule;
  /** Wrong codes and passkeys per account, after its password. */
  second: ThrottleRule;
  /** Failed logins per network; at most 3 per person count. */
  address: ThrottleRule;
  /** Sign-ups and password emails requested per address. */
  signUp: ThrottleRule;
  /** Emails per recipient. */
  mail: ThrottleRule;
  /** POST requests per network and minute, across all processes. */
  postsPerMinute: number;
  /** Concurrent requests; further ones get 503. */
  maxRequests: number;
  /** Average event loop delay in milliseconds above which requests get 503; 0 disables it. */
  eventLoopDelayMs: number;
  /** Time limit for a request body in milliseconds. */
  bodyMs: number;
}

/** Lifetimes in seconds. */
export const lifetimes = {
  accessToken: 30 * 60,
  idToken: 60 * 60,
  code: 60,
  session: 14 * 24 * 3600,
  refreshToken: 14 * 24 * 3600,
  grant: 28 * 24 * 3600,
  interaction: 3600,
  verifyLink: 24 * 3600,
  resetLink: 3600,
  emailLink: 24 * 3600,
  /** Between the password and the second step. */
  halfLogin: 15 * 60,
  passkeyQuestion: 3600,
  /** How long a sign-in counts as recent, which sensitive pages require. */
  recent: 10 * 60,
  /** How long a form opened in time can be submitted. */
  recentForm: 30 * 60,
  /** How long unfinished sign-ups are kept. */
  signUp: 7 * 24 * 3600,
};

/**
 * Reads the configuration.
 * @param env usually `process.env`
 * @throws Error with one line per invalid or missing variable
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The login host cannot start:\n${lines.join('\n')}`);
  }
  const e = parsed.data;
  return {
    host: e.HOST,
    port: e.PORT,
    logLevel: e.LOG_LEVEL,
    metrics: { host: e.METRICS_HOST, port: e.METRICS_PORT, token: e.METRICS_TOKEN },
    databaseUrl: e.DATABASE_URL,
    issuer: e.ISSUER,
    webOrigin: e.WEB_ORIGIN,
    portalOrigin: e.PORTAL_ORIGIN,
    allowedHosts: e.ALLOWED_HOSTS,
    audience: e.API_AUDIENCE,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    links: {
      terms: e.TERMS_URL ?? `${e.WEB_ORIGIN}/terms`,
      privacy: e.PRIVACY_URL ?? '/privacy',
      help: e.HELP_URL ?? `${e.WEB_ORIGIN}/faq`,
    },
    trustProxy: e.TRUST_PROXY ?? (e.ISSUER.startsWith('https:') ? nearest : nobody),
    secretKey: e.SECRET_KEY,
    limits: {
      ...defaultLimits,
      maxRequests: e.MAX_REQUESTS,
      eventLoopDelayMs: e.EVENT_LOOP_DELAY_MS,
      bodyMs: e.REQUEST_BODY_TIMEOUT_MS,
    },
  };
}
