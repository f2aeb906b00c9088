import { readCreatorSentence } from '@troupe/contract/discovery/sentence';
import {
  openParts,
  type SentenceAssistant,
  withSuggestions,
} from '@troupe/domain/discovery/sentence/assistant';
import { readSentence } from '@troupe/domain/discovery/sentence/sentence';
import { LRUCache } from 'lru-cache';
import type { Api } from '../../../platform/api.ts';

const HOUR_MS = 3_600_000;

/**
 * Registers the route that reads a sentence as filters. It needs no data of the brand.
 * @param assistant a language model that is asked about unused words, if one is configured
 */
export function creatorSentence(api: Api, assistant: SentenceAssistant | null): void {
  const answers = new LRUCache<string, { answer: unknown }>({ max: 500, ttl: HOUR_MS });

  /** Asks the model, about the same sentence once an hour. */
  async function ask(sentence: string, unused: readonly string[]): Promise<unknown> {
    const known = answers.get(sentence);
    if (known || !assistant) return known?.answer;
    const answer = await assistant.suggest(sentence, unused);
    answers.set(sentence, { answer });
    return answer;
  }

  api.implement(readCreatorSentence, async ({ query }) => {
    const reading = readSentence(query.text);
    if (!assistant) return Object.assign(reading, { assistant: 'off' as const });
    const open = openParts(reading).map(({ text }) => text);
    if (open.length === 0) return Object.assign(reading, { assistant: 'none' as const });
    if (!query.assist) return Object.assign(reading, { assistant: 'ready' as const });
    try {
      const improved = withSuggestions(reading, await ask(query.text, open));
      if (improved) return Object.assign(improved, { assistant: 'used' as const });
      api.log.warn('the language model answered in another form');
    } catch (error) {
      api.log.warn({ err: error }, 'failed to ask the language model');
    }
    return Object.assign(reading, { assistant: 'failed' as const });
  });
}
