import type { CsvCell } from '@troupe/domain/csv';
import { SOURCES } from '@troupe/domain/listening/listening-source';
import { type Mention, type Sentiment, sentimentOf } from '@troupe/domain/listening/mention';
import { csvValue, csvWord } from '../../../platform/csv/csv-words.ts';

const SENTIMENTS: Record<Sentiment, string> = { [-1]: 'Negative', 0: 'Neutral', 1: 'Positive' };

/** Column titles of a file of mentions. */
export const MENTION_HEAD = [
  ...['Published', 'Monitor', 'Source', 'Author', 'Author name', 'Followers', 'Title', 'Text', 'URL'],
  ...[
    'Language',
    'Sentiment',
    'Sentiment set by',
    'Confidence',
    'Likes',
    'Replies',
    'Reposts',
    'Quotes',
    'Views',
  ],
  ...['Copies', 'Relevant', 'Status', 'Tags', 'Note', 'Matched by', 'First seen', 'ID'],
];

/** Returns a mention as a row of a file. */
export function mentionCells(mention: Mention): CsvCell[] {
  const { author, sentiment, figures } = mention;
  const value = sentimentOf(sentiment);
  const certainty = sentiment.probabilities && value !== null ? sentiment.probabilities[value + 1] : null;
  const { relevantByPerson } = mention;
  return [
    ...[
      mention.published,
      mention.monitorName,
      SOURCES[mention.source].name,
      `@${author.handle}`,
      author.name,
    ],
    ...[author.followers, mention.title, mention.text, mention.url, mention.language],
    csvWord(value === null ? (sentiment.probabilities ? 'Unclear' : 'Unknown') : SENTIMENTS[value]),
    csvWord(sentiment.byPerson === null ? (sentiment.probabilities ? 'Model' : '') : 'Person'),
    certainty === null || certainty === undefined ? '' : certainty.toFixed(2),
    ...[figures.likes, figures.replies, figures.reposts, figures.quotes, figures.views, mention.clusterSize],
    relevantByPerson === null ? '' : csvWord(relevantByPerson ? 'Yes' : 'No'),
    ...[
      csvValue(`mention.${mention.state}`),
      mention.brandTags.join(', '),
      mention.note,
      mention.why.join('; '),
      mention.seen,
      mention.id,
    ],
  ];
}
