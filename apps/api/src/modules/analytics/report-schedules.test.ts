import { removeTeamMember } from '@troupe/contract/account/team';
import { createReport, getReport } from '@troupe/contract/analytics/report';
import { getReportRun, listReportRuns, runReport } from '@troupe/contract/analytics/report-run';
import {
  deleteReportSchedule,
  getReportSchedule,
  putReportSchedule,
  sendReport,
} from '@troupe/contract/analytics/report-schedule';
import type { ReportScheduleForm } from '@troupe/domain/analytics/report-schedule';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TestPerson } from '../../testing/test-api.ts';
import { type MailWorld, startMailWorld } from '../outreach/mail/mail.fixture.ts';
import { runDueReports } from './report-schedules.ts';

let world: MailWorld;
let brandId: string;
let owner: TestPerson;
let reportId: string;
let address: string;
let number = 0;

beforeAll(async () => {
  world = await startMailWorld({ SENTIMENT_DIR: '/nowhere' });
});
afterAll(() => world?.stop());
beforeEach(async () => {
  at('2031-03-05T10:00:00Z');
  address = `board${++number}@fernwell.test`;
  brandId = await world.t.brand('Fernwell');
  owner = await world.t.person({ brandId, brandRole: 'owner' });
  const { report } = await owner.call(createReport, {
    params: { brandId },
    body: {
      name: 'Weekly <figures>',
      subtitle: '',
      widgets: [{ id: 'a', kind: 'figures', title: '', formulas: ['net-revenue', 'orders'] }],
      filters: { campaignId: null, creatorId: null, platform: null },
      window: { kind: 'rolling', unit: 'week', count: 1 },
      zone: 'Europe/Lisbon',
      currency: 'EUR',
      compare: 'previous',
    },
  });
  reportId = report.id;
});
afterEach(() => world.t.setNow(null));

const at = (time: string) => world.t.setNow(new Date(time));
const schedule = async (more: Partial<ReportScheduleForm> = {}, version = 0) =>
  (
    await owner.call(putReportSchedule, {
      params: { brandId, reportId },
      body: Object.assign(
        {
          version,
          frequency: 'weekly' as const,
          weekday: 1,
          monthDay: 1,
          hour: 9,
          minute: 0,
          zone: 'Europe/Lisbon',
          recipients: [address],
          formats: ['pdf' as const, 'csv' as const],
          skipIfSame: false,
          skipIfEmpty: false,
          paused: false,
        },
        more,
      ),
    })
  ).schedule;
const slots = async () =>
  (await owner.call(listReportRuns, { params: { brandId, reportId } })).runs.map(({ slot }) => slot);
const mails = async () =>
  (await world.t.api.pool.query<{ id: string }>('select id from mail where to_address = $1', [address])).rows;

/** Runs what is due at a time. */
async function runAt(time: string): Promise<void> {
  at(time);
  await runDueReports(world.t.api);
}

test('a report is sent on Mondays at 09:00 in Lisbon, with its files, and once', async () => {
  const saved = await schedule();
  expect(saved).toMatchObject({ rule: 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0;BYSECOND=0' });
  expect(saved.next.map((slot) => slot.at)).toEqual([
    '2031-03-10T09:00:00.000Z',
    '2031-03-17T09:00:00.000Z',
    '2031-03-24T09:00:00.000Z',
  ]);
  await runAt('2031-03-10T08:59:59Z');
  expect(await slots()).toEqual([]);
  await runAt('2031-03-10T09:00:00Z');
  await runAt('2031-03-10T09:00:30Z');
  expect(await slots()).toEqual(['2031-03-10T09:00:00.000Z']);
  await world.wake();
  const [mail] = await vi.waitFor(async () => {
    const arrived = await world.arrived(address, 0);
    expect(arrived).toHaveLength(1);
    return arrived;
  }, 10_000);
  expect(mail?.subject).toBe('Weekly <figures>: 3 Mar 2031 to 9 Mar 2031');
  const raw = (await world.raw(mail?.id ?? '')).toString();
  expect(raw).toContain('weekly-figures-2031-03-09.pdf');
  expect(raw).toContain('weekly-figures-2031-03-09.csv');
  expect(mail?.html).toContain('“Weekly &lt;figures&gt;”');
});

test('clock changes: a skipped time runs later, a repeated one once', async () => {
  const night = { frequency: 'daily' as const, hour: 2, minute: 30, zone: 'Europe/Berlin' };
  at('2031-03-29T12:00:00Z');
  const spring = await schedule(night);
  expect(spring.next).toEqual([
    // 02:30 doesn't exist on March 30: 03:30 in summer time.
    { at: '2031-03-30T01:30:00.000Z', note: 'clock-skips' },
    { at: '2031-03-31T00:30:00.000Z', note: null },
    { at: '2031-04-01T00:30:00.000Z', note: null },
  ]);
  for (const time of ['00:30', '01:29', '01:30', '01:31', '02:30'] as const)
    await runAt(`2031-03-30T${time}:00Z`);
  expect(await slots()).toEqual(['2031-03-30T01:30:00.000Z']);
  at('2031-10-25T12:00:00Z');
  const autumn = await schedule(night, 1);
  expect(autumn.next.slice(0, 2)).toEqual([
    // 02:30 comes twice on October 26: the first is in summer time.
    { at: '2031-10-26T00:30:00.000Z', note: 'clock-repeats' },
    { at: '2031-10-27T01:30:00.000Z', note: null },
  ]);
  for (const time of ['00:29', '00:30', '01:30', '02:30'] as const) await runAt(`2031-10-26T${time}:00Z`);
  expect(await slots()).toEqual(['2031-10-26T00:30:00.000Z', '2031-03-30T01:30:00.000Z']);
});

test('Mondays at 09:00 in Lisbon stay at 09:00 when clocks change', async () => {
  at('2031-03-20T12:00:00Z');
  const spring = await schedule();
  // Lisbon is an hour ahead of UTC from March 30 to October 25.
  expect(spring.next.map((slot) => slot.at)).toEqual([
    '2031-03-24T09:00:00.000Z',
    '2031-03-31T08:00:00.000Z',
    '2031-04-07T08:00:00.000Z',
  ]);
  await runAt('2031-03-31T07:59:59Z');
  await runAt('2031-03-31T08:00:00Z');
  await runAt('2031-03-31T09:00:00Z');
  expect(await slots()).toEqual(['2031-03-31T08:00:00.000Z', '2031-03-24T09:00:00.000Z']);
  at('2031-10-20T12:00:00Z');
  const autumn = await schedule({}, 1);
  expect(autumn.next[0]?.at).toBe('2031-10-27T09:00:00.000Z');
});

test('reports use their own time zone, not that of their schedule', async () => {
  const { report } = await owner.call(getReport, { params: { brandId, reportId } });
  const daysIn = async (zone: string, time: string) => {
    at(time);
    const { name, subtitle, widgets, filters, currency, compare } = report;
    const form = { name, subtitle, widgets, filters, currency, compare, zone };
    const made = await owner.call(createReport, {
      params: { brandId },
      body: Object.assign(form, { window: { kind: 'rolling' as const, unit: 'day' as const, count: 2 } }),
    });
    const of = { brandId, reportId: made.report.id };
    const { run } = await owner.call(runReport, { params: of });
    const { snapshot } = await owner.call(getReportRun, { params: Object.assign({ runId: run.id }, of) });
    return [snapshot.period.from, snapshot.period.to];
  };
  // In Kiritimati, 14 hours ahead, it's already March 6.
  expect(await daysIn('Pacific/Kiritimati', '2031-03-05T10:00:00Z')).toEqual(['2031-03-04', '2031-03-05']);
  expect(await daysIn('Pacific/Kiritimati', '2031-03-05T09:59:59Z')).toEqual(['2031-03-03', '2031-03-04']);
  expect(await daysIn('Pacific/Pago_Pago', '2031-03-05T10:00:00Z')).toEqual(['2031-03-02', '2031-03-03']);
});

test('a removed schedule sends nothing, even if it was due', async () => {
  await schedule();
  at('2031-03-10T09:00:00Z');
  await owner.call(deleteReportSchedule, { params: { brandId, reportId } });
  await runAt('2031-03-10T09:00:30Z');
  expect(await slots()).toEqual([]);
  expect(await mails()).toEqual([]);
});

test('a schedule that changes while its report is calculated runs as changed', async () => {
  await schedule();
  const { pool } = world.t.api;
  // A calculation that runs now holds an outdated version when it commits.
  await pool.query(`create function move_on() returns trigger language plpgsql as
    $$ begin update report_schedule set version = version + 1 where report_id = '${reportId}'
      and next_at <= '2031-03-10T09:00:00Z'; return null; end $$`);
  await pool.query(
    'create trigger move_on before update on report_schedule for each statement when (pg_trigger_depth() = 0) execute function move_on()',
  );
  await runAt('2031-03-10T09:00:00Z');
  await pool.query('drop trigger move_on on report_schedule');
  await pool.query('drop function move_on');
  expect(await slots()).toEqual([]);
  expect(await mails()).toEqual([]);
  await runAt('2031-03-10T09:00:10Z');
  expect(await mails()).toHaveLength(1);
});

test('months without the day use their last one', async () => {
  at('2031-01-31T12:00:00Z');
  const saved = await schedule({ frequency: 'monthly', monthDay: 31, zone: 'UTC' });
  expect(saved.next).toEqual([
    { at: '2031-02-28T09:00:00.000Z', note: 'last-day' },
    { at: '2031-03-31T09:00:00.000Z', note: null },
    { at: '2031-04-30T09:00:00.000Z', note: 'last-day' },
  ]);
  await expect(schedule({ monthDay: 32 }, 1)).rejects.toMatchObject({ code: 'invalid' });
  await expect(schedule({ zone: 'Europe/Atlantis' }, 1)).rejects.toMatchObject({ code: 'invalid' });
  await expect(schedule({ hour: 24 }, 1)).rejects.toMatchObject({ code: 'invalid' });
  await expect(schedule({}, 7)).rejects.toMatchObject({ code: 'conflict' });
});

test('a slot is run once by processes that run it at the same time', async () => {
  await schedule();
  at('2031-03-10T09:00:00Z');
  await Promise.all(Array.from({ length: 6 }, () => runDueReports(world.t.api)));
  expect(await slots()).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
});

test('a process that dies in the middle leaves the slot to the next one', async () => {
  await schedule();
  const { pool } = world.t.api;
  await pool.query(`create function refuse_mail() returns trigger language plpgsql as
    $$ begin if new.to_address = '${address}' then raise 'the process died'; end if; return new; end $$`);
  await pool.query(
    'create trigger refuse_mail before insert on mail for each row execute function refuse_mail()',
  );
  await runAt('2031-03-10T09:00:00Z');
  expect(await slots()).toEqual([]);
  await pool.query('drop trigger refuse_mail on mail');
  await pool.query('drop function refuse_mail');
  await runAt('2031-03-10T09:02:00Z');
  expect(await slots()).toEqual(['2031-03-10T09:00:00.000Z']);
  expect(await mails()).toHaveLength(1);
});

test('after an outage only the latest missed time is run', async () => {
  await schedule({ frequency: 'daily' });
  await runAt('2031-03-09T12:00:00Z');
  expect(await slots()).toEqual(['2031-03-09T09:00:00.000Z']);
  const { schedule: now } = await owner.call(getReportSchedule, { params: { brandId, reportId } });
  expect(now).toMatchObject({ last: { slot: '2031-03-09T09:00:00.000Z', outcome: 'sent' } });
  expect(now?.next[0]?.at).toBe('2031-03-10T09:00:00.000Z');
});

test('nothing is sent of an empty report, without a change, while paused, or of a closed brand', async () => {
  await schedule({ frequency: 'daily', skipIfEmpty: true });
  await runAt('2031-03-06T09:00:00Z');
  await schedule({ frequency: 'daily', paused: true }, 1);
  await runAt('2031-03-07T09:00:00Z');
  await schedule({ frequency: 'daily' }, 2);
  await world.t.api.pool.query('update brand set closed_at = now() where id = $1', [brandId]);
  await runAt('2031-03-08T09:00:00Z');
  expect(await mails()).toEqual([]);
});

test('a recipient who unsubscribes gets no more reports, and the others do', async () => {
  await schedule({ frequency: 'daily', recipients: [address, `other${number}@fernwell.test`] });
  await runAt('2031-03-06T09:00:00Z');
  const { rows } = await world.t.api.pool.query<{ token: string }>(
    'select unsubscribe_token as token from mail where to_address = $1',
    [address],
  );
  const page = await (await fetch(`${world.t.url}/unsubscribe/${rows[0]?.token}`)).text();
  expect(page).toContain(`${address} will no longer get this report from Fernwell.`);
  await fetch(`${world.t.url}/unsubscribe/${rows[0]?.token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  const { schedule: left } = await owner.call(getReportSchedule, { params: { brandId, reportId } });
  expect(left?.recipients).toEqual([`other${number}@fernwell.test`]);
  await runAt('2031-03-07T09:00:00Z');
  expect(await mails()).toHaveLength(1);
  expect(await slots()).toHaveLength(2);
});

test('a member who leaves the team gets no more reports, and the schedule lists them as former; outside addresses stay', async () => {
  const params = { brandId, reportId };
  const [left, outside] = [`left${number}@fernwell.test`, `agency${number}@other.test`];
  const daily = { frequency: 'daily' as const, formats: ['csv' as const] };
  const member = await world.t.person({ brandId, email: left });
  await schedule({ ...daily, recipients: [left, address, outside] });
  await runAt('2031-03-06T09:00:00Z');
  await owner.call(removeTeamMember, { params: { brandId, userId: member.userId } });
  const { schedule: now } = await owner.call(getReportSchedule, { params });
  expect(now).toMatchObject({ recipients: [address, outside], former: [left], version: 2 });
  // A screen that was open before can't put them back without noticing.
  await expect(schedule({ ...daily, recipients: [left, address] }, 1)).rejects.toMatchObject({
    code: 'conflict',
  });
  await runAt('2031-03-07T09:00:00Z');
  const { rows } = await world.t.api.pool.query(
    `select to_address as address, count(*)::int as n from mail where to_address = any($1) group by 1 order by 1`,
    [[left, address, outside]],
  );
  expect(rows).toEqual([
    { address: outside, n: 2 },
    { address, n: 2 },
    { address: left, n: 1 },
  ]);
  // Added again on purpose, they are an outside address.
  const again = await schedule({ ...daily, recipients: [left] }, 2);
  expect(again).toMatchObject({ recipients: [left], former: [] });
});

test('sends now to the recipients of the schedule, once per request, and leaves its times alone', async () => {
  const of = { params: { brandId, reportId } };
  await expect(owner.call(sendReport, of)).rejects.toMatchObject({ code: 'invalid' });
  const { next } = await schedule();
  const send = (idempotencyKey: string) => owner.call(sendReport, of, { idempotencyKey });
  const [first, second] = await Promise.all([send('one'), send('one')]);
  expect(first.run.id).toBe(second.run.id);
  expect(first.run).toMatchObject({ outcome: 'sent', recipients: 1, slot: null });
  expect(await mails()).toHaveLength(1);
  const { schedule: after } = await owner.call(getReportSchedule, of);
  expect(after?.next).toEqual(next);
  for (const key of ['two', 'three', 'four']) await send(key);
  const refused = send('five').then(() => send('six'));
  await expect(refused).rejects.toMatchObject({ code: 'rate_limited' });
});

test('people outside the team get at most 200 emails with reports a day; members always get theirs', async () => {
  const email = `member${number}@fernwell.test`;
  await world.t.person({ brandId, email });
  const outside = Array.from({ length: 20 }, (_, n) => `outside${number}x${n}@fernwell.test`);
  const { report } = await owner.call(getReport, { params: { brandId, reportId } });
  const daily = { frequency: 'daily' as const, formats: ['csv' as const] };
  for (let n = 0; n < 10; n += 1) {
    const copy = await owner.call(createReport, { params: { brandId }, body: report });
    reportId = copy.report.id;
    await schedule({ ...daily, recipients: outside });
  }
  await runAt('2031-03-06T09:00:00Z');
  const { pool } = world.t.api;
  const count = async () =>
    (await pool.query('select from report_mail where brand_id = $1', [brandId])).rowCount;
  expect(await count()).toBe(200);
  const params = { brandId, reportId };
  await expect(owner.call(sendReport, { params })).resolves.toMatchObject({ run: { outcome: 'limit' } });
  expect(await count()).toBe(200);
  await schedule({ ...daily, recipients: [...outside.slice(1), email] }, 1);
  await expect(owner.call(sendReport, { params })).resolves.toMatchObject({
    run: { outcome: 'sent', recipients: 1 },
  });
  // The next day it is free again.
  await runAt('2031-03-07T09:00:00Z');
  expect(await count()).toBe(401);
});
