// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'browser.noCopy': Record<never, never>;
  'action.cancel': Record<never, never>;
  'action.close': Record<never, never>;
  'action.copied': Record<never, never>;
  'action.dismiss': Record<never, never>;
  'action.goHome': Record<never, never>;
  'action.notNow': Record<never, never>;
  'action.refresh': Record<never, never>;
  'action.reload': Record<never, never>;
  'action.retry': Record<never, never>;
  'action.skip': Record<never, never>;
  'attach.add': Record<never, never>;
  'attach.busy': Record<never, never>;
  'attach.failed': { name: Value };
  'attach.list': Record<never, never>;
  'attach.maxCount': { count: Value };
  'attach.maxSize': { megabytes: Value };
  'attach.remove': { name: Value };
  'colorScheme.auto': Record<never, never>;
  'colorScheme.dark': Record<never, never>;
  'colorScheme.label': Record<never, never>;
  'colorScheme.light': Record<never, never>;
  'connection.offline': Record<never, never>;
  'connection.slow': Record<never, never>;
  'connection.unreachable': Record<never, never>;
  'crash.kept': Record<never, never>;
  'crash.text': Record<never, never>;
  'crash.title': Record<never, never>;
  'field.loadingTyped': { typed: Value };
  'field.showPassword': Record<never, never>;
  'language.browser': Record<never, never>;
  'language.label': Record<never, never>;
  'loading': Record<never, never>;
  'missing.new': Record<never, never>;
  'missing.newText': Record<never, never>;
  'missing.newTitle': Record<never, never>;
  'missing.notLoaded': Record<never, never>;
  'missing.pageText': Record<never, never>;
  'missing.pageTitle': Record<never, never>;
  'missing.partText': Record<never, never>;
  'missing.partTitle': Record<never, never>;
  'notices': Record<never, never>;
  'saving.failed': Record<never, never>;
  'saving.saved': Record<never, never>;
  'saving.saving': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('ui', english);
