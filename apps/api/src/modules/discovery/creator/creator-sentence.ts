import { readCreatorSentence } from '@troupe/contract/discovery/sentence';
import { readSentence } from '@troupe/domain/discovery/sentence/sentence';
import type { Api } from '../../../platform/api.ts';

/** Registers the route that reads a sentence as filters. It needs no data of the brand. */
export function creatorSentence(api: Api): void {
  api.implement(readCreatorSentence, async ({ query }) => readSentence(query.text));
}
