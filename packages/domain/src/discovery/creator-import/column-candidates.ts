import type { ColumnFacts } from './column-facts.ts';
import { type ImportField, isCount } from './field.ts';
import { headerScores, isAboutOthers, isPartial } from './header-rules.ts';
import type { RateScale } from './number.ts';

/** A proposed meaning of a column. */
export interface Proposal {
  facts: ColumnFacts;
  field: ImportField;
  confidence: number;
  reason: string;
  scale?: RateScale;
}

/** Returns how well the values match a field, 0 to 1. */
function valueFit(field: ImportField, facts: ColumnFacts): number {
  if (isCount(field)) return facts.sequential ? 0 : facts.numbers - facts.percents;
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
    case 'figuresAsOf':
      return 1;
    case 'bio':
    case 'notes':
    case 'tags':
      return words * (1 - facts.booleans) * (1 - facts.addresses);
    default:
      return words * (1 - facts.addresses) * (1 - facts.emails);
  }
}

/** Proposes a field from the values alone, for misleading or unclear headers. */
function fromValues(facts: ColumnFacts): { field: ImportField; confidence: number; reason: string } | null {
  if (facts.filled === 0) return null;
  if (facts.emails > 0.8)
    return { field: 'email', confidence: 0.95, reason: 'The values are email addresses' };
  if (facts.profiles > 0.8)
    return { field: 'profileUrl', confidence: 0.97, reason: 'The values are profile URLs' };
  if (facts.channelIds > 0.8)
    return { field: 'socialId', confidence: 0.95, reason: 'The values are channel IDs' };
  if (facts.platforms > 0.8)
    return { field: 'platform', confidence: 0.95, reason: 'The values are platform names' };
  const named = facts.countries - facts.countryCodes;
  if (named > 0.85)
    return {
      field: 'country',
      confidence: 0.75,
      reason: 'The values are countries, despite the header',
    };
  return null;
}

/** Returns how an engagement column is expressed: a rate in percent, a fraction or a count. */
function engagementKind(facts: ColumnFacts): {
  field: ImportField;
  scale?: RateScale;
  reason: string;
  fit: number;
} {
  if (facts.percents > 0.5)
    return { field: 'engagement', scale: 'percent', reason: 'Rates with a percent sign', fit: 1 };
  if (/percent|%/.test(facts.header))
    return { field: 'engagement', scale: 'percent', reason: 'Percentages, according to the header', fit: 1 };
  if (facts.median >= 100)
    return {
      field: 'engagements',
      reason: 'Number of engagements, which we divide by followers to get the rate',
      fit: 1,
    };
  if (facts.median <= 0.15)
    return { field: 'engagement', scale: 'fraction', reason: 'Rates written as fractions', fit: 1 };
  if (facts.median <= 0.5)
    return { field: 'engagement', scale: 'fraction', reason: 'Rates, interpreted as fractions', fit: 0.7 };
  return {
    field: 'engagement',
    scale: 'percent',
    reason: 'Rates, interpreted as percentages',
    fit: facts.median < 1 ? 0.7 : 0.95,
  };
}

/**
 * Returns all possible fields of a column, most likely first; empty if it describes people other
 * than the creator.
 */
export function candidates(facts: ColumnFacts): Proposal[] {
  if (facts.filled === 0) return [];
  const found: Proposal[] = [];
  if (isAboutOthers(facts.header)) return [];
  for (const [field, score] of headerScores(facts.header)) {
    const fit = valueFit(field, facts);
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
    const floor = isCount(field) ? 0.8 : 0.5;
    if (fit < floor) continue;
    const reason = 'Header and values match';
    found.push({ facts, field, confidence: score * (0.6 + 0.4 * fit), reason });
  }
  const own = fromValues(facts);
  if (own && !found.some((proposal) => proposal.field === own.field && proposal.confidence >= own.confidence))
    found.push({ facts, ...own });
  return found.sort((a, b) => b.confidence - a.confidence);
}
