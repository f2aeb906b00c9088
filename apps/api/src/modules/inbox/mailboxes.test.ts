import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { removeTeamMember } from '@troupe/contract/account/team';
import { listNotifications } from '@troupe/contract/inbox/notification';
import * as calls from '@troupe/contract/outreach/mailbox';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startApi } from '../../app/app.ts';
import { mailboxTable } from '../outreach/mailbox/mailbox.table.ts';
import {
  brandId,
  connect,
  consent,
  count,
  creator,
  fault,
  form,
  inFolder,
  list,
  member,
  noFault,
  own,
  owner,
  PASSWORD,
  params,
  put,
  refusal,
  said,
  sendFrom,
  serverOn,
  synced,
  useMailboxes,
  usePlainServer,
  world,
  write,
} from './mailboxes.fixture.ts';

useMailboxes('imap');
usePlainServer();

test('connecting reports which login fails, and refuses private servers where they are not allowed', async () => {
  const wrong = await refusal(connect({ password: 'wrong' }));
  expect(wrong?.status).toBe(422);
  expect(wrong?.body.fields).toEqual({ password: 'The mail server rejected the username or password.' });
  const silent: Server = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  await new Promise((resolve) => silent.close(resolve));
  const closed = await refusal(connect({ imap: serverOn(port) }));
  expect(closed?.body.fields).toEqual({
    'imap.host': "We couldn't reach the mail server. Check the host and port.",
  });
  expect(await list()).toEqual([]);

  const strict = await startApi({ ...world.t.api.config, MAILBOXES_ANYWHERE: false });
  try {
    const { port: strictPort } = strict.server.server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${strictPort}/brand/${brandId}/mailboxes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(
        form({
          imap: { host: '127.0.0.1', port: world.sandbox.imapPort, security: 'tls' },
          smtp: { host: 'localhost', port: world.sandbox.smtpPort, security: 'starttls' },
        }),
      ),
    });
    expect(response.status).toBe(422);
    expect(((await response.json()) as { fields: object }).fields).toEqual({
      'imap.host': "This server isn't on the public internet.",
      'smtp.host': "This server isn't on the public internet.",
    });
  } finally {
    await strict.stop();
  }
});

test('a password that was changed needs attention, tells its member, and connecting again resumes', async () => {
  await synced();
  await world.sandbox.call('PUT', `/api/mailboxes/accounts/${own}/password`, { password: 'another' });
  await fault('drop', { times: 1 });
  await put({ text: 'While it was away' });
  await noFault();
  await world.t.api.db.update(mailboxTable).set({ version: 2 }).where(eq(mailboxTable.address, own));
  await expect.poll(async () => (await list())[0]?.status).toBe('attention');
  expect((await list())[0]?.problem).toBe('credentials');
  const { notifications } = await member.call(listNotifications, { query: {} });
  expect(notifications.map(({ title }) => title)).toContain(`Mailbox ${own} needs attention`);
  await connect({ password: 'another' });
  await expect.poll(() => said()).toEqual(['IN While it was away']);
  expect(await list()).toHaveLength(1);
});

test('only its member and owners change a mailbox, another brand sees nothing, and leaving disconnects', async () => {
  const mailbox = await synced();
  const colleague = await world.t.person({ brandId });
  const one = { brandId, mailboxId: mailbox.id };
  expect((await list(colleague))[0]).toMatchObject({ address: own, mine: false });
  expect((await refusal(colleague.call(calls.testMailbox, { params: one })))?.status).toBe(403);
  expect((await refusal(colleague.call(calls.disconnectMailbox, { params: one })))?.status).toBe(403);
  expect((await refusal(connect({}, colleague)))?.status).toBe(403);
  const otherBrand = await world.t.brand('Elsewhere');
  const stranger = await world.t.person({ brandId: otherBrand, brandRole: 'owner' });
  const there = { brandId: otherBrand, mailboxId: mailbox.id };
  expect((await refusal(stranger.call(calls.disconnectMailbox, { params: there })))?.status).toBe(404);
  expect((await refusal(stranger.call(calls.listMailboxes, { params: params() })))?.status).toBe(403);
  const answer = JSON.stringify(await owner.call(calls.listMailboxes, { params: params() }));
  expect(answer).not.toContain(PASSWORD);
  await owner.call(removeTeamMember, { params: { brandId, userId: member.userId } });
  expect((await owner.call(calls.listMailboxes, { params: params() })).mailboxes).toEqual([]);
});

test.each(['google', 'microsoft'] as const)(
  'a %s mailbox is connected by OAuth, refreshes its token, sends without doubling, and notices that access was revoked',
  async (name) => {
    const address = `team${count}@${name}.test`;
    await world.sandbox.call('POST', '/api/mailboxes/accounts', { address, host: name });
    await put({ text: 'From before', date: '2026-05-01T08:00:00Z' }, address);
    const start = () => member.call(calls.startMailboxConsent, { params: params(), body: { vendor: name } });
    const { url } = await start();
    const granted = await consent(url, address);
    // Only the user who started may finish, once.
    const stolen = refusal(owner.call(calls.connectVendorMailbox, { params: params(), body: granted }));
    expect((await stolen)?.status).toBe(409);
    const body = await consent((await start()).url, address);
    const { mailbox } = await member.call(calls.connectVendorMailbox, { params: params(), body });
    expect(mailbox).toMatchObject({ address, provider: name, servers: null, status: 'connected' });
    const again = refusal(member.call(calls.connectVendorMailbox, { params: params(), body }));
    expect((await again)?.status).toBe(409);
    await expect.poll(() => said()).toEqual(['IN From before']);

    await sendFrom(mailbox.id);
    // The vendor ends the access token early; the refresh token still works.
    await world.sandbox.call('POST', `/api/mailboxes/accounts/${address}/expire`);
    await write('Good to hear.', 'Re: Hello');
    await expect.poll(async () => (await world.arrived(creator)).length).toBe(1);
    const sent = name === 'google' ? '[Gmail]/Sent Mail' : 'Sent Items';
    await expect.poll(() => inFolder(sent, address)).toHaveLength(1);
    await put({ text: 'And again' }, address);
    await expect.poll(() => said()).toEqual(['IN From before', 'OUT Good to hear.', 'IN And again']);

    await world.sandbox.call('POST', `/api/mailboxes/accounts/${address}/revoke`);
    const { mailbox: tested, imap } = await member.call(calls.testMailbox, {
      params: { brandId, mailboxId: mailbox.id },
    });
    expect({ imap, status: tested.status }).toEqual({ imap: 'credentials', status: 'attention' });
    await member.call(calls.disconnectMailbox, { params: { brandId, mailboxId: mailbox.id } });
    expect(await list()).toEqual([]);
    expect(await said()).toHaveLength(3);
  },
);
