import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  exportAudienceReport,
  getAudienceData,
  listAudienceReports,
  openAudienceReport,
} from '@troupe/contract/discovery/audience-report';
import type { CsvCell } from '@troupe/domain/csv';
import { shareName } from '@troupe/domain/discovery/audience-chart';
import {
  AUDIENCE_SUBSETS,
  type AudienceReport,
  type AudienceShare,
  type AudienceSubsetName,
} from '@troupe/domain/discovery/audience-report';
import { problem } from '@troupe/domain/problem';
import { Id, pagesOf } from '@troupe/domain/shape';
import { z } from 'zod';
import { readToken } from '../../../platform/access/secret.ts';
import type { Api, CallContext } from '../../../platform/api.ts';
import { sendCsv } from '../../../platform/csv/csv-file.ts';
import { csvWord } from '../../../platform/csv/csv-words.ts';
import type { Files } from '../../../platform/files/files.ts';
import { readOpenPurchase } from './audience-purchase.queries.ts';
import { heldAnswer, REPORT_FILE } from './audience-report.answer.ts';
import { reportPdf } from './audience-report.pdf.ts';
import {
  readHeldReport,
  readReport,
  readReportCreator,
  readReported,
  readReportPage,
  reportFileKey,
  type StoredReport,
} from './audience-report.queries.ts';

const FileToken = z.object({ id: Id, brandId: Id });

/** Stores the provider's PDF of a report. */
export async function keepReportFile(files: Files, reportId: string, bytes: Uint8Array): Promise<void> {
  const draft = await files.draft();
  await writeFile(draft, bytes);
  await files.store(draft, reportFileKey(reportId));
}

/** Opens a stored PDF, or returns null. */
async function keptFile(files: Files, reportId: string): Promise<Readable | null> {
  const stream = files.read(reportFileKey(reportId));
  try {
    await once(stream, 'readable');
    return stream;
  } catch {
    return null;
  }
}

const fileName = (username: string) =>
  `deep-insights-${username.replace(/[^\w.-]+/g, '-').slice(0, 80) || 'report'}`;

/** Registers the routes that read reports. See `buy-audience-report` for purchases. */
export function audienceReportRoutes(api: Api, files: Files): void {
  api.implement(getAudienceData, (context) => getReport(api, context));
  api.implement(listAudienceReports, (context) => listReports(api, context));
  api.implement(exportAudienceReport, (context) => exportReport(api, context));
  api.implement(openAudienceReport, (context) => openReport(api, files, context));
}

async function getReport(api: Api, { brandId, query }: CallContext<typeof getAudienceData>) {
  const creator = await readReportCreator(api.db, brandId, query.socialProfileId);
  if (!creator) throw problem('not_found');
  // Read the purchase first: if it ends in between, it shows as pending once more instead of
  // missing.
  const open = await readOpenPurchase(api.db, brandId, creator.id);
  const held = await readHeldReport(api.db, brandId, creator.id);
  return heldAnswer(api, held, open?.startedAt ?? null);
}

async function listReports(api: Api, { brandId, query }: CallContext<typeof listAudienceReports>) {
  const { reports, total } = await readReportPage(
    api.pool,
    brandId,
    { page: query.page, search: query.search ?? '', platform: query.platform },
    api.clock.now(),
  );
  return { reports, ...pagesOf(query.page, total) };
}

async function exportReport(api: Api, context: CallContext<typeof exportAudienceReport>) {
  const stored = await readReport(api.db, context.brandId, context.params.reportId);
  if (!stored) throw problem('not_found');
  return sendCsv(context, {
    name: `${fileName(stored.report.user_profile.username)}.csv`,
    head: ['Audience', 'Chart', 'Code', 'Name', 'Weight'],
    rows: [sharesOf(stored.report)],
    cells: shareCells,
  });
}

async function openReport(api: Api, files: Files, { params, reply }: CallContext<typeof openAudienceReport>) {
  const read = FileToken.safeParse(
    readToken(api.config.SECRET_KEY, REPORT_FILE, params.token, api.clock.now()),
  );
  const stored = read.success ? await readReport(api.db, read.data.brandId, read.data.id) : null;
  if (!stored)
    throw problem('not_found', { message: 'This link has expired. Open the report again in Troupe.' });
  return reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${fileName(stored.report.user_profile.username)}.pdf"`)
    .send((await keptFile(files, stored.id)) ?? (await ownPdf(api, stored)));
}

async function ownPdf(api: Api, { id, report }: StoredReport) {
  const creator = await readReported(api.db, id);
  if (!creator) throw problem('not_found');
  return reportPdf(report, creator);
}

interface ReportedShare {
  audience: string;
  chart: string;
  share: AudienceShare;
  type: 'region' | 'language' | undefined;
}

/** Returns a row per audience segment; an audience without data has none. */
function sharesOf(report: AudienceReport): ReportedShare[] {
  return Object.entries(AUDIENCE_SUBSETS).flatMap(([subset, audience]) => {
    const { data } = report[subset as AudienceSubsetName];
    if (!data) return [];
    const charts: [string, AudienceShare[] | null, ReportedShare['type']?][] = [
      ['Ages', data.audience_ages],
      ['Countries', data.audience_geo.countries, 'region'],
      ['Genders', data.audience_genders],
      ['Reachability', data.audience_reachability],
      ['Languages', data.audience_languages, 'language'],
    ];
    return charts.flatMap(([chart, shares, type]) =>
      (shares ?? []).map((share) => ({ audience, chart, share, type })),
    );
  });
}

/** Weights are fractions of 1. */
const shareCells = ({ audience, chart, share, type }: ReportedShare): CsvCell[] => [
  ...[csvWord(audience), csvWord(chart), share.code, csvWord(shareName(share, type)), share.weight],
];
