import { useLanguage } from '@troupe/browser/language';
import { useCallback, useEffect, useState } from 'react';
import { loadTeamTexts } from './team-problems.ts';

/** What is wrong with the fields of a form, by path such as `imap.port`; '' for a value that is no object. */
export type FieldErrors = Record<string, string | undefined>;

interface Issue {
  code?: string;
  path: readonly PropertyKey[];
  message: string;
}

/** The part of a zod schema that a form needs. */
interface Schema<Value> {
  safeParse: (
    values: unknown,
  ) => { success: true; data: Value } | { success: false; error: { issues: readonly Issue[] } };
}

/** Valid values, or what is wrong with the fields. */
type Checked<Value> = { data: Value; errors?: never } | { data?: never; errors: Record<string, string> };

/**
 * Checks the values of a form. The errors are in English: `useFieldErrors` or `useFieldText` show them. `own` returns the
 * form's own message for a field, in the language of the page.
 */
export function checkFields<Value>(
  schema: Schema<Value>,
  values: unknown,
  own: (field: string, code: string | undefined) => string | undefined = () => undefined,
): Checked<Value> {
  const checked = schema.safeParse(values);
  if (checked.success) return { data: checked.data };
  const errors: Record<string, string> = {};
  for (const { path, message, code } of checked.error.issues) {
    const field = path.join('.');
    errors[field] ??= own(field, code) ?? message;
  }
  return { errors };
}

/** Returns what a schema says about the fields of a form. */
export const errorsOf = (schema: Schema<unknown>, values: unknown): FieldErrors =>
  checkFields(schema, values).errors ?? {};

type Table = typeof import('@troupe/domain/problem-text');
let known: Table | null = null;

async function loadTable(): Promise<Table> {
  await loadTeamTexts();
  known = await import('@troupe/domain/problem-text');
  return known;
}

/**
 * Returns what writes the message of a schema in the language of the page. It is in English until the table of the texts is
 * there.
 */
export function useFieldText(): (message: string) => string {
  const isEnglish = useLanguage() === 'en';
  const [table, setTable] = useState(known);
  useEffect(() => {
    if (isEnglish || table) return;
    // Without the table, English says what is wrong.
    loadTable().then(setTable, () => {});
  }, [isEnglish, table]);
  return useCallback(
    (message) => (isEnglish || !table ? message : table.translateProblem(message)),
    [isEnglish, table],
  );
}

/** Returns errors with their messages in the language of the page. */
export function useErrorsInLanguage<Errors extends FieldErrors>(errors: Errors): Errors {
  const say = useFieldText();
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field, message && say(message)]),
  ) as Errors;
}

/** The errors of a form as state: set as a schema or the API says them, read in the language of the page. */
export function useFieldErrors<Errors extends FieldErrors = FieldErrors>() {
  const [errors, setErrors] = useState<Errors>({} as Errors);
  return [useErrorsInLanguage(errors), setErrors] as const;
}
