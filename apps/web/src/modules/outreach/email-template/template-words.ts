import { CallError } from '@troupe/contract/client';

export const SAVED = 'Email template created successfully';
export const NOT_SAVED = 'Email template could not be created. Please try again later.';
const NO_PREVIEW = 'The email template preview could not be generated. Please try again later.';

/** What the server says about a preview that failed, else the standard sentence. */
export function previewFailureText(error: unknown): string {
  const text = error instanceof CallError ? error.body.error : undefined;
  return typeof text === 'string' && text.trim() ? text : NO_PREVIEW;
}
