import { updateMe } from '@troupe/contract/account/user';
import { changeListeningDigest, getListeningDigest } from '@troupe/contract/listening/listening-digest';
import { createMonitor } from '@troupe/contract/listening/monitor';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TestPerson } from '../../testing/test-api.ts';
import { type MailWorld, startMailWorld } from '../outreach/mail/mail.fixture.ts';
import { sendDigests } from './send-digests.ts';

let world: MailWorld;
let brandId: string;
let owner: TestPerson;
let address: string;
let monitorId: string;
let number = 0;

beforeAll(async () => {
  world = await startMailWorld({ SENTIMENT_DIR: '/nowhere' });
});
afterAll(() => world?.stop());

beforeEach(async () => {
  at('2031-03-05T10:00:00Z');
  address = `owner${++number}@larkmoor.test`;
  brandId = (await world.brand()).brandId;
  owner = await world.t.person({ brandId, brandRole: 'owner', email: address });
  await world.t.api.pool.query("update person set time_zone = 'Asia/Kathmandu' where id = $1", [
    owner.userId,
  ]);
  monitorId = await monitorOf('Larkmoor <jackets>');
});
afterEach(() => world.t.setNow(null));

const at = (time: string) => world.t.setNow(new Date(time));
const monitorOf = async (name: string) =>
  (
    await owner.call(createMonitor, {
      params: { brandId },
      body: { name, kind: 'brand' as const, query: `larkmoor${number}` },
    })
  ).monitor.id;
const choose = async (body: { frequency: 'off' | 'daily' | 'weekly'; weekday?: number; hour?: number }) =>
  (await owner.call(changeListeningDigest, { params: { brandId }, body })).digest;
const digest = async () => (await owner.call(getListeningDigest, { params: { brandId } })).digest;

/** Counts mentions, as intake does. */
const count = (time: string, n: number, sentiment = 'neutral') =>
  world.t.api.pool.query(
    `insert into listening_quarter
      (monitor_id, bucket, source_kind, lang, sentiment, brand_id, n, clusters, reach, reach_known)
      values ($1, $2, 'bluesky', 'en', $3, $4, $5, $5, 0, 0)`,
    [monitorId, time, sentiment, brandId, n],
  );

/** Sends what is due at a time, and returns the emails to the member, newest first. */
async function emailsAt(time: string, to = address) {
  at(time);
  await sendDigests(world.t.api);
  await world.wake();
  const { rowCount } = await world.t.api.pool.query('select from mail where to_address = $1', [to]);
  return await vi.waitFor(async () => {
    const arrived = await world.arrived(to, 0);
    expect(arrived).toHaveLength(rowCount ?? 0);
    return arrived;
  }, 10_000);
}

test('a daily digest covers the day before in the zone of the brand, and is sent once', async () => {
  const saved = await choose({ frequency: 'daily', hour: 8 });
  // 08:00 in Nepal, 05:45 ahead of UTC.
  expect(saved).toMatchObject({ zone: 'Asia/Kathmandu', next: '2031-03-06T02:15:00.000Z', last: null });
  // March 5 in Nepal is from 18:15 UTC on March 4.
  await count('2031-03-04T18:00:00Z', 7);
  await count('2031-03-04T18:15:00Z', 60, 'positive');
  await count('2031-03-05T12:00:00Z', 40, 'negative');
  await count('2031-03-05T18:15:00Z', 9);
  expect(await emailsAt('2031-03-06T02:14:00Z')).toEqual([]);
  const [mail, ...others] = await emailsAt('2031-03-06T02:20:00Z');
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Larkmoor: 100 mentions on 5 Mar 2031');
  expect(mail?.text).toContain(
    'Your monitors found 100 mentions on 5 Mar 2031, compared with 7 the day before.',
  );
  // Agresti and Min, (60 - 40) / 100.
  expect(mail?.text).toContain(
    'Net sentiment: +0.20 (95% interval +0.01 to +0.39), based on 100 of 100 mentions.',
  );
  expect(mail?.text).toContain('- Larkmoor <jackets>: 100 (previously 7)');
  expect(mail?.html).toContain('<li>Larkmoor &lt;jackets&gt;: 100 (previously 7)</li>');
  expect(await emailsAt('2031-03-06T02:25:00Z')).toHaveLength(1);
  // Another hour of a day that had its digest doesn't bring another one.
  await choose({ frequency: 'daily', hour: 12 });
  expect(await emailsAt('2031-03-06T06:20:00Z')).toHaveLength(1);
  expect(await digest()).toMatchObject({
    next: '2031-03-07T06:15:00.000Z',
    last: { sent: true, mentions: 100 },
  });
  expect(await emailsAt('2031-03-07T06:20:00Z')).toHaveLength(2);
});

test('processes that send at the same time send a digest once', async () => {
  await choose({ frequency: 'daily', hour: 8 });
  await count('2031-03-05T12:00:00Z', 3);
  at('2031-03-06T02:20:00Z');
  await Promise.all(Array.from({ length: 6 }, () => sendDigests(world.t.api)));
  const { rows } = await world.t.api.pool.query('select id from mail where to_address = $1', [address]);
  expect(rows).toHaveLength(1);
});

test('a process that dies before the commit leaves the digest to the next one', async () => {
  await choose({ frequency: 'daily', hour: 8 });
  await count('2031-03-05T12:00:00Z', 3);
  const { pool } = world.t.api;
  await pool.query(`create function refuse_mail() returns trigger language plpgsql as
    $$ begin if new.to_address = '${address}' then raise 'the process died'; end if; return new; end $$`);
  await pool.query(
    'create trigger refuse_mail before insert on mail for each row execute function refuse_mail()',
  );
  expect(await emailsAt('2031-03-06T02:20:00Z')).toEqual([]);
  await pool.query('drop trigger refuse_mail on mail');
  await pool.query('drop function refuse_mail');
  expect(await emailsAt('2031-03-06T02:25:00Z')).toHaveLength(1);
});

test('sends no empty digest, and missed days only once', async () => {
  await choose({ frequency: 'daily', hour: 8 });
  expect(await emailsAt('2031-03-06T02:20:00Z')).toEqual([]);
  expect((await digest()).last).toMatchObject({ sent: false, mentions: 0 });
  // Mentions that arrive late don't bring a digest of a day that was skipped.
  await count('2031-03-05T12:00:00Z', 3);
  expect(await emailsAt('2031-03-06T02:25:00Z')).toEqual([]);
  // After three days without a process, only the latest day is sent.
  await count('2031-03-07T12:00:00Z', 4);
  await count('2031-03-08T12:00:00Z', 5);
  const emails = await emailsAt('2031-03-09T03:00:00Z');
  expect(emails.map(({ subject }) => subject)).toEqual(['Larkmoor: 5 mentions on 8 Mar 2031']);
});

test('a weekly digest covers seven days, in the language of its reader', async () => {
  await owner.call(updateMe, { body: { language: 'de' } });
  // 2031-03-10 is a Monday.
  const saved = await choose({ frequency: 'weekly', weekday: 1, hour: 0 });
  expect(saved.next).toBe('2031-03-09T18:15:00.000Z');
  await count('2031-03-02T18:00:00Z', 2);
  await count('2031-03-02T18:15:00Z', 1);
  await count('2031-03-09T18:00:00Z', 1);
  await count('2031-03-09T18:15:00Z', 8);
  const [mail] = await emailsAt('2031-03-09T18:20:00Z');
  expect(mail?.subject).toBe('Larkmoor: 2 Erwähnungen vom 3. März 2031 bis 9. März 2031');
  expect(mail?.text).toContain('in der Woche davor 2.');
  expect(await emailsAt('2031-03-10T18:20:00Z')).toHaveLength(1);
});

test('the link of a digest ends it and no other email, without login', async () => {
  await choose({ frequency: 'daily', hour: 8 });
  await count('2031-03-05T12:00:00Z', 3);
  const [mail] = await emailsAt('2031-03-06T02:20:00Z');
  const [, path] = /(\/unsubscribe\/[\w-]+)/.exec(mail?.text ?? '') ?? [];
  const header = mail?.headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe')?.value;
  expect(header).toContain(path);
  // The link is in the text once: the line that other emails get isn't added.
  expect(mail?.text.match(/\/unsubscribe\//g)).toHaveLength(1);
  const url = `${world.t.url}${path}`;
  const page = await (await fetch(url)).text();
  expect(page).toContain('Stop receiving these emails from Larkmoor');
  expect((await digest()).frequency).toBe('daily');
  const done = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(await done.text()).toContain('will no longer get these emails from Larkmoor');
  expect(await digest()).toMatchObject({ frequency: 'off', next: null });
  await count('2031-03-06T12:00:00Z', 3);
  expect(await emailsAt('2031-03-07T02:20:00Z')).toHaveLength(1);
  const { rows } = await world.t.api.pool.query('select from suppression where brand_id = $1', [brandId]);
  expect(rows).toEqual([]);
  // Asked for again, it is sent again.
  await choose({ frequency: 'daily', hour: 8 });
  await count('2031-03-07T12:00:00Z', 3);
  expect(await emailsAt('2031-03-08T02:20:00Z')).toHaveLength(2);
});

test('only members get digests, and each only their own', async () => {
  const mate = `mate${number}@larkmoor.test`;
  const member = await world.t.person({ brandId, email: mate });
  await member.call(changeListeningDigest, { params: { brandId }, body: { frequency: 'daily', hour: 8 } });
  expect((await digest()).frequency).toBe('off');
  await count('2031-03-05T12:00:00Z', 3);
  await world.t.api.pool.query('delete from brand_member where user_id = $1', [member.userId]);
  expect(await emailsAt('2031-03-06T02:20:00Z', mate)).toEqual([]);
});

test.each([
  { frequency: 'hourly' },
  { frequency: 'daily', hour: 24 },
  { frequency: 'daily', hour: 7.5 },
  { frequency: 'weekly', weekday: 0 },
])('rejects %j', async (body) => {
  await expect(
    owner.call(changeListeningDigest, { params: { brandId }, body: body as never }),
  ).rejects.toMatchObject({ status: 422 });
});
