import { wrongValue } from './billing-error.ts';
import type { BillingForm } from './billing-form.ts';

type Row = { id: string };
type Value = string | number | boolean | null | undefined;

/** What a list can be filtered and sorted by. */
export interface ListOptions<T> {
  /** The fields that filters may name. */
  fields: readonly string[];
  /** The field the list is sorted by when nothing else is asked, newest first. */
  newestBy: string;
  /** How a field that is not simply one of the entity is read. */
  read?: (row: T, field: string) => Value;
}

const PAGE = 10;
const MOST = 100;

/** One page of a list: filters `field[op]=`, `sort_by[asc|desc]=`, `limit`, `offset`, as the vendor takes them. */
export function listPage<T extends Row>(
  rows: Iterable<T>,
  form: BillingForm,
  options: ListOptions<T>,
): { page: T[]; nextOffset?: string } {
  const read = options.read ?? ((row: T, field: string) => (row as Record<string, unknown>)[field] as Value);
  const limit = form.whole('limit', 1, MOST) ?? PAGE;
  const filters = filtersOf(form, options.fields);
  const { field, ascending } = orderOf(form, options);
  const after = offsetOf(form);
  const keyOf = (row: T) => sortable(read(row, field));
  const compare = (one: [Value, string], other: [Value, string]) =>
    (compareValues(one[0], other[0]) || compareValues(one[1], other[1])) * (ascending ? 1 : -1);
  const sorted = [...rows]
    .filter((row) => filters.every((filter) => filter.fits(read(row, filter.field))))
    .sort((one, other) => compare([keyOf(one), one.id], [keyOf(other), other.id]))
    .filter((row) => after === null || compare([keyOf(row), row.id], after) > 0);
  const page = sorted.slice(0, limit);
  const last = page.at(-1);
  return last && sorted.length > limit
    ? { page, nextOffset: JSON.stringify([String(keyOf(last)), last.id]) }
    : { page };
}

const sortable = (value: Value): string | number =>
  typeof value === 'number' ? value : value == null ? '' : String(value);

function compareValues(one: Value, other: Value): number {
  const [first, second] = [sortable(one), sortable(other)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function orderOf<T>(form: BillingForm, options: ListOptions<T>): { field: string; ascending: boolean } {
  for (const way of ['asc', 'desc'] as const) {
    const field = form.text(`sort_by[${way}]`);
    if (field === undefined) continue;
    if (!options.fields.includes(field)) throw wrongValue(`sort_by[${way}]`, 'cannot be sorted by');
    return { field, ascending: way === 'asc' };
  }
  return { field: options.newestBy, ascending: false };
}

function offsetOf(form: BillingForm): [Value, string] | null {
  const text = form.text('offset', 1000);
  if (text === undefined) return null;
  try {
    const [value, id] = JSON.parse(text) as unknown[];
    if (typeof value === 'string' && typeof id === 'string')
      return [value !== '' && Number.isFinite(Number(value)) ? Number(value) : value, id];
  } catch {
    // Said below, like every other offset that is none.
  }
  throw wrongValue('offset', 'is not one that was given out');
}

interface Filter {
  field: string;
  fits(value: Value): boolean;
}

function filtersOf(form: BillingForm, fields: readonly string[]): Filter[] {
  return form.names().flatMap((name): Filter[] => {
    if (name === 'limit' || name === 'offset' || name === 'include_deleted' || name.startsWith('sort_by['))
      return [];
    const [, field = '', operator = ''] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    if (!fields.includes(field)) throw wrongValue(name, 'is not a known filter');
    const asked = form.text(name, 5000) ?? '';
    const test = OPERATORS[operator];
    if (!test) throw wrongValue(name, 'is not a known operator');
    return [{ field, fits: test(asked, name) }];
  });
}

const OPERATORS: Record<string, (asked: string, name: string) => (value: Value) => boolean> = {
  is: (asked) => (value) => String(value ?? '') === asked,
  is_not: (asked) => (value) => String(value ?? '') !== asked,
  starts_with: (asked) => (value) => String(value ?? '').startsWith(asked),
  is_present: (asked) => (value) => (value != null && value !== '') === (asked === 'true'),
  in: (asked, name) => {
    const words = wordsOf(asked, name);
    return (value) => words.includes(String(value ?? ''));
  },
  not_in: (asked, name) => {
    const words = wordsOf(asked, name);
    return (value) => !words.includes(String(value ?? ''));
  },
  gt: numeric((value, asked) => value > asked),
  gte: numeric((value, asked) => value >= asked),
  lt: numeric((value, asked) => value < asked),
  lte: numeric((value, asked) => value <= asked),
  after: numeric((value, asked) => value > asked),
  before: numeric((value, asked) => value < asked),
  on: numeric((value, asked) => Math.floor(value / 86_400) === Math.floor(asked / 86_400)),
  between: (asked, name) => {
    const [low = Number.NaN, high = Number.NaN] = wordsOf(asked, name).map(Number);
    if (Number.isNaN(low) || Number.isNaN(high)) throw wrongValue(name, 'should be two numbers');
    return (value) => typeof value === 'number' && value >= low && value <= high;
  },
};

function numeric(test: (value: number, asked: number) => boolean) {
  return (asked: string, name: string) => {
    const number = Number(asked);
    if (asked === '' || Number.isNaN(number)) throw wrongValue(name, 'should be a number');
    return (value: Value) => typeof value === 'number' && test(value, number);
  };
}

/** `["a","b"]`; the clients of the vendor send lists as JSON. */
function wordsOf(asked: string, name: string): string[] {
  try {
    const list: unknown = JSON.parse(asked);
    if (Array.isArray(list)) return list.map(String);
  } catch {
    // Said below.
  }
  throw wrongValue(name, 'should be a list');
}
