import type { Problem, ProblemCode } from '@troupe/domain/problem';
import { currentScope } from '@troupe/server/request-scope';
import type { Config } from '../config.ts';
import { t } from '../messages/messages.gen.ts';
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

/** What went wrong and what to do, in the language of the request. */
function textsOf(kind: PageFailure['kind']): { title: string; text: string } {
  return { title: t(`error.${kind}Title`), text: t(`error.${kind}Text`) };
}

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
export function errorPage(config: Config, failure: PageFailure): string {
  const { title, text } = textsOf(failure.kind);
  const reason =
    failure.kind === 'refused' && failure.reason ? t('error.reason', { reason: failure.reason }) : null;
  // Found in the log by it.
  const id = currentScope()?.id.slice(0, 8);
  const reference = id ? t('error.reference', { id }) : null;
  return messagePage(config, {
    title,
    texts: [text, reason, reference].filter((one) => one !== null),
    action: buttonLink(`${config.webOrigin}/`, t('error.goTo')),
  });
}
