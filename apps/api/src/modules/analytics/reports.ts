import * as contract from '@troupe/contract/analytics/report';
import { MOST_REPORTS, type Report, type ReportForm } from '@troupe/domain/analytics/report';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import { createLimiter } from '@troupe/server/rate-counters';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../../platform/api.ts';
import { newId } from '../../platform/id.ts';
import { existsForBrand } from './analytics/row-name.queries.ts';
import {
  changeReport,
  countReports,
  deleteReport,
  hasReport,
  insertReport,
  lockBrandReports,
  readReport,
  readReportPage,
  readReportVersions,
} from './report/report.queries.ts';
import {
  deleteLogo,
  logoUrl,
  logoUrlOf,
  makeLogo,
  readLogo,
  writeLogo,
} from './report/report-logo.queries.ts';
import { takeSnapshot } from './report-snapshot.ts';

const PREVIEWS_A_MINUTE = 30;
const MAX_LOGO_BYTES = 10 * 1024 * 1024;

/** Registers the calls about reports, their versions and the logo on them. */
export function reports(api: Api): void {
  const { implement, implementChange, pool, clock, rates } = api;
  const limit = createLimiter(rates, 'preview-report', PREVIEWS_A_MINUTE);
  implement(contract.listReports, async ({ brandId, query: { page } }) => {
    const [{ reports: found, total }, url] = await Promise.all([
      readReportPage(pool, brandId, page, clock.now()),
      logoUrl(api, brandId),
    ]);
    return { reports: found, logoUrl: url, ...pagesOf(page, total) };
  });
  implementChange(contract.createReport, async ({ brandId, caller, body, commit }) => {
    await checkFilters(api, brandId, body);
    const id = newId();
    await commit(async (tx, connection) => {
      await lockBrandReports(connection, brandId);
      if ((await countReports(connection, brandId)) >= MOST_REPORTS)
        throw problem('too_many', {
          message: `A brand can have up to ${MOST_REPORTS} reports. Delete one first.`,
        });
      await insertReport(tx, { id, brandId, form: body, userId: caller.userId }, clock.now());
      return { reportId: id };
    });
    return { report: await known(api, brandId, id) };
  });
  implement(contract.getReport, async ({ brandId, params: { reportId } }) => ({
    report: await known(api, brandId, reportId),
  }));
  implementChange(contract.changeReport, async ({ brandId, caller, params, body, commit }) => {
    const { version, ...form } = body;
    await checkFilters(api, brandId, form);
    const given = { id: params.reportId, brandId, form, userId: caller.userId };
    await commit(async (tx) => {
      const found = await changeReport(tx, given, version, clock.now());
      if (found === null) throw problem('not_found');
      if (found !== version) throw problem('conflict', { extra: { version: found } });
    });
    return { report: await known(api, brandId, params.reportId) };
  });
  implementChange(contract.deleteReport, async ({ brandId, params: { reportId }, commit }) => {
    await commit(async (tx) => {
      if (!(await deleteReport(tx, brandId, reportId))) throw problem('not_found');
    });
    return {};
  });
  implement(contract.listReportVersions, async ({ brandId, params: { reportId } }) => {
    if (!(await hasReport(pool, brandId, reportId))) throw problem('not_found');
    return { versions: await readReportVersions(pool, brandId, reportId) };
  });
  implement(contract.previewReport, async ({ brandId, body }) => {
    await checkFilters(api, brandId, body);
    await limit(brandId);
    const at = clock.now();
    // Nothing is saved, so it has no id.
    const input = { brandId, reportId: brandId, version: 0, form: body, at };
    return { snapshot: await takeSnapshot(api, input) };
  });
  logos(api);
}

function logos(api: Api): void {
  const { implement, implementChange, pool, clock, config } = api;
  implementChange(contract.uploadReportLogo, async ({ brandId, request, commit }) => {
    const logo = await makeLogo(await uploadOf(request));
    await commit((_tx, connection) => writeLogo(connection, brandId, logo, clock.now()));
    return { logoUrl: logoUrlOf(config, brandId, logo.name) };
  });
  implementChange(contract.deleteReportLogo, async ({ brandId, commit }) => {
    await commit((_tx, connection) => deleteLogo(connection, brandId));
    return {};
  });
  implement(contract.getReportLogo, async ({ params: { brandId, name }, reply }) => {
    const logo = await readLogo(pool, brandId, name);
    if (!logo) throw problem('not_found');
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(logo.png);
  });
}

async function uploadOf(request: FastifyRequest): Promise<Buffer> {
  const file = await request.file({ limits: { fileSize: MAX_LOGO_BYTES } }).catch(() => null);
  if (!file) throw problem('invalid', { message: 'Choose a file.' });
  const chunks: Buffer[] = [];
  for await (const chunk of file.file as AsyncIterable<Buffer>) chunks.push(chunk);
  if (file.file.truncated) throw problem('too_large', { message: 'Logos can be up to 10 MB.' });
  return Buffer.concat(chunks);
}

async function known({ pool }: Api, brandId: string, reportId: string): Promise<Report> {
  const report = await readReport(pool, brandId, reportId);
  if (!report) throw problem('not_found');
  return report;
}

/** Treats campaigns and creators of other brands like missing ones. */
async function checkFilters({ pool }: Api, brandId: string, { filters }: ReportForm): Promise<void> {
  const { campaignId, creatorId } = filters;
  if (!(await existsForBrand(pool, brandId, { campaignId, creatorId: null })))
    throw problem('invalid', { fields: { 'filters.campaignId': 'Choose one of your campaigns' } });
  if (!(await existsForBrand(pool, brandId, { campaignId: null, creatorId })))
    throw problem('invalid', { fields: { 'filters.creatorId': 'Choose a creator you have access to' } });
}
