import type { QueryNode } from '../query/query-tree.ts';
import type { QueryClause } from './compile-query.ts';
import type { QueryMatch } from './evaluate-query.ts';
import type { MentionInput } from './mention-input.ts';
import { MonitorIndex } from './monitor-index.ts';

/** What a clause did to the posts of a replay. */
export interface ClauseTally extends QueryClause {
  /** Posts that it let in, alone or with others. */
  letIn: number;
  /** Posts that match but for this clause, which excludes them. */
  excluded: number;
}

/** What a query does to posts of the past, counted as they are read. */
export class QueryReplay {
  readonly #index = new MonitorIndex();
  readonly clauses: ClauseTally[];
  /** Posts that were read, that match, and on which the query took too long. */
  posts = 0;
  found = 0;
  overBudget = 0;
  /** The match that NOT prevented in the last post; otherwise null. */
  lastExcluded: QueryMatch | null = null;

  constructor(tree: QueryNode) {
    this.#index.add('', tree);
    this.clauses = this.#index
      .clausesOf('')
      .map(({ text, start, end }) => ({ text, start, end, letIn: 0, excluded: 0 }));
  }

  /** Counts a post, and returns its match or null. */
  add(input: MentionInput): QueryMatch | null {
    this.posts += 1;
    const { found, excluded, overBudget } = this.#index.match(input, true);
    this.overBudget += overBudget.length;
    this.lastExcluded = excluded[0]?.match ?? null;
    for (const { match } of excluded)
      for (const clause of new Set(match.excludedBy)) this.#count(clause, 'excluded');
    const [first] = found;
    if (!first) return null;
    this.found += 1;
    for (const clause of new Set(first.match.why)) this.#count(clause, 'letIn');
    return first.match;
  }

  #count(clause: number, what: 'letIn' | 'excluded'): void {
    const tally = this.clauses[clause];
    if (tally) tally[what] += 1;
  }
}
