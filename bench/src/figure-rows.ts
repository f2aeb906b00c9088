import type { AgainstBare } from './bare/against-bare.ts';
import type { ImportFigures } from './import.ts';
import type { LiveFigures } from './live.ts';
import type { MailsFigures } from './mails.ts';
import type { OutreachFigures } from './outreach.ts';
import type { PathFigures } from './paths.ts';
import { megabytes, ms, type Row, table } from './report.ts';
import type { RestFigures } from './rest.ts';
import type { SearchFigures } from './search.ts';

// API measurements and their targets.

export const searchRows = ({ all, fourClients }: SearchFigures): Row[] => [
  { what: 'search, one client, p50', measured: ms(all.p50), target: 'under 5 ms', ok: all.p50 < 5 },
  { what: 'search, one client, p95', measured: ms(all.p95), target: 'under 50 ms', ok: all.p95 < 50 },
  {
    what: 'search, four clients, p95',
    measured: `${ms(fourClients.p95)} at ${Math.round(fourClients.perSecond)}/s`,
    target: 'under 100 ms',
    ok: fourClients.p95 < 100,
  },
];

/** The slowest query of each kind of search. */
export const scenarioTable = ({ scenarios }: SearchFigures): string =>
  table(
    ['search', 'p50', 'p95', 'worst', 'worst query'],
    scenarios.map(({ name, p50, p95, worst, worstQuery }) => [
      name,
      ms(p50),
      ms(p95),
      ms(worst),
      `\`${worstQuery.slice(0, 120)}\``,
    ]),
  );

export const outreachRows = ({ invitesPage, preview, bulk }: OutreachFigures): Row[] => [
  againstBareRow('invites page', invitesPage),
  {
    what: 'preview of a template, p95',
    measured: `${ms(preview.p95)} (p50 ${ms(preview.p50)})`,
    target: 'under 50 ms',
    ok: preview.p95 < 50,
  },
  {
    what: '1,000 creators invited, until accepted',
    measured: ms(bulk),
    target: 'under 2000 ms',
    ok: bulk < 2000,
  },
];

export function mailsRow({ idle, sending, perSecond }: MailsFigures): Row {
  const ratio = sending.p95 / idle.p95;
  return {
    what: `search while ${perSecond.toFixed(1)} mails a second leave, p95 against idle`,
    measured: `${ratio.toFixed(2)} (${ms(sending.p95)} against ${ms(idle.p95)})`,
    target: 'under 1.50',
    ok: ratio < 1.5,
  };
}

export const againstBareRow = (
  what: string,
  { ratio, api, bare, clients }: AgainstBare,
  goal = 0.7,
): Row => ({
  what: `${what}, ${clients} clients, against a bare handler`,
  measured: `${ratio.toFixed(2)} (${Math.round(api)}/s against ${Math.round(bare)}/s)`,
  target: `at least ${goal.toFixed(2)}`,
  ok: ratio >= goal,
});

/** Everyday requests as rows. */
export const pathRows = (paths: readonly PathFigures[]): Row[] =>
  paths.map((path) => againstBareRow(path.name, path, path.goal));

/** Memory of the API as a row. @param most megabytes */
export const memoryRow = (what: string, bytes: number, most: number): Row => ({
  what,
  measured: megabytes(bytes),
  target: `under ${most} MB`,
  ok: bytes < most * 1024 ** 2,
});

/** Cost of an idle API. */
export const restRows = ({ memory, processor, statements }: RestFigures): Row[] => [
  memoryRow('memory of the API after its start', memory, 150),
  {
    what: 'API and PostgreSQL while idle',
    measured: `${(processor * 100).toFixed(2)}% of a core, ${statements.toFixed(1)} transactions a second`,
    target: 'under 1% and 5',
    ok: processor < 0.01 && statements < 5,
  },
];

/** Cost of a response compared with the minimal handler. */
export const costTable = (paths: readonly PathFigures[]): string =>
  table(
    ['an answer', 'API, ms of processor', 'bare', 'PostgreSQL, ms of processor', 'bare', 'size, kB', 'bare'],
    paths.map(({ name, apiCost, bareCost }) => [
      name,
      ...[apiCost.host, bareCost.host, apiCost.database, bareCost.database].map((cost) => cost.toFixed(2)),
      ...[apiCost.bytes, bareCost.bytes].map((bytes) => (bytes / 1000).toFixed(1)),
    ]),
  );

/** Cost of a list page as the list grows. */
export function listGrowthRow(lists: readonly { items: number; first: number; middle: number }[]): Row {
  const [small, large] = [lists[0], lists.at(-1)];
  return {
    what: `page of a list of ${lists.map(({ items }) => items.toLocaleString('en-US')).join(', ')}, one client, p50`,
    measured: lists.map(({ first, middle }) => `${ms(first)} (in the middle ${ms(middle)})`).join(', '),
    target: 'the first page as fast as of the smallest',
    ok: small !== undefined && large !== undefined && large.first < small.first * 1.5,
  };
}

export const importRows = (found: ImportFigures): Row[] => [
  {
    what: `import of ${found.rows.toLocaleString('en-US')} rows (${found.imported.toLocaleString('en-US')} new)`,
    measured: `${found.seconds.toFixed(1)} s`,
    target: 'under 30 s',
    ok: found.seconds < 30,
  },
  {
    what: 'search meanwhile, p95',
    measured: ms(found.searchP95),
    target: 'under 100 ms',
    ok: found.searchP95 < 100,
  },
  {
    what: 'memory of the API meanwhile, at most',
    measured: megabytes(found.memory),
    target: 'under 400 MB',
    ok: found.memory < 400 * 1024 ** 2,
  },
];

/** Conversations and event streams. */
export function liveRows(found: LiveFigures): Row[] {
  const each = (found.memoryWith - found.memoryBefore) / found.streams;
  return [
    {
      what: 'message to the other side, 500 people connected, p95',
      measured: `${ms(found.message.p95)} (p50 ${ms(found.message.p50)})`,
      target: 'under 300 ms',
      ok: found.message.p95 < 300,
    },
    {
      what: `the same with ${found.streams.toLocaleString('en-US')} open streams, p95`,
      measured: `${ms(found.crowded.p95)} (p50 ${ms(found.crowded.p50)})`,
      target: 'under 300 ms',
      ok: found.crowded.p95 < 300,
    },
    {
      what: `memory of the API with ${found.streams.toLocaleString('en-US')} open streams`,
      measured: `${megabytes(found.memoryWith)} (${Math.round(each / 1024)} kB a stream)`,
      target: '5,000 under 1 GB',
      ok: found.memoryBefore + each * 5000 < 1024 ** 3,
    },
    {
      what: 'newest page of a conversation with 10,000 messages, p95',
      measured: `${ms(found.longConversation.p95)} (p50 ${ms(found.longConversation.p50)})`,
      target: 'under 50 ms',
      ok: found.longConversation.p95 < 50,
    },
    {
      what: 'first page of an inbox of 10,000 conversations, p95',
      measured: `${ms(found.inbox.p95)} (p50 ${ms(found.inbox.p50)})`,
      target: 'under 100 ms',
      ok: found.inbox.p95 < 100,
    },
  ];
}
