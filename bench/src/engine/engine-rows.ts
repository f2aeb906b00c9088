import { percentile } from '../load.ts';
import { megabytes, ms, type Row, table } from '../report.ts';
import type { ComparedSearches, Times } from './both-searches.ts';

/** How fast the index was filled, and then followed changes. */
export interface Indexing {
  seconds: number;
  changes: number;
  changeSeconds: number;
}

/** Bytes of creators and their indexes on both sides. */
export interface EngineSizes {
  table: number;
  indexes: number;
  primary: number;
  withReplicas: number;
  segments: number;
}

export interface EngineFigures {
  creators: number;
  indexing: Indexing;
  searches: ComparedSearches;
  sizes: EngineSizes;
  /** How many searches the engine answered itself, and the database for it. */
  answers: Record<string, number>;
}

const SIDES: [keyof Times, string][] = [
  ['database', 'PostgreSQL'],
  ['engine', 'search engine'],
];
const MANY_CREATORS = 2_000_000;

const count = (value: number) => Math.round(value).toLocaleString('en-US');

/** Measurements of both sides with their targets. */
export function engineRows({ creators, indexing, searches, answers }: EngineFigures): Row[] {
  const goal = creators > MANY_CREATORS ? 100 : 50;
  const ofAll = (side: keyof Times) => searches.scenarios.flatMap((scenario) => scenario[side]);
  const { engine = 0 } = answers;
  const sent = Object.values(answers).reduce((sum, each) => sum + each, 0);
  return [
    ...SIDES.map(([side, name]): Row => {
      const [p50, p95] = [0.5, 0.95].map((share) => percentile(ofAll(side), share));
      return {
        what: `${name}, ${count(creators)} creators, one client, p95`,
        measured: `${ms(p95 ?? 0)} (p50 ${ms(p50 ?? 0)})`,
        target: `under ${goal} ms`,
        ok: (p95 ?? 0) < goal,
      };
    }),
    ...SIDES.map(([side, name]): Row => {
      const { p50, p95, perSecond } = searches.fourClients[side];
      return {
        what: `${name}, four clients, p95`,
        measured: `${ms(p95)} (p50 ${ms(p50)}) at ${Math.round(perSecond)}/s`,
        target: `under ${2 * goal} ms`,
        ok: p95 < 2 * goal,
      };
    }),
    {
      what: 'searches whose first page is the same on both',
      measured: `${searches.same} of ${searches.all}`,
      target: 'all',
      ok: searches.same === searches.all,
    },
    {
      what: 'searches that the search engine answered, others by PostgreSQL for it',
      measured: `${engine} of ${sent}${reasons(answers)}`,
      target: 'none unavailable',
      ok: !answers.unavailable && !answers.refused,
    },
    {
      what: 'index filled',
      measured: `${count(creators / indexing.seconds)} creators/s (${indexing.seconds.toFixed(0)} s)`,
      target: 'over 3,000/s',
      ok: creators / indexing.seconds > 3000,
    },
    {
      what: `${count(indexing.changes)} creators changed at once, sent to the index`,
      measured: `${count(indexing.changes / indexing.changeSeconds)} creators/s`,
      target: 'over 1,000/s',
      ok: indexing.changes / indexing.changeSeconds > 1000,
    },
  ];
}

function reasons(answers: Record<string, number>): string {
  const others = Object.entries(answers).filter(([by, number]) => by !== 'engine' && number > 0);
  return others.length === 0 ? '' : ` (${others.map(([by, number]) => `${by} ${number}`).join(', ')})`;
}

/** Each kind of search on both sides, with the slowest queries; then the queries whose results differ. */
export function comparedTable({ scenarios, different }: ComparedSearches): string {
  const of = (times: readonly number[], share: number) => ms(percentile(times, share));
  const compared = table(
    ['search', 'PostgreSQL p50', 'p95', 'engine p50', 'p95', 'slowest in PostgreSQL', 'in the engine'],
    scenarios.map(({ name, database, engine, worst }) => [
      name,
      of(database, 0.5),
      of(database, 0.95),
      of(engine, 0.5),
      of(engine, 0.95),
      `${ms(Math.max(...database))} \`${worst.database.slice(0, 100)}\``,
      `${ms(Math.max(...engine))} \`${worst.engine.slice(0, 100)}\``,
    ]),
  );
  if (different.length === 0) return compared;
  return `${compared}\n\n${table(
    ['search with another first page'],
    different.map((query) => [`\`${query}\``]),
  )}`;
}

/** Sizes of creators and their indexes. */
export const sizeTable = ({ creators, sizes }: EngineFigures): string => {
  const each = (bytes: number) => `${Math.round(bytes / creators)} bytes`;
  return table(
    ['stored', 'size', 'per creator'],
    [
      ['creators in PostgreSQL', megabytes(sizes.table), each(sizes.table)],
      ['their indexes in PostgreSQL', megabytes(sizes.indexes), each(sizes.indexes)],
      [
        `index of the search engine, ${sizes.segments} segments`,
        megabytes(sizes.primary),
        each(sizes.primary),
      ],
      ['the same with replicas', megabytes(sizes.withReplicas), each(sizes.withReplicas)],
    ],
  );
};
