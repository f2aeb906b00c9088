import { portsOf } from '@troupe/scripts/processes/ports';

const base = Number(process.env.E2E_PORT_BASE ?? 3000);
const local = (offset: number) => `http://localhost:${base + offset}`;

/**
 * URLs of the system under test. `E2E_PORT_BASE` moves all of them; the other variables override single
 * hosts.
 */
export const hosts = {
  web: process.env.E2E_WEB_URL ?? local(0),
  portal: process.env.E2E_PORTAL_URL ?? local(1),
  api: process.env.E2E_API_URL ?? local(1000),
  auth: process.env.E2E_AUTH_URL ?? local(1001),
  sandbox: process.env.E2E_SANDBOX_URL ?? local(1002),
};

/** The sandbox's mail servers, on 127.0.0.1. */
export const mailPorts = { imap: portsOf(base).sandboxImap, smtp: portsOf(base).sandboxMail };

/** Demo accounts. */
export const people = {
  admin: 'admin@troupe.test',
  owner: 'owner@troupe.test',
  member: 'member@troupe.test',
  multi: 'multi@troupe.test',
  nobody: 'nobody@troupe.test',
  creator: 'creator@troupe.test',
} as const;
export type Person = keyof typeof people;

/** The password of all demo accounts. */
export const PASSWORD = 'troupe-demo';
