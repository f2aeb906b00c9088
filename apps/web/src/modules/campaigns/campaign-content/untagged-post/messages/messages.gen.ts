// Made from en.json by `npm run messages`.
import { catalog, type Tag, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'add': Record<never, never>;
  'addOf': { name: Value };
  'added': Record<never, never>;
  'asOf': { ago: Tag };
  'dismiss': Record<never, never>;
  'dismissOf': { name: Value };
  'dismissed': Record<never, never>;
  'dismissedAt': { ago: Tag };
  'dismissedBy': { name: Value; ago: Tag };
  'failed.add': Record<never, never>;
  'failed.dismiss': Record<never, never>;
  'failed.load': Record<never, never>;
  'failed.restore': Record<never, never>;
  'found': { monitors: Value; date: Value };
  'none.dismissed': Record<never, never>;
  'none.offered': Record<never, never>;
  'open': Record<never, never>;
  'openOf': { name: Value };
  'pages': Record<never, never>;
  'restore': Record<never, never>;
  'restoreOf': { name: Value };
  'restored': Record<never, never>;
  'state': Record<never, never>;
  'state.dismissed': Record<never, never>;
  'state.offered': Record<never, never>;
  'text': Record<never, never>;
  'title': Record<never, never>;
  'undo': Record<never, never>;
  'unknown': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/campaigns/campaign-content/untagged-post', english);
