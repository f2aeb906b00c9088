import { type CsvCell, toCsv } from '@troupe/domain/csv';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { SAFETY_NAMES, type SafetyFlag, type SafetyFlagState } from '@troupe/domain/discovery/safety-flag';

const STATES: Record<SafetyFlagState, string> = {
  open: 'Open',
  confirmed: 'Confirmed',
  dismissed: 'Dismissed',
  cleared: 'Cleared by a rule change',
};
const KINDS: Record<SafetyFlag['evidence'][number]['kind'], string> = {
  bio: 'Bio',
  post: 'Post',
  figures: 'Figures',
};
const HEADINGS = [
  ...['Creator', 'Username', 'Platform', 'Category', 'Status', 'Raised', 'Decided by', 'Decided', 'Reason'],
  ...['Item', 'URL', 'Published', 'Found', 'Rule version', 'Quote', 'Matched words', 'Change'],
];

function evidenceCells(one: SafetyFlag['evidence'][number] | undefined): CsvCell[] {
  if (!one) return [];
  const { kind, url, published, found, ruleVersion, parts, figures } = one;
  const matched = parts.filter(({ match }) => match).map(({ text }) => text);
  return [
    ...[KINDS[kind], url, published, found, ruleVersion, parts.map(({ text }) => text).join('')],
    matched.join(', '),
    figures && `${figures.figure}: ${figures.from} to ${figures.to}`,
  ];
}

/** Formats flags as CSV, one row per piece of evidence. */
export const safetyFile = (flags: readonly SafetyFlag[]): string =>
  toCsv([
    HEADINGS,
    ...flags.flatMap(({ creator, category, state, raised, by, decided, reason, evidence }) => {
      const about: CsvCell[] = [
        ...[creator.fullname, creator.username, PLATFORM_NAMES[creator.platform], SAFETY_NAMES[category]],
        ...[STATES[state], raised, by, decided, reason],
      ];
      return (evidence.length > 0 ? evidence : [undefined]).map((one) => [...about, ...evidenceCells(one)]);
    }),
  ]);
