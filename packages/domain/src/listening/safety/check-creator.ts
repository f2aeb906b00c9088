import type { FigureChange, SafetyCategory } from '../../discovery/safety-flag.ts';
import type { MatchSpan } from '../matching/evaluate-query.ts';
import { MonitorIndex } from '../matching/monitor-index.ts';
import { parseQuery } from '../query/parse-query.ts';
import { ruleQuery, type SafetyRuleForm } from './safety-rule.ts';

const DAY_MS = 86_400_000;

/** A text of a creator. */
export interface SafetyItem {
  /** Stays the same when the text is edited. */
  key: string;
  kind: 'bio' | 'post';
  text: string;
  url: string | null;
  /** ISO 8601; null for a bio, which counts as published now. */
  published: string | null;
}

/** Text divided at its marks. */
export type QuoteParts = { text: string; match: boolean }[];

/** A match of a rule. */
export interface FoundEvidence {
  key: string;
  kind: 'bio' | 'post' | 'figures';
  url: string | null;
  published: string | null;
  parts: QuoteParts;
  figures: FigureChange | null;
}

/** Letters of a quote around its first mark. */
const BEFORE = 60;
const LENGTH = 240;
/** Longer texts are cut: a caption has at most 5,000 letters on any platform, so the rest isn't one. */
const MAX_TEXT = 20_000;
/** Marked places of one quote. */
const MAX_MARKS = 20;

/** Returns a text around its first mark, divided at the marks. Never cuts a character in two. */
export function quoteOf(text: string, spans: readonly Pick<MatchSpan, 'start' | 'end'>[]): QuoteParts {
  const marks = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const first = marks[0]?.start ?? 0;
  const from = edge(text, Math.max(0, first - BEFORE));
  const to = edge(text, Math.min(text.length, from + LENGTH));
  const parts: QuoteParts = [];
  const add = (part: string, match: boolean) => {
    if (part !== '') parts.push({ text: part, match });
  };
  let at = from;
  let marked = 0;
  add(from > 0 ? '…' : '', false);
  for (const { start, end } of marks) {
    if (start < at || start >= to || marked === MAX_MARKS) continue;
    add(text.slice(at, start), false);
    at = Math.min(to, edge(text, end));
    add(text.slice(start, at), true);
    marked += 1;
  }
  add(text.slice(at, to) + (to < text.length ? '…' : ''), false);
  return parts;
}

/** Moves a place out of the middle of a surrogate pair. */
const edge = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
};

/** The rules of a brand, ready to run on texts. */
export class SafetyMatcher {
  readonly #index = new MonitorIndex();

  constructor(rules: Iterable<readonly [SafetyCategory, SafetyRuleForm]>) {
    for (const [category, rule] of rules) {
      const query = rule.state === 'on' ? ruleQuery(category, rule) : null;
      const tree = query === null ? null : parseQuery(query).tree;
      if (tree) this.#index.add(category, tree);
    }
  }

  /** Returns what rules match, by category. */
  find(items: readonly SafetyItem[], now: Date): Map<SafetyCategory, FoundEvidence[]> {
    const found = new Map<SafetyCategory, FoundEvidence[]>();
    for (const { key, kind, text: whole, url, published } of items) {
      const text = whole.slice(0, MAX_TEXT);
      const result = this.#index.match({
        title: null,
        text,
        author: null,
        authorName: null,
        url,
        links: [],
        tags: [],
        language: null,
        source: 'creator',
        kind: 'post',
        followers: null,
        likes: null,
        publishedAt: published === null ? now.getTime() : Date.parse(published),
      });
      for (const { monitorId, match } of result.found) {
        const category = monitorId as SafetyCategory;
        const evidence = { key, kind, url, published, parts: quoteOf(text, match.spans), figures: null };
        const others = found.get(category);
        if (others) others.push(evidence);
        else found.set(category, [evidence]);
      }
    }
    return found;
  }
}

/** Returns the evidence that is recent enough to count. Evidence dated in the future counts as of now. */
export const withinDays = (evidence: readonly FoundEvidence[], days: number, now: Date): FoundEvidence[] => {
  const from = now.getTime() - days * DAY_MS;
  return evidence.filter(({ published }) => published === null || Date.parse(published) >= from);
};

const HASHTAG = /#[\p{L}\p{N}_]+/gu;
const QUOTED = /["“„«]([^"“”„«»]{2,60})["”“»]/gu;

const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/**
 * Whether a caption carries one of the labels that a campaign asks for: hashtags, and words in quotation marks. Null if the
 * campaign names none, such as "use the platform's label", which captions don't show.
 */
export function isDisclosed(caption: string, asked: string): boolean | null {
  const tags = (asked.match(HASHTAG) ?? []).map(folded);
  const words = [...asked.matchAll(QUOTED)]
    .map(([, word = '']) => folded(word))
    .filter((word) => !word.includes('#'));
  if (tags.length + words.length === 0) return null;
  const text = folded(caption.slice(0, MAX_TEXT));
  const present = new Set(text.match(HASHTAG) ?? []);
  return tags.some((tag) => present.has(tag)) || words.some((word) => text.includes(word));
}
