import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as contract from '@troupe/contract/affiliate/commission-statement';
import { listOwnPayables, listPayables } from '@troupe/contract/campaigns/payable';
import { listNotifications, saveNotificationPreferences } from '@troupe/contract/inbox/notification';
import type { SignedStatement } from '@troupe/domain/affiliate/commission-statement';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealText } from '../../platform/access/secret.ts';
import { withTransaction } from '../../platform/database.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { type StoreWorld, startStoreWorld } from '../commerce/stores.fixture.ts';
import {
  aBooksWorld,
  aCode,
  anAffiliate,
  type BooksWorld,
  rulesWith,
  sendStore,
  storeOrder,
  storeRefund,
  type TestAffiliate,
} from './books.fixture.ts';
import { closeMonth } from './commission-statements.ts';

let w: StoreWorld;
let world: BooksWorld;
let brand: { brandId: string };
let mara: TestAffiliate;
let person: TestPerson;
beforeAll(async () => {
  w = await startStoreWorld();
});
afterAll(() => w.stop());
beforeEach(async () => {
  world = await aBooksWorld(w, rulesWith({}, {}, { zone: 'Asia/Kathmandu' }));
  brand = { brandId: world.brandId };
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  });
  await w.t.api.pool.query(
    'update affiliate_program set signing_secret = $2, signer = $3 where brand_id = $1',
    [
      world.brandId,
      sealText(w.t.api.config.SECRET_KEY, privateKey.toString('base64')),
      publicKey.toString('base64'),
    ],
  );
  person = await w.t.person({ role: 'creator' });
  mara = await anAffiliate(world, { userId: person.userId, terms: { holdDays: 0, minPayout: { EUR: 500 } } });
  await aCode(world, mara.id, 'MARA10');
});

const order = (id: number) =>
  storeOrder(id, { discount_codes: [{ code: 'MARA10', amount: '0.00', type: 'percentage' }] });
/** A moment in a later month: that many months after this one. */
const inMonths = (months: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 10));
};
const close = (now: Date) =>
  withTransaction(w.t.api.pool, (tx) => closeMonth(w.t.api, tx, world.brandId, now));
const list = async () => (await world.owner.call(contract.listStatements, { params: brand })).statements;
const signed = (statementId: string): Promise<SignedStatement> =>
  person.call(contract.getOwnSignedStatement, { params: { statementId } });

test('a month closes once although two processes do it, is approved, and becomes a payment', async () => {
  await sendStore(world, ['orders/create', order(1)]);
  const next = await person.call(contract.listOwnStatements, {});
  expect(next).toMatchObject({
    statements: [],
    // 5% less arrives.
    next: [{ currency: 'EUR', next: 900, creatorGets: 855, held: 0, minimum: 500 }],
  });
  const closed = await Promise.all([close(inMonths(1)), close(inMonths(1)), close(inMonths(1))]);
  expect(closed.flat()).toHaveLength(1);
  const [statement] = await list();
  expect(statement).toMatchObject({
    number: 1,
    currency: 'EUR',
    zone: 'Asia/Kathmandu',
    earned: 900,
    due: 900,
    processingFee: 45,
    brandPays: 945,
    creatorGets: 855,
    state: 'open',
    entries: 1,
    creator: { fullname: 'Mara Lind' },
    abilities: { approve: { allowed: true } },
  });
  // Months end at midnight in Kathmandu.
  expect(statement?.until).toMatch(/T18:15:00\.000Z$/);
  const statementId = statement?.id ?? '';
  const params = { ...brand, statementId };
  const { statement: approved } = await world.owner.call(contract.approveStatement, { params });
  expect(approved).toMatchObject({ state: 'approved', paymentState: 'approved', payBy: expect.any(String) });
  await expect(world.owner.call(contract.approveStatement, { params })).rejects.toMatchObject({
    status: 409,
  });
  const { payables } = await world.owner.call(listPayables, { params: brand });
  expect(payables).toMatchObject([
    { id: approved.payableId, optInId: null, statementId, fee: 900, brandPays: 945, state: 'approved' },
  ]);
  // One approval is enough: the next step is to pay it.
  expect(payables[0]?.abilities).toMatchObject({ approved: { allowed: false }, paid: { allowed: true } });
  const own = await person.call(listOwnPayables, {});
  expect(own.payables).toMatchObject([{ statementId, creatorGets: 855 }]);
  const { notifications } = await person.call(listNotifications, {});
  expect(notifications.map(({ title }) => title).sort()).toEqual([
    'Larkmoor approved your commission statement',
    'Your commission statement from Larkmoor is ready',
  ]);
  const texts = notifications.map(({ text }) => text).sort();
  expect(texts).toEqual([
    "Once the brand approves this statement, you'll receive €8.55 (€9.00 less the 5% processing fee).",
    "Your payment is being prepared. You'll receive €8.55 (€9.00 less the 5% processing fee).",
  ]);
  const team = await world.owner.call(listNotifications, {});
  expect(team.notifications[0]?.title).toBe('1 commission statement to approve');
  // Only the account of its creator reads it.
  const other = await w.t.person({ role: 'creator' });
  await expect(other.call(contract.getOwnSignedStatement, { params: { statementId } })).rejects.toMatchObject(
    {
      status: 404,
    },
  );
  await expect(
    w.t.api.pool.query('update commission_statement set due = 1 where brand_id = $1', [world.brandId]),
  ).rejects.toThrow('commission_statement is closed');
});

test('a return after the payment is a debt on the next statement, and the chain can be verified offline', async () => {
  await sendStore(world, ['orders/create', order(1)]);
  const [first = ''] = await close(inMonths(1));
  await world.owner.call(contract.approveStatement, { params: { ...brand, statementId: first } });
  await sendStore(world, ['refunds/create', storeRefund(1, 1)]);
  const [second = ''] = await close(inMonths(2));
  expect((await list())[0]).toMatchObject({
    number: 2,
    earned: 0,
    takenBack: -600,
    due: 0,
    carriedOut: -600,
    state: 'carried',
  });
  await sendStore(world, ['orders/create', order(2)], ['orders/create', order(3)]);
  const [third = ''] = await close(inMonths(3));
  expect((await list())[0]).toMatchObject({ number: 3, carriedIn: -600, earned: 1800, due: 1200 });
  const statements = [await signed(first), await signed(second), await signed(third)];
  const folder = mkdtempSync(join(tmpdir(), 'statements-'));
  const verifier = join(import.meta.dirname, '../../../../../docs/verify-statement.mjs');
  const check = async (files: readonly unknown[], ...more: string[]) => {
    const names = files.map((file, index) => {
      const name = join(folder, `${index}.json`);
      writeFileSync(name, JSON.stringify(file));
      return name;
    });
    return promisify(execFile)(process.execPath, [verifier, ...more, ...names]).then(
      () => 'ok',
      ({ stdout }) => String(stdout),
    );
  };
  try {
    const [one, two, three] = statements;
    if (!one || !two || !three) throw new Error('three statements');
    expect(await check(statements, '--key', one.publicKey)).toBe('ok');
    expect(await check([{ ...three, content: { ...three.content, due: 1300 } }])).toContain(
      'its hash is another',
    );
    expect(await check([one, { ...two, signature: one.signature }])).toContain('not of this key');
    // A forger can recompute hashes, but cannot sign.
    const forged = { ...two.content, previousHash: three.hash };
    const sorted = JSON.stringify(
      forged,
      [...new Set([...Object.keys(forged), ...Object.keys(forged.lines[0] ?? {})])].sort(),
    );
    const hash = createHash('sha256').update(sorted).digest('hex');
    const answer = await check([one, { ...two, content: forged, hash }]);
    expect(answer).not.toContain('its hash is another');
    expect(answer).toContain('not of this key');
    expect(answer).toContain('does not follow statement 1');
    expect(await check(statements, '--key', 'AAAA')).toContain('another key');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('notifies a creator of statements as they chose, apart from their opt-ins', async () => {
  await sendStore(world, ['orders/create', order(1)]);
  const { preferences } = await person.call(saveNotificationPreferences, {
    body: { preferences: { affiliate: 'off' } },
  });
  expect(preferences).toMatchObject({ affiliate: 'off', 'opt-in': 'mail', message: 'mail' });
  await person.call(saveNotificationPreferences, { body: { preferences: { message: 'app' } } });
  const [first = ''] = await close(inMonths(1));
  const own = async () => (await person.call(listNotifications, {})).notifications;
  expect(await own()).toEqual([]);
  await person.call(saveNotificationPreferences, { body: { preferences: { affiliate: 'app' } } });
  await world.owner.call(contract.approveStatement, { params: { ...brand, statementId: first } });
  expect(await own()).toMatchObject([
    { kind: 'affiliate', title: 'Larkmoor approved your commission statement' },
  ]);
});

test('a sum below the minimum is carried over, and statements download as PDF and CSV', async () => {
  await sendStore(world, ['orders/create', order(1)], ['refunds/create', storeRefund(1, 1)]);
  const [id = ''] = await close(inMonths(1));
  expect((await list())[0]).toMatchObject({
    earned: 300,
    takenBack: 0,
    due: 0,
    carriedOut: 300,
    state: 'carried',
  });
  const get = async (path: string) =>
    fetch(`${w.t.url}/me/statements/${id}/${path}`, { headers: { authorization: `Bearer ${person.token}` } });
  const csv = await get('csv');
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="statement-1-EUR.csv"');
  expect((await csv.text()).split('\r\n')[2]).toMatch(/^1,.*,#1,Earned,3\.00,EUR,$/);
  const { next } = await person.call(contract.listOwnStatements, {});
  expect(next).toMatchObject([{ next: 300, creatorGets: 0, carried: 300, minimum: 500 }]);
  const pdf = Buffer.from(await (await get('pdf')).arrayBuffer());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  // No more statements for a closed month.
  expect(await close(inMonths(1))).toEqual([]);
  const { statements } = await world.owner.call(contract.closeStatements, { params: brand });
  expect(statements).toEqual([]);
});
