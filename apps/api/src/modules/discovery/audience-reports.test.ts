import { constants, inflateSync } from 'node:zlib';
import { CallError, urlOf } from '@troupe/contract/client';
import {
  exportAudienceReport,
  listAudienceReports,
  openAudienceReport,
} from '@troupe/contract/discovery/audience-report';
import { fetchCreatorContact, listProviderQuotas } from '@troupe/contract/discovery/creator';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { audienceReportTable } from './audience-report/audience-report.table.ts';
import { type ReportWorld, startReportWorld } from './buy-audience-report.fixture.ts';

const HOUR = 3_600_000;

let world: ReportWorld;
beforeAll(async () => {
  world = await startReportWorld();
});
afterEach(async () => {
  world.t.setNow(null);
  await world.clearFaults();
});
afterAll(() => world.stop());

interface Buyer {
  brandId: string;
  person: TestPerson;
}
const list = ({ brandId, person }: Buyer, query: Parameters<typeof urlOf>[1]['query'] = {}) =>
  person.call(listAudienceReports, { params: { brandId }, query });

/** Opens the PDF of a report on the test server instead of the configured origin. */
async function open(reportUrl: string | null): Promise<{ response: Response; bytes: Buffer }> {
  const { pathname } = new URL(reportUrl ?? '');
  const response = await fetch(world.t.url + pathname);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Extracts the text of a PDF with standard fonts, one line each. */
function wordsOf(bytes: Buffer): string {
  const lines: string[] = [];
  for (let from = bytes.indexOf('stream\n'); from >= 0; from = bytes.indexOf('stream\n', from)) {
    const end = bytes.indexOf('endstream', from);
    const packed = bytes.subarray(from + 'stream\n'.length, end);
    from = end + 'endstream'.length;
    const drawing = inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
    for (const [, shown = ''] of drawing.matchAll(/\[(.*?)\] TJ/g))
      lines.push(
        [...shown.matchAll(/<([\da-f]+)>/g)]
          .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
          .join(''),
      );
  }
  return lines.join('\n');
}

describe('the list of bought reports', () => {
  test('lists each creator once, most recent purchase first, with age, updates and buyer', async () => {
    const buyer = await world.buyer();
    const [first, second] = [await world.creator('list.one'), await world.creator('list.two')];
    const bought = await world.buy(buyer, first);
    await world.buy(buyer, second);
    world.t.setNow(new Date(Date.parse(bought.report?.report_info.created ?? '') + 50 * HOUR));
    const update = await world.buy(buyer, first, { forceReload: true });
    const { reports, total, pages } = await list(buyer);
    expect({ total, pages }).toEqual({ total: 2, pages: 1 });
    expect(reports.map(({ socialProfile }) => socialProfile.username)).toEqual(['list.one', 'list.two']);
    expect(reports[0]).toMatchObject({ id: update.id, updates: 1, purchasedBy: 'Alva Berg' });
    expect(reports[1]).toMatchObject({ updates: 0, ageDays: 2 });
    expect(reports[0]?.subsets.length).toBeGreaterThan(0);
    expect((await list(await world.buyer())).total).toBe(0);
  });

  test('can be searched by name and filtered by platform', async () => {
    const buyer = await world.buyer();
    await world.buy(buyer, await world.creator('list.mara', { fullname: 'Mara Quist' }));
    await world.buy(buyer, await world.creator('list_100%', { platform: 'youtube' }));
    const names = async (query: object) =>
      (await list(buyer, { ...query })).reports.map(({ socialProfile }) => socialProfile.username);
    expect(await names({ search: 'quist' })).toEqual(['list.mara']);
    expect(await names({ search: '100%' })).toEqual(['list_100%']);
    expect(await names({ search: '_' })).toEqual(['list_100%']);
    expect(await names({ platform: ['youtube', 'tiktok'] })).toEqual(['list_100%']);
    expect(await names({ search: 'nobody' })).toEqual([]);
  });

  test('is paged and shows the total beyond its last page', async () => {
    const buyer = await world.buyer();
    const { report } = await world.buy(buyer, await world.creator('page.0'));
    if (!report) throw new Error('No report.');
    for (let at = 1; at < 30; at++)
      await world.t.api.db.insert(audienceReportTable).values({
        id: newId(),
        brandId: buyer.brandId,
        creatorId: await world.creator(`page.${at}`),
        providerReportId: `page-${at}`,
        createdAt: '2026-05-01T00:00:00.000Z',
        report,
        original: {},
      });
    const pages = await Promise.all([1, 2, 9].map((page) => list(buyer, { page })));
    expect(pages.map(({ reports, total, pages: count }) => [reports.length, total, count])).toEqual([
      [24, 30, 2],
      [6, 30, 2],
      [0, 30, 2],
    ]);
  });
});

describe('the downloads of a report', () => {
  test('[R3.032] the link opens a PDF for one hour without signing in', async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('pdf.mila');
    await world.buy(buyer, creator);
    const { reportUrl } = await world.held(buyer, creator);
    const { response, bytes } = await open(reportUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain('deep-insights-pdf.mila.pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    world.t.setNow(new Date(Date.now() + HOUR + 1000));
    const late = await open(reportUrl);
    expect(late.response.status).toBe(404);
    expect(JSON.parse(late.bytes.toString()).message).toMatch(/has expired/);
    world.t.setNow(null);
    const changed = await open(`${reportUrl?.slice(0, -2)}xx`);
    expect(changed.response.status).toBe(404);
  });

  test("stores the provider's PDF at purchase, and draws our own if there is none", async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('pdf.kept');
    await world.buy(buyer, creator);
    const { reportUrl } = await world.held(buyer, creator);
    const text = async () => (await open(reportUrl)).bytes.toString('latin1');
    await expect.poll(text, { timeout: 60_000 }).toContain('(Audience report)');

    const { report } = await world.held(buyer, creator);
    if (!report) throw new Error('No report.');
    const other = await world.creator('pdf.drawn');
    await world.t.api.db.insert(audienceReportTable).values({
      id: newId(),
      brandId: buyer.brandId,
      creatorId: other,
      providerReportId: 'gone',
      createdAt: '2026-05-01T00:00:00.000Z',
      report: { ...report, user_profile: { username: 'たなか 🎥 pdf.drawn' } },
      original: {},
    });
    const drawn = await open((await world.held(buyer, other)).reportUrl);
    expect(drawn.response.status).toBe(200);
    expect(drawn.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(drawn.bytes.toString('latin1')).toContain('(Troupe)');
    expect(drawn.bytes.length).toBeGreaterThan(2000);
    const words = wordsOf(drawn.bytes);
    expect(words).toMatch(/@pdf\.drawn on Instagram, report of \d+ \w+ \d{4}/);
    for (const audience of ['Followers', 'Likers', 'Commenters']) expect(words).toContain(audience);
    for (const table of ['Ages', 'Genders', 'Countries', 'Languages']) expect(words).toContain(table);
    expect(words).toMatch(/Page 1 of \d/);
  });

  test('the CSV has one row per segment, is formula-safe and starts with a byte order mark', async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('csv.noor');
    const { id, report } = await world.buy(buyer, creator);
    const evil = structuredClone(report);
    const subset = evil?.audience_followers.data ? evil.audience_followers : evil?.audience_likers;
    if (!evil || !subset?.data || !id) throw new Error('No report.');
    subset.data.audience_languages = [
      { code: '=cmd', name: '=HYPERLINK("http://x")', weight: 0.4 },
      { code: 'other', name: null, weight: 0.6 },
    ];
    await world.t.api.db
      .update(audienceReportTable)
      .set({ report: evil })
      .where(eq(audienceReportTable.id, id));
    const file = await buyer.person.download(exportAudienceReport, {
      params: { brandId: buyer.brandId, reportId: id },
    });
    const bytes = Buffer.from(await file.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString('utf8').slice(1).trim().split('\r\n');
    expect(lines[0]).toBe('Audience,Chart,Code,Name,Weight');
    expect(lines).toContainEqual(
      expect.stringMatching(/,Languages,'=cmd,"'=HYPERLINK\(""http:\/\/x""\)",0\.4$/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/,Languages,other,Other,0\.6$/));
    expect(lines.some((line) => /,Genders,MALE,MALE,0\.\d+$/.test(line))).toBe(true);

    const stranger = await world.buyer();
    const error = await stranger.person
      .download(exportAudienceReport, { params: { brandId: stranger.brandId, reportId: id } })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ status: 404 });
  });

  test.each(['x', 'a.b', 'a.b.c', '%00', `${'a'.repeat(480)}`])(
    'an invalid link (%s) opens nothing',
    async (token) => {
      const response = await fetch(world.t.url + urlOf(openAudienceReport, { params: { token } }));
      expect([404, 422]).toContain(response.status);
    },
  );
});

describe('the provider status for administrators', () => {
  test("shows today's tokens and the last failure", async () => {
    const buyer = await world.buyer();
    const administrator = await world.t.person({ role: 'administrator' });
    const see = async () =>
      (await administrator.call(listProviderQuotas, {})).providers.find(
        ({ name }) => name === 'audience-data',
      );
    const used = (await see())?.quotas[0]?.used ?? 0;
    await world.buy(buyer, await world.creator('quota.one'));
    await world.fault('quota.two', 'error_500');
    await world.buy(buyer, await world.creator('quota.two')).catch(() => null);
    const state = await see();
    expect(state).toMatchObject({ configured: true, openUntil: null });
    expect(state?.quotas).toEqual([
      { name: 'Tokens a day', used: used + 1, limit: 1000, resets: expect.stringMatching(/T00:00:00/) },
    ]);
    expect(state?.lastFailure?.message).toContain('internal_server_error');
  });

  test('enforces a daily token limit without charging credits', async () => {
    const tight = await startReportWorld({ AUDIENCE_TOKENS_A_DAY: '2' });
    try {
      const buyer = await tight.buyer();
      await tight.buy(buyer, await tight.creator('limit.one'));
      await tight.buy(buyer, await tight.creator('limit.two'));
      const error = await tight
        .buy(buyer, await tight.creator('limit.three'))
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ status: 503, code: 'unavailable' });
      expect((error as CallError).message).toMatch(/Today's limit/);
      expect(await tight.credits(buyer)).toMatchObject({ balance: 8, reserved: 0 });
    } finally {
      await tight.stop();
    }
  });

  test.each([
    ['cannot be reached', 'http://127.0.0.1:5699/socapi/v2.0/api'],
    ['is not configured', ''],
  ])('a provider that %s fails clearly for reports and contacts, free of charge', async (_title, url) => {
    const cut = await startReportWorld({ AUDIENCE_URL: url });
    try {
      const buyer = await cut.buyer();
      const creator = await cut.creator('far.away');
      const errors = await Promise.all(
        [
          cut.buy(buyer, creator),
          buyer.person.call(fetchCreatorContact, {
            params: { brandId: buyer.brandId, profileId: creator },
          }),
        ].map((asked) => asked.catch((caught: unknown) => caught)),
      );
      for (const error of errors) expect(error).toMatchObject({ status: 503, code: 'unavailable' });
      expect(await cut.credits(buyer)).toMatchObject({ balance: 10, reserved: 0 });
    } finally {
      await cut.stop();
    }
  });
});
