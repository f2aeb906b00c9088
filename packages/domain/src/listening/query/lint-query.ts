import { classOf, foldText, UNSPACED } from './character.ts';
import { printQuery } from './print-query.ts';
import { type QueryProblem, type QueryProblemCode, queryProblem } from './query-problem.ts';
import { childrenOf, isTerm, type QueryNode, type WordNode, withoutUnavailable } from './query-tree.ts';

/** A range from here to there excludes almost nothing. */
const WIDE_FROM = 1;
const WIDE_TO = 100_000_000;

/** Returns what is probably a mistake in a query that can be run. */
export function lintQuery(tree: QueryNode): QueryProblem[] {
  const problems: QueryProblem[] = [];
  const report: Report = (code, { start, end }, values = {}, suggestion = null) => {
    problems.push(queryProblem(code, { start, end }, values, suggestion));
  };
  lintNode(tree, report);
  const left = withoutUnavailable(tree);
  if (left && !hasTerms(left)) report('no-words', tree);
  return problems;
}

type Report = (
  code: QueryProblemCode,
  place: { start: number; end: number },
  values?: Record<string, string | number>,
  suggestion?: QueryProblem['suggestion'],
) => void;

function lintNode(node: QueryNode, report: Report): void {
  if (node.kind === 'word') lintWord(node, report);
  if (node.kind === 'range' && node.min <= WIDE_FROM && node.max >= WIDE_TO) report('wide-range', node);
  if (node.kind === 'and' || node.kind === 'or' || node.kind === 'within') lintGroup(node.children, report);
  if (node.kind === 'and') lintExclusions(node.children, report);
  if (node.kind === 'not' && node.child.kind === 'not') report('redundant-not', node);
  for (const child of childrenOf(node)) lintNode(child, report);
}

function lintWord(node: WordNode, report: Report): void {
  const letters = [...node.value.normalize('NFC')];
  const [only = ''] = letters;
  if (letters.length === 1 && /[\p{L}\p{N}]/u.test(only) && classOf(only.codePointAt(0) ?? 0) !== UNSPACED)
    report('one-letter', node);
  if (node.caseSensitive) return;
  const plain = foldText(node.value);
  const spelled = node.value.toLowerCase().normalize('NFKC').replaceAll('ß', 'ss');
  if (/[\u00c0-\u024f\u0370-\u04ff]/.test(spelled) && plain !== spelled) {
    const { start, end } = node;
    const values = { term: node.value, plain };
    report('exact-accents', node, values, { start, end, text: printWord(node, plain) });
  }
}

const printWord = (node: WordNode, value: string) => (node.part === 'title' ? `title:${value}` : value);

/** What two terms of one group have in common if they find the same. */
const keyOf = (node: QueryNode): string => {
  const text = printQuery(node).replace(/<<<.*?>>> /gs, '');
  return node.kind === 'word' && node.caseSensitive ? text : text.toLowerCase().normalize('NFKC');
};

function lintGroup(children: readonly QueryNode[], report: Report): void {
  const seen = new Map<string, QueryNode>();
  const prefixes = children.filter(
    (child): child is WordNode => child.kind === 'word' && /^[^*?]+\*$/.test(child.value),
  );
  for (const child of children) {
    const key = keyOf(child);
    if (seen.has(key)) report('duplicate-term', child, { term: printQuery(child) });
    seen.set(key, child);
    if (child.kind !== 'word' || child.caseSensitive) continue;
    const plain = foldText(child.value);
    const wider = prefixes.find(
      (prefix) =>
        prefix !== child &&
        prefix.part === child.part &&
        plain.startsWith(foldText(prefix.value).slice(0, -1)),
    );
    if (wider && keyOf(wider) !== key)
      report('covered-term', child, { term: printQuery(child), other: printQuery(wider) });
  }
}

/** `a NOT a` finds nothing. */
function lintExclusions(children: readonly QueryNode[], report: Report): void {
  const required = new Map(
    children.filter(({ kind }) => kind !== 'not').map((child) => [keyOf(child), child] as const),
  );
  for (const child of children) {
    if (child.kind !== 'not') continue;
    const excluded = child.child.kind === 'or' ? child.child.children : [child.child];
    for (const one of excluded) {
      if (required.has(keyOf(one))) report('excludes-itself', child, { term: printQuery(one) });
    }
  }
}

/** Whether a word or phrase must occur somewhere. */
function hasTerms(node: QueryNode): boolean {
  if (node.kind === 'not') return false;
  if (node.kind === 'or') return node.children.every(hasTerms);
  if (isTerm(node))
    return node.kind === 'word' || node.kind === 'phrase' || (node.kind === 'field' && node.field === 'tags');
  return childrenOf(node).some(hasTerms);
}
