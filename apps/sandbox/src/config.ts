import { resolve } from 'node:path';

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
    logLevel: env.LOG_LEVEL || 'info',
  };
}
