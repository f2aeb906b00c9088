// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'actions': Record<never, never>;
  'addStep': Record<never, never>;
  'body': { number: Value };
  'bodyHelp': Record<never, never>;
  'cancel': Record<never, never>;
  'changed': Record<never, never>;
  'condition': Record<never, never>;
  'condition.no-open': Record<never, never>;
  'condition.no-opt-in': Record<never, never>;
  'condition.no-reply': Record<never, never>;
  'conflict': { name: Value };
  'create': Record<never, never>;
  'edit': { name: Value };
  'editorLoading': Record<never, never>;
  'isFirst': Record<never, never>;
  'isLast': Record<never, never>;
  'keepMine': Record<never, never>;
  'leaveText': Record<never, never>;
  'most': { count: Value };
  'moveDown': { number: Value };
  'moveUp': { number: Value };
  'name': Record<never, never>;
  'new': Record<never, never>;
  'newTitle': Record<never, never>;
  'none': Record<never, never>;
  'noneText': Record<never, never>;
  'onlyStep': Record<never, never>;
  'remove': { name: Value };
  'removeFailed': { name: Value };
  'removeStep': { number: Value };
  'removed': { name: Value };
  'restored': { name: Value };
  'running': Record<never, never>;
  'runningNote': { count: number };
  'save': Record<never, never>;
  'saveFailed': Record<never, never>;
  'saved': Record<never, never>;
  'someone': Record<never, never>;
  'started': Record<never, never>;
  'stepTitle': { number: Value };
  'steps': Record<never, never>;
  'stopsAt': Record<never, never>;
  'subtitle': Record<never, never>;
  'takeTheirs': Record<never, never>;
  'title': Record<never, never>;
  'undo': Record<never, never>;
  'unit': Record<never, never>;
  'unit.days': Record<never, never>;
  'unit.hours': Record<never, never>;
  'unsaved': Record<never, never>;
  'wait': Record<never, never>;
  'weekdays': Record<never, never>;
  'weekdaysHelp': Record<never, never>;
  'what': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/outreach/sequence', english);
