import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiProcess } from '../api.ts';
import { Client } from '../load.ts';
import { megabytes, type Row } from '../report.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const PAGES = 40;
const PDFS = 5;
const REST_MS = 3000;
const ROWS = 100_000;

/** A report of about 40 pages: tables of posts, creators and campaigns, with charts and figures between them. */
const WIDGETS = [
  { kind: 'figures', formulas: ['net-revenue', 'spend', 'roas', 'orders'] },
  { kind: 'chart', measure: 'net-revenue' },
  { kind: 'spend-split' },
  ...[1, 2, 3].map(() => ({
    kind: 'table',
    groupBy: 'content',
    sort: 'engagement',
    formulas: ['views', 'engagements', 'engagement-rate'],
    rows: 500,
  })),
  {
    kind: 'table',
    groupBy: 'campaign',
    sort: 'net-revenue',
    formulas: ['net-revenue', 'spend', 'roas'],
    rows: 200,
  },
].map((widget, at) => Object.assign({ id: `w${at}` }, widget));

/** Measures the PDF of a run, from the request to its last byte. */
export async function measurePdf(api: ApiProcess, brand: string, token: string): Promise<Row> {
  const client = new Client(api.url, token);
  const post = async (to: string, body: object) =>
    JSON.parse(
      await client.send(to, 'POST', {
        type: 'application/json',
        content: Buffer.from(JSON.stringify(body)),
      }),
    );
  try {
    const form = {
      name: 'Forty pages',
      widgets: WIDGETS,
      filters: {},
      window: { kind: 'rolling', unit: 'day', count: 90 },
      zone: 'UTC',
      currency: null,
      compare: 'previous',
    };
    const { report } = await post(`${brand}/reports`, form);
    const { run } = await post(`${brand}/reports/${report.id}/run`, {});
    const before = api.memory();
    const took: number[] = [];
    let pdf = '';
    for (let n = 0; n < PDFS; n++) {
      // Writing holds the process up, which then turns other requests away for a moment.
      await sleep(REST_MS);
      const startedAt = performance.now();
      pdf = await client.send(`${brand}/reports/${report.id}/runs/${run.id}/pdf`);
      took.push(performance.now() - startedAt);
    }
    const pages = pdf.match(/\/Type \/Page\b/g)?.length ?? 0;
    const slowest = Math.max(...took);
    return {
      what: `PDF of a report of ${pages} pages, slowest of ${PDFS}`,
      measured: `${(slowest / 1000).toFixed(1)} s, ${megabytes(Math.max(0, api.memory() - before))} more memory`,
      target: `under 5 s with ${PAGES} pages`,
      ok: pages >= PAGES && slowest < 5000,
    };
  } finally {
    client.close();
  }
}

/** Writes a workbook as the API does, in its own process; prints seconds, megabytes of memory and of the file. */
const WORKBOOK = `
  const { writeSheets } = await import('./apps/api/src/modules/analytics/report/report-xlsx.ts');
  const rows = function* () {
    for (let n = 0; n < ${ROWS}; n++)
      yield ['Creator ' + n, '@creator.' + n, { value: n * 1.37, digits: 2 }, { value: n % 977, digits: 0 }, { value: (n % 100) / 7, digits: 1 }, '=1+' + n];
  };
  const startedAt = performance.now();
  let bytes = 0;
  const head = ['Name', 'Username', 'Net revenue', 'Orders', 'Rate', 'Note'];
  for await (const part of writeSheets([{ title: 'Creators', head, rows: rows(), widths: [20, 20, 12, 12, 12, 20] }])) bytes += part.length;
  console.log(JSON.stringify({ seconds: (performance.now() - startedAt) / 1000, memory: process.resourceUsage().maxRSS * 1024, bytes }));`;

/** Measures a workbook of many rows. */
export function measureWorkbook(): Row {
  const written = spawnSync(process.execPath, ['--input-type=module', '-e', WORKBOOK], {
    cwd: root,
    encoding: 'utf8',
  });
  if (written.status !== 0) throw new Error(written.stderr);
  const { seconds, memory, bytes } = JSON.parse(written.stdout);
  return {
    what: `Excel file of ${ROWS.toLocaleString('en-US')} rows`,
    measured: `${seconds.toFixed(1)} s, ${megabytes(memory)} of memory, ${megabytes(bytes)} in size`,
    target: 'under 10 s, at most 150 MB',
    ok: seconds < 10 && memory <= 150e6,
  };
}
