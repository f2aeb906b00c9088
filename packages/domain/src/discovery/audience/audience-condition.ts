/** What followers can be filtered by. */
export const AUDIENCE_KINDS = ['country', 'age', 'gender', 'language', 'interest'] as const;
export type AudienceKind = (typeof AUDIENCE_KINDS)[number];

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

/** Longest code, in characters. */
export const MOST_CODE = 80;

const CODES: Record<AudienceKind, (code: string) => string | null> = {
  country: (code) => (/^(?!zz)[a-z]{2}$/i.test(code) ? code.toUpperCase() : null),
  age: (code) => AUDIENCE_AGES.find((age) => age === code) ?? null,
  gender: (code) => AUDIENCE_GENDERS.find((gender) => gender === code.toUpperCase()) ?? null,
  language: (code) => /^(?!und\b)([a-z]{2,3})([-_].*)?$/i.exec(code)?.[1]?.toLowerCase() ?? null,
  interest: (code) => (code.length <= MOST_CODE ? code.toLowerCase() : null),
};

/** Returns a code in the form that is stored and compared; null if it isn't one. */
export const audienceCode = (kind: AudienceKind, code: string): string | null =>
  CODES[kind](code.trim()) || null;

/** Parses a condition such as `country:DE:30`; null if it isn't one. */
export function readAudienceCondition(text: string): AudienceCondition | null {
  const [kindText = '', ...rest] = text.split(':');
  const kind = AUDIENCE_KINDS.find((one) => one === kindText);
  const percentText = rest.pop() ?? '';
  const percent = Number(percentText);
  const code = kind ? audienceCode(kind, rest.join(':')) : null;
  if (!kind || !code || !/^\d{1,3}(\.\d)?$/.test(percentText) || percent < 1 || percent > 100) return null;
  return { kind, code, percent };
}

/** Writes a condition as it is in the query string. */
export const audienceConditionText = ({ kind, code, percent }: AudienceCondition): string =>
  `${kind}:${code}:${percent}`;
