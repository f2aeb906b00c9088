import { CSV_BOM, csvLine } from '@troupe/domain/csv';
import { shareName } from '@troupe/domain/discovery/audience-chart';
import {
  AUDIENCE_SUBSETS,
  type AudienceReport,
  type AudienceShare,
  type AudienceSubsetName,
} from '@troupe/domain/discovery/audience-report';

/** A report as CSV: one row a share of an audience. Weights are fractions of 1; an audience without data has no row. */
export function reportCsv(report: AudienceReport): string {
  const lines = [csvLine(['Audience', 'Chart', 'Code', 'Name', 'Weight'])];
  for (const [subset, audience] of Object.entries(AUDIENCE_SUBSETS)) {
    const { data } = report[subset as AudienceSubsetName];
    if (!data) continue;
    const charts: [string, AudienceShare[] | null, ('region' | 'language')?][] = [
      ['Ages', data.audience_ages],
      ['Countries', data.audience_geo.countries, 'region'],
      ['Genders', data.audience_genders],
      ['Reachability', data.audience_reachability],
      ['Languages', data.audience_languages, 'language'],
    ];
    for (const [chart, shares, type] of charts)
      for (const share of shares ?? [])
        lines.push(csvLine([audience, chart, share.code, shareName(share, type), share.weight]));
  }
  return CSV_BOM + lines.join('');
}
