import { AUDIENCE_KINDS, type AudienceKind, audienceCode } from '../audience/audience-condition.ts';
import type { AudienceReport, AudienceShare } from '../audience-report.ts';

/** Raised when {@link audienceSharesOf} returns something else for the same report. */
export const AUDIENCE_SHARES_VERSION = 1;

/** Weights of a list can add up to a little more than 1; larger ones are errors. */
const MOST_WEIGHT = 1.1;

/** Shares of one kind that are kept, the largest. */
const MOST_SHARES = 60;

/** A share of followers that searches can find. `weight` is a fraction of 1. */
export interface IndexedShare {
  kind: AudienceKind;
  code: string;
  weight: number;
}

/**
 * Returns the shares of followers in a report; null if it doesn't cover followers. Codes that mean the same are added up,
 * unknown codes and impossible weights are left out.
 */
export function audienceSharesOf(report: AudienceReport): IndexedShare[] | null {
  const { success, data } = report.audience_followers;
  if (!success || !data) return null;
  const lists: Record<AudienceKind, readonly AudienceShare[] | null | undefined> = {
    country: data.audience_geo.countries,
    age: data.audience_ages,
    gender: data.audience_genders,
    language: data.audience_languages,
    interest: data.audience_interests,
  };
  return AUDIENCE_KINDS.flatMap((kind) => {
    const weights = new Map<string, number>();
    for (const { code, weight } of lists[kind] ?? []) {
      const known = audienceCode(kind, code);
      if (!known || !Number.isFinite(weight) || weight <= 0 || weight > MOST_WEIGHT) continue;
      weights.set(known, Math.min(1, (weights.get(known) ?? 0) + weight));
    }
    return [...weights]
      .map(([code, weight]) => ({ kind, code, weight }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MOST_SHARES);
  });
}
