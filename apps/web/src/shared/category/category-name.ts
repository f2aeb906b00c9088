import type { SharedCategory } from '@troupe/domain/discovery/creator-category';
import { language } from '@troupe/i18n/language';
import { t } from './messages/messages.gen.ts';

// Not the list of the domain: its module reads categories of files, which the first screen doesn't need.
export const NAMED: ReadonlySet<string> = new Set<SharedCategory>([
  'Art',
  'Beauty',
  'Books',
  'Business',
  'Coffee',
  'Comedy',
  'Cycling',
  'Dance',
  'Education',
  'Family',
  'Fashion',
  'Finance',
  'Fitness',
  'Food',
  'Gaming',
  'Health',
  'Home',
  'Music',
  'Outdoor',
  'Pets',
  'Photography',
  'Running',
  'Sport',
  'Technology',
  'Travel',
]);

const isShared = (category: string): category is SharedCategory => NAMED.has(category);

/** Writes a category of creators or campaigns, which is kept in English. Those of imported files stay as they are. */
export const categoryName = (category: string): string =>
  isShared(category) ? t(`category.${category}`) : category;

/** Returns categories to choose from, sorted by their names. */
export const categoryOptions = (categories: readonly string[]) =>
  categories
    .map((value) => ({ value, label: categoryName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, language()));
