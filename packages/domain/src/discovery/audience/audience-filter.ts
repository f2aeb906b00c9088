import { z } from 'zod';
import {
  AUDIENCE_KINDS,
  audienceConditionText,
  MOST_CODE,
  readAudienceCondition,
} from './audience-condition.ts';

/** What followers can be filtered by. */
export const AudienceKindName = z.enum(AUDIENCE_KINDS);

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
