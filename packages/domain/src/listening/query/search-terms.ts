import type { QueryNode } from './query-tree.ts';

/** The most terms that a query is searched by. */
const MAX_SEARCH_TERMS = 20;

/** A word or phrase to search for at a source. */
export interface SearchTerm {
  /** Without quotation marks, `#` and `@`. */
  text: string;
  kind: 'word' | 'phrase' | 'tag';
}

/**
 * Returns words and phrases of which every matching post has at least one, so a search for each of them finds all that the
 * query does: the fewest and longest. Null if there are none, such as of a query with fields only, or too many.
 */
export function searchTerms(tree: QueryNode): SearchTerm[] | null {
  const terms = coverOf(tree);
  return terms && terms.length <= MAX_SEARCH_TERMS ? terms : null;
}

function coverOf(node: QueryNode): SearchTerm[] | null {
  switch (node.kind) {
    case 'word':
      return /[*?]/.test(node.value) ? null : [wordTerm(node.value)];
    case 'phrase':
      return /[*?]/.test(node.value) ? null : [{ text: node.value.trim(), kind: 'phrase' }];
    case 'field':
      return node.field === 'tags' ? [{ text: node.value.replace(/^#/, ''), kind: 'tag' }] : null;
    case 'near':
      return best([coverOf(node.left), coverOf(node.right)]);
    case 'and':
    case 'within':
      return best(node.children.map(coverOf));
    case 'or':
      return union(node.children.map(coverOf));
    case 'not':
    case 'range':
    case 'unavailable':
      return null;
  }
}

const wordTerm = (value: string): SearchTerm =>
  value.startsWith('#')
    ? { text: value.slice(1), kind: 'tag' }
    : { text: value.replace(/^[@$]/, ''), kind: 'word' };

/** Fewer terms need fewer searches, and longer ones find less that isn't wanted. */
function best(covers: readonly (SearchTerm[] | null)[]): SearchTerm[] | null {
  const shortest = (terms: readonly SearchTerm[]) => Math.min(...terms.map(({ text }) => text.length));
  let chosen: SearchTerm[] | null = null;
  for (const cover of covers) {
    if (!cover) continue;
    const isBetter =
      !chosen ||
      cover.length < chosen.length ||
      (cover.length === chosen.length && shortest(cover) > shortest(chosen));
    if (isBetter) chosen = cover;
  }
  return chosen;
}

function union(covers: readonly (SearchTerm[] | null)[]): SearchTerm[] | null {
  const terms = new Map<string, SearchTerm>();
  for (const cover of covers) {
    if (!cover) return null;
    for (const term of cover) terms.set(`${term.kind} ${term.text.toLowerCase()}`, term);
  }
  return [...terms.values()];
}
