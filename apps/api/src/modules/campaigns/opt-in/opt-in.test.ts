import { seeOptIns } from '@troupe/contract/campaigns/opt-in';
import { mayMoveOptIn } from '@troupe/domain/campaigns/opt-in';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOf, type OptInWorld, STATUSES, startOptInWorld } from './opt-in.fixture.ts';

let w: OptInWorld;
beforeAll(async () => {
  w = await startOptInWorld();
});
afterAll(() => w.t.stop());

describe('opt-in list', () => {
  let of: string;
  beforeAll(async () => {
    of = await w.campaign(w.brandId);
    const base = { campaignId: of };
    const at = (minute: number) => ({ createdAt: new Date(Date.UTC(2026, 10, 1, 8, minute)).toISOString() });
    for (let n = 0; n < 27; n++) await w.optIn({ ...base, ...at(n), status: 'pending', unseen: n % 2 === 0 });
    const mila = await w.creator({ username: 'mila.trails', fullname: 'Mila Sund', platform: 'tiktok' });
    await w.optIn({ ...base, ...at(40), status: 'approved', unseen: false, creatorId: mila });
    await w.optIn({ ...base, ...at(41), status: 'approved', unseen: true });
    await w.optIn({ ...base, ...at(42), status: 'rejected', unseen: false, reason: 'Too far away' });
  });

  test('[R1.032] [R7.023] lists the creators who opted in, newest first, 24 a page, with counts', async () => {
    const first = await w.list({}, 1, of);
    expect(first.optIns).toHaveLength(24);
    expect(first).toMatchObject({ page: 1, pages: 2, total: 30, unseen: 15 });
    expect(first.counts).toEqual({ pending: 27, approved: 2, rejected: 1, completed: 0, withdrawn: 0 });
    expect(first.optIns[0]).toMatchObject({ status: 'rejected', reason: 'Too far away', campaignId: of });
    const times = first.optIns.map(({ created }) => created);
    expect(times).toEqual([...times].sort().reverse());
    const second = await w.list({}, 2, of);
    expect(second.optIns).toHaveLength(6);
    expect((await w.list({}, 3, of)).optIns).toEqual([]);
    expect((await w.list({}, 3, of)).total).toBe(30);
  });

  test('[R7.023] filters return only matches', async () => {
    const approved = await w.list({ status: ['approved'] }, 1, of);
    expect(approved.total).toBe(2);
    expect(approved.optIns.every(({ status }) => status === 'approved')).toBe(true);
    expect((await w.list({ status: ['approved', 'rejected'] }, 1, of)).total).toBe(3);
    expect((await w.list({ platform: 'tiktok' }, 1, of)).optIns[0]?.socialProfile.username).toBe(
      'mila.trails',
    );
    expect((await w.list({ search: 'mila' }, 1, of)).total).toBe(1);
    expect((await w.list({ search: 'mila', platform: 'instagram' }, 1, of)).total).toBe(0);
    expect((await w.list({ search: "%_'; drop table opt_in; --" }, 1, of)).total).toBe(0);
    expect((await w.list({ search: 'mila', status: ['pending'] }, 1, of)).counts.pending).toBe(27);
  });

  test.each(['status=[pending]', 'status=pending', 'status=%5B%22pending%22%5D'])(
    '[R7.024] unseen=true and %s return only unseen pending opt-ins',
    async (query) => {
      const response = await fetch(`${w.t.url}/v2/opt-ins/${of}/1?unseen=true&${query}`, {
        headers: { authorization: `Bearer ${w.person.token}` },
      });
      const body = (await response.json()) as Awaited<ReturnType<typeof w.list>>;
      expect(body.total).toBe(14);
      expect(body.optIns.every(({ status, unseen }) => status === 'pending' && unseen)).toBe(true);
    },
  );

  test('viewing opt-ins clears the unread dot of that campaign only', async () => {
    const other = await w.optIn();
    const unseen = (await w.list({ unseen: true }, 1, of)).optIns.map(({ id }) => id);
    const answer = await w.person.call(seeOptIns, {
      params: { brandId: w.brandId, campaignId: of },
      body: { optInIds: [...unseen.slice(0, 5), other] },
    });
    expect(answer.unseen).toBe(10);
    expect((await w.row(other)).unseen).toBe(true);
  });

  test('hides opt-ins from other brands', async () => {
    const stranger = await w.t.person({ brandId: await w.brand() });
    await expect(w.list({}, 1, of, stranger)).rejects.toMatchObject({ code: 'not_found' });
    const id = await w.optIn();
    const theirs = stranger;
    await expect(w.get(id, theirs)).rejects.toMatchObject({ code: 'forbidden' });
    const brandId = await w.brand();
    const member = await w.t.person({ brandId });
    await expect(w.get(id, member, brandId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(w.change(id, { status: 'approved' }, member, brandId)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('status changes', () => {
  test.each(STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const)))(
    'the brand can change %s to %s only if allowed',
    async (from, to) => {
      const id = await w.optIn({ status: from });
      const [code] = await codesOf([w.change(id, { status: to, reason: 'Because' })]);
      expect(code).toBe(mayMoveOptIn(from, to, 'brand') ? null : 'invalid_transition');
      expect((await w.row(id)).status).toBe(mayMoveOptIn(from, to, 'brand') ? to : from);
      // The move is in the history exactly once.
      expect((await w.events(id)).map(({ kind }) => kind)).toEqual(code === null ? [to] : []);
    },
  );

  test('keeps the reason for declining, and clears it on approval', async () => {
    const id = await w.optIn();
    expect(await w.change(id, { status: 'rejected', reason: 'Another season' })).toMatchObject({
      status: 'rejected',
      reason: 'Another season',
      unseen: false,
      version: 2,
    });
    expect(await w.change(id, { status: 'approved' })).toMatchObject({ status: 'approved', reason: null });
    const { history } = await w.get(id);
    expect(history.map(({ text }) => text)).toEqual(['Declined: Another season', 'Approved: no fee']);
    expect(history[0]?.by).toBe('Alva Berg');
  });

  test('notifies both sides immediately', async () => {
    const creator = await w.account();
    const id = await w.optIn({ creatorId: creator.creatorId, userId: creator.userId });
    await w.change(id, { status: 'approved' });
    for (const audience of [`brand:${w.brandId}`, `user:${creator.userId}`]) {
      const told = await w.told(audience, id);
      expect(told.filter(({ type }) => type === 'opt-in')).toMatchObject([
        { type: 'opt-in', campaignId: w.campaignId, data: { status: 'approved', version: 2 } },
      ]);
    }
  });

  test('rejects the second of two concurrent decisions', async () => {
    const colleague = await w.t.person({ brandId: w.brandId });
    const id = await w.optIn();
    const codes = await codesOf([
      w.change(id, { status: 'approved', version: 1 }),
      w.change(id, { status: 'rejected', version: 1 }, colleague),
    ]);
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect(codes.filter((code) => code === 'conflict')).toHaveLength(1);
    // Without a version, the second learns that it is already approved.
    const other = await w.optIn();
    const again = await codesOf(
      [w.person, colleague].map((by) => w.change(other, { status: 'approved' }, by)),
    );
    expect(again.sort()).toEqual(['invalid_transition', null]);
    expect(await w.events(other)).toHaveLength(1);
  });
});

describe('rating, terms and shipment', () => {
  test('[R3.034] [R3.035] rates four fields and averages them to 2 decimals', async () => {
    const id = await w.optIn({ status: 'approved' });
    const rating = { content: 5, creativity: 4, communication: 4, overall: 4 };
    expect((await w.change(id, { rating })).rating).toEqual({ ...rating, average: 4.25 });
    const second = { content: 5, creativity: 5, communication: 4, overall: 3.33 };
    expect((await w.change(id, { rating: second })).rating).toEqual({ ...second, average: 4.33 });
    expect((await w.get(id)).optIn.rating?.average).toBe(4.33);
    const bad = { ...rating, overall: 6 };
    await expect(w.change(id, { rating: bad })).rejects.toMatchObject({ code: 'invalid' });
    const pending = await w.optIn();
    await expect(w.change(pending, { rating })).rejects.toMatchObject({ code: 'invalid_transition' });
  });

  test('offers fee and dates field by field and records them in the history', async () => {
    const id = await w.optIn({ status: 'approved' });
    await w.change(id, { agreement: { fee: 64_000, deliverables: [{ kind: 'reel', count: 2 }] } });
    const { offer } = await w.change(id, { agreement: { liveDue: '2026-12-12T12:00:00.000Z' } });
    expect(offer.terms).toMatchObject({ fee: 64_000, currency: 'USD', liveDue: '2026-12-12T12:00:00.000Z' });
    expect((await w.events(id)).at(-1)?.text).toBe(
      'Offer from the brand: $640, 2 reels, live by 12 Dec 2026',
    );
    await expect(w.change(id, { agreement: { draftDue: '2027-01-01T00:00:00.000Z' } })).rejects.toMatchObject(
      { code: 'invalid' },
    );
  });

  test('tracks a product from address request to shipped to received, one history line each', async () => {
    const id = await w.optIn({ status: 'approved' });
    const ship = { shipment: { state: 'shipped', carrier: 'DHL', tracking: 'JD01' } };
    await expect(w.change(id, ship)).rejects.toMatchObject({ code: 'invalid_transition' });
    await w.change(id, { shipment: { state: 'asked' } });
    await expect(w.change(id, ship)).rejects.toMatchObject({ message: /no address yet/ });
    const address = {
      name: 'Ana',
      street: 'Rua 1',
      city: 'Porto',
      postcode: '4000',
      region: '',
      country: 'PT',
      phone: '',
    };
    await w.giveAddress(id, address);
    const shipped = await w.change(id, ship);
    expect(shipped.shipment).toMatchObject({ state: 'shipped', carrier: 'DHL', address });
    const received = await w.change(id, { shipment: { state: 'received' } });
    expect(received.shipment).toMatchObject({ state: 'received', shipped: shipped.shipment.shipped });
    expect((await w.events(id)).map(({ text }) => text)).toEqual([
      'Address requested',
      'Product shipped via DHL, tracking number JD01',
      'Product received',
    ]);
    await expect(w.change(id, ship)).rejects.toMatchObject({ code: 'invalid_transition' });
  });

  test('applies a change with several parts entirely or not at all', async () => {
    const id = await w.optIn();
    await expect(w.change(id, { status: 'approved', shipment: { state: 'shipped' } })).rejects.toMatchObject({
      code: 'invalid_transition',
    });
    expect(await w.row(id)).toMatchObject({ status: 'pending', version: 1, approvedAt: null });
    expect((await w.change(id, { status: 'approved', agreement: { fee: 5 } })).version).toBe(2);
    expect(await w.offers(id)).toHaveLength(2);
  });
});

describe('bulk decisions', () => {
  test("approves ten and reports why others can't be", async () => {
    const ids = await w.optIns(8);
    const done = await w.optIn({ status: 'completed' });
    const gone = await w.optIn({ status: 'withdrawn' });
    const elsewhere = await w.optIn({ campaignId: await w.campaign(w.brandId) });
    const { changed, refused } = await w.decide([...ids, done, gone, elsewhere], 'rejected', {
      reason: 'The season is full',
    });
    expect(changed).toEqual(ids);
    expect(refused.map(({ optInId, code }) => [optInId, code])).toEqual([
      [done, 'invalid_transition'],
      [gone, 'invalid_transition'],
      [elsewhere, 'not_found'],
    ]);
    for (const id of ids)
      expect(await w.row(id)).toMatchObject({ status: 'rejected', reason: 'The season is full' });
    expect((await w.decide(ids, 'approved')).changed).toEqual(ids);
  });

  test('accepts 200 opt-ins and rejects 201', async () => {
    const of = await w.campaign(w.brandId);
    const ids = await w.optIns(200, { campaignId: of });
    expect((await w.decide(ids, 'rejected', {}, of)).changed).toHaveLength(200);
    await expect(w.decide([...ids, w.campaignId], 'rejected', {}, of)).rejects.toMatchObject({
      code: 'invalid',
    });
  });
});
