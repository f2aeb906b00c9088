// Made from en.json by `npm run messages`.
import { catalog } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'category.Art': Record<never, never>;
  'category.Beauty': Record<never, never>;
  'category.Books': Record<never, never>;
  'category.Business': Record<never, never>;
  'category.Coffee': Record<never, never>;
  'category.Comedy': Record<never, never>;
  'category.Cycling': Record<never, never>;
  'category.Dance': Record<never, never>;
  'category.Education': Record<never, never>;
  'category.Family': Record<never, never>;
  'category.Fashion': Record<never, never>;
  'category.Finance': Record<never, never>;
  'category.Fitness': Record<never, never>;
  'category.Food': Record<never, never>;
  'category.Gaming': Record<never, never>;
  'category.Health': Record<never, never>;
  'category.Home': Record<never, never>;
  'category.Music': Record<never, never>;
  'category.Outdoor': Record<never, never>;
  'category.Pets': Record<never, never>;
  'category.Photography': Record<never, never>;
  'category.Running': Record<never, never>;
  'category.Sport': Record<never, never>;
  'category.Technology': Record<never, never>;
  'category.Travel': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/shared/category', english);
