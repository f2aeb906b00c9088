import { type AffiliateAlert, ALERT_NAMES, type AlertState } from '@troupe/domain/affiliate/affiliate-alert';
import { type CsvCell, csvAmount } from '@troupe/domain/csv';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import type { CsvFile } from '../../../platform/csv/csv-file.ts';
import { csvWord } from '../../../platform/csv/csv-words.ts';

const STATES: Record<AlertState, string> = { open: 'Open', dismissed: 'Dismissed', resolved: 'Resolved' };

const CHANGES: Record<string, string> = {
  deleted: 'Deleted in the store',
  renamed: 'Renamed in the store',
  paused: 'Turned off in the store',
  resumed: 'Turned on in the store',
  value: 'Discount changed in the store',
};
const MATCHES: Record<string, string> = { number: 'Order number', time: 'Time and amount' };

type Figures = AffiliateAlert['figures'];

/** An amount in minor units, as a decimal in the currency beside it. */
const amount =
  (name: string) =>
  ({ [name]: minor, currency }: Figures): CsvCell =>
    typeof minor === 'number' ? csvAmount(minor, String(currency)) : '';
const named =
  (name: string, names: Record<string, string>) =>
  ({ [name]: value }: Figures): CsvCell =>
    value === undefined ? '' : csvWord(names[value] ?? String(value));
const plain =
  (name: string) =>
  ({ [name]: value }: Figures): CsvCell =>
    value;

/** The figures of all kinds of alerts; each kind fills its own. */
const FIGURES: readonly [string, (figures: Figures) => CsvCell][] = [
  ['Code', plain('code')],
  ['Link', ({ link }) => (link === undefined ? '' : `/r/${link}`)],
  ['Order', plain('order')],
  ['Code change', named('change', CHANGES)],
  ['Currency', plain('currency')],
  ['Net revenue', amount('net')],
  ['Commission in Troupe', amount('ours')],
  ['Other program', plain('program')],
  ['Commission in other program', amount('theirs')],
  ['Affiliate in other program', plain('partner')],
  ['Matched by', named('matchedBy', MATCHES)],
  ['Rows in file', plain('rows')],
  ['Orders', ({ uses, orders }) => uses ?? orders],
  ['Orders without a visit', plain('cold')],
  ['Refunded or canceled', plain('refunded')],
  ['Share %', ({ coldShare, share }) => coldShare ?? share],
  ['Minimum share %', plain('atLeast')],
  ['Usual share %', plain('usualShare')],
  ['Usual daily orders without a visit', plain('usualCold')],
  ['Posts by others', plain('sightings')],
  ['Post authors', plain('authors')],
  ['Clicks from visitors', plain('people')],
  ['Rapid clicks', plain('floods')],
  ['Loads by other pages', plain('embeds')],
  ['Clicks from search ads', plain('paid')],
];

const HEADINGS = [
  ...['Date', 'Alert', 'Creator', 'Platform', 'Status', 'Closed by', 'Reason'],
  ...FIGURES.map(([heading]) => heading),
  'Links to posts',
];

const toRow = ({
  created,
  kind,
  creator,
  state,
  by,
  reason,
  figures,
  sightings,
}: AffiliateAlert): CsvCell[] => [
  ...[created, csvWord(ALERT_NAMES[kind]), creator && (creator.fullname || creator.username)],
  ...[creator && PLATFORM_NAMES[creator.platform], csvWord(STATES[state]), by, reason],
  ...FIGURES.map(([, cellOf]) => cellOf(figures)),
  sightings.flatMap(({ url }) => (url === null ? [] : [url])).join(' '),
];

/** Returns alerts as a table with a column for each figure. */
export const alertFile = (alerts: readonly AffiliateAlert[]): CsvFile<AffiliateAlert> => ({
  name: 'affiliate-alerts.csv',
  head: HEADINGS,
  rows: [alerts],
  cells: toRow,
});
