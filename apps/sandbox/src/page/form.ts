import { Problem } from '@troupe/domain/problem';

/** What a form of these pages sends; null when it sends nothing. */
export type Form = URLSearchParams | null;

/** Says on a page why a form was not taken. */
export const refuse = (message: string): Problem => new Problem('invalid', { message });

/** One of the words a form offers. */
export function choiceOf<T extends string>(form: Form, name: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === form?.get(name));
  if (!found) throw refuse('Choose one of what the form offers.');
  return found;
}

/** A number of a form, bounds included; null when nothing is typed. */
export function numberOf(form: Form, name: string, min: number, max: number): number | null {
  const typed = form?.get(name)?.trim();
  if (!typed) return null;
  const value = Number(typed);
  if (!(value >= min && value <= max)) throw refuse(`Type a number between ${min} and ${max}.`);
  return value;
}

/** A whole number of a form, bounds included; null when nothing is typed. */
export function wholeOf(form: Form, name: string, min: number, max: number): number | null {
  const value = numberOf(form, name, min, max);
  if (value !== null && !Number.isInteger(value))
    throw refuse(`Type a whole number between ${min} and ${max}.`);
  return value;
}
