import type { Platform } from '../creator.ts';
import { candidates, type Proposal } from './column-candidates.ts';
import { amountsOf, type ColumnFacts, columnFacts } from './column-facts.ts';
import { depth, identityOf, percent } from './column-identity.ts';
import { type ImportColumn, type ImportField, isCount, isFigure, USABLE } from './field.ts';
import { isAboutOthers } from './header-rules.ts';

/** Returns whether two columns hold the same amounts, possibly rounded (`48.5M` and `48500000`). */
export function areDuplicates(a: ColumnFacts, b: ColumnFacts): boolean {
  const left = amountsOf(a);
  const right = amountsOf(b);
  let both = 0;
  let same = 0;
  for (let row = 0; row < left.length; row++) {
    const one = left[row];
    const other = right[row];
    if (one === null || one === undefined || other === null || other === undefined) continue;
    both++;
    if (Math.abs(one - other) <= Math.max(Math.abs(one), Math.abs(other)) * 0.06) same++;
  }
  return both > 0 && same / both > 0.95;
}

const sameText = (a: ColumnFacts, b: ColumnFacts, fold: (cell: string) => string | null): boolean => {
  let both = 0;
  let same = 0;
  for (let row = 0; row < a.cells.length; row++) {
    const one = a.cells[row];
    const other = b.cells[row];
    if (!one || !other) continue;
    both++;
    if (fold(one) === fold(other)) same++;
  }
  return both > 0 && same / both > 0.9;
};

/** Returns the more exact of two duplicates: fewer abbreviated numbers, else more filled cells. */
const moreExact = (a: Proposal, b: Proposal): Proposal => {
  if (Math.abs(a.facts.shorts - b.facts.shorts) > 0.02) return a.facts.shorts < b.facts.shorts ? a : b;
  if (a.facts.filled !== b.facts.filled) return a.facts.filled > b.facts.filled ? a : b;
  return a;
};

/**
 * Keeps the best proposal for each field that can have only one column, and explains why to the
 * others.
 */
function onePerField(proposals: Proposal[]): Map<number, Proposal> {
  const chosen = new Map<number, Proposal>();
  const byField = Map.groupBy(proposals, (proposal) => proposal.field);
  for (const [field, group] of byField) {
    if (field === 'category' || field === 'notes' || field === 'tags') {
      for (const proposal of group) chosen.set(proposal.facts.index, proposal);
      continue;
    }
    const ranked = [...group].sort(
      (a, b) => b.confidence - a.confidence || depth(a) - depth(b) || a.facts.index - b.facts.index,
    );
    const [first, ...others] = ranked;
    if (!first) continue;
    let best = first;
    const twins = isCount(field) ? others.filter((other) => areDuplicates(first.facts, other.facts)) : [];
    for (const twin of twins) best = moreExact(best, twin);
    for (const proposal of ranked) {
      if (proposal === best) continue;
      const title = JSON.stringify(best.facts.header.trim());
      const same = twins.includes(proposal) || (proposal === first && best !== first);
      const complements =
        field === 'username' && proposal.confidence > 0.8 && !overlap(best.facts, proposal.facts);
      chosen.set(
        proposal.facts.index,
        complements
          ? { ...proposal, reason: `Fills in rows where ${title} is empty` }
          : {
              ...proposal,
              field: 'skip',
              confidence: 0.9,
              reason: same ? `Same numbers as ${title}, but less exact` : `${title} fits this field better`,
            },
      );
    }
    chosen.set(best.facts.index, { ...best, confidence: Math.max(best.confidence, first.confidence) });
  }
  return chosen;
}

const overlap = (a: ColumnFacts, b: ColumnFacts): boolean =>
  a.cells.some(
    (cell, row) => cell !== '' && b.cells[row] !== '' && cell.toLowerCase() !== b.cells[row]?.toLowerCase(),
  );

/** Returns the share of rows with both values in which the second is larger. */
function exceeds(a: ColumnFacts, b: ColumnFacts): number {
  const left = amountsOf(a);
  const right = amountsOf(b);
  const pairs = left.flatMap((amount, row) => {
    const other = right[row];
    return amount && other ? [[amount, other] as const] : [];
  });
  return pairs.length < 3 ? 0 : pairs.filter(([one, other]) => other > one).length / pairs.length;
}

/**
 * Drops columns whose values contradict their headers, such as more comments than likes or more
 * likes than views on most posts, rather than importing them into the wrong field.
 */
function refuseImpossible(chosen: Map<number, Proposal>): void {
  const of = (field: ImportField) => [...chosen.values()].find((proposal) => proposal.field === field);
  const pairs: [ImportField, ImportField, string][] = [
    ['avgLikes', 'avgComments', 'more comments than likes'],
    ['avgViews', 'avgLikes', 'more likes than views'],
  ];
  for (const [larger, smaller, what] of pairs) {
    const one = of(larger);
    const other = of(smaller);
    if (!one || !other) continue;
    const share = exceeds(one.facts, other.facts);
    if (share < 0.5) continue;
    for (const proposal of [one, other])
      chosen.set(proposal.facts.index, {
        ...proposal,
        field: 'skip',
        confidence: 0.4,
        reason: `Skipped: ${percent(share)} of rows have ${what}, so the header must be wrong`,
      });
  }
}

/**
 * Marks columns that repeat another (`Country` and `Abbreviation`, `snippet.title` and
 * `brandingSettings.title`).
 */
function noteRepeats(chosen: Map<number, Proposal>): void {
  for (const [index, proposal] of chosen) {
    if (proposal.field !== 'category') continue;
    const earlier = [...chosen.values()].find(
      (other) =>
        other.field === 'category' &&
        other.facts.index < index &&
        sameText(other.facts, proposal.facts, (cell) => cell.toLowerCase()),
    );
    if (earlier)
      chosen.set(index, {
        ...proposal,
        field: 'skip',
        confidence: 0.9,
        reason: `Same as ${JSON.stringify(earlier.facts.header.trim())}`,
      });
  }
}

function whySkipped({ filled, header }: ColumnFacts): string {
  if (filled === 0) return 'The column is empty';
  return isAboutOthers(header)
    ? 'Describes the audience or other people, not the creator'
    : 'No creator field matches this column';
}

/**
 * Proposes the field of each column from its header and values. Values that contradict a header
 * win. `rows` is a sample of data rows with raw cells.
 */
export function detectColumns(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  platform: Platform | null,
): ImportColumn[] {
  const all = headers.map((header, index) =>
    columnFacts(
      index,
      header,
      rows.map((row) => row[index] ?? ''),
    ),
  );
  const proposals = all.flatMap((facts) => {
    const best = candidates(facts).find(({ field }) => field !== 'username' && field !== 'fullname');
    return best && best.confidence >= USABLE ? [best] : [];
  });
  const taken = new Set(proposals.map((proposal) => proposal.facts.index));
  const chosen = onePerField([...proposals, ...identityOf(all, taken, platform)]);
  refuseImpossible(chosen);
  noteRepeats(chosen);
  return all.map((facts) => {
    const proposal = chosen.get(facts.index);
    const found = proposal ?? {
      field: 'skip' as const,
      confidence: 1,
      reason: whySkipped(facts),
    };
    return {
      index: facts.index,
      header: facts.header,
      field: found.field,
      confidence: Math.round(found.confidence * 100) / 100,
      reason: found.reason,
      samples: facts.cells
        .filter((cell) => cell !== '')
        .slice(0, 3)
        .map((cell) => cell.slice(0, 80).toWellFormed()),
      ...(isFigure(found.field) ? { decimal: facts.decimal } : {}),
      ...(proposal?.scale && found.field === 'engagement' ? { scale: proposal.scale } : {}),
    };
  });
}
