import { Problem } from '@troupe/domain/problem';

export const text = (most = 250) => ({ type: 'string', maxLength: most });
export const whole = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });
export const flag = { type: 'boolean' };

/** How a webhook may be signed. */
export const signings = ['right', 'old', 'wrong', 'altered'];
export const MOST_SECONDS = 10_000_000;

/** The schema of a JSON body. */
export const body = (properties: Record<string, object>, required: string[] = []) => ({
  // Without anything that must be there, the whole may be missing.
  schema: {
    body: {
      type: 'object',
      nullable: required.length === 0,
      required,
      properties,
      additionalProperties: false,
    },
  },
});

export const missing = (what: string) => new Problem('not_found', { message: `There is no such ${what}.` });
