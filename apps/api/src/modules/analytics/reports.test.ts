import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decideAttribution, listAffiliateOrders } from '@troupe/contract/affiliate/attribution';
import { addCost, changeCost, deleteCost } from '@troupe/contract/analytics/cost-entry';
import * as contract from '@troupe/contract/analytics/report';
import {
  getReportChanges,
  getReportEvidence,
  getReportRun,
  listReportRuns,
  runReport,
} from '@troupe/contract/analytics/report-run';
import {
  createReportShare,
  listReportShares,
  listShareViews,
  openSharedReport,
  revokeReportShare,
  rotateReportShare,
} from '@troupe/contract/analytics/report-share';
import { REPORT_FIGURES, type ReportForm, tableFigures } from '@troupe/domain/analytics/report';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { aProgramCreator } from '../affiliate/affiliates.fixture.ts';
import {
  aBooksWorld,
  aCode,
  anAffiliate,
  type BooksWorld,
  daysAgo,
  rulesWith,
  sendStore,
  storeOrder,
  storeRefund,
} from '../affiliate/books.fixture.ts';
import { type StoreWorld, startStoreWorld } from '../commerce/stores.fixture.ts';
import { OVERVIEW_FORMULAS, POST_ROW_FORMULAS, ROW_FORMULAS } from './analytics/figure-bag.ts';
import { snapshotHash } from './report-snapshot.ts';

const VERIFIER = join(import.meta.dirname, '../../../../web/src/modules/analytics/report/verify-report.mjs');

let w: StoreWorld;
let world: BooksWorld;
let mara: { id: string };
beforeAll(async () => {
  w = await startStoreWorld();
  world = await aBooksWorld(w, rulesWith());
  mara = await anAffiliate(world, { name: '=HYPERLINK("https://x.test","Mara")<b>' });
  await aCode(world, mara.id, 'MARA10');
});
afterAll(() => w.stop());

const day = (days: number) => daysAgo(days).slice(0, 10);
const order = (number: number) => {
  const at = `${day(5)}T12:00:00Z`;
  return storeOrder(number, {
    discount_codes: [{ code: 'MARA10', amount: '0.00', type: 'percentage' }],
    created_at: at,
    updated_at: at,
  });
};

const form = (more: Partial<ReportForm> = {}): ReportForm =>
  Object.assign(
    {
      name: 'Weekly figures',
      subtitle: '',
      widgets: [
        { id: 'a', kind: 'figures', title: '', formulas: ['net-revenue', 'orders', 'spend', 'roas'] },
        { id: 'b', kind: 'chart', title: '', measure: 'net-revenue', form: 'line', every: null },
        {
          id: 'c',
          kind: 'table',
          title: '',
          groupBy: 'creator',
          sort: 'net-revenue',
          formulas: ['net-revenue', 'orders'],
          rows: 10,
        },
        { id: 'd', kind: 'spend-split', title: '' },
        { id: 'e', kind: 'roas-band', title: '' },
        { id: 'f', kind: 'changes', title: '' },
        { id: 'g', kind: 'heading', title: 'A heading' },
        { id: 'h', kind: 'text', title: '', text: 'Żółć, Ελλάδα, Москва, 日本 and العربية' },
      ],
      filters: { campaignId: null, creatorId: null, platform: null },
      window: { kind: 'fixed', from: day(10), to: day(0) },
      zone: 'Europe/Lisbon',
      currency: null,
      compare: 'previous',
    } satisfies ReportForm,
    more,
  );
const params = () => ({ brandId: world.brandId });
const create = async (more: Partial<ReportForm> = {}) =>
  (await world.owner.call(contract.createReport, { params: params(), body: form(more) })).report;
const run = async (reportId: string) =>
  (await world.owner.call(runReport, { params: { brandId: world.brandId, reportId } })).run;
const file = async (path: string, as = world.owner) =>
  fetch(`${world.t.url}/brand/${world.brandId}/reports/${path}`, {
    headers: { authorization: `Bearer ${as.token}` },
  });
const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile Safari/604.1' };
const shared = (path: string, { access, view }: { access?: string; view?: string } = {}) =>
  fetch(`${world.t.url}/shared/${path}`, {
    headers: {
      ...PHONE,
      ...(access ? { 'x-share-access': access } : {}),
      ...(view ? { 'x-share-view': view } : {}),
    },
  });
const tokenOf = (url: string | null) => url?.split('/').at(-1) ?? '';

test('offers the figures that analytics have', () => {
  expect(REPORT_FIGURES).toEqual(OVERVIEW_FORMULAS);
  expect(tableFigures('creator')).toEqual(ROW_FORMULAS);
  expect(tableFigures('content')).toEqual(POST_ROW_FORMULAS);
});

test('keeps versions, and refuses a change of an outdated one', async () => {
  const report = await create();
  const of = { brandId: world.brandId, reportId: report.id };
  const body = Object.assign(form({ name: 'Renamed' }), { version: 1 });
  const changed = await world.owner.call(contract.changeReport, { params: of, body });
  expect(changed.report).toMatchObject({ version: 2, name: 'Renamed' });
  await expect(world.owner.call(contract.changeReport, { params: of, body })).rejects.toMatchObject({
    code: 'conflict',
  });
  const { versions } = await world.owner.call(contract.listReportVersions, { params: of });
  expect(versions.map(({ version, form: { name } }) => [version, name])).toEqual([
    [2, 'Renamed'],
    [1, 'Weekly figures'],
  ]);
  await world.owner.call(contract.deleteReport, { params: of });
  await expect(world.owner.call(contract.getReport, { params: of })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('refuses what is not in the closed set', async () => {
  const refused = async (more: object) => {
    const answer = await world.owner
      .call(contract.createReport, { params: params(), body: Object.assign(form(), more) as ReportForm })
      .catch((error: { body: { fields?: Record<string, string> } }) => error);
    return 'body' in answer ? Object.keys(answer.body.fields ?? {}) : answer;
  };
  const widget = { id: 'a', kind: 'heading', title: 'Hi' };
  expect(
    await refused({ widgets: Array.from({ length: 500 }, (_, at) => ({ ...widget, id: `w${at}` })) }),
  ).toEqual(['widgets']);
  expect(await refused({ widgets: [widget, widget] })).toEqual(['widgets']);
  expect(await refused({ widgets: [{ id: 'a', kind: 'html', html: '<script>' }] })).toEqual([
    'widgets.0.kind',
  ]);
  expect(await refused({ zone: 'Mars/Base' })).toEqual(['zone']);
  expect(await refused({ zone: '+02:00' })).toEqual(['zone']);
  expect(await refused({ window: { kind: 'fixed', from: '2026-02-31', to: '2026-03-01' } })).toEqual([
    'window.from',
  ]);
  expect(await refused({ window: { kind: 'fixed', from: day(0), to: day(3) } })).toEqual(['window.to']);
  expect(await refused({ window: { kind: 'rolling', unit: 'year', count: 100 } })).toEqual(['window.count']);
  expect(await refused({ filters: { campaignId: world.brandId, creatorId: null, platform: null } })).toEqual([
    'filters.campaignId',
  ]);
});

test('freezes a run, and tells what changed since with reasons', async () => {
  await sendStore(world, ['orders/create', order(1)], ['orders/create', order(2)]);
  const report = await create();
  const of = { brandId: world.brandId, reportId: report.id };
  const first = await run(report.id);
  const { snapshot } = await world.owner.call(getReportRun, {
    params: Object.assign({ runId: first.id }, of),
  });
  const figures = snapshot.parts.find((part) => part.kind === 'figures');
  expect(figures?.figures.map(({ formula, value }) => [formula, value])).toEqual([
    ['net-revenue', 18000],
    ['orders', 2],
    ['spend', 1800],
    ['roas', 10],
  ]);
  await sendStore(world, ['refunds/create', storeRefund(1, 2)]);
  await world.owner.call(addCost, {
    params: params(),
    body: { day: day(4), kind: 'ads', amount: 1000, currency: 'EUR', note: 'Boosted post' },
  });
  const second = await run(report.id);
  expect(second.previousRunId).toBe(first.id);
  const { changes } = await world.owner.call(getReportChanges, {
    params: Object.assign({ runId: second.id }, of),
  });
  const why = Object.fromEntries(
    changes.corrections.map(({ formula, reasons }) => [
      formula,
      reasons.map(({ reason, count }) => `${reason} ${count}`),
    ]),
  );
  expect(why['net-revenue']).toEqual(['refund 1']);
  expect(why.spend).toEqual(expect.arrayContaining(['new-cost 1', 'commission 1']));
  expect(why.roas).toEqual(expect.arrayContaining(['refund 1', 'new-cost 1']));
  const spend = changes.corrections.find(({ formula }) => formula === 'spend');
  expect(spend?.reasons.find(({ reason }) => reason === 'new-cost')?.items).toMatchObject([
    { name: 'Boosted post', before: null, after: 1000 },
  ]);
  // The first run is as it was.
  const again = await world.owner.call(getReportEvidence, { params: Object.assign({ runId: first.id }, of) });
  expect(again).toMatchObject({ sha256: first.sha256, snapshot: { asOf: snapshot.asOf } });
  expect(again.snapshot.parts).toEqual(snapshot.parts);
});

test('each change since the run before has its own reason', async () => {
  const { pool } = world.t.api;
  const at = `${day(17)}T12:00:00Z`;
  const past = (number: number, more: object = {}) =>
    Object.assign(order(number), { created_at: at, updated_at: at }, more);
  const numbers = { late: 31, journey: 32, edited: 33, decided: 34, deleted: 35 };
  await sendStore(
    world,
    ['orders/create', past(numbers.journey, { discount_codes: [] })],
    ['orders/create', past(numbers.edited)],
    ['orders/create', past(numbers.decided)],
    ['orders/create', past(numbers.deleted)],
  );
  const cost = async (note: string) => {
    const body = { day: day(17), kind: 'ads' as const, amount: 1000, currency: 'EUR', note };
    return (await world.owner.call(addCost, { params: params(), body })).cost;
  };
  const [removed, changed] = [await cost('Removed cost'), await cost('Changed cost')];
  const { campaignId, optInId } = await aProgramCreator(w.t, world.brandId);
  const post = async (title: string) => {
    const id = newId();
    await pool.query(
      `insert into live_post (id, brand_id, campaign_id, opt_in_id, kind, platform, url, title, published_at, figures, source)
        values ($1::uuid, $2, $3, $4, 'reel', 'tiktok', 'https://x.example/' || $1::text, $5, $6, '{"views":100}', 'tiktok')`,
      [id, world.brandId, campaignId, optInId, title, at],
    );
    return id;
  };
  const [gone, watched] = [await post('Gone'), await post('Watched')];
  const widgets: ReportForm['widgets'] = [
    { id: 'a', kind: 'figures', title: '', formulas: ['net-revenue', 'costs', 'views'] },
  ];
  const report = await create({ widgets, window: { kind: 'fixed', from: day(20), to: day(15) } });
  const of = { brandId: world.brandId, reportId: report.id };
  await run(report.id);
  await sendStore(
    world,
    ['orders/create', past(numbers.late)],
    ['orders/updated', past(numbers.journey, { updated_at: daysAgo(0) })],
    [
      'orders/updated',
      past(numbers.edited, { updated_at: daysAgo(0), subtotal_price: '80.00', total_price: '80.00' }),
    ],
  );
  const { orders } = await world.owner.call(listAffiliateOrders, { params: params() });
  const decided = orders.find(({ name }) => name === past(numbers.decided).name);
  await world.owner.call(decideAttribution, {
    params: Object.assign({ orderId: decided?.id ?? '' }, params()),
    body: { shares: [], revision: 1, reason: 'Bought by the team' },
  });
  await world.owner.call(deleteCost, { params: Object.assign({ costId: removed.id }, params()) });
  await world.owner.call(changeCost, {
    params: Object.assign({ costId: changed.id }, params()),
    body: { day: day(17), kind: 'ads', amount: 1500, currency: 'EUR', note: 'Changed cost', version: 1 },
  });
  await cost('New cost');
  await pool.query('delete from live_post where id = $1', [gone]);
  await pool.query('delete from store_order where brand_id = $1 and name = $2', [
    world.brandId,
    past(numbers.deleted).name,
  ]);
  await pool.query(`update live_post set figures = '{"views":150}' where id = $1`, [watched]);
  await post('New');
  const reasons = async (runId: string) => {
    const { changes } = await world.owner.call(getReportChanges, { params: Object.assign({ runId }, of) });
    return Object.fromEntries(
      changes.corrections.map(({ formula, reasons: found }) => [
        formula,
        found.map(({ reason, by, items }) => [reason, by, items.map(({ name }) => name)]).sort(),
      ]),
    );
  };
  const second = await run(report.id);
  const nameOf = (number: number) => past(number).name;
  expect(await reasons(second.id)).toEqual({
    'net-revenue': [
      ['decided-again', -9000, [nameOf(numbers.decided)]],
      ['edited-order', -1000, [nameOf(numbers.edited)]],
      ['late-journey', 9000, [nameOf(numbers.journey)]],
      ['late-order', 9000, [nameOf(numbers.late)]],
      ['other', -9000, ['']],
    ],
    costs: [
      ['changed-cost', 500, ['Changed cost']],
      ['new-cost', 1000, ['New cost']],
      ['removed-cost', -1000, ['']],
    ],
    views: [
      ['corrected-views', 50, ['Watched']],
      ['new-post', 100, ['New']],
      ['removed-post', -100, ['']],
    ],
  });
  // A deleted item is named by its kind.
  const csv = await (await file(`${report.id}/runs/${second.id}/csv`)).text();
  for (const text of ['Deleted order', 'Deleted cost', 'Deleted post']) expect(csv).toContain(text);
  // A report that is changed compares the days and filters of the run before, not its new ones.
  const narrowed = form({ widgets, filters: { campaignId: null, creatorId: null, platform: 'youtube' } });
  await world.owner.call(contract.changeReport, {
    params: of,
    body: Object.assign(narrowed, { version: 1 }),
  });
  const third = await run(report.id);
  expect(await reasons(third.id)).toEqual({});
  const { changes } = await world.owner.call(getReportChanges, {
    params: Object.assign({ runId: third.id }, of),
  });
  expect(changes).toMatchObject({ previousRunId: second.id, previousFrom: day(20), previousTo: day(15) });
});

test('a repeated request makes one run', async () => {
  const report = await create();
  const call = () =>
    fetch(`${world.t.url}/brand/${world.brandId}/reports/${report.id}/run`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.owner.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'one',
      },
      body: '{}',
    }).then(async (answer) => ((await answer.json()) as { run: { id: string } }).run.id);
  const ids = await Promise.all([call(), call(), call()]);
  expect(new Set(ids).size).toBe(1);
  const { total } = await world.owner.call(listReportRuns, {
    params: { brandId: world.brandId, reportId: report.id },
  });
  expect(total).toBe(1);
});

test('writes files in which names are harmless', async () => {
  const report = await create({ name: '=cmd|"/c calc"!A1' });
  const { id } = await run(report.id);
  const csv = await (await file(`${report.id}/runs/${id}/csv`)).text();
  expect(csv).toContain(`"'=cmd|""/c calc""!A1"`);
  expect(csv).toContain(`"'=HYPERLINK(""https://x.test"",""Mara"")<b>"`);
  expect(csv).not.toMatch(/(^|[,\n])"?[=+@]/m);
  const xlsx = Buffer.from(await (await file(`${report.id}/runs/${id}/xlsx`)).arrayBuffer());
  const sheets = Object.entries(unzipSync(xlsx)).filter(([name]) => /sheet|Strings/.test(name));
  const xml = sheets.map(([, bytes]) => strFromU8(bytes)).join('');
  expect(xml).toContain('>=HYPERLINK(&quot;https://x.test&quot;,&quot;Mara&quot;)&lt;b&gt;</t>');
  expect(xml).not.toMatch(/<f[ >]/);
  const pdf = await file(`${report.id}/runs/${id}/pdf`);
  expect(pdf.headers.get('content-disposition')).toBe(`attachment; filename="cmd-c-calc-a1-${day(0)}.pdf"`);
  const bytes = Buffer.from(await pdf.arrayBuffer()).toString('latin1');
  expect(bytes.slice(0, 8)).toBe('%PDF-1.7');
  // The text has Japanese and Arabic characters; fonts of others aren't embedded.
  expect(bytes).toMatch(/NotoSansSC/);
  expect(bytes).toMatch(/NotoSansArabic/);
  expect(bytes).not.toMatch(/NotoSansKR|NotoSansThai/);
  // Tagged for screen readers: headings, a table with its headings, charts with a description.
  for (const mark of [
    '/Marked true',
    '/Lang (en)',
    ...['H1', 'H2', 'H3', 'TBody', 'TR', 'TD', 'LBody', 'Figure'].map((tag) => `/S /${tag}\n`),
    '/Scope /Column',
    '/Scope /Row',
    `/Alt (\u00fe\u00ff${Buffer.from('Net revenue over time. 11 data points', 'utf16le').swap16().toString('latin1')}`,
  ])
    expect(bytes).toContain(mark);
  // A PDF that can't be rendered is refused, and the next one works.
  const { pool } = world.t.api;
  await pool.query(
    `insert into report_logo (brand_id, png, name, width, height, changed_at) values ($1, 'AAAA', 'x', 9, 9, now())
      on conflict (brand_id) do update set png = excluded.png`,
    [world.brandId],
  );
  const refused = await file(`${report.id}/runs/${id}/pdf`);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ message: "Couldn't create the PDF. Try again in a moment." });
  await pool.query('delete from report_logo where brand_id = $1', [world.brandId]);
  expect((await file(`${report.id}/runs/${id}/pdf`)).status).toBe(200);
  const other = await world.t.person({ brandId: await world.t.brand(), brandRole: 'owner' });
  for (const format of ['pdf', 'xlsx', 'csv', 'json'])
    expect((await file(`${report.id}/runs/${id}/${format}`, other)).status).toBe(403);
});

test('a report of another brand is not found', async () => {
  const report = await create();
  const brandId = await world.t.brand();
  const other = await world.t.person({ brandId, brandRole: 'owner' });
  const of = { brandId, reportId: report.id };
  for (const call of [
    contract.getReport,
    contract.listReportVersions,
    contract.deleteReport,
    listReportRuns,
    runReport,
  ] as const)
    await expect(other.call(call as typeof contract.getReport, { params: of })).rejects.toMatchObject({
      code: 'not_found',
    });
});

test('a link shows a report to people who have it, and nothing to guessers', async () => {
  const report = await create();
  const { id: runId } = await run(report.id);
  const of = { brandId: world.brandId, reportId: report.id };
  const body = { label: 'Board', runId, password: 'correct horse', days: 30, viewLimit: 2 };
  const { share } = await world.owner.call(createReportShare, { params: of, body });
  expect(share).toMatchObject({ state: 'active', hasPassword: true, views: 0 });
  const token = tokenOf(share.url);
  const locked = await shared(token);
  expect(await locked.json()).toEqual({
    report: { needsPassword: true, snapshot: null, frozen: true, expires: null },
  });
  for (const [name, value] of [
    ['cache-control', 'no-store'],
    ['x-robots-tag', 'noindex, nofollow, noarchive'],
    ['referrer-policy', 'no-referrer'],
  ] as const)
    expect(locked.headers.get(name)).toBe(value);
  await expect(
    world.t.anonymous.call(openSharedReport, { params: { token }, body: { password: 'wrong horse' } }),
  ).rejects.toMatchObject({ code: 'invalid' });
  const { access } = await world.t.anonymous.call(openSharedReport, {
    params: { token },
    body: { password: 'correct horse' },
  });
  expect((await (await shared(token, { access: `${access}x` })).json()).report.needsPassword).toBe(true);
  for (const format of ['pdf', 'xlsx', 'csv', 'json'])
    expect((await shared(`${token}/${format}`)).status).toBe(404);
  expect((await (await shared(token, { access })).json()).report.snapshot.name).toBe('Weekly figures');
  expect((await shared(token, { access })).status).toBe(200);
  // The third view is one too many.
  expect((await shared(token, { access })).status).toBe(404);
  const { shares } = await world.owner.call(listReportShares, {
    params: params(),
    query: { reportId: report.id },
  });
  expect(shares[0]).toMatchObject({ state: 'used-up', views: 2, url: null });
  const { views } = await world.owner.call(listShareViews, {
    params: { brandId: world.brandId, shareId: share.id },
  });
  expect(views.map(({ kind, agent, browser }) => [kind, agent, browser])).toEqual([
    ['view', 'phone', 'Safari'],
    ['view', 'phone', 'Safari'],
    ['wrong-password', expect.any(String), ''],
  ]);
  // The password of one link opens no other, although it is the same.
  const other = (await world.owner.call(createReportShare, { params: of, body })).share;
  const opened = async (url: string | null, given: string) =>
    (await (await shared(tokenOf(url), { access: given })).json()).report.needsPassword;
  const another = await world.t.anonymous.call(openSharedReport, {
    params: { token: tokenOf(other.url) },
    body: { password: 'correct horse' },
  });
  const third = (await world.owner.call(createReportShare, { params: of, body })).share;
  expect(await opened(third.url, another.access)).toBe(true);
  // It ends with its link, and after an hour.
  const renewed = await world.owner.call(rotateReportShare, {
    params: { brandId: world.brandId, shareId: other.id },
  });
  expect(await opened(renewed.share.url, another.access)).toBe(true);
  const again = await world.t.anonymous.call(openSharedReport, {
    params: { token: tokenOf(renewed.share.url) },
    body: { password: 'correct horse' },
  });
  world.t.setNow(new Date(Date.now() + 61 * 60_000));
  expect(await opened(renewed.share.url, again.access)).toBe(true);
  world.t.setNow(null);
  expect(await opened(renewed.share.url, again.access)).toBe(false);
  // A token that differs in its last character is unknown.
  const guess = token.slice(0, -1) + (token.endsWith('A') ? 'E' : 'A');
  expect((await shared(guess)).status).toBe(404);
});

test('retries, reloads and files belong to a view; failed ones are none', async () => {
  const report = await create();
  const of = { brandId: world.brandId, reportId: report.id };
  const body = { label: '', runId: null, password: null, days: 30, viewLimit: 2 };
  const { share } = await world.owner.call(createReportShare, { params: of, body });
  const token = tokenOf(share.url);
  const views = async () =>
    (await world.owner.call(listReportShares, { params: params(), query: { reportId: report.id } })).shares[0]
      ?.views;
  const { pool } = world.t.api;
  // A report that can't be calculated isn't a view.
  await pool.query('alter table report_version rename to report_version_away');
  expect((await shared(token)).status).toBe(500);
  await pool.query('alter table report_version_away rename to report_version');
  expect(await views()).toBe(0);
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  const statuses = await Promise.all([1, 2, 3, 4].map(() => shared(token, { view: first })));
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await views()).toBe(1);
  for (const format of ['pdf', 'xlsx', 'csv', 'json'])
    expect((await shared(`${token}/${format}`, { view: first })).status).toBe(200);
  expect(await views()).toBe(1);
  // Two people at once, one view left.
  const both = await Promise.all([second, third].map((view) => shared(token, { view })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await views()).toBe(2);
  // Used up, except for those who are looking at it.
  expect((await shared(token, { view: first })).status).toBe(200);
  expect((await shared(token)).status).toBe(404);
  world.t.setNow(new Date(Date.now() + 61 * 60_000));
  expect((await shared(token, { view: first })).status).toBe(404);
  world.t.setNow(null);
});

test('an ID of a view of another link counts as a new view', async () => {
  const report = await create();
  const of = { brandId: world.brandId, reportId: report.id };
  const body = { label: '', runId: null, password: null, days: 30, viewLimit: 1 };
  const make = async () =>
    tokenOf((await world.owner.call(createReportShare, { params: of, body })).share.url);
  const [one, other] = [await make(), await make()];
  const view = randomUUID();
  expect((await shared(one, { view })).status).toBe(200);
  expect((await shared(other, { view })).status).toBe(200);
  expect((await shared(other, { view })).status).toBe(404);
});

test('the evidence of a run is checked offline, and a changed one fails', async () => {
  const report = await create();
  const { id } = await run(report.id);
  const evidence = await (await file(`${report.id}/runs/${id}/json`)).json();
  expect(evidence.items.map(({ formula }: { formula: string }) => formula)).toContain('net-revenue');
  const folder = await mkdtemp(join(tmpdir(), 'troupe-report-'));
  const verify = async (name: string, content: unknown) => {
    const path = join(folder, name);
    await writeFile(path, JSON.stringify(content, null, 2));
    const { status, stdout } = spawnSync(process.execPath, [VERIFIER, path], { encoding: 'utf8' });
    return [status, stdout.replace(path, name)];
  };
  expect(await verify('right.json', evidence)).toEqual([
    0,
    expect.stringMatching(/^ok {6}right\.json \(Weekly figures, .* \d+ checks\)\n$/),
  ]);
  const changed = structuredClone(evidence);
  changed.snapshot.parts[0].figures[0].value += 1;
  expect(await verify('changed.json', changed)).toEqual([
    1,
    expect.stringContaining('the content was changed'),
  ]);
  // Someone who changes a figure and its hash is found out by what it is made of.
  changed.sha256 = snapshotHash(changed.snapshot);
  const [status, said] = await verify('forged.json', changed);
  expect(status).toBe(1);
  expect(said).not.toContain('the content was changed');
  expect(said).toContain('the items of net-revenue in EUR add up to');
  expect(said).toContain('the chart of net-revenue in EUR adds up to');
  // So is someone who removes the items too, by the figures that are calculated from others.
  changed.items = [];
  changed.snapshot.parts = changed.snapshot.parts.filter(({ kind }: { kind: string }) => kind === 'figures');
  changed.sha256 = snapshotHash(changed.snapshot);
  expect(await verify('reduced.json', changed)).toEqual([
    1,
    expect.stringMatching(/roas in EUR is [\d.]+, but its parts lead to/),
  ]);
  await rm(folder, { recursive: true });
});

test('rotated, revoked and expired links, and links of closed brands, are not found', async () => {
  const report = await create();
  const of = { brandId: world.brandId, reportId: report.id };
  const plain = { label: '', runId: null, password: null, days: 1, viewLimit: null };
  const make = async () => (await world.owner.call(createReportShare, { params: of, body: plain })).share;
  const rotated = await make();
  const one = { brandId: world.brandId, shareId: rotated.id };
  const next = (await world.owner.call(rotateReportShare, { params: one })).share;
  expect((await shared(tokenOf(rotated.url))).status).toBe(404);
  expect((await shared(tokenOf(next.url))).status).toBe(200);
  await world.owner.call(revokeReportShare, { params: one });
  await world.owner.call(revokeReportShare, { params: one });
  expect((await shared(tokenOf(next.url))).status).toBe(404);
  await expect(world.owner.call(rotateReportShare, { params: one })).rejects.toMatchObject({
    code: 'invalid_transition',
  });
  const expiring = await make();
  expect((await shared(tokenOf(expiring.url))).status).toBe(200);
  world.t.setNow(new Date(Date.now() + 25 * 3_600_000));
  expect((await shared(tokenOf(expiring.url))).status).toBe(404);
  world.t.setNow(null);
  // Nor does their password page tell that they existed.
  const locked = Object.assign({}, plain, { password: 'correct horse' });
  const secret = async () => (await world.owner.call(createReportShare, { params: of, body: locked })).share;
  const [late, withdrawn] = [await secret(), await secret()];
  const answers = async (url: string | null) => {
    const token = tokenOf(url);
    const password = world.t.anonymous.call(openSharedReport, {
      params: { token },
      body: { password: 'correct horse' },
    });
    return [
      (await shared(token)).status,
      (await shared(`${token}/json`)).status,
      await password.then(
        () => 'opened',
        ({ code }) => code,
      ),
    ];
  };
  expect(await answers(late.url)).toEqual([200, 404, 'opened']);
  await world.owner.call(revokeReportShare, { params: { brandId: world.brandId, shareId: withdrawn.id } });
  expect(await answers(withdrawn.url)).toEqual([404, 404, 'not_found']);
  world.t.setNow(new Date(Date.now() + 25 * 3_600_000));
  expect(await answers(late.url)).toEqual([404, 404, 'not_found']);
  world.t.setNow(null);
  const stranger = await world.t.person({ brandId: await world.t.brand(), brandRole: 'owner' });
  await expect(
    stranger.call(revokeReportShare, { params: { brandId: world.brandId, shareId: expiring.id } }),
  ).rejects.toMatchObject({ code: 'forbidden' });
});

test('a flood of passwords is stopped, and does not tell which links exist', async () => {
  const unknown = 'A'.repeat(43);
  const attempt = (token: string) =>
    fetch(`${world.t.url}/shared/${token}/password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'guess' }),
    }).then(({ status }) => status);
  const statuses: number[] = [];
  const report = await create();
  const of = { brandId: world.brandId, reportId: report.id };
  const body = { label: '', runId: null, password: 'correct horse', days: 30, viewLimit: null };
  const { share } = await world.owner.call(createReportShare, { params: of, body });
  const open = () =>
    world.t.anonymous.call(openSharedReport, {
      params: { token: tokenOf(share.url) },
      body: { password: 'correct horse' },
    });
  await expect(open()).resolves.toMatchObject({ access: expect.any(String) });
  for (let count = 0; count < 12; count += 1) statuses.push(await attempt(unknown));
  expect(statuses[0]).toBe(404);
  expect(statuses.at(-1)).toBe(429);
  // Now even the right password has to wait.
  await expect(open()).rejects.toMatchObject({ code: 'rate_limited' });
});

test('the page of a closed brand is not found', async () => {
  const { t } = world;
  const brandId = await t.brand('Closing down');
  const owner = await t.person({ brandId, brandRole: 'owner' });
  const { report } = await owner.call(contract.createReport, { params: { brandId }, body: form() });
  const body = { label: '', runId: null, password: null, days: null, viewLimit: null };
  const { share } = await owner.call(createReportShare, { params: { brandId, reportId: report.id }, body });
  expect((await shared(tokenOf(share.url))).status).toBe(200);
  await t.api.pool.query('update brand set closed_at = now() where id = $1', [brandId]);
  expect((await shared(tokenOf(share.url))).status).toBe(404);
});
