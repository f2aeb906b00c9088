import { authenticate } from 'mailauth';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type MailWorld, startMailWorld } from './mail.fixture.ts';

let world: MailWorld;

beforeAll(async () => {
  world = await startMailWorld();
});
afterEach(() => world.t.setNow(null));
afterAll(() => world.stop());

const statusOf = async (id: string) => (await world.stored(id)).status;
const becomes = (id: string, status: string) =>
  expect.poll(() => statusOf(id), { timeout: 15_000 }).toBe(status);

test('[R1.014] a mail leaves signed, with the ways to answer, to bounce and to unsubscribe', async () => {
  const brand = await world.brand();
  const [id = ''] = await world.queue(brand, ['ana@first.test']);
  const [mail] = await world.arrived('ana@first.test');
  await becomes(id, 'sent');
  const stored = await world.stored(id);
  expect(stored.sentAt).toBe(stored.sendingAt === null ? null : stored.sentAt);
  expect(mail).toMatchObject({
    from: { name: 'Mia of Larkmoor', address: `mia@${brand.domain}` },
    to: [{ name: 'Ana Lima', address: 'ana@first.test' }],
    replyTo: [{ address: `reply+${stored.replyToken}@reply.troupe.test` }],
    subject: 'Join our campaign',
    messageId: stored.messageId,
  });
  expect(mail?.envelopeFrom).toMatch(new RegExp(`^bounce\\+${stored.replyToken}@.*${brand.domain}$`));
  const header = (name: string) => mail?.headers.find((one) => one.name === name)?.value;
  expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(header('List-Unsubscribe')).toContain(
    `<http://localhost:4000/unsubscribe/${stored.unsubscribeToken}>`,
  );
  const raw = await world.raw(mail?.id ?? '');
  const { dkim } = await authenticate(raw, {
    resolver: world.resolver,
    ip: '127.0.0.1',
    helo: 'localhost',
    mta: 'test',
    sender: mail?.envelopeFrom ?? '',
    disableArc: true,
    disableBimi: true,
  });
  expect(dkim.results).toHaveLength(1);
  expect(dkim.results[0]?.status.result).toBe('pass');
  const signed = dkim.results[0]?.signingHeaders?.keys.toLowerCase() ?? '';
  for (const name of ['from', 'list-unsubscribe', 'list-unsubscribe-post', 'reply-to', 'message-id'])
    expect(signed.split(/\s*:\s*/)).toContain(name);
});
