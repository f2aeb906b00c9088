import { SENTENCE_MAX, SentenceReading } from '@troupe/domain/discovery/sentence/reading';
import { Id, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const readCreatorSentence = defineCall({
  name: 'readCreatorSentence',
  noun: 'creator',
  method: 'GET',
  path: '/brand/:brandId/creator-sentence',
  access: 'brand',
  summary:
    'Turns a description of creators into search filters. Understands English, German and Spanish; the same text always gives the same filters. `understood` maps words to filters, and `as` shows how closely they match, such as `country-of-city` for a city, because profiles have only a country. `unused` lists the remaining words, each with a reason. With `assist=true`, a language model (if configured) may suggest filters for unused words; these are marked `assistant` and never replace other filters. `assistant` shows whether the model was used.',
  params: z.object({ brandId: Id }),
  query: z.object({ text: text({ min: 1, max: SENTENCE_MAX }), assist: z.stringbool().default(false) }),
  output: SentenceReading.extend({
    /** `off`: not configured; `ready`: it can be asked; `none`: nothing to ask about; `used`; `failed`. */
    assistant: z.enum(['off', 'ready', 'none', 'used', 'failed']),
  }),
});
