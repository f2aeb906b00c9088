import { z } from 'zod';
import { CATEGORIES } from '../creator-category.ts';
import { CreatorFilters } from '../creator-search.ts';
import { SentenceFilters, type SentenceReading, type UnusedPart } from './reading.ts';

/** A language model that suggests filters for words that the grammar did not use. */
export interface SentenceAssistant {
  /**
   * Returns what the model answered, to be checked by {@link withSuggestions}.
   * @throws an error if it can't be asked
   */
  suggest(sentence: string, unused: readonly string[]): Promise<unknown>;
}

/** Exclusions must not become filters, and prices and audiences have none, whatever a model says. */
const OPEN = new Set<UnusedPart['reason']>(['unknown', 'number']);

/** Returns the unused parts that a model may be asked about. */
export const openParts = ({ unused }: SentenceReading): UnusedPart[] =>
  unused.filter(({ reason }) => OPEN.has(reason));

const Suggestions = z.object({
  suggestions: z
    .array(z.object({ words: z.string().min(1).max(200), filters: z.strictObject(SentenceFilters.shape) }))
    .max(10),
});

const Category = z.array(z.enum(CATEGORIES));

/**
 * Adds suggested filters to a reading. A suggestion counts only if its words are an unused part, all its filters are
 * valid for the search, and none of them is set already. Null if the answer has another form.
 */
export function withSuggestions(reading: SentenceReading, answer: unknown): SentenceReading | null {
  const parsed = Suggestions.safeParse(answer);
  if (!parsed.success) return null;
  const open = openParts(reading);
  const filters: SentenceFilters = Object.assign({}, reading.filters);
  const understood = [...reading.understood];
  const used = new Set<UnusedPart>();
  for (const { words, filters: suggested } of parsed.data.suggestions) {
    const part = open.find((one) => one.text.toLowerCase() === words.toLowerCase() && !used.has(one));
    const names = Object.keys(suggested) as (keyof SentenceFilters)[];
    if (!part || names.length === 0 || names.some((name) => filters[name] !== undefined)) continue;
    const valid =
      CreatorFilters.safeParse(suggested).success && Category.safeParse(suggested.category ?? []).success;
    if (!valid) continue;
    Object.assign(filters, suggested);
    used.add(part);
    understood.push({ from: part.from, to: part.to, text: part.text, filters: names, as: 'assistant' });
  }
  understood.sort((a, b) => a.from - b.from);
  return { filters, understood, unused: reading.unused.filter((part) => !used.has(part)) };
}
