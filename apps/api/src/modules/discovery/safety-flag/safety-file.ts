import type { CsvCell } from '@troupe/domain/csv';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import {
  type FigureChange,
  SAFETY_NAMES,
  type SafetyFlag,
  type SafetyFlagState,
} from '@troupe/domain/discovery/safety-flag';
import type { CsvFile } from '../../../platform/csv/csv-file.ts';
import { csvWord } from '../../../platform/csv/csv-words.ts';

const STATES: Record<SafetyFlagState, string> = {
  open: 'Open',
  confirmed: 'Confirmed',
  dismissed: 'Dismissed',
  cleared: 'Cleared by a rule change',
};
const KINDS: Record<SafetyFlag['evidence'][number]['kind'], string> = {
  bio: 'Bio',
  post: 'Post',
  figures: 'Metrics',
};
const FIGURES: Record<FigureChange['figure'], string> = { followers: 'Followers', engagement: 'Engagement' };
const HEADINGS = [
  ...[
    'Creator',
    'Username',
    'Platform',
    'Category',
    'Status',
    'Flagged on',
    'Decided by',
    'Decided on',
    'Reason',
  ],
  ...['Item', 'URL', 'Published', 'Found', 'Rule version', 'Quote', 'Matched words', 'Change'],
];

function evidenceCells(one: SafetyFlag['evidence'][number] | undefined): CsvCell[] {
  if (!one) return [];
  const { kind, url, published, found, ruleVersion, parts, figures } = one;
  const matched = parts.filter(({ match }) => match).map(({ text }) => text);
  return [
    ...[csvWord(KINDS[kind]), url, published, found, ruleVersion, parts.map(({ text }) => text).join('')],
    matched.join(', '),
    figures && csvWord(`${csvWord(FIGURES[figures.figure])}: ${figures.from} to ${figures.to}`),
  ];
}

type Evidence = SafetyFlag['evidence'][number] | undefined;

/** Returns flags as a table, one row per piece of evidence. */
export const safetyFile = (
  flags: readonly SafetyFlag[],
): CsvFile<{ flag: SafetyFlag; evidence: Evidence }> => ({
  name: 'brand-safety.csv',
  head: HEADINGS,
  rows: [
    flags.flatMap((flag) =>
      (flag.evidence.length > 0 ? flag.evidence : [undefined]).map((evidence) => ({ flag, evidence })),
    ),
  ],
  cells: ({ flag: { creator, category, state, raised, by, decided, reason }, evidence }) => [
    ...[creator.fullname, creator.username, PLATFORM_NAMES[creator.platform]],
    ...[csvWord(SAFETY_NAMES[category]), csvWord(STATES[state]), raised, by, decided, reason],
    ...evidenceCells(evidence),
  ],
});
