import { categoryName } from '../../../../shared/category/category-name.ts';
import type { ManyFilter } from '../creator-address.ts';
import { valueWord } from './filter-labels.ts';

/** Like `valueWord`, also for categories, whose names the first screen doesn't load. */
export const valueName = (filter: ManyFilter, value: string): string =>
  filter === 'category' ? categoryName(value) : valueWord(filter, value);
