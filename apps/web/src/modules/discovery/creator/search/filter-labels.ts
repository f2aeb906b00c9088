import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import type { SafetyCategory } from '@troupe/domain/discovery/safety-flag';
import { compactCount, exactNumber } from '@troupe/ui/lib/format';
import { countryName, languageName } from '../../../../shared/creator/creator-labels.ts';
import { categoryName } from '../../../../shared/safety-flag/safety-labels.ts';
import {
  type CreatorAddress,
  type ManyFilter,
  type RangeFilter,
  type RangeKind,
  rangeKind,
  type SwitchFilter,
} from '../creator-address.ts';
import { t } from '../messages/messages.gen.ts';

export type FilterName = ManyFilter | RangeFilter | SwitchFilter;

/** Returns the label of a filter. */
export const filterName = (filter: FilterName): string => t(`filter.name.${filter}`);

/** Returns the label of a filter that is on or, with `false`, asks for the opposite. */
export const switchText = (filter: SwitchFilter, value: 'true' | 'false' | undefined): string =>
  value === 'false' ? t(`filter.negated.${filter}`) : filterName(filter);

/** Returns the label of a filter's value; categories are named by `value-names.ts`. */
export function valueWord(filter: ManyFilter, value: string): string {
  if (filter === 'country') return countryName(value);
  if (filter === 'language') return languageName(value);
  if (filter === 'safetyCategory') return categoryName(value as SafetyCategory);
  return filter === 'platform' ? (PLATFORM_NAMES[value as Platform] ?? value) : value;
}

/** Short only where that's exact: 10000 is '10k', 12345 stays '12,345'. */
function amountWord(filter: RangeFilter, value: string): string {
  if (rangeKind(filter) !== 'count') return `${Number(value)}%`.replace('-', '−');
  const short = compactCount(Number(value));
  return readAmount(short, 'count') === value ? short : exactNumber(Number(value));
}

/** '10k to 250k', 'at least 10k', 'up to 250k'; null when the range is open at both ends. */
export function rangeText(address: CreatorAddress, filter: RangeFilter): string | null {
  const min = address[`${filter}Min`];
  const max = address[`${filter}Max`];
  if (min && max) return t('filter.range', { min: amountWord(filter, min), max: amountWord(filter, max) });
  if (min) return t('filter.atLeast', { min: amountWord(filter, min) });
  return max ? t('filter.atMost', { max: amountWord(filter, max) }) : null;
}

const FACTORS: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9 };

/**
 * Parses a typed end of a range: `10k`, `1.5m`, `12,000` and `12.000` for counts, `2.5`, `2,5` and `2.5%` for rates,
 * which may be below 0 for changes.
 * @returns the number as text, undefined if empty (no limit), null if it isn't a number
 */
export function readAmount(text: string, kind: RangeKind): string | undefined | null {
  const typed = text.replace(/\s/g, '').toLowerCase();
  const below = kind === 'change' && /^[-−]./.test(typed);
  const trimmed = below ? typed.slice(1) : typed;
  if (trimmed === '') return undefined;
  const match = /^(\d+(?:[.,]\d+)*)([kmb%]?)$/.exec(trimmed);
  const [, digits = '', unit = ''] = match ?? [];
  if (!match || (unit === '%' && kind === 'count') || (kind !== 'count' && unit !== '' && unit !== '%'))
    return null;
  const thousands = kind === 'count' && unit === '' && /^\d{1,3}([.,]\d{3})+$/.test(digits);
  const plain = thousands ? digits.replace(/[.,]/g, '') : withOneDot(digits);
  const value = Number(plain) * (FACTORS[unit] ?? 1);
  if (!Number.isFinite(value)) return null;
  if (below) return value > 100 ? null : String(value === 0 ? 0 : -value);
  return String(kind === 'count' ? Math.round(value) : value);
}

/** Of several separators only the last can be the decimal one: `1,234.5` is `1234.5`. */
function withOneDot(digits: string): string {
  const parts = digits.split(/[.,]/);
  const decimals = parts.length > 1 ? parts.pop() : undefined;
  return decimals === undefined ? parts.join('') : `${parts.join('')}.${decimals}`;
}
