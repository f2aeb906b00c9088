import { mayUpdateReport, reportAgeDays } from '@troupe/domain/discovery/audience-report';
import { signToken } from '../../../platform/access/secret.ts';
import type { Api } from '../../../platform/api.ts';
import type { StoredReport } from './audience-report.queries.ts';

/** Purpose of signed report URLs. */
export const REPORT_FILE = 'audience-report-file';
const ADDRESS_MS = 3_600_000;

/**
 * Builds the response for a report; `reportUrl` opens the PDF for one hour. `underWay` is the start
 * of a pending purchase.
 */
export function heldAnswer(
  { config, clock }: Pick<Api, 'config' | 'clock'>,
  held: StoredReport | null,
  underWay: string | null = null,
) {
  if (!held) {
    const none = {
      id: null,
      report: null,
      reportUrl: null,
      ageDays: null,
      mayUpdate: false,
      purchased: null,
    };
    return { ...none, underWay };
  }
  const now = clock.now();
  const ageDays = reportAgeDays(held.createdAt, now);
  const token = signToken(
    config.SECRET_KEY,
    REPORT_FILE,
    { id: held.id, brandId: held.brandId },
    new Date(now.getTime() + ADDRESS_MS),
  );
  return {
    id: held.id,
    report: held.report,
    reportUrl: `${config.API_ORIGIN}/audience-report-file/${token}`,
    ageDays,
    mayUpdate: mayUpdateReport(ageDays),
    purchased: held.purchasedAt,
    underWay,
  };
}
