// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'actions': { name: Value };
  'cancel': Record<never, never>;
  'color.amber': Record<never, never>;
  'color.blue': Record<never, never>;
  'color.gray': Record<never, never>;
  'color.green': Record<never, never>;
  'color.iris': Record<never, never>;
  'color.pink': Record<never, never>;
  'color.red': Record<never, never>;
  'color.tangerine': Record<never, never>;
  'color.teal': Record<never, never>;
  'editStages': Record<never, never>;
  'empty': Record<never, never>;
  'loadFailed': Record<never, never>;
  'more': { count: Value };
  'moveTo': Record<never, never>;
  'moved': { name: Value; stage: Value };
  'movedByOther': { name: Value; stage: Value };
  'noStage': Record<never, never>;
  'noStages': Record<never, never>;
  'notMoved': Record<never, never>;
  'open': { name: Value };
  'save': Record<never, never>;
  'stages.add': Record<never, never>;
  'stages.color': Record<never, never>;
  'stages.most': { count: Value };
  'stages.name': Record<never, never>;
  'stages.notSaved': Record<never, never>;
  'stages.text': Record<never, never>;
  'stages.title': Record<never, never>;
  'stages.unnamed': Record<never, never>;
  'votes': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/discovery/creator-list/board', english);
