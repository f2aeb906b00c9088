import type { ListField, RangeField } from './query-fields.ts';

/** The longest query, in characters. */
export const MAX_QUERY = 16_384;
/** How deep brackets and NOT can be nested. */
export const MAX_DEPTH = 32;
/** The most words, phrases and fields of a query. */
export const MAX_TERMS = 400;
/** The fewest letters before a `*`. */
export const MIN_PREFIX = 3;
/** The most words between two that are near. */
export const MAX_DISTANCE = 50;
/** The longest word of a query. */
export const MAX_TERM = 100;
/** The longest phrase. */
export const MAX_PHRASE = 500;

/** Where a node is in the query: code units, end exclusive. */
interface Place {
  start: number;
  end: number;
  /** Comments before it. */
  comments?: string[];
}

/** Where a word or phrase is looked for. */
export type TextPart = 'any' | 'title';

/** A word, `#tag`, `@name` or emoji; `*` stands for any letters and `?` for one. Several words if it has a hyphen. */
export interface WordNode extends Place {
  kind: 'word';
  value: string;
  part: TextPart;
  /** Written in `{}`: upper case counts. */
  caseSensitive: boolean;
}

/** Words in this order, or (`within`) in any order with at most so many others between them. */
export interface PhraseNode extends Place {
  kind: 'phrase';
  value: string;
  part: TextPart;
  within: number | null;
}

/** What a field of the mention says. */
export interface FieldNode extends Place {
  kind: 'field';
  field: ListField;
  value: string;
}

/** A number of the mention, bounds included. */
export interface RangeNode extends Place {
  kind: 'range';
  field: RangeField;
  min: number;
  max: number;
}

/** A field that no source of ours tells. It is kept for export and left out when the query runs. */
export interface UnavailableNode extends Place {
  kind: 'unavailable';
  field: string;
  /** Value or range as written. */
  text: string;
}

export interface AllNode extends Place {
  kind: 'and';
  children: QueryNode[];
}

export interface AnyNode extends Place {
  kind: 'or';
  children: QueryNode[];
}

export interface NotNode extends Place {
  kind: 'not';
  child: QueryNode;
}

/** Both with at most `distance` words between them; the left one first if `ordered`. */
export interface NearNode extends Place {
  kind: 'near';
  left: QueryNode;
  right: QueryNode;
  distance: number;
  ordered: boolean;
}

/** All of them, in any order, with at most `distance` other words between the first and the last. */
export interface WithinNode extends Place {
  kind: 'within';
  children: QueryNode[];
  distance: number;
}

export type TermNode = WordNode | PhraseNode | FieldNode | RangeNode | UnavailableNode;
export type QueryNode = TermNode | AllNode | AnyNode | NotNode | NearNode | WithinNode;

/** Returns the nodes directly below one. */
export function childrenOf(node: QueryNode): readonly QueryNode[] {
  switch (node.kind) {
    case 'and':
    case 'or':
    case 'within':
      return node.children;
    case 'not':
      return [node.child];
    case 'near':
      return [node.left, node.right];
    default:
      return [];
  }
}

/** Whether a node has no others below it. */
export const isTerm = (node: QueryNode): node is TermNode => childrenOf(node).length === 0;

/** Returns what is left of a query without the fields that are unavailable: AND and OR keep their other terms. */
export function withoutUnavailable(node: QueryNode): QueryNode | null {
  switch (node.kind) {
    case 'unavailable':
      return null;
    case 'not': {
      const child = withoutUnavailable(node.child);
      return child && { kind: 'not', child, start: node.start, end: node.end };
    }
    case 'and':
    case 'or': {
      const children = node.children.map(withoutUnavailable).filter((child) => child !== null);
      const [only] = children;
      if (only === undefined || children.length === 1) return only ?? null;
      return { kind: node.kind, children, start: node.start, end: node.end };
    }
    default:
      return node;
  }
}
