import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { compactCount, exactNumber } from '@troupe/ui/lib/format';
import { countryName, languageName } from '../../../../shared/creator/creator-words.ts';
import {
  type CreatorAddress,
  isCount,
  type ManyFilter,
  type RangeFilter,
  type SwitchFilter,
} from '../creator-address.ts';
import { readAmount } from './amount.ts';

export type FilterName = ManyFilter | RangeFilter | SwitchFilter;

/** What people call the filters. */
export const FILTER_NAMES: Record<FilterName, string> = {
  platform: 'Platform',
  followers: 'Followers',
  engagement: 'Engagement',
  views: 'Average views',
  country: 'Country',
  language: 'Language',
  category: 'Category',
  verified: 'Verified',
  hasEmail: 'Has contact email',
  registered: 'Registered with us',
  notInLists: 'Not in my lists',
};

/** How a value of a filter is written. */
export function valueWord(filter: ManyFilter, value: string): string {
  if (filter === 'country') return countryName(value);
  if (filter === 'language') return languageName(value);
  return filter === 'platform' ? (PLATFORM_NAMES[value as Platform] ?? value) : value;
}

/** Short where nothing is lost by it: 10000 is '10k', 12345 stays '12,345'. */
function amountWord(filter: RangeFilter, value: string): string {
  if (!isCount(filter)) return `${Number(value)}%`;
  const short = compactCount(Number(value));
  return readAmount(short, 'count') === value ? short : exactNumber(Number(value));
}

/** '10k to 250k', 'from 10k', 'up to 250k'; null when the range is open at both ends. */
export function rangeWords(address: CreatorAddress, filter: RangeFilter): string | null {
  const min = address[`${filter}Min`];
  const max = address[`${filter}Max`];
  if (min && max) return `${amountWord(filter, min)} to ${amountWord(filter, max)}`;
  if (min) return `from ${amountWord(filter, min)}`;
  return max ? `up to ${amountWord(filter, max)}` : null;
}
