import { type Problem, type ProblemCode, problems } from '@troupe/domain/problem';
import type { Config } from '../config.ts';
import { buttonLink, messagePage } from './layout.ts';

/** Why a page can't be shown. */
export type PageFailure =
  | { kind: 'expired' }
  | { kind: 'failed' }
  | { kind: 'refused'; reason?: string | undefined }
  | { kind: 'missing' }
  | { kind: 'tooMany' }
  | { kind: 'tooLarge' }
  | { kind: 'foreignForm' }
  | { kind: 'usedLink' }
  | { kind: 'busy' };

const texts: Record<PageFailure['kind'], { title: string; text: string }> = {
  expired: {
    title: 'This login has ended',
    text: 'It was finished in another tab or timed out after an hour. Start again from Troupe.',
  },
  failed: { title: 'Something went wrong', text: problems.internal.message },
  refused: {
    title: 'Invalid request',
    text: 'The app that sent you here asked for something that is not allowed. Go back and try again.',
  },
  missing: { title: 'Page not found', text: 'Check the address, or continue to Troupe.' },
  tooMany: { title: 'Too many requests', text: problems.rate_limited.message },
  tooLarge: { title: 'This is too large', text: problems.too_large.message },
  busy: { title: 'Troupe is busy', text: 'Wait a few seconds, then reload the page.' },
  foreignForm: {
    title: 'This form was not sent from here',
    text: 'To keep you safe, nothing was changed. Go back, reload the page and submit the form again.',
  },
  usedLink: {
    title: 'This link no longer works',
    text: 'It was already used, replaced by a newer one, or has expired. Start again from Troupe to get a new one.',
  },
};

const KINDS: Partial<Record<ProblemCode, Exclude<PageFailure['kind'], 'refused'>>> = {
  not_found: 'missing',
  method_not_allowed: 'missing',
  too_large: 'tooLarge',
  url_too_long: 'tooLarge',
  unsupported_type: 'foreignForm',
  rate_limited: 'tooMany',
  unavailable: 'busy',
  internal: 'failed',
};

/** Converts a problem to a page error. */
export const failureOf = ({ code }: Problem): PageFailure => ({ kind: KINDS[code] ?? 'refused' });

/** The error page. */
export function errorPage(config: Config, failure: PageFailure, continueAt = `${config.webOrigin}/`): string {
  const { title, text } = texts[failure.kind];
  const reason = failure.kind === 'refused' && failure.reason ? `Reason: ${failure.reason}.` : null;
  return messagePage(config, {
    title,
    texts: reason ? [text, reason] : [text],
    action: buttonLink(continueAt, 'Go to Troupe'),
  });
}
