import type { MatchSpan } from '@troupe/domain/listening/matching/evaluate-query';
import type { MentionInput } from '@troupe/domain/listening/matching/mention-input';
import { MonitorIndex } from '@troupe/domain/listening/matching/monitor-index';
import type { Mention } from '@troupe/domain/listening/mention';
import { parseQuery } from '@troupe/domain/listening/query/parse-query';
import type { QueryProblem } from '@troupe/domain/listening/query/query-problem';

/** A text that a query is tried on. */
export interface Sample {
  id: string;
  input: MentionInput;
}

/** What a clause of a query does to the samples. */
export interface ClauseTrial {
  text: string;
  start: number;
  end: number;
  letIn: number;
  excluded: number;
  /** The first sample that it let in or kept out. */
  example: { text: string; title: string | null; spans: MatchSpan[] } | null;
}

/** What a query says, and what it does to samples. */
export interface QueryTrial {
  problems: QueryProblem[];
  valid: boolean;
  found: number;
  clauses: ClauseTrial[];
}

/** Returns a mention as queries see it. */
export const sampleOf = (mention: Mention): Sample => ({
  id: mention.id,
  input: {
    title: mention.title,
    text: mention.text,
    author: mention.author.handle,
    authorName: mention.author.name,
    url: mention.url,
    links: mention.links,
    tags: mention.tags,
    language: mention.language,
    source: mention.source,
    kind: mention.replyTo === null ? 'post' : 'reply',
    followers: mention.author.followers,
    likes: mention.figures.likes,
    publishedAt: Date.parse(mention.published),
  },
});

/** Returns a typed text as a sample. */
export const sampleText = (text: string): Sample => ({
  id: 'typed',
  input: {
    title: null,
    text,
    author: null,
    authorName: null,
    url: null,
    links: [],
    tags: [],
    language: null,
    source: 'bluesky',
    kind: 'post',
    followers: null,
    likes: null,
    publishedAt: 0,
  },
});

/** Runs a query on samples in the browser, as the server runs it on posts. */
export function tryQuery(query: string, samples: readonly Sample[]): QueryTrial {
  const { tree, problems } = parseQuery(query);
  if (!tree) return { problems, valid: false, found: 0, clauses: [] };
  const index = new MonitorIndex();
  index.add('', tree);
  const clauses: ClauseTrial[] = index
    .clausesOf('')
    .map(({ text, start, end }) => ({ text, start, end, letIn: 0, excluded: 0, example: null }));
  let found = 0;
  for (const { input } of samples) {
    const result = index.match(input, true);
    const hit = result.found[0]?.match;
    if (hit) found += 1;
    for (const clause of new Set(hit?.why)) count(clauses[clause], 'letIn', input, hit?.spans ?? [], clause);
    const out = result.excluded[0]?.match;
    for (const clause of new Set(out?.excludedBy))
      count(clauses[clause], 'excluded', input, out?.spans ?? [], clause);
  }
  return { problems, valid: true, found, clauses };
}

function count(
  trial: ClauseTrial | undefined,
  what: 'letIn' | 'excluded',
  { text, title }: MentionInput,
  spans: readonly MatchSpan[],
  clause: number,
): void {
  if (!trial) return;
  trial[what] += 1;
  trial.example ??= { text, title, spans: spans.filter((span) => span.clause === clause) };
}
