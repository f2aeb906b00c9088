import { CONTENT_KIND_NAMES } from '@troupe/domain/campaigns/campaign-brief';
import type { Shoutout } from '@troupe/domain/campaigns/campaign-content';
import { CSV_BOM, csvLine } from '@troupe/domain/csv';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';

const FIGURES = ['views', 'reach', 'likes', 'comments', 'saves', 'shares'] as const;
const HEAD = ['Creator', 'Name', 'Platform', 'Kind', 'Address', 'Title', 'Published'];
const TAIL = ['Views', 'Reach', 'Likes', 'Comments', 'Saves', 'Shares', 'Read', 'Source'];

/** Live posts as CSV, line by line; a figure nobody knows is an empty cell. Moments are ISO 8601 in UTC. */
export async function* postsCsv(batches: AsyncIterable<Shoutout[]>): AsyncGenerator<string> {
  yield CSV_BOM + csvLine([...HEAD, ...TAIL]);
  for await (const posts of batches)
    if (posts.length > 0)
      yield posts
        .map(({ creator, figures, ...post }) =>
          csvLine([
            creator.username,
            creator.fullname,
            PLATFORM_NAMES[post.platform],
            CONTENT_KIND_NAMES[post.kind][0],
            post.url,
            post.title,
            post.published,
            ...FIGURES.map((name) => figures[name]),
            post.asOf,
            post.source,
          ]),
        )
        .join('');
}
