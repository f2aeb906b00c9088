import { listDemoRequests, requestDemo } from '@troupe/contract/site/demo-request';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withTransaction } from '../../platform/database.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { type MailWorld, startMailWorld } from '../outreach/mail/mail.fixture.ts';
import { mailTable } from '../outreach/mail/mail.table.ts';
import { removeOldDemoRequests } from './demo-request/demo-request.queries.ts';
import { demoRequestTable } from './demo-request/demo-request.table.ts';

const SALES = 'sales@troupe.test';
const HOUR_MS = 3_600_000;

let world: MailWorld;
let t: TestApi;
let administrator: TestPerson;
let hour = 0;
beforeAll(async () => {
  world = await startMailWorld({ SALES_EMAIL: SALES });
  t = world.t;
  administrator = await t.person({ role: 'administrator' });
});
// Resets the hourly limits and duplicate detection.
beforeEach(async () => {
  await t.api.db.delete(demoRequestTable);
  t.setNow(new Date(Date.now() + ++hour * HOUR_MS));
});
afterAll(() => world.stop());

const FORM = {
  name: 'Ona Reyes',
  email: 'Ona@reyes.example',
  company: 'Reyes Roasters',
  website: 'reyes.example',
  budget: '1000-5000' as const,
  message: 'We sell coffee.\nCan we see the inbox?',
  took: 40_000,
};
/** Posts from a new network, so that tests don't share rate limits. */
let network = 0;
const post = (body: object, path = '/demo-requests', headers: Record<string, string> = {}) =>
  fetch(t.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${++network}`, ...headers },
    body: JSON.stringify(body),
  });
const asForm = (fields: Record<string, string>, headers: Record<string, string> = {}, query = '') =>
  fetch(`${t.url}/demo-requests/form${query}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `10.0.1.${++network}`,
      ...headers,
    },
    body: new URLSearchParams(fields),
  });
const kept = () => t.api.db.select().from(demoRequestTable);
const listed = async (heldBack = false) =>
  (await administrator.call(listDemoRequests, { query: { heldBack: String(heldBack) } })).requests;

test('stores a demo request, emails sales with the visitor as reply address, and lists it', async () => {
  const source = { campaign: 'spring', medium: 'mail', source: 'newsletter', content: '', term: '' };
  const answer = await t.anonymous.call(requestDemo, { body: { ...FORM, source } });
  expect(answer).toEqual({ success: true });
  const [mail] = await world.arrived(SALES);
  expect(mail).toMatchObject({
    subject: 'Demo request: Reyes Roasters',
    to: [{ address: SALES }],
    replyTo: [{ address: 'Ona@reyes.example' }],
  });
  for (const text of [
    'Ona Reyes',
    '$1,000 to $5,000',
    'Can we see the inbox?',
    'spring',
    '/admin/demo-requests',
  ])
    expect(mail?.text).toContain(text);
  expect(mail?.html).toContain('We sell coffee.<br>Can we see the inbox?');
  await expect.poll(async () => (await listed())[0]?.mail?.status).toBe('sent');
  expect(await listed()).toMatchObject([
    { name: 'Ona Reyes', website: 'https://reyes.example', source, heldBack: null, budget: '1000-5000' },
  ]);
});

test('stores a duplicate once, even concurrently and with different email case', async () => {
  const answers = await Promise.all([
    post(FORM),
    post({ ...FORM, took: 41_000 }),
    post({ ...FORM, email: 'ona@REYES.example ' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await kept()).toHaveLength(1);
  // Different content is another request, and so is the same content tomorrow.
  await post({ ...FORM, message: 'Next week, please.' });
  expect(await kept()).toHaveLength(2);
  t.setNow(new Date(Date.now() + hour * HOUR_MS + 25 * HOUR_MS));
  await post(FORM);
  expect(await kept()).toHaveLength(3);
});

test("stores suspected spam with a normal response, but doesn't email it", async () => {
  expect((await post({ ...FORM, subject: 'Cheap links' })).status).toBe(200);
  expect((await post({ ...FORM, company: 'Fast Inc', took: 3 })).status).toBe(200);
  const rows = await kept();
  expect(rows.map(({ heldBack }) => heldBack).sort()).toEqual(['hidden-field', 'too-soon']);
  expect(rows.map(({ mailId }) => mailId)).toEqual([null, null]);
  expect(await listed()).toEqual([]);
  expect(await listed(true)).toHaveLength(2);
});

test('prevents header injection in the email', async () => {
  const company = 'Evil\r\nBcc: everybody@victim.test\r\n\r\nBuy now';
  expect((await post({ ...FORM, company, name: 'Eve\u2028Bcc: x@y.test' })).status).toBe(200);
  const [row] = await kept();
  expect(row).toMatchObject({
    company: 'Evil Bcc: everybody@victim.test Buy now',
    name: 'Eve Bcc: x@y.test',
  });
  await expect
    .poll(async () => (await world.arrived(SALES))[0]?.subject)
    .toBe('Demo request: Evil Bcc: everybody@victim.test Buy now');
  const [mail] = await world.arrived(SALES);
  expect(mail?.recipients).toEqual([SALES]);
  const raw = (await world.raw(mail?.id ?? '')).toString();
  expect(raw.split(/\r?\n\r?\n/)[0]).not.toMatch(/^bcc:/im);
  for (const email of [
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example, c@d.example',
    '"<x>"@b.example',
    'a@b',
  ]) {
    const answer = await post({ ...FORM, email });
    expect(answer.status, email).toBe(422);
    expect(await answer.json()).toMatchObject({
      fields: { email: expect.stringMatching(/^Enter an email address/) },
    });
  }
});

test.each([
  ['nothing at all', {}, ['name', 'email', 'company']],
  ['blanks', { ...FORM, name: '  ', company: '\t' }, ['name', 'company']],
  ['a huge message', { ...FORM, message: 'x'.repeat(60_000) }, ['message']],
  ['a script as website', { ...FORM, website: 'javascript:alert(1)' }, ['website']],
  ['a budget that is not offered', { ...FORM, budget: 'free' }, ['budget']],
  ['NUL and half a character', { ...FORM, name: 'a\u0000', message: '\ud800' }, ['name', 'message']],
  ['a source that is none', { ...FORM, source: { campaign: 'x'.repeat(201) } }, ['source.campaign']],
])('rejects a form with %s with field errors and stores nothing', async (_what, body, fields) => {
  const answer = await post(body);
  expect(answer.status).toBe(422);
  expect(Object.keys(((await answer.json()) as { fields: object }).fields).sort()).toEqual(fields.toSorted());
  expect(await kept()).toEqual([]);
});

test('rate-limits each network separately', async () => {
  const from = { 'x-forwarded-for': '2001:db8:1:2::1' };
  const statuses: number[] = [];
  for (let n = 0; n < 9; n++)
    statuses.push((await post({ ...FORM, message: `No ${n}` }, '/demo-requests', from)).status);
  expect(statuses).toEqual([...Array(8).fill(200), 429]);
  const neighbour = { 'x-forwarded-for': '2001:db8:1:2:ffff::7' };
  const refused = await post({ ...FORM, message: 'Another' }, '/demo-requests', neighbour);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await post({ ...FORM, message: 'Elsewhere' })).status).toBe(200);
  // A duplicate, so nothing new is stored.
  expect((await post({ ...FORM, message: 'No 1' }, '/demo-requests', from)).status).toBe(200);
});

test('limits requests across all networks per hour', async () => {
  const now = t.api.clock.now().toISOString();
  await t.api.pool.query(
    `insert into demo_request (id, name, email, company, website, budget, message, fingerprint, created_at)
      select gen_random_uuid(), 'x', 'x@y.example', 'x', '', '', '', 'f' || n, $1 from generate_series(1, 200) n`,
    [now],
  );
  expect((await post(FORM)).status).toBe(429);
  expect(await kept()).toHaveLength(200);
});

test('handles a form post without JavaScript, redirecting or naming missing fields', async () => {
  const { took: _, ...fields } = FORM;
  const sent = await asForm({ ...fields, subject: '' });
  expect([sent.status, sent.headers.get('location')]).toEqual([
    303,
    'http://localhost:3000/demo-confirmation',
  ]);
  expect(await kept()).toMatchObject([{ company: 'Reyes Roasters', heldBack: null, source: null }]);
  const refused = await asForm({ ...fields, email: '<script>alert(1)</script>', name: '' });
  expect([refused.status, refused.headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8']);
  const page = await refused.text();
  expect(page).toContain('Enter your name');
  expect(page).toContain('Enter an email address');
  expect(page).not.toContain('<script');
  const spanish = await asForm({ ...fields, name: '' }, { 'accept-language': 'es-MX' });
  const told = await spanish.text();
  expect(told).toContain('<h1>Tu solicitud no se envió</h1>');
  expect(told).toContain('<li>Escribe tu nombre</li>');
  // The page with the form may be in another language than the browser asks for.
  const chosen = await asForm({ ...fields, name: '' }, { 'accept-language': 'es-MX' }, '?language=de');
  expect(await chosen.text()).toContain('<html lang="de"');
  const unknown = await asForm({ ...fields, name: '' }, { 'accept-language': 'es-MX' }, '?language=xx');
  expect(await unknown.text()).toContain('<li>Escribe tu nombre</li>');
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await asForm({ ...fields, message: 'x'.repeat(100_000) })).status).toBe(413);
  expect((await asForm({ ...fields, ['__proto__']: 'x', constructor: 'y', company: 'Odd' })).status).toBe(
    303,
  );
});

test('without a sales address, lists requests for administrators only', async () => {
  const plain = await startTestApi({ TROUPE_ROLES: 'http' });
  try {
    await plain.anonymous.call(requestDemo, { body: FORM });
    const staff = await plain.person({ role: 'administrator' });
    const { requests, total } = await staff.call(listDemoRequests, {});
    expect([total, requests[0]?.mail, requests[0]?.email]).toEqual([1, null, 'Ona@reyes.example']);
    expect(await plain.api.db.select().from(mailTable)).toEqual([]);
    const member = await plain.person({ brandId: await plain.brand(), brandRole: 'owner' });
    await expect(member.call(listDemoRequests, {})).rejects.toMatchObject({ status: 403 });
  } finally {
    await plain.stop();
  }
});

test('shows in the list that the mail server rejected the sales address', async () => {
  await post({ ...FORM, company: 'Unheard' });
  const [row] = await kept();
  await t.api.db
    .update(mailTable)
    .set({ status: 'bounced', statusReason: 'Rejected by the mail server: 550 no such user' })
    .where(eq(mailTable.id, row?.mailId ?? ''));
  expect((await listed())[0]?.mail).toEqual({
    status: 'bounced',
    reason: 'Rejected by the mail server: 550 no such user',
  });
});

test('deletes requests with their emails after two years, and withheld ones after a month', async () => {
  const { db, pool } = t.api;
  await post({ ...FORM, company: 'Old' });
  await post({ ...FORM, company: 'Spam', subject: 'x' });
  await post({ ...FORM, company: 'New' });
  const [old] = await db.select().from(demoRequestTable).where(eq(demoRequestTable.company, 'Old'));
  const age = (company: string, days: number) =>
    pool.query(
      `update demo_request set created_at = created_at - make_interval(days => $2) where company = $1`,
      [company, days],
    );
  await age('Old', 731);
  await age('Spam', 31);
  await age('New', 700);
  const ago = (days: number) => new Date(t.api.clock.now().getTime() - days * 24 * HOUR_MS);
  const removed = await withTransaction(pool, (tx) =>
    removeOldDemoRequests(tx, { all: ago(730), heldBack: ago(30) }),
  );
  expect(removed).toBe(2);
  expect((await kept()).map(({ company }) => company)).toEqual(['New']);
  expect(await db.$count(mailTable, eq(mailTable.id, old?.mailId ?? ''))).toBe(0);
});
