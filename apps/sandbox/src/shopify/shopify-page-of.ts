import { GraphQLError } from 'graphql';

const MOST = 250;

/** What every list takes. */
export interface PageArgs {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
  reverse?: boolean | null;
}

/** How a list is sorted: by a value, and by id where values are equal. */
export interface Sorting<T> {
  value(item: T): string | number;
  id(item: T): number;
}

interface Place {
  last_id: number;
  last_value: string | number;
}

const refuse = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });

function placeOf(cursor: string): Place {
  try {
    const place = JSON.parse(Buffer.from(cursor, 'base64').toString()) as Place;
    if (typeof place.last_id === 'number' && place.last_value !== undefined) return place;
  } catch {
    // Refused below, as one that reads but means nothing.
  }
  throw refuse('Invalid cursor for current pagination sort.');
}

const order = (one: string | number, other: string | number): number =>
  one < other ? -1 : one > other ? 1 : 0;

function sizeOf({ first, last }: PageArgs): number {
  const size = first ?? last;
  if (size === null || size === undefined) throw refuse('you must provide one of first or last');
  if (size < 1) throw refuse(`${first != null ? 'first' : 'last'} must be greater than 0`);
  if (size > MOST) throw refuse(`${first != null ? 'first' : 'last'} cannot exceed ${MOST}`);
  return size;
}

/** One page of a list, as `edges`, `nodes` and `pageInfo`. A cursor stays right when items come or go. */
export function pageOf<T, V>(items: T[], args: PageArgs, sorting: Sorting<T>, view: (item: T) => V) {
  const size = sizeOf(args);
  const sign = args.reverse ? -1 : 1;
  const compare = (one: T, other: Place) =>
    sign * (order(sorting.value(one), other.last_value) || sorting.id(one) - other.last_id);
  const place = (item: T): Place => ({ last_id: sorting.id(item), last_value: sorting.value(item) });
  const sorted = items.toSorted((one, other) => compare(one, place(other)));
  const after = args.after ? placeOf(args.after) : null;
  const before = args.before ? placeOf(args.before) : null;
  const within = sorted.filter(
    (item) => (!after || compare(item, after) > 0) && (!before || compare(item, before) < 0),
  );
  const shown = args.first != null ? within.slice(0, size) : within.slice(-size);
  const edges = shown.map((item) => ({
    cursor: Buffer.from(JSON.stringify(place(item))).toString('base64'),
    node: view(item),
  }));
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      hasNextPage: last !== undefined && sorted.at(-1) !== last,
      hasPreviousPage: first !== undefined && sorted[0] !== first,
    },
  };
}

/** A page of a short list that is sorted as it stands. */
export const pageInOrder = <T, V>(items: T[], args: PageArgs, view: (item: T) => V) => {
  const places = new Map(items.map((item, at) => [item, at + 1]));
  const at = (item: T) => places.get(item) ?? 0;
  return pageOf(items, args, { value: at, id: at }, view);
};
