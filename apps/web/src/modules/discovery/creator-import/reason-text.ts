import { IMPORT_FIELD_LABELS, type ImportField } from '@troupe/domain/discovery/creator-import/field';
import { inLanguage, language } from '@troupe/i18n/language';
import { t } from './messages/messages.gen.ts';

const PLAIN = [
  'chosen',
  'agree',
  'emptyColumn',
  'others',
  'noField',
  'emails',
  'profileUrls',
  'channelIds',
  'platforms',
  'countries',
  'usernames',
  'names',
  'channelNames',
  'percentSign',
  'percentHeader',
  'interactions',
  'fractions',
  'asFractions',
  'asPercent',
  'rowsName',
  'everyRow',
  'noPlatform',
  'headersName',
  'emptyRow',
  'averages',
  'averageViews',
  'platformMissing',
  'usernameEmpty',
  'post',
  'shortLink',
  'textCut',
] as const;
const OF_CELL = [
  'country',
  'language',
  'platform',
  'yesNo',
  'pastDay',
  'email',
  'picture',
  'categoryNote',
  'category',
  'tag',
  'name',
  'channelName',
  'addressIncomplete',
  'noProfile',
  'usernameSpace',
  'usernameCharacters',
  'idDigits',
  'id',
] as const;
const OF_NUMBER = [
  'notNumber',
  'percentage',
  'negative',
  'tooLarge',
  'rounded',
  'notRate',
  'rateTooLarge',
] as const;
const OF_COLUMN = ['fills', 'lessExact', 'better', 'same'] as const;
const OF_SHARE = ['comments', 'likes'] as const;

/** The placeholders of all reasons, each with the mark that stands for its value in a pattern. */
const MARKS = {
  cell: '\u0001',
  field: '\u0002',
  column: '\u0003',
  share: '\u0004',
  other: '\u0005',
  list: '\u0006',
  named: '\u0007',
  cells: '\u0008',
  row: '\u000e',
};
type Values = typeof MARKS;
type Write = (values: Values) => string;

const WRITERS: readonly Write[] = [
  ...PLAIN.map((key) => () => t(`reason.plain.${key}`)),
  ...OF_CELL.map(
    (key): Write =>
      ({ cell }) =>
        t(`reason.cell.${key}`, { cell }),
  ),
  ({ cell, list }) => t('reason.elsewhere', { cell, list }),
  ...OF_NUMBER.map(
    (key): Write =>
      ({ field, cell }) =>
        t(`reason.number.${key}`, { field, cell }),
  ),
  ...OF_SHARE.map(
    (key): Write =>
      ({ share }) =>
        t(`reason.share.${key}`, { share }),
  ),
  ({ share, other, column }) => t('reason.usernames', { share, other, column }),
  ({ named, other }) => t('reason.contradiction', { named, other }),
  ({ cells, other }) => t('reason.cells', { cells, other }),
  ({ row }) => t('reason.sameCreator', { row }),
  ...OF_COLUMN.map(
    (key): Write =>
      ({ column }) =>
        t(`reason.column.${key}`, { column }),
  ),
];

function patternOf(write: Write): RegExp {
  let pattern = RegExp.escape(inLanguage('en', () => write(MARKS)));
  for (const [name, mark] of Object.entries(MARKS)) {
    pattern = pattern.replace(RegExp.escape(mark), `(?<${name}>.+)`);
  }
  return new RegExp(`^${pattern}$`, 'su');
}

let patterns: { pattern: RegExp; write: Write }[] | undefined;

/** The name of a field, given its English one. */
function fieldNamed(label: string): string {
  const field = (Object.keys(IMPORT_FIELD_LABELS) as ImportField[]).find(
    (one) => IMPORT_FIELD_LABELS[one] === label,
  );
  return field ? t(`field.${field}`) : label;
}

function known(reason: string): string | null {
  patterns ??= WRITERS.map((write) => ({ pattern: patternOf(write), write }));
  for (const { pattern, write } of patterns) {
    const match = pattern.exec(reason);
    if (!match) continue;
    const values: Values = { ...MARKS, ...match.groups };
    return write({ ...values, field: fieldNamed(values.field) });
  }
  return null;
}

/** How earlier versions worded reasons, which are kept as written, and how they are worded now. */
const EARLIER: [RegExp, string][] = [
  [/, left out(?=$|\. )/g, ', skipped'],
  [/^Left out:/, 'Skipped:'],
  [/ are left out because/g, ' are skipped because'],
  [
    /\bA(verage views|verages) of 0 are skipped because they mean missing data/g,
    'We skip a$1 of 0 because they mean the data is missing',
  ],
  [
    /^Skipped: (more .+) in (.+) of the rows, so the header can't be right$/,
    'Skipped: $2 of rows have $1, so the header must be wrong',
  ],
  [/^Rates, read as /, 'Rates, interpreted as '],
  [
    /^Engagement counts; the rate is calculated from the follower count$/,
    'Number of engagements, which we divide by followers to get the rate',
  ],
  [/^Channel names, also used to /, 'Channel names, which we also use to '],
];

const withToday = (reason: string): string =>
  EARLIER.reduce((text, [earlier, now]) => text.replace(earlier, now), reason);

/**
 * Returns a reason that the server keeps with a file, its columns or its rows in the language of the person. They are kept
 * in English, because a whole team reads them, months later too. Unknown reasons stay as they are.
 */
export function reasonText(kept: string): string {
  const reason = withToday(kept);
  if (language() === 'en') return reason;
  const whole = known(reason);
  if (whole !== null) return whole;
  const skipped = /^(.+), skipped$/s.exec(reason)?.[1];
  if (skipped) {
    const problem = known(skipped);
    if (problem !== null) return t('preview.skipped', { problem });
  }
  // Several remarks about one row.
  const parts = reason.split(/\. (?=[\p{Lu}“])/u);
  return parts.length > 1 ? parts.map(reasonText).join('. ') : reason;
}
