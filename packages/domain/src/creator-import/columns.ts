import type { Platform } from '../creator.ts';
import { amountsOf, type ColumnFacts, columnFacts } from './column-facts.ts';
import { type ImportColumn, type ImportField, USABLE } from './field.ts';
import { headerScores, isAboutOthers, isPartial } from './header-words.ts';
import type { RateScale } from './number.ts';

/** What is proposed for one column while the table is looked at. */
interface Proposal {
  facts: ColumnFacts;
  field: ImportField;
  confidence: number;
  reason: string;
  scale?: RateScale;
}

const COUNTS: readonly ImportField[] = [
  'followerCount',
  'engagements',
  'avgViews',
  'avgLikes',
  'avgComments',
  'avgShares',
];

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** Whether the values can be what the field means, 0 (no) to 1 (just like it). */
function valueFit(field: ImportField, facts: ColumnFacts): number {
  const words = facts.letters * (1 - facts.numbers);
  switch (field) {
    case 'platform':
      return facts.platforms;
    case 'profileUrl':
      return facts.profiles;
    case 'profilePicUrl':
      return facts.addresses * (1 - facts.profiles);
    case 'socialId':
      return facts.sequential || facts.distinct < 0.5 ? 0 : Math.max(facts.channelIds, facts.longIds);
    case 'followerCount':
    case 'engagements':
    case 'avgViews':
    case 'avgLikes':
    case 'avgComments':
    case 'avgShares':
      return facts.sequential ? 0 : facts.numbers - facts.percents;
    case 'engagement':
      return facts.numbers;
    case 'country':
      return facts.countries;
    case 'language':
      return facts.languages * (facts.distinct < 0.6 || facts.filled < 30 ? 1 : 0.3);
    case 'category':
      return (
        words * (facts.distinct > 0.6 && facts.filled > 30 ? 0.4 : 1) * (facts.countries > 0.8 ? 0.3 : 1)
      );
    case 'email':
      return facts.emails;
    case 'verified':
      return facts.booleans;
    case 'bio':
    case 'notes':
    case 'tags':
      return words * (1 - facts.booleans) * (1 - facts.addresses);
    default:
      return words * (1 - facts.addresses) * (1 - facts.emails);
  }
}

/** What the values alone make of a column, whatever its header says; for headers that lie or say nothing. */
function fromValues(facts: ColumnFacts): { field: ImportField; confidence: number; reason: string } | null {
  if (facts.filled === 0) return null;
  if (facts.emails > 0.8)
    return { field: 'email', confidence: 0.95, reason: 'The values are email addresses' };
  if (facts.profiles > 0.8)
    return { field: 'profileUrl', confidence: 0.97, reason: 'The values are profile addresses' };
  if (facts.channelIds > 0.8)
    return { field: 'socialId', confidence: 0.95, reason: 'The values are channel ids' };
  if (facts.platforms > 0.8)
    return { field: 'platform', confidence: 0.95, reason: 'The values are platform names' };
  const named = facts.countries - facts.countryCodes;
  if (named > 0.85)
    return {
      field: 'country',
      confidence: 0.75,
      reason: 'The values are countries, whatever the header says',
    };
  return null;
}

/** How a column with an engagement header is meant: a rate in percent, as a fraction, or a count. */
function engagementKind(facts: ColumnFacts): {
  field: ImportField;
  scale?: RateScale;
  reason: string;
  fit: number;
} {
  if (facts.percents > 0.5)
    return { field: 'engagement', scale: 'percent', reason: 'Rates with a percent sign', fit: 1 };
  if (/percent|%/.test(facts.header))
    return { field: 'engagement', scale: 'percent', reason: 'Percent, as the header says', fit: 1 };
  if (facts.median >= 100)
    return {
      field: 'engagements',
      reason: 'Counts of interactions; the rate is worked out with the followers',
      fit: 1,
    };
  if (facts.median <= 0.15)
    return { field: 'engagement', scale: 'fraction', reason: 'Rates written as fractions', fit: 1 };
  if (facts.median <= 0.5)
    return { field: 'engagement', scale: 'fraction', reason: 'Rates, read as fractions', fit: 0.7 };
  return {
    field: 'engagement',
    scale: 'percent',
    reason: 'Rates, read as percent',
    fit: facts.median < 1 ? 0.7 : 0.95,
  };
}

/** All meanings a column could have, the surest first. */
function candidates(facts: ColumnFacts): Proposal[] {
  if (facts.filled === 0) return [];
  const found: Proposal[] = [];
  const others = isAboutOthers(facts.header);
  const nested = facts.header.includes('.') || facts.header.endsWith('[]');
  for (const [field, score] of headerScores(facts.header)) {
    if (others && nested) continue;
    const fit = valueFit(field, facts);
    const doubt = others ? 0.68 : 1;
    if (field === 'engagement' || field === 'engagements') {
      const kind = engagementKind(facts);
      if (fit < 0.7 || kind.field !== field) continue;
      const part = isPartial(facts.header) ? 0.8 : 1;
      found.push({
        facts,
        field,
        confidence: score * kind.fit * part,
        reason: kind.reason,
        ...(kind.scale ? { scale: kind.scale } : {}),
      });
      continue;
    }
    const floor = COUNTS.includes(field) ? 0.8 : 0.5;
    if (fit < floor) continue;
    const reason = others
      ? 'This is the country of the audience; skip it if you want the country of the creator only'
      : 'Header and values agree';
    found.push({ facts, field, confidence: score * (0.6 + 0.4 * fit) * doubt, reason });
  }
  const own = others ? null : fromValues(facts);
  if (own && !found.some((proposal) => proposal.field === own.field && proposal.confidence >= own.confidence))
    found.push({ facts, ...own });
  return found.sort((a, b) => b.confidence - a.confidence);
}

/** Whether two columns say the same amounts, one of them perhaps rounded (`48.5M` and `48500000`). */
export function areTwins(a: ColumnFacts, b: ColumnFacts): boolean {
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

/** Of twins the one with fewer shortened numbers is the more exact; else the better filled. */
const moreExact = (a: Proposal, b: Proposal): Proposal => {
  if (Math.abs(a.facts.shorts - b.facts.shorts) > 0.02) return a.facts.shorts < b.facts.shorts ? a : b;
  if (a.facts.filled !== b.facts.filled) return a.facts.filled > b.facts.filled ? a : b;
  return a;
};

const depth = (proposal: Proposal) => proposal.facts.header.split('.').length;

/**
 * Of two columns of text the one whose values look like handles is the username, whatever the headers say:
 * `Name` may hold handles and `Instagram Name` the names people know. On YouTube both columns may be names.
 */
function identityOf(all: ColumnFacts[], taken: ReadonlySet<number>, platform: Platform | null): Proposal[] {
  const texts = all.filter(
    (facts) =>
      !taken.has(facts.index) &&
      facts.filled > 0 &&
      facts.letters * (1 - facts.numbers) > 0.5 &&
      facts.addresses < 0.5 &&
      facts.emails < 0.5 &&
      facts.booleans < 0.5 &&
      (facts.distinct > 0.5 || facts.filled < 20) &&
      facts.averageLength < 60,
  );
  const scored = texts
    .map((facts) => {
      const scores = headerScores(facts.header);
      return { facts, user: scores.get('username') ?? 0, name: scores.get('fullname') ?? 0 };
    })
    .filter(({ facts, user, name }) => !isAboutOthers(facts.header) && Math.max(user, name) > 0);
  const sure = scored.filter(
    ({ user, facts }) => user >= 0.9 && (facts.handles > 0.5 || platform === 'youtube'),
  );
  const rest = scored.filter((entry) => !sure.includes(entry));
  const proposals: Proposal[] = [];
  for (const { facts, user } of sure)
    proposals.push({
      facts,
      field: 'username',
      confidence: user * (0.6 + 0.4 * facts.handles),
      reason: 'Header and values agree',
    });
  const byHandles = [...rest].sort((a, b) => b.facts.handles - a.facts.handles);
  const top = byHandles[0];
  const second = byHandles[1];
  if (sure.length === 0 && top) {
    const lead = top.facts.handles - (second?.facts.handles ?? 0.3);
    const isHandle =
      top.facts.handles > 0.9 || (top.facts.handles > 0.45 && lead > 0.15) || top.user > top.name + 0.2;
    if (isHandle) {
      const margin = Math.min(
        1,
        0.55 + lead * 0.6 + (top.user >= 0.6 ? 0.15 : 0.05) + (top.facts.handles > 0.9 ? 0.1 : 0),
      );
      const reason = second
        ? `${percent(top.facts.handles)} of the values look like usernames, ${percent(second.facts.handles)} in ${JSON.stringify(second.facts.header.trim())}`
        : 'The values look like usernames';
      proposals.push({ facts: top.facts, field: 'username', confidence: Math.min(0.97, margin), reason });
    }
  }
  const names = rest
    .filter(({ facts }) => !proposals.some((proposal) => proposal.facts === facts))
    .filter(({ name, user, facts }) => name >= 0.5 || (user > 0 && facts.handles < 0.6))
    .sort(
      (a, b) =>
        b.name - a.name ||
        depth({ facts: a.facts } as Proposal) - depth({ facts: b.facts } as Proposal) ||
        a.facts.index - b.facts.index,
    );
  const best = names[0];
  if (best) {
    const alone = !proposals.some((proposal) => proposal.field === 'username');
    const reason =
      alone && platform === 'youtube'
        ? 'Channel names; they also identify the channel, as there are no handles'
        : 'The values look like names';
    proposals.push({
      facts: best.facts,
      field: 'fullname',
      confidence: Math.min(0.95, 0.45 + best.name * 0.5),
      reason,
    });
  }
  return proposals;
}

/** Keeps the best proposal of each meaning that only one column can have, and tells the others why not. */
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
    const twins = COUNTS.includes(field) ? others.filter((other) => areTwins(first.facts, other.facts)) : [];
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
          ? { ...proposal, reason: `Fills the rows that ${title} leaves empty` }
          : {
              ...proposal,
              field: 'skip',
              confidence: 0.9,
              reason: same ? `The same figures as ${title}, less exact` : `${title} tells the same better`,
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

/** Part of the rows holding both in which the second amount is the larger. */
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
 * Figures that cannot be what their headers say: nobody gets more comments than likes on most posts, or more
 * likes than views. Such columns are left out rather than put into the wrong field.
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
        reason: `Left out: ${what} in ${percent(share)} of the rows, so the header cannot be right`,
      });
  }
}

/** The same words in two columns (`Country` and `Abbreviation`, `snippet.title` and `brandingSettings.title`). */
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
        reason: `The same as ${JSON.stringify(earlier.facts.header.trim())}`,
      });
  }
}

/**
 * Proposes what each column means, from its header and its values together: headers lie, so values that
 * cannot be what the header says win. `rows` is a sample of the data rows, as raw cells.
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
      reason: facts.filled ? 'Nothing here is kept with a creator' : 'The column is empty',
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
        .map((cell) => cell.slice(0, 80)),
      ...(COUNTS.includes(found.field) || found.field === 'engagement' ? { decimal: facts.decimal } : {}),
      ...(proposal?.scale && found.field === 'engagement' ? { scale: proposal.scale } : {}),
    };
  });
}
