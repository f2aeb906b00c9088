// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'cancel': Record<never, never>;
  'choices.add': Record<never, never>;
  'choices.most': { count: Value };
  'choices.name': { number: Value };
  'choices.remove': { name: Value };
  'choices.title': Record<never, never>;
  'entry.down': { name: Value };
  'entry.first': Record<never, never>;
  'entry.last': Record<never, never>;
  'entry.remove': { name: Value };
  'entry.up': { name: Value };
  'fields.add': Record<never, never>;
  'fields.kind': Record<never, never>;
  'fields.loadFailed': Record<never, never>;
  'fields.lost': { count: number };
  'fields.most': { count: Value };
  'fields.name': Record<never, never>;
  'fields.notSaved': Record<never, never>;
  'fields.text': Record<never, never>;
  'fields.title': Record<never, never>;
  'fields.unnamed': Record<never, never>;
  'fields.used': { count: number };
  'filter.add': Record<never, never>;
  'filter.contains': Record<never, never>;
  'filter.empty': Record<never, never>;
  'filter.field': Record<never, never>;
  'filter.first': Record<never, never>;
  'filter.from': { value: Value };
  'filter.latest': Record<never, never>;
  'filter.max': Record<never, never>;
  'filter.min': Record<never, never>;
  'filter.upTo': { value: Value };
  'kind.choice': Record<never, never>;
  'kind.date': Record<never, never>;
  'kind.number': Record<never, never>;
  'kind.text': Record<never, never>;
  'label': { field: Value; name: Value };
  'notNumber': Record<never, never>;
  'notSaved': { field: Value };
  'replaced': { field: Value; name: Value };
  'replacedEmpty': Record<never, never>;
  'retry': Record<never, never>;
  'save': Record<never, never>;
  'someone': Record<never, never>;
  'useTheirs': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/discovery/creator-list/custom', english);
