import type { SourceKind } from '@troupe/domain/listening/listening-source';
import { MonitorIndex } from '@troupe/domain/listening/matching/monitor-index';
import { monitorTree, type QueryCheck } from '@troupe/domain/listening/monitor';
import { parseQuery } from '@troupe/domain/listening/query/parse-query';
import { printQuery } from '@troupe/domain/listening/query/print-query';
import type { MonitorMatcher } from './monitor-matcher.ts';

/** A query that isn't saved yet. */
export interface DraftQuery {
  query: string;
  languages: readonly string[];
  sources: readonly SourceKind[];
}

/** Checks a query: its problems, clauses and cost. */
export function checkQuery(draft: DraftQuery, matcher: Pick<MonitorMatcher, 'costOf'>): QueryCheck {
  const { tree, problems } = parseQuery(draft.query);
  if (!tree) return { problems, canonical: null, clauses: [], terms: 0, cost: null };
  const index = new MonitorIndex();
  index.add('', tree);
  return {
    problems,
    canonical: printQuery(tree),
    clauses: index.clausesOf('').map(({ text, start, end }) => ({ text, start, end })),
    terms: index.terms,
    cost: matcher.costOf(monitorTree(tree, draft)),
  };
}
