import type { MailboxVendor, MailServer } from '@troupe/domain/outreach/mailbox';
import { openText, sealText } from '../../../platform/access/secret.ts';
import type { Api } from '../../../platform/api.ts';
import type { Config } from '../../../platform/config.ts';
import { withTransaction } from '../../../platform/database.ts';
import {
  type MailboxAccount,
  MailboxFailure,
  type MailLogin,
} from '../../../platform/outgoing/mail-server.ts';
import type { MailboxVendors } from '../../../platform/outgoing/mailbox-vendor.ts';
import { markAttention, readMailboxById, type StoredMailbox, saveTokens } from './mailbox.queries.ts';

/** The dependencies of mailboxes. */
export interface MailboxParts {
  api: Pick<Api, 'db' | 'pool' | 'config' | 'clock' | 'log'>;
  vendors: MailboxVendors;
}

/** Tokens that expire within this time are refreshed first. */
const MARGIN_MS = 2 * 60_000;

/** Returns the server of a configured URL: `imaps:` and `smtps:` use TLS, others STARTTLS, or nothing on this machine. */
export function serverOf(
  url: string,
  { MAILBOXES_ANYWHERE }: Pick<Config, 'MAILBOXES_ANYWHERE'>,
): MailServer {
  const { protocol, hostname, port } = new URL(url);
  const isTls = protocol === 'imaps:' || protocol === 'smtps:';
  const standard: Record<string, number> = { 'imaps:': 993, 'imap:': 143, 'smtps:': 465, 'smtp:': 587 };
  return {
    host: hostname,
    port: Number(port) || (standard[protocol] ?? 0),
    security: isTls ? 'tls' : MAILBOXES_ANYWHERE ? 'none' : 'starttls',
  };
}

const accountWith = ({ imap, smtp, access, provider }: StoredMailbox, login: MailLogin): MailboxAccount => ({
  api: access === 'api' && provider !== 'imap' ? provider : null,
  imap,
  smtp,
  login,
});

/**
 * Returns how to log in to a mailbox, with tokens refreshed if they are about to expire.
 * @param isRejected whether the current token was rejected
 * @throws MailboxFailure with `credentials` if access was revoked
 */
async function accountOf(
  parts: MailboxParts,
  mailbox: StoredMailbox,
  isRejected = false,
): Promise<MailboxAccount> {
  const { config } = parts.api;
  const { username: user, provider, password } = mailbox;
  if (provider === 'imap')
    return accountWith(mailbox, { user, password: openText(config.SECRET_KEY, password ?? '') });
  const current = isRejected || endsSoon(parts, mailbox) ? await refreshed(parts, mailbox) : mailbox;
  return accountWith(current, { user, accessToken: openText(config.SECRET_KEY, current.accessToken ?? '') });
}

const endsSoon = ({ api }: MailboxParts, { accessExpiresAt }: StoredMailbox): boolean =>
  accessExpiresAt === null || Date.parse(accessExpiresAt) - api.clock.now().getTime() < MARGIN_MS;

/**
 * Refreshes tokens. Two processes may do it at once: neither vendor revokes a refresh token when it is used, and the
 * result of the other one is as good.
 */
async function refreshed(parts: MailboxParts, mailbox: StoredMailbox): Promise<StoredMailbox> {
  const { api, vendors } = parts;
  const { SECRET_KEY } = api.config;
  const current = await readMailboxById(api.db, mailbox.id);
  if (!current?.refreshToken) throw new MailboxFailure('credentials', 'The mailbox was disconnected');
  if (current.accessToken !== mailbox.accessToken && !endsSoon(parts, current)) return current;
  const vendor = vendors[current.provider as MailboxVendor];
  const tokens = await vendor.refresh(openText(SECRET_KEY, current.refreshToken));
  if (!tokens) throw new MailboxFailure('credentials', 'The vendor revoked access');
  const sealed = {
    accessToken: sealText(SECRET_KEY, tokens.accessToken),
    accessExpiresAt: tokens.expires,
    ...(tokens.refreshToken ? { refreshToken: sealText(SECRET_KEY, tokens.refreshToken) } : {}),
  };
  await saveTokens(api.db, current, sealed);
  return Object.assign(current, sealed);
}

/**
 * Runs work with a mailbox's login; a token that was rejected is refreshed once. A permanent failure marks the mailbox
 * as needing attention.
 * @throws MailboxFailure
 */
export async function withAccount<T>(
  parts: MailboxParts,
  mailbox: StoredMailbox,
  work: (account: MailboxAccount) => Promise<T>,
): Promise<T> {
  try {
    try {
      return await work(await accountOf(parts, mailbox));
    } catch (error) {
      if (mailbox.provider === 'imap' || !isRejection(error)) throw error;
      return await work(await accountOf(parts, mailbox, true));
    }
  } catch (error) {
    if (error instanceof MailboxFailure && !error.isTemporary) {
      const now = parts.api.clock.now();
      parts.api.log.info({ mailbox: mailbox.id, problem: error.problem }, 'a mailbox needs attention');
      await withTransaction(parts.api.pool, (tx) => markAttention(tx, mailbox, error.problem, now));
    }
    throw error;
  }
}

const isRejection = (error: unknown): boolean =>
  error instanceof MailboxFailure && error.problem === 'credentials';
