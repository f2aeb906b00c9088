import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { MailboxProblem, MailboxVendor, MailServer } from '@troupe/domain/outreach/mailbox';
import { isPublicAddress } from './public-address.ts';

/** A mailbox that can't be used now. `isTemporary`: trying again later may help. */
export class MailboxFailure extends Error {
  readonly problem: MailboxProblem;
  readonly isTemporary: boolean;
  /** How long to wait before trying again, if the server names a time. */
  readonly retryMs: number | undefined;
  /** Whether the server rejects this request as invalid; others may work. */
  readonly isInvalid: boolean;
  /** Whether the server failed at this request; others may work. */
  readonly isInternal: boolean;

  constructor(
    problem: MailboxProblem,
    message: string,
    {
      isTemporary = false,
      retryMs,
      isInvalid = false,
      isInternal = false,
    }: {
      isTemporary?: boolean;
      retryMs?: number | undefined;
      isInvalid?: boolean;
      isInternal?: boolean;
    } = {},
  ) {
    super(message);
    this.name = 'MailboxFailure';
    this.problem = problem;
    this.isTemporary = isTemporary;
    this.retryMs = retryMs;
    this.isInvalid = isInvalid;
    this.isInternal = isInternal;
  }
}

/** How to log in to a mailbox. */
export type MailLogin = { user: string; password: string } | { user: string; accessToken: string };

/** The servers of a mailbox and its login. */
export interface MailboxAccount {
  /** The vendor whose API is used instead of the servers. */
  api: MailboxVendor | null;
  imap: MailServer;
  smtp: MailServer;
  login: MailLogin;
}

/** Where to connect to: an address that was checked, with the name for TLS. */
export interface PinnedServer {
  host: string;
  port: number;
  servername: string | undefined;
  security: MailServer['security'];
}

/**
 * Resolves a user-supplied mail server once and checks its addresses, which prevents SSRF: a second DNS response can't
 * lead elsewhere. `anywhere` allows private addresses and connections without TLS.
 * @throws MailboxFailure
 */
export async function pinServer(server: MailServer, anywhere: boolean): Promise<PinnedServer> {
  const { host, port, security } = server;
  if (security === 'none' && !anywhere)
    throw new MailboxFailure('encryption', 'The connection must be encrypted');
  const literal = isIP(host) !== 0;
  const found = literal
    ? [{ address: host }]
    : await lookup(host, { all: true }).catch(() => {
        throw new MailboxFailure('unreachable', `${host} wasn't found`, { isTemporary: true });
      });
  const [first] = found;
  if (!first) throw new MailboxFailure('unreachable', `${host} wasn't found`, { isTemporary: true });
  if (!anywhere && found.some(({ address }) => !isPublicAddress(address)))
    throw new MailboxFailure('private', `${host} isn't on the public internet`);
  return { host: first.address, port, servername: literal ? undefined : host, security };
}
