import { listMessages, openConversation, sendEmail } from '@troupe/contract/inbox/conversation';
import { listNotifications } from '@troupe/contract/inbox/notification';
import * as calls from '@troupe/contract/outreach/mailbox';
import type { MailboxAccess, MailboxVendor } from '@troupe/domain/outreach/mailbox';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { newId } from '../../platform/id.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import type { TestSandbox } from '../../testing/test-sandbox.ts';
import { subscriptionTable } from '../billing/subscription/subscription.table.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { creatorListItemTable, creatorListTable } from '../discovery/creator-list/creator-list.table.ts';
import { type MailWorld, startMailWorld } from '../outreach/mail/mail.fixture.ts';
import { mailTable } from '../outreach/mail/mail.table.ts';
import { announceMailboxes } from '../outreach/mailbox/mailbox.queries.ts';
import { mailboxTable } from '../outreach/mailbox/mailbox.table.ts';

/** Returns the settings for the mailboxes of both vendors in the sandbox. */
export function vendorsOfSandbox(
  { origin, imapPort, smtpUrl }: TestSandbox,
  access: MailboxAccess = 'imap',
): Record<string, string> {
  const vendor = (name: string) => ({
    [`${name}_MAIL_ACCESS`]: access,
    [`${name}_MAIL_CLIENT_ID`]: 'sandbox-mail-client',
    [`${name}_MAIL_CLIENT_SECRET`]: 'sandbox-mail-secret',
    [`${name}_MAIL_IMAP_URL`]: `imap://127.0.0.1:${imapPort}`,
    [`${name}_MAIL_SMTP_URL`]: smtpUrl,
  });
  return {
    ...vendor('GOOGLE'),
    GOOGLE_MAIL_AUTHORIZE_URL: `${origin}/google-mail/o/oauth2/v2/auth`,
    GOOGLE_MAIL_TOKEN_URL: `${origin}/google-mail/token`,
    GOOGLE_MAIL_API_URL: `${origin}/gmail-api`,
    ...vendor('MICROSOFT'),
    MICROSOFT_MAIL_AUTHORIZE_URL: `${origin}/microsoft-mail/common/oauth2/v2.0/authorize`,
    MICROSOFT_MAIL_TOKEN_URL: `${origin}/microsoft-mail/common/oauth2/v2.0/token`,
    MICROSOFT_MAIL_API_URL: `${origin}/graph-api/v1.0`,
  };
}

/** Allows access on the vendor's consent page; returns the parameters of the redirect. */
export async function consent(url: string, address: string): Promise<{ code: string; state: string }> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ account: address }),
    redirect: 'manual',
  });
  const back = new URL(response.headers.get('location') ?? 'http://none.test');
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}

/** Connects a vendor's mailbox with OAuth. */
export async function allowAccess(by: TestPerson, brand: string, vendor: MailboxVendor, address: string) {
  const { url } = await by.call(calls.startMailboxConsent, { params: { brandId: brand }, body: { vendor } });
  const body = await consent(url, address);
  return by.call(calls.connectVendorMailbox, { params: { brandId: brand }, body });
}

export const PASSWORD = 'correct horse';

// The values of the current test.
export let world: MailWorld;
export let brandId: string;
export let owner: TestPerson;
/** Connects the mailbox. */
export let member: TestPerson;
export let creatorId: string;
/** The creator's address. */
export let creator: string;
/** The mailbox's address. */
export let own: string;
export let count = 0;

/** Changes the mailbox's address for a test. */
export const setOwn = (address: string): void => {
  own = address;
};
/** Changes the brand, and who connects its mailbox. */
export const setBrand = (id: string, by: TestPerson = member): void => {
  brandId = id;
  member = by;
};

/** Starts an API for a file's tests, and adds a brand that knows one creator before each of them. */
export function useMailboxes(access: MailboxAccess): void {
  beforeAll(async () => {
    world = await startMailWorld((sandbox) => ({
      MAILBOXES_ANYWHERE: 'true',
      MAILBOX_SYNC_SECONDS: '0.2',
      ...vendorsOfSandbox(sandbox, access),
    }));
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    brandId = await world.t.brand();
    await subscribe(brandId);
    owner = await world.t.person({ brandId, brandRole: 'owner' });
    member = await world.t.person({ brandId });
    creator = `ana${++count}@creators.test`;
    creatorId = await known(creator);
  });
}

/** Gives a brand a plan. */
export const subscribe = (id: string) =>
  world.t.api.db.insert(subscriptionTable).values({
    id: newId(),
    brandId: id,
    kind: 'plan',
    planId: 'starter',
    period: 'monthly',
    status: 'active',
  });

/** Adds a creator on a list of the brand. */
export async function known(email: string, fullname = 'Ana Lima'): Promise<string> {
  const { db } = world.t.api;
  const [id, listId] = [newId(), newId()];
  await db.insert(creatorTable).values({
    id,
    platform: 'tiktok',
    username: `c${id.slice(-10)}`,
    fullname,
    contactEmail: email,
    profileUrl: 'https://www.tiktok.com/@someone',
  });
  await db.insert(creatorListTable).values({ id: listId, brandId, title: 'Runners' });
  await db.insert(creatorListItemTable).values({ id: newId(), brandId, listId, creatorId: id });
  return id;
}

export const params = () => ({ brandId });
export const list = async (by = member) =>
  (await by.call(calls.listMailboxes, { params: params() })).mailboxes;
export const titles = async (of = member) =>
  (await of.call(listNotifications, { query: {} })).notifications.map(({ title }) => title);
export const mails = () => world.t.api.db.select().from(mailTable).where(eq(mailTable.brandId, brandId));

/** Calls the sandbox about an account. */
export const account = (method: string, path: string, body?: object, address = own) =>
  world.sandbox.call<{ messages: { id: string; folder: string; raw: string; threadId: string }[] }>(
    method,
    `/api/mailboxes/accounts/${address}${path}`,
    body,
  );
/** Puts an email into the mailbox, as its server would. */
export const put = (mail: object, address = own) =>
  account(
    'POST',
    '/messages',
    { from: `Ana Lima <${creator}>`, to: own, subject: 'Hello', text: 'Hello there', ...mail },
    address,
  );
export const inFolder = async (folder: string, address = own) =>
  (await account('GET', '/messages', undefined, address)).messages.filter((one) => one.folder === folder);
export const fault = (failure: string, more: object = {}) =>
  world.sandbox.call('POST', '/api/faults', { provider: 'mailboxes', target: own, failure, ...more });
export const noFault = (target = own) =>
  world.sandbox.call('DELETE', `/api/faults?provider=mailboxes&target=${target}`);
/** Makes the mail server fail at emails to the creator. */
export const mailFault = (failure: string, more: object = {}) =>
  world.sandbox.call('POST', '/api/faults', { provider: 'mail', target: creator, failure, ...more });
/** Returns the time so many hours ago; an email that old isn't new. */
export const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

async function conversationId(id = creatorId): Promise<string> {
  const body = { socialProfileId: id };
  return (await member.call(openConversation, { params: params(), body })).conversation.id;
}

/** Returns the messages of the thread with a creator, oldest first. */
export async function thread(id = creatorId) {
  const optInId = await conversationId(id);
  const page = await member.call(listMessages, { params: { brandId, optInId }, query: {} });
  return page.messages.toReversed();
}

/** Returns what the thread with a creator says, oldest first: `IN text` and `OUT text`. */
export const said = async (id = creatorId): Promise<string[]> =>
  (await thread(id)).map(({ kind, text }) => `${kind === 'creator' ? 'IN' : 'OUT'} ${text}`);

/** Writes an email to the creator. */
export async function write(text: string, subject = 'A plan'): Promise<void> {
  const body = { clientId: newId(), subject, text };
  await member.call(sendEmail, { params: { brandId, optInId: await conversationId() }, body });
}

/** Lets the brand send from a mailbox. */
export const sendFrom = (mailboxId: string, change: object = {}) =>
  member.call(calls.updateMailbox, {
    params: { brandId, mailboxId },
    body: { isSender: true, spacingSeconds: 1, ...change },
  });

/** Waits until the mailbox was read completely. */
export const untilRead = () => expect.poll(async () => (await list())[0]?.synced ?? null).not.toBeNull();
/** Waits until the mailbox was read completely once more. */
export async function readAgain(): Promise<void> {
  const before = (await list())[0]?.synced;
  await expect.poll(async () => (await list())[0]?.synced).not.toBe(before);
}
/** Changes when the mailbox is read next. */
export async function readAt(nextSyncAt: string): Promise<void> {
  const { db } = world.t.api;
  await db.update(mailboxTable).set({ nextSyncAt }).where(eq(mailboxTable.brandId, brandId));
  await announceMailboxes(db);
}

const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' as const });

export { server as serverOn };

/** The form of a mailbox with its own servers. */
export const form = (more: object = {}) => ({
  address: own,
  name: 'Mia of Larkmoor',
  password: PASSWORD,
  imap: server(world.sandbox.imapPort),
  smtp: server(world.sandbox.smtpPort),
  ...more,
});
export const connect = (more: object = {}, by = member) =>
  by.call(calls.connectMailbox, { params: params(), body: form(more) });
/** Connects the mailbox and waits until it was read. */
export async function synced(more: object = {}) {
  const { mailbox } = await connect(more);
  await untilRead();
  return mailbox;
}
/** Adds an account with the test's password. */
export const addAccount = (address = own) =>
  world.sandbox.call('POST', '/api/mailboxes/accounts', { address, host: 'imap', password: PASSWORD });
/** Adds an account to a plain mail server before each test of a file. */
export function usePlainServer(): void {
  beforeEach(async () => {
    own = `hello${count}@brand.test`;
    await addAccount();
  });
}

export const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { status: number; body: { message?: string; fields?: Record<string, string> } }) => error,
  );
