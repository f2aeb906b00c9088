import { z } from 'zod';
import type { AudienceReport, AudienceShare } from './audience-report.ts';

/** What followers can be filtered by. */
export const AudienceKind = z.enum(['country', 'age', 'gender', 'language', 'interest']);
export type AudienceKind = z.infer<typeof AudienceKind>;

/** Age groups of reports. */
export const AUDIENCE_AGES = ['13-17', '18-24', '25-34', '35-44', '45-64', '65-'] as const;
export const AUDIENCE_GENDERS = ['FEMALE', 'MALE'] as const;

/** Share of followers that is asked for if none is named, in percent. */
export const AUDIENCE_LEAST = 30;

/** At least `percent` of followers have this `code`, such as `DE` of the kind `country`. */
export interface AudienceCondition {
  kind: AudienceKind;
  code: string;
  percent: number;
}

const MOST_CODE = 80;

const CODES: Record<AudienceKind, (code: string) => string | null> = {
  country: (code) => (/^[a-z]{2}$/i.test(code) ? code.toUpperCase() : null),
  age: (code) => AUDIENCE_AGES.find((age) => age === code) ?? null,
  gender: (code) => AUDIENCE_GENDERS.find((gender) => gender === code.toUpperCase()) ?? null,
  language: (code) => /^([a-z]{2,3})([-_].*)?$/i.exec(code)?.[1]?.toLowerCase() ?? null,
  interest: (code) => (code.length <= MOST_CODE ? code.toLowerCase() : null),
};

/** Returns a code in the form that is stored and compared; null if it isn't one. */
export const audienceCode = (kind: AudienceKind, code: string): string | null =>
  CODES[kind](code.trim()) || null;

/** Parses a condition such as `country:DE:30`; null if it isn't one. */
export function readAudienceCondition(text: string): AudienceCondition | null {
  const [kindText = '', ...rest] = text.split(':');
  const kind = AudienceKind.safeParse(kindText);
  const percentText = rest.pop() ?? '';
  const percent = Number(percentText);
  const code = kind.success ? audienceCode(kind.data, rest.join(':')) : null;
  if (!kind.success || !code || !/^\d{1,3}(\.\d)?$/.test(percentText) || percent < 1 || percent > 100)
    return null;
  return { kind: kind.data, code, percent };
}

/** Writes a condition as it is in the query string. */
export const audienceConditionText = ({ kind, code, percent }: AudienceCondition): string =>
  `${kind}:${code}:${percent}`;

/** A condition in a query string. */
export const AudienceConditionText = z
  .string()
  .max(MOST_CODE + 20)
  .transform((text, context) => {
    const condition = readAudienceCondition(text);
    if (condition) return audienceConditionText(condition);
    context.addIssue({ code: 'custom', message: 'Use kind:code:percent, such as country:DE:30' });
    return z.NEVER;
  });

/** Conditions of one search. */
export const MOST_AUDIENCE_CONDITIONS = 10;

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
  return AudienceKind.options.flatMap((kind) => {
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
