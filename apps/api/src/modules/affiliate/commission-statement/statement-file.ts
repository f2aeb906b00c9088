import { createHash, createPrivateKey, sign } from 'node:crypto';
import type { CommissionKind } from '@troupe/domain/affiliate/commission';
import {
  type CommissionStatement,
  canonicalJson,
  type SignedStatement,
  type StatementContent,
} from '@troupe/domain/affiliate/commission-statement';
import { PAYABLE_STATE_NAMES, PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { type CsvCell, csvAmount } from '@troupe/domain/csv';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { toDecimal } from '@troupe/domain/money';
import { inLanguage } from '@troupe/i18n/language';
import type { CsvFile } from '../../../platform/csv/csv-file.ts';
import { csvValue, csvWord } from '../../../platform/csv/csv-words.ts';
import type { SignedRow } from './statement-page.queries.ts';

/** What a statement's hash and signature cover. */
export const contentOf = (
  row: Omit<SignedRow, 'sha256' | 'signature' | 'signer' | 'processingFee'>,
): StatementContent => ({
  id: row.id,
  brand: row.brandName,
  creator: row.creatorName,
  affiliateId: row.affiliateId,
  number: row.number,
  currency: row.currency,
  from: row.from,
  until: row.until,
  zone: row.zone,
  carriedIn: row.carriedIn,
  earned: row.earned,
  takenBack: row.takenBack,
  bonus: row.bonus,
  due: row.due,
  carriedOut: row.carriedOut,
  lines: row.lines.map(({ number, order, kind, amount, at }) => ({ number, order, kind, amount, at })),
  previousHash: row.previousSha256,
});

/** Returns SHA-256 of the canonical JSON of a statement, in hex. */
export const statementHash = (content: StatementContent): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex');

/** Signs a hash (Ed25519). @param privateKey PKCS#8 in base64 @returns base64 */
export function signHash(hash: string, privateKey: string): string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  return sign(null, Buffer.from(hash, 'hex'), key).toString('base64');
}

export const toSigned = (row: SignedRow): SignedStatement => ({
  content: contentOf(row),
  hash: row.sha256,
  signature: row.signature,
  publicKey: row.signer,
});

/** Returns the name of a statement's file, without its ending: `statement-3-EUR`. */
export const statementName = ({ number, currency }: SignedRow): string => `statement-${number}-${currency}`;

/** A line of a statement's file; its type is written in the reader's language. */
interface StatementLine {
  start: CsvCell[];
  type: () => string;
  end: CsvCell[];
}

/** Returns the entries of a statement as a table. */
export function statementCsv(row: SignedRow): CsvFile<StatementLine> {
  const amount = (minor: number) => csvAmount(minor, row.currency);
  const sum = (at: string, word: string, minor: number): StatementLine => ({
    start: ['', at, ''],
    type: () => csvWord(word),
    end: [amount(minor), row.currency, ''],
  });
  return {
    name: `${statementName(row)}.csv`,
    head: ['Number', 'Date', 'Order', 'Type', 'Amount', 'Currency', 'Reason'],
    rows: [
      [
        sum(row.from, 'Previously carried over', row.carriedIn),
        ...row.lines.map(({ number, at, order, kind, amount: minor, reason }) => ({
          start: [number, at, order],
          type: () => csvValue(`commission.${kind}`),
          end: [amount(minor), row.currency, reason],
        })),
        sum(row.until, 'Due', row.due),
        sum(row.until, 'Processing fee', -row.processingFee),
        sum(row.until, 'Creator receives', row.due - row.processingFee),
        sum(row.until, 'Carried over', row.carriedOut),
      ],
    ],
    cells: ({ start, type, end }) => [...start, type(), ...end],
  };
}

const LIST_HEADINGS = [
  ...[
    'Creator',
    'Platform',
    'Number',
    'From',
    'To',
    'Time zone',
    'Currency',
    'Previously carried over',
    'Earned',
  ],
  ...[
    'Bonuses and corrections',
    'Reversed',
    'Due',
    'Processing fee',
    'Brand pays',
    'Creator receives',
    'Carried over',
    'Status',
  ],
  ...['Payment', 'Payment failure'],
];

/** Returns the amounts of statements as a table, one row each. */
export const statementListCsv = (
  statements: readonly CommissionStatement[],
): CsvFile<CommissionStatement> => ({
  name: 'commission-statements.csv',
  head: LIST_HEADINGS,
  rows: [statements],
  cells: (one) => {
    const amount = (minor: number) => csvAmount(minor, one.currency);
    return [
      ...[one.creator.fullname || one.creator.username, PLATFORM_NAMES[one.creator.platform], one.number],
      ...[
        one.from,
        one.until,
        one.zone,
        one.currency,
        amount(one.carriedIn),
        amount(one.earned),
        amount(one.bonus),
      ],
      ...[amount(one.takenBack), amount(one.due), amount(one.processingFee), amount(one.brandPays)],
      ...[amount(one.creatorGets), amount(one.carriedOut), csvValue(`statement.${one.state}`)],
      ...[one.paymentState && csvWord(PAYABLE_STATE_NAMES[one.paymentState]), one.paymentReason],
    ];
  },
});

const INK = '#1d1b23';
const QUIET = '#6b6871';
const MARGIN = 48;
const BOTTOM = 60;
const COLUMNS = [
  { title: 'No.', at: 0, width: 40 },
  { title: 'Date', at: 44, width: 70 },
  { title: 'Order', at: 118, width: 150 },
  { title: 'Type', at: 272, width: 100 },
  { title: 'Amount', at: 376, width: 123, align: 'right' as const },
] as const;

/** Replaces characters that the standard PDF fonts don't have. */
const plain = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?');

/** The PDF is in English. */
const kindName = (kind: CommissionKind) => inLanguage('en', () => csvValue(`commission.${kind}`));

const RECEIVES = 'Creator receives';

/** Lines about what arrives of the amount due. */
const paidOut = ({ due, processingFee }: SignedRow): [string, number][] =>
  due === 0
    ? []
    : [
        [`Processing fee (${PROCESSING_FEE_PERCENT}%)`, -processingFee],
        [RECEIVES, due - processingFee],
      ];

/** Renders a statement as PDF, with its hash and signature. */
export async function statementPdf(row: SignedRow): Promise<PDFKit.PDFDocument> {
  const { default: PDFDocument } = await import('pdfkit');
  const title = `Commission statement ${row.number}`;
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    info: { Title: title, Author: plain(row.brandName) },
  });
  const money = (minor: number) => `${toDecimal(minor, row.currency)} ${row.currency}`;
  const day = (at: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: row.zone }).format(new Date(at));
  document.font('Helvetica-Bold').fontSize(20).fillColor(INK).text(title);
  document.font('Helvetica').fontSize(11).fillColor(QUIET).moveDown(0.4);
  const last = new Date(Date.parse(row.until) - 1).toISOString();
  document.text(`${plain(row.brandName)} to ${plain(row.creatorName)}`);
  document.text(`${day(row.from)} to ${day(last)} (${row.zone})`).moveDown();
  document.fillColor(INK);
  const sums: [string, number][] = [
    ['Previously carried over', row.carriedIn],
    ['Earned', row.earned],
    ['Reversed', row.takenBack],
    ['Bonuses and corrections', row.bonus],
    ['Due', row.due],
    ...paidOut(row),
    ['Carried over', row.carriedOut],
  ];
  for (const [name, minor] of sums) {
    const y = document.y;
    document.font(name === 'Due' || name === RECEIVES ? 'Helvetica-Bold' : 'Helvetica').text(name, MARGIN, y);
    document.text(money(minor), MARGIN, y, { align: 'right' });
  }
  document.moveDown();
  drawRow(
    document,
    COLUMNS.map((column) => column.title),
    'Helvetica-Bold',
  );
  for (const line of row.lines) {
    if (document.y > document.page.height - MARGIN - BOTTOM) document.addPage();
    drawRow(
      document,
      [String(line.number), day(line.at), plain(line.order ?? ''), kindName(line.kind), money(line.amount)],
      'Helvetica',
    );
  }
  if (document.y > document.page.height - 3 * BOTTOM) document.addPage();
  document.moveDown().fontSize(7).fillColor(QUIET);
  for (const text of [
    `SHA-256: ${row.sha256}`,
    `Previous: ${row.previousSha256 ?? 'none'}`,
    `Ed25519 signature: ${row.signature}`,
    `Public key: ${row.signer}`,
    'Verify the JSON version of this statement offline with verify-statement.mjs.',
  ])
    document.text(text, MARGIN);
  document.end();
  return document;
}

function drawRow(document: PDFKit.PDFDocument, cells: readonly string[], font: string): void {
  const y = document.y;
  document.font(font).fontSize(9).fillColor(INK);
  for (const [index, column] of COLUMNS.entries())
    document.text(cells[index] ?? '', MARGIN + column.at, y, {
      width: column.width,
      height: 11,
      ellipsis: true,
      align: 'align' in column ? column.align : 'left',
    });
  document.y = y + 14;
}
