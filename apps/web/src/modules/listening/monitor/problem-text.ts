import type { QueryProblem } from '@troupe/domain/listening/query/query-problem';
import { t } from './messages/messages.gen.ts';

/** Returns the text of a query's problem in the person's language. */
export function problemText({
  code,
  values,
  message,
}: Pick<QueryProblem, 'code' | 'values' | 'message'>): string {
  try {
    // Values differ by code; the check of messages compares them with the English texts.
    return t(`problem.${code as 'range-bounds'}`, values as never);
  } catch {
    return message;
  }
}
