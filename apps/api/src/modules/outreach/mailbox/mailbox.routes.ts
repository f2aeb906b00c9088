import { randomBytes } from 'node:crypto';
import * as calls from '@troupe/contract/outreach/mailbox';
import {
  DEFAULT_MAILBOX_CAP,
  DEFAULT_MAILBOX_SPACING,
  MAILBOX_PROBLEM_TEXTS,
  MAX_MAILBOXES,
  type Mailbox,
  type MailboxProblem,
  MailboxVendor,
} from '@troupe/domain/outreach/mailbox';
import { problem } from '@troupe/domain/problem';
import { z } from 'zod';
import { openText, sealText } from '../../../platform/access/secret.ts';
import type { Api, CallContext, Caller } from '../../../platform/api.ts';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { type MailboxAccount, MailboxFailure } from '../../../platform/outgoing/mail-server.ts';
import {
  changeMailbox,
  clearSender,
  deleteMailbox,
  insertMailbox,
  lockMailboxes,
  type NamedMailbox,
  readMailbox,
  readMailboxes,
  reconnectMailbox,
  toMailbox,
} from './mailbox.queries.ts';
import { type MailboxParts, withAccount } from './mailbox-access.ts';

/** Logs in to the servers of a mailbox. Calls throw `MailboxFailure`. */
export interface MailboxChecks {
  imap(account: MailboxAccount): Promise<void>;
  smtp(account: MailboxAccount): Promise<void>;
}

export interface MailboxRouteParts extends MailboxParts {
  api: Api;
  checks: MailboxChecks;
  /** Wakes the processes that read mailboxes. */
  wake(tx: Database): Promise<void>;
  /** Counts what happened in 7 days to emails to creators sent from an address. */
  countWeek(brandId: string, address: string): Promise<NonNullable<Mailbox['week']>>;
}

/** Registers the calls for a brand's mailboxes. */
export function mailboxRoutes(parts: MailboxRouteParts): void {
  const { implement, implementChange } = parts.api;
  implement(calls.listMailboxes, (context) => listMailboxes(parts, context));
  implement(calls.connectMailbox, (context) => connectMailbox(parts, context));
  implement(calls.startMailboxConsent, (context) => startConsent(parts, context));
  implement(calls.connectVendorMailbox, (context) => connectVendorMailbox(parts, context));
  implement(calls.testMailbox, (context) => testMailbox(parts, context));
  implementChange(calls.updateMailbox, async ({ brandId, params: { mailboxId }, body, caller, commit }) => {
    await commit(async (tx) => {
      await lockMailboxes(tx, brandId);
      const mailbox = await mustChange(tx, brandId, mailboxId, caller);
      const { isSender, ...settings } = body;
      if (isSender && !mailbox.isSender) {
        if (mailbox.userId !== caller.userId && !mailbox.shared)
          throw problem('forbidden', {
            message: "This mailbox isn't shared, so only the member who connected it can send from it.",
          });
        if (mailbox.status !== 'connected')
          throw problem('invalid_transition', { message: 'Reconnect this mailbox first.' });
        await clearSender(tx, brandId);
      }
      await changeMailbox(
        tx,
        mailboxId,
        isSender === undefined ? settings : Object.assign(settings, { isSender }),
      );
    });
    return { mailbox: await view(parts, brandId, mailboxId, caller) };
  });
  implementChange(calls.disconnectMailbox, async ({ brandId, params: { mailboxId }, caller, commit }) => {
    await commit(async (tx) => {
      await mustChange(tx, brandId, mailboxId, caller);
      await deleteMailbox(tx, brandId, mailboxId);
    });
    return { success: true as const };
  });
}

/** The member who connected a mailbox and owners may change it. */
const mayChange = (mailbox: { userId: string; brandId: string }, caller: Caller): boolean =>
  mailbox.userId === caller.userId ||
  caller.administrator ||
  caller.memberships.get(mailbox.brandId) === 'owner';

async function mustChange(db: Database, brandId: string, id: string, caller: Caller): Promise<NamedMailbox> {
  const mailbox = await readMailbox(db, brandId, id);
  if (!mailbox) throw problem('not_found');
  if (!mayChange(mailbox, caller))
    throw problem('forbidden', {
      message: 'Only owners and the member who connected this mailbox can change it.',
    });
  return mailbox;
}

async function view(parts: MailboxRouteParts, brandId: string, id: string, caller: Caller) {
  const mailbox = await readMailbox(parts.api.db, brandId, id);
  if (!mailbox) throw problem('not_found');
  return show(parts, mailbox, caller);
}

async function show({ countWeek }: MailboxRouteParts, mailbox: NamedMailbox, caller: Caller) {
  const { brandId, address, isSender } = mailbox;
  const week = isSender ? await countWeek(brandId, address) : null;
  return toMailbox(mailbox, mayChange(mailbox, caller), week);
}

async function listMailboxes(
  parts: MailboxRouteParts,
  { brandId, caller }: CallContext<typeof calls.listMailboxes>,
) {
  const { api, vendors } = parts;
  const mailboxes = await readMailboxes(api.db, brandId);
  return {
    mailboxes: await Promise.all(mailboxes.map((mailbox) => show(parts, mailbox, caller))),
    vendors: MailboxVendor.options.filter((vendor) => vendors[vendor].configured),
  };
}

/** Returns why a login fails; null if it works. */
async function problemOf(check: () => Promise<void>): Promise<MailboxProblem | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof MailboxFailure) return error.problem;
    throw error;
  }
}

async function connectMailbox(
  parts: MailboxRouteParts,
  { brandId, body, caller }: CallContext<typeof calls.connectMailbox>,
) {
  const { api, checks } = parts;
  const { address, name, password, imap, smtp, shared } = body;
  const username = body.username || address;
  const account = { api: null, imap, smtp, login: { user: username, password } };
  await mayConnect(api.db, brandId, address, caller);
  const [reading, sending] = await Promise.all([
    problemOf(() => checks.imap(account)),
    problemOf(() => checks.smtp(account)),
  ]);
  if (reading || sending)
    throw problem('invalid', {
      message: "We couldn't connect to this mailbox. Check the settings and password.",
      fields: Object.assign({}, fieldOf('imap', reading), fieldOf('smtp', sending)),
    });
  const id = await save(parts, caller, {
    brandId,
    address,
    name,
    shared,
    provider: 'imap',
    access: 'imap',
    imap,
    smtp,
    username,
    password: sealText(api.config.SECRET_KEY, password),
    accessToken: null,
    accessExpiresAt: null,
    refreshToken: null,
  });
  return { mailbox: await view(parts, brandId, id, caller) };
}

/** The field that a problem is about. */
function fieldOf(server: 'imap' | 'smtp', found: MailboxProblem | null): Record<string, string> {
  if (!found) return {};
  return { [found === 'credentials' ? 'password' : `${server}.host`]: MAILBOX_PROBLEM_TEXTS[found] };
}

/** @throws forbidden for another member's address, too_many */
async function mayConnect(
  db: Database,
  brandId: string,
  address: string,
  caller: Caller,
): Promise<string | null> {
  const known = await readMailboxes(db, brandId);
  const same = known.find((one) => one.address.toLowerCase() === address);
  if (same && !mayChange(same, caller))
    throw problem('forbidden', { message: 'Another member has already connected this mailbox.' });
  if (!same && known.length >= MAX_MAILBOXES)
    throw problem('too_many', {
      message: `A brand can connect up to ${MAX_MAILBOXES} mailboxes. Disconnect one first.`,
    });
  return same?.id ?? null;
}

type Connected = Omit<Parameters<typeof insertMailbox>[1], 'userId' | 'dailyCap' | 'spacingSeconds'>;

/** Connects a mailbox, or connects its address again. Returns its ID. */
async function save(parts: MailboxRouteParts, caller: Caller, mailbox: Connected): Promise<string> {
  const { api, wake } = parts;
  const now = api.clock.now();
  return withTransaction(api.pool, async (tx) => {
    await lockMailboxes(tx, mailbox.brandId);
    const known = await mayConnect(tx, mailbox.brandId, mailbox.address, caller);
    const whole = Object.assign(
      { userId: caller.userId, dailyCap: DEFAULT_MAILBOX_CAP, spacingSeconds: DEFAULT_MAILBOX_SPACING },
      mailbox,
    );
    if (known) await reconnectMailbox(tx, known, whole, now);
    await wake(tx);
    return known ?? insertMailbox(tx, whole, now);
  });
}

const STATE_MS = 15 * 60_000;
const State = z.object({
  brandId: z.string(),
  userId: z.string(),
  vendor: MailboxVendor,
  shared: z.boolean(),
  verifier: z.string(),
  expires: z.number(),
});

const redirectUri = ({ WEB_ORIGIN }: { WEB_ORIGIN: string }) => `${WEB_ORIGIN}/account/mailboxes`;

async function startConsent(
  { api, vendors }: MailboxRouteParts,
  { brandId, body: { vendor, shared }, caller }: CallContext<typeof calls.startMailboxConsent>,
) {
  const port = vendors[vendor];
  if (!port.configured)
    throw problem('unavailable', { message: "This provider isn't set up on this server." });
  const verifier = randomBytes(48).toString('base64url');
  const expires = api.clock.now().getTime() + STATE_MS;
  // Sealed: the verifier must stay secret, and only the user who started it may finish.
  const state = sealText(
    api.config.SECRET_KEY,
    JSON.stringify({ brandId, userId: caller.userId, vendor, shared, verifier, expires }),
  );
  return { url: port.consentUrl({ state, verifier, redirectUri: redirectUri(api.config) }) };
}

function openState({ api }: MailboxParts, sealed: string) {
  try {
    const state = State.parse(JSON.parse(openText(api.config.SECRET_KEY, sealed)));
    return state.expires > api.clock.now().getTime() ? state : null;
  } catch {
    return null;
  }
}

async function connectVendorMailbox(
  parts: MailboxRouteParts,
  { brandId, body, caller }: CallContext<typeof calls.connectVendorMailbox>,
) {
  const { api, vendors } = parts;
  const { SECRET_KEY } = api.config;
  const state = openState(parts, body.state);
  if (!state || state.brandId !== brandId || state.userId !== caller.userId)
    throw problem('conflict', { message: 'This connection has expired. Start again.' });
  const vendor = vendors[state.vendor];
  const granted = await vendor
    .accept({ code: body.code, verifier: state.verifier, redirectUri: redirectUri(api.config) })
    .catch((error: unknown) => {
      if (error instanceof MailboxFailure) throw problem('unavailable', { detail: error });
      throw error;
    });
  if (!granted)
    throw problem('conflict', { message: "The provider didn't confirm this connection. Start again." });
  const id = await save(parts, caller, {
    brandId,
    address: granted.address,
    name: '',
    shared: state.shared,
    provider: state.vendor,
    access: vendor.access,
    imap: vendor.servers.imap,
    smtp: vendor.servers.smtp,
    username: granted.address,
    password: null,
    accessToken: sealText(SECRET_KEY, granted.accessToken),
    accessExpiresAt: granted.expires,
    refreshToken: granted.refreshToken && sealText(SECRET_KEY, granted.refreshToken),
  });
  return { mailbox: await view(parts, brandId, id, caller) };
}

async function testMailbox(
  parts: MailboxRouteParts,
  { brandId, params: { mailboxId }, caller }: CallContext<typeof calls.testMailbox>,
) {
  const { api, checks, wake } = parts;
  const mailbox = await mustChange(api.db, brandId, mailboxId, caller);
  const imap = await problemOf(() => withAccount(parts, mailbox, checks.imap));
  // With an API, one login is for both.
  const smtp =
    mailbox.access === 'api' ? imap : await problemOf(() => withAccount(parts, mailbox, checks.smtp));
  if (!imap && !smtp && mailbox.status === 'attention')
    await withTransaction(api.pool, async (tx) => {
      const nextSyncAt = api.clock.now().toISOString();
      await changeMailbox(tx, mailboxId, { status: 'connected', problem: null, nextSyncAt });
      await wake(tx);
    });
  return { mailbox: await view(parts, brandId, mailboxId, caller), imap, smtp };
}
