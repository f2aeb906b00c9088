import { createPublicKey, createSign, createVerify } from 'node:crypto';
import { getBrand } from '@troupe/contract/inbox/brand-overview';
import {
  getEmailDomain,
  removeEmailDomain,
  rotateEmailDomainKey,
  saveEmailDomain,
  sendTestMail,
  verifyEmailDomain,
} from '@troupe/contract/outreach/email-domain';
import { eq } from 'drizzle-orm';
import { authenticate } from 'mailauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { mailResolver } from '../../../providers/mail/read-mail.ts';
import { emailTemplateTable } from '../email-template/email-template.table.ts';
import { mailTable, suppressionTable } from '../mail/mail.table.ts';
import { type DomainWorld, startDomainWorld } from './email-domain.fixture.ts';
import { signingIdentityOf } from './email-domain.queries.ts';
import { emailDomainKeyTable, emailDomainTable } from './email-domain.table.ts';

let world: DomainWorld;
let t: DomainWorld['t'];
beforeAll(async () => {
  world = await startDomainWorld();
  t = world.t;
});
afterAll(() => world.stop());

const identityOf = (brandId: string) => signingIdentityOf(t.api.db, t.api.config.SECRET_KEY, brandId);

test('[R3.016] a brand can send once its owner has published the suggested records', async () => {
  const { brandId, person, domain, save, publish, verify, read } = await world.owner();
  const params = { brandId };
  expect(await person.call(getEmailDomain, { params })).toEqual({
    emailDomain: null,
    emailConfigured: false,
  });
  expect((await person.call(getBrand, { params })).emailConfigured).toBe(false);

  const saved = await save();
  expect(saved).toMatchObject({
    domain,
    fromName: 'Alva of Acme',
    fromAddress: `alva@${domain}`,
    status: 'pending',
    nextSelector: null,
    dailyCap: 500,
    spacingSeconds: 2,
    checked: null,
    verified: null,
  });
  expect(
    saved.records.map(({ purpose, name, type, value, status }) => ({ purpose, name, type, value, status })),
  ).toEqual([
    {
      purpose: 'spf',
      name: domain,
      type: 'TXT',
      value: 'v=spf1 include:_spf.troupe.test ~all',
      status: 'pending',
    },
    {
      purpose: 'dkim',
      name: `${saved.selector}._domainkey.${domain}`,
      type: 'TXT',
      value: expect.stringMatching(/^v=DKIM1; k=rsa; p=MIIBIjAN[\w+/]{360,}={0,2}$/),
      status: 'pending',
    },
    {
      purpose: 'return-path',
      name: `bounce.${domain}`,
      type: 'CNAME',
      value: 'bounce.troupe.test',
      status: 'pending',
    },
    {
      purpose: 'dmarc',
      name: `_dmarc.${domain}`,
      type: 'TXT',
      value: 'v=DMARC1; p=none; adkim=r; aspf=r',
      status: 'pending',
    },
  ]);

  const early = await verify();
  expect(early.status).toBe('pending');
  expect(early.records.map(({ problem }) => problem)).toEqual([
    `There's no SPF record at ${domain} yet.`,
    `There's no TXT record at ${early.selector}._domainkey.${domain} yet.`,
    `There's no CNAME record at bounce.${domain} yet.`,
    `There's no DMARC record at _dmarc.${domain} yet.`,
  ]);
  expect(await identityOf(brandId)).toBeNull();

  await publish();
  const verified = await verify();
  expect(verified).toMatchObject({ status: 'verified', verified: verified.checked });
  expect(verified.records.map(({ status, problem }) => [status, problem])).toEqual(
    Array(4).fill(['verified', null]),
  );
  expect(await read()).toEqual(verified);

  const [kept, gone] = [newId(), newId()];
  const template = { brandId, subject: 'Hello', body: '<p>Hello there</p>' };
  await t.api.db.insert(emailTemplateTable).values([
    { ...template, id: kept, label: 'Autumn' },
    { ...template, id: gone, label: 'Removed', removedAt: new Date().toISOString() },
  ]);
  expect(await person.call(getBrand, { params })).toMatchObject({
    emailConfigured: true,
    emailTemplates: [{ id: kept, label: 'Autumn' }],
  });
});

test('signs email with the private key of the published record, stored encrypted', async () => {
  const { brandId, domain, save, publish, verify } = await world.owner();
  const { selector, records } = await save({ dailyCap: 40 });
  await publish();
  await verify();
  const identity = await identityOf(brandId);
  expect(identity).toMatchObject({
    domain,
    fromName: 'Alva of Acme',
    fromAddress: `alva@${domain}`,
    returnPathDomain: `bounce.${domain}`,
    dailyCap: 40,
    spacingSeconds: 2,
    selector,
  });
  const published = records.find(({ purpose }) => purpose === 'dkim')?.value.split('p=')[1] ?? '';
  const publicKey = createPublicKey({ key: Buffer.from(published, 'base64'), format: 'der', type: 'spki' });
  expect(publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
  const signature = createSign('sha256')
    .update('a mail')
    .sign(identity?.privateKey ?? '');
  expect(createVerify('sha256').update('a mail').verify(publicKey, signature)).toBe(true);
  const [row] = await t.api.db
    .select()
    .from(emailDomainKeyTable)
    .where(eq(emailDomainKeyTable.selector, selector));
  expect(row?.privateKey).not.toContain('PRIVATE');
  await expect(signingIdentityOf(t.api.db, 'another secret of tests', brandId)).rejects.toThrow('SECRET_KEY');
});

test('changing sender name, address or pace keeps the verification; another domain starts over', async () => {
  const { brandId, domain, save, publish, verify } = await world.owner();
  const first = await save();
  await publish();
  await verify();
  const changed = await save({ fromName: 'Noor', fromAddress: `NOOR@${domain.toUpperCase()}`, dailyCap: 7 });
  expect(changed).toMatchObject({
    id: first.id,
    status: 'verified',
    selector: first.selector,
    fromName: 'Noor',
    fromAddress: `noor@${domain}`,
    dailyCap: 7,
  });
  const other = await save({ domain: `other.${domain}` });
  expect(other).toMatchObject({ status: 'pending', verified: null, checked: null });
  expect(other.id).not.toBe(first.id);
  expect(other.selector).not.toBe(first.selector);
  expect(await identityOf(brandId)).toBeNull();
  const keys = await t.api.db
    .select()
    .from(emailDomainKeyTable)
    .where(eq(emailDomainKeyTable.domainId, first.id));
  expect(keys).toEqual([]);
});

test('two brands share a domain with separate keys', async () => {
  const one = await world.owner();
  const two = await world.owner({ domain: one.domain });
  const [first, second] = [await one.save(), await two.save()];
  expect(second.selector).not.toBe(first.selector);
  await one.publish();
  expect((await one.verify()).status).toBe('verified');
  const waiting = await two.verify();
  expect(waiting.status).toBe('pending');
  expect(waiting.records.filter(({ status }) => status === 'pending').map(({ purpose }) => purpose)).toEqual([
    'dkim',
  ]);
  await two.publish(({ purpose }) => purpose === 'dkim');
  expect((await two.verify()).status).toBe('verified');
  expect((await one.verify()).status).toBe('verified');
});

test('members can view but not change the domain; other users see nothing', async () => {
  const { brandId, save, domain } = await world.owner();
  await save();
  const params = { brandId };
  const member = await t.person({ brandId });
  expect((await member.call(getEmailDomain, { params })).emailDomain?.domain).toBe(domain);
  const body = { domain, fromName: 'X', fromAddress: `x@${domain}` };
  const stranger = (await world.owner()).person;
  for (const person of [member, stranger]) {
    for (const call of [removeEmailDomain, verifyEmailDomain, rotateEmailDomainKey, sendTestMail]) {
      await expect(person.call(call, { params })).rejects.toMatchObject({ code: 'forbidden' });
    }
    await expect(person.call(saveEmailDomain, { params, body })).rejects.toMatchObject({ code: 'forbidden' });
  }
  await expect(stranger.call(getEmailDomain, { params })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(t.anonymous.call(getEmailDomain, { params })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('rejects invalid domains, names and addresses with clear messages', async () => {
  const { brandId, person, domain } = await world.owner();
  const body = { domain, fromName: 'Alva', fromAddress: `alva@${domain}` };
  const long = `${'a'.repeat(60)}.`.repeat(4);
  const cases: [object, Record<string, string>][] = [
    [{ domain: 'localhost' }, { domain: 'Enter a domain such as mail.example.com' }],
    [{ domain: '127.0.0.1' }, { domain: 'Enter a domain such as mail.example.com' }],
    [{ domain: 'acme.test/x' }, { domain: 'Enter a domain such as mail.example.com' }],
    [{ domain: 'acme.test\r\nx.test' }, { domain: 'Enter a domain such as mail.example.com' }],
    [
      { domain: `${long}test`, fromAddress: `a@${long}test` },
      { domain: 'This domain is too long for a DKIM record' },
    ],
    [{ fromName: ' ' }, { fromName: 'Please enter a name' }],
    [{ fromName: 'Alva\r\nBcc: x@x.test' }, { fromName: 'A name must be a single line' }],
    [{ fromName: 'Al\u0000va' }, { fromName: 'Contains unsupported characters' }],
    [{ fromAddress: 'alva' }, { fromAddress: 'Enter an email address' }],
    [
      { fromAddress: `${'a'.repeat(65)}@${domain}` },
      { fromAddress: 'Use at most 64 characters before the @' },
    ],
    [{ fromAddress: 'alva@elsewhere.test' }, { fromAddress: 'The address must use the domain above' }],
    [{ fromAddress: `alva@x.${domain}` }, { fromAddress: 'The address must use the domain above' }],
  ];
  for (const [change, fields] of cases) {
    await expect(
      person.call(saveEmailDomain, { params: { brandId }, body: { ...body, ...change } }),
    ).rejects.toMatchObject({ code: 'invalid', body: { fields } });
  }
  for (const change of [
    { dailyCap: 0 },
    { dailyCap: 1.5 },
    { spacingSeconds: -1 },
    { spacingSeconds: 1e9 },
  ]) {
    await expect(
      person.call(saveEmailDomain, { params: { brandId }, body: { ...body, ...change } }),
    ).rejects.toMatchObject({ code: 'invalid' });
  }
});

test('removing a domain deletes its keys and ends checks and rotation', async () => {
  const { brandId, person, save, publish, verify } = await world.owner();
  await save();
  await publish();
  await verify();
  const params = { brandId };
  expect(await person.call(removeEmailDomain, { params })).toEqual({
    emailDomain: null,
    emailConfigured: false,
  });
  expect((await person.call(getBrand, { params })).emailConfigured).toBe(false);
  for (const call of [removeEmailDomain, verifyEmailDomain, rotateEmailDomainKey])
    await expect(person.call(call, { params })).rejects.toMatchObject({ code: 'not_found' });
});

test('keeps one domain with one key when two owners set one up at once', async () => {
  const { brandId, domain, save } = await world.owner();
  const saved = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((label) => save({ domain: `${label}.${domain}` })),
  );
  expect(saved.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  const domains = await t.api.db.select().from(emailDomainTable).where(eq(emailDomainTable.brandId, brandId));
  expect(domains).toHaveLength(1);
  const keys = await t.api.db
    .select()
    .from(emailDomainKeyTable)
    .where(eq(emailDomainKeyTable.domainId, domains[0]?.id ?? ''));
  expect(keys.map(({ state }) => state)).toEqual(['active']);
});

test('sends a test email to the caller once the domain is verified', async () => {
  const { brandId, domain, save, publish, verify } = await world.owner();
  const owner = await t.person({ brandId, brandRole: 'owner', email: `pia@${domain}` });
  const params = { brandId };
  await save();
  await expect(owner.call(sendTestMail, { params })).rejects.toMatchObject({
    code: 'email_domain_required',
    message: 'Verify your email domain to send email.',
  });
  await publish();
  await verify();
  expect(await owner.call(sendTestMail, { params })).toEqual({
    success: true,
    to: `pia@${domain}`,
    mailboxes: 0,
  });
  const mails = await t.api.db.select().from(mailTable).where(eq(mailTable.brandId, brandId));
  expect(mails).toMatchObject([
    { kind: 'test', toAddress: `pia@${domain}`, subject: 'Test email from Larkmoor', unsubscribeToken: null },
  ]);
  expect(mails[0]?.messageId).toMatch(new RegExp(`@${domain}>$`));

  await t.api.db
    .insert(suppressionTable)
    .values({ id: newId(), brandId, address: `PIA@${domain}`, reason: 'bounce' });
  await expect(owner.call(sendTestMail, { params })).rejects.toMatchObject({
    code: 'suppressed',
    message: `pia@${domain} bounced earlier or unsubscribed.`,
  });
});

test('a test email passes SPF, DKIM and DMARC', async () => {
  const { brandId, domain, save, publish, verify } = await world.owner();
  const owner = await t.person({ brandId, brandRole: 'owner', email: `noor@inbox.${domain}` });
  await save();
  await publish();
  await verify();
  const { to } = await owner.call(sendTestMail, { params: { brandId } });
  type Mails = { mails: { id: string; envelopeFrom: string }[] };
  const { mails } = await world.sandbox.call<Mails>('GET', `/api/mail?to=${to}&wait=20000`);
  const [mail] = mails;
  const raw = await (await fetch(`${world.sandbox.origin}/mail/${mail?.id}/raw`)).bytes();
  const seen = await authenticate(Buffer.from(raw), {
    ip: '127.0.0.1',
    helo: 'localhost',
    sender: mail?.envelopeFrom ?? '',
    mta: 'inbox.test',
    resolver: mailResolver([world.sandbox.dnsServer]),
  });
  expect(seen.dkim.results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([
    ['pass', domain],
  ]);
  expect(seen.spf).toMatchObject({ domain: `bounce.${domain}`, status: { result: 'pass' } });
  expect(seen.dmarc).toMatchObject({ status: { result: 'pass' } });
});
