import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { getEvidence, listFormulas } from '@troupe/contract/analytics/analytics';
import type { Evidence, EvidenceInput } from '@troupe/domain/analytics/evidence';
import { describeFormulas } from '@troupe/domain/analytics/formula-text';
import type { FormulaId } from '@troupe/domain/figure';
import { addParts, FORMULAS, isPerCurrency, type Part } from '@troupe/domain/figure-formula';
import { minorDigits } from '@troupe/domain/money';
import { problem } from '@troupe/domain/problem';
import type pg from 'pg';
import type { Api } from '../../platform/api.ts';
import {
  beginSnapshot,
  clickInputs,
  commissionInputs,
  creatorInputs,
  endSnapshot,
  type InputQuery,
  orderInputs,
  postInputs,
  type StoredInput,
  spendInputs,
  streamInputs,
} from './analytics/evidence.queries.ts';
import { ExactSum } from './analytics/exact-sum.ts';
import { calculateRated } from './analytics/figure-bag.ts';
import type { AnalyticsFilter } from './analytics/filter.ts';
import { type PostCount, readPostSums } from './analytics/post-figure.queries.ts';
import { type AnalyticsQuery, filterOf, settleSums } from './analytics.ts';

/** Registers the list of formulas and the evidence of figures. */
export function figureEvidence(api: Api): void {
  api.implement(listFormulas, async () => ({ formulas: describeFormulas() }));
  api.implement(getEvidence, async ({ brandId, params: { formulaId }, query, reply }) => {
    const { filter, text } = await evidenceText(api, brandId, formulaId, query);
    return reply
      .type('application/json; charset=utf-8')
      .header(
        'content-disposition',
        `attachment; filename="evidence-${formulaId}-${filter.from}-${filter.to}.json"`,
      )
      .send(Readable.from(text));
  });
}

/** What evidence is asked for. */
export type EvidenceQuery = AnalyticsQuery & { in?: string | undefined };

async function evidenceText(
  api: Api,
  brandId: string,
  formulaId: FormulaId,
  query: EvidenceQuery,
): Promise<{ filter: AnalyticsFilter; text: AsyncGenerator<string> }> {
  const { filter, margin } = await filterOf(api, brandId, query);
  const currency = isPerCurrency(formulaId) ? (filter.conversion?.currency ?? query.in ?? null) : null;
  if (isPerCurrency(formulaId) && currency === null)
    throw problem('invalid', { fields: { in: "Choose the metric's currency" } });
  const asOf = await settleSums(api, brandId);
  const sources = await sourcesOf(api, { id: formulaId, filter, currency });
  if (!sources) throw problem('invalid', { message: 'This metric has no evidence file.' });
  return {
    filter,
    text: writeEvidence(api.pool, { id: formulaId, filter, currency, margin, asOf }, sources),
  };
}

/** Returns the evidence of a figure as the call sends it; whole, so for reports alone. */
export async function readEvidence(
  api: Api,
  brandId: string,
  formulaId: FormulaId,
  query: EvidenceQuery,
): Promise<Evidence> {
  const { text } = await evidenceText(api, brandId, formulaId, query);
  const parts: string[] = [];
  for await (const part of text) parts.push(part);
  return JSON.parse(parts.join(''));
}

/** Items of a figure with the sum that they belong to. */
interface Source {
  part: 'top' | 'bottom';
  query: InputQuery;
}

const spendSources = (filter: AnalyticsFilter, part: Source['part']): Source[] => [
  { part, query: commissionInputs(filter) },
  { part, query: spendInputs(filter, ['fee', 'cost', 'commission']) },
];

/** Returns what a figure is calculated from; null for those that aren't sums of items. */
async function sourcesOf(
  { pool }: Api,
  { id, filter, currency: shown }: Pick<Head, 'id' | 'filter' | 'currency'>,
): Promise<Source[] | null> {
  // Costs per order of one currency count orders in it.
  const currency = filter.conversion === null ? shown : null;
  const top = (query: InputQuery): Source => ({ part: 'top', query });
  const bottom = (query: InputQuery): Source => ({ part: 'bottom', query });
  switch (id) {
    case 'net-revenue':
      return [top(orderInputs(filter, 'net'))];
    case 'refunds':
      return [top(orderInputs(filter, 'refunded'))];
    case 'orders':
      return [top(orderInputs(filter, 'one'))];
    case 'commission':
      return [top(commissionInputs(filter)), top(spendInputs(filter, ['commission']))];
    case 'fees':
      return [top(spendInputs(filter, ['fee']))];
    case 'costs':
      return [top(spendInputs(filter, ['cost']))];
    case 'spend':
      return spendSources(filter, 'top');
    case 'roas':
    case 'roi':
      return [top(orderInputs(filter, 'net')), ...spendSources(filter, 'bottom')];
    case 'cpa':
      return [...spendSources(filter, 'top'), bottom(orderInputs(filter, 'one', currency))];
    case 'cpm':
      return [...spendSources(filter, 'top'), bottom(postInputs(filter, 'views'))];
    case 'cpe':
      return [...spendSources(filter, 'top'), bottom(postInputs(filter, 'engagements'))];
    case 'clicks':
      return [top(clickInputs(filter, 'n'))];
    case 'visitors':
      return [top(clickInputs(filter, 'first_of_day'))];
    case 'conversion':
      return [top(orderInputs(filter, 'linked')), bottom(clickInputs(filter, 'first_of_day'))];
    case 'posts':
      return [top(postInputs(filter, 'one'))];
    case 'creators':
      return [top(creatorInputs(filter))];
    case 'engagement-rate': {
      const [sums] = await readPostSums(pool, filter, 'none', null);
      const base = (sums?.ratedReach ?? 0) > 0 ? 'reach' : 'views';
      return [top(postInputs(filter, 'engagements', base)), bottom(postInputs(filter, base, base))];
    }
    case 'views':
    case 'reach':
    case 'likes':
    case 'comments':
    case 'saves':
    case 'shares':
    case 'engagements':
      return [top(postInputs(filter, id satisfies PostCount | 'engagements'))];
    default:
      return null;
  }
}

/** What a file says before its items. */
interface Head {
  id: FormulaId;
  filter: AnalyticsFilter;
  currency: string | null;
  margin: number | null;
  asOf: string;
}

/** Writes the file of a figure: its head at once, items as they are read, then the result and the hash. */
async function* writeEvidence(pool: pg.Pool, head: Head, sources: readonly Source[]): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (text: string): string => {
    hash.update(text);
    return text;
  };
  yield hashed(headOf(head));
  const connection = await pool.connect();
  const sums = new Map<string, ExactSum>();
  const left: { kind: string; id: string; reason: 'no-value' | 'no-rate' }[] = [];
  const rates = ratesOf(head.filter);
  let first = true;
  let done = false;
  try {
    await beginSnapshot(connection);
    for (const { part, query } of sources) {
      for await (const rows of streamInputs(connection, query)) {
        const lines = rows.flatMap((row) => inputOf(row, { part, head, rates, sums, left }) ?? []);
        if (lines.length === 0) continue;
        const text = lines.map((line) => JSON.stringify(line)).join(',\n');
        yield hashed(first ? `\n${text}` : `,\n${text}`);
        first = false;
      }
    }
    await endSnapshot(connection);
    done = true;
  } finally {
    // A connection in the middle of a transaction isn't used again, such as when the reader left.
    connection.release(!done);
  }
  yield hashed(
    `],"unknown":[${left.map((one) => JSON.stringify(one)).join(',')}],"result":${JSON.stringify(resultOf(head, sums))}`,
  );
  hash.update('}');
  yield `,"sha256":"${hash.digest('hex')}"}\n`;
}

function headOf({ id, filter, currency, margin, asOf }: Head): string {
  const { calculation, version } = FORMULAS[id];
  const codes = [
    ...new Set([...(filter.conversion?.currencies ?? []), ...(currency ? [currency] : [])]),
  ].sort();
  const filters: Record<string, string> = { from: filter.from, to: filter.to };
  for (const name of ['campaignId', 'creatorId', 'platform'] as const) {
    const value = filter[name];
    if (value !== null) filters[name] = value;
  }
  if (filter.conversion) filters.currency = filter.conversion.currency;
  const content: Omit<Evidence, 'inputs' | 'unknown' | 'result' | 'sha256'> = {
    formula: id,
    version,
    asOf,
    zone: filter.zone,
    filters,
    calculation: {
      kind: calculation.kind as Evidence['calculation']['kind'],
      times: calculation.kind === 'ratio' ? calculation.times : 1,
      digits: calculation.kind === 'ratio' || calculation.kind === 'return' ? calculation.digits : null,
      margin: id === 'roi' ? margin : null,
      minorDigits: Object.fromEntries(codes.map((code) => [code, minorDigits(code)])),
    },
    currency,
  };
  return `${JSON.stringify(content).slice(0, -1)},"inputs":[`;
}

const ratesOf = ({ conversion }: AnalyticsFilter): Map<string, string> =>
  new Map(
    (conversion?.days ?? []).map((day, place) => [
      `${day} ${conversion?.currencies[place]}`,
      conversion?.rates[place] ?? '',
    ]),
  );

/** Adds an item to its sum. @returns its line; null if it is left out */
function inputOf(
  row: StoredInput,
  {
    part,
    head: { currency, filter },
    rates,
    sums,
    left,
  }: {
    part: Source['part'];
    head: Head;
    rates: ReadonlyMap<string, string>;
    sums: Map<string, ExactSum>;
    left: { kind: string; id: string; reason: 'no-value' | 'no-rate' }[];
  },
): EvidenceInput | null {
  const { kind, id, amount, day, rateDay } = row;
  const key = `${part} ${kind}`;
  const sum = sums.get(key) ?? new ExactSum();
  sums.set(key, sum);
  const foreign = row.currency !== null && row.currency !== currency;
  // Without conversion, items in other currencies belong to other figures.
  if (foreign && filter.conversion === null) return null;
  const rate = foreign ? (rates.get(`${rateDay} ${row.currency}`) ?? null) : null;
  const missing = amount === null ? 'no-value' : foreign && rate === null ? 'no-rate' : null;
  if (missing !== null || amount === null) {
    sum.unknown += 1;
    left.push({ kind, id, reason: missing ?? 'no-value' });
    return null;
  }
  sum.add(amount, rate, foreign ? minorDigits(currency ?? '') - minorDigits(row.currency ?? '') : 0);
  return { kind, id, part, amount, currency: row.currency, rate, day };
}

/** Figures whose sums are of posts. */
const OF_POSTS: Record<Source['part'], ReadonlySet<FormulaId>> = {
  top: new Set<FormulaId>([
    ...([
      'views',
      'reach',
      'likes',
      'comments',
      'saves',
      'shares',
      'engagements',
      'engagement-rate',
    ] as const),
  ]),
  bottom: new Set<FormulaId>(['cpm', 'cpe', 'engagement-rate']),
};

function resultOf({ id, margin }: Head, sums: ReadonlyMap<string, ExactSum>): Evidence['result'] {
  const partOf = (part: Source['part']): Part => {
    const parts = [...sums].filter(([key]) => key.startsWith(`${part} `)).map(([, sum]) => sum.part());
    const added = addParts([{ value: 0, known: 0, unknown: 0 }, ...parts]);
    // Posts without any known value have no sum; money that wasn't spent is 0.
    return OF_POSTS[part].has(id) && added.known === 0 ? Object.assign(added, { value: null }) : added;
  };
  const { value, why } = calculateRated(id, partOf('top'), partOf('bottom'), margin);
  return { value, why };
}
