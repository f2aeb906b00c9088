import { Readable } from 'node:stream';
import * as calls from '@troupe/contract/campaigns/campaign-content';
import { englishKindName } from '@troupe/domain/campaigns/campaign-brief';
import type { Shoutout } from '@troupe/domain/campaigns/campaign-content';
import { parseMediaRates } from '@troupe/domain/campaigns/campaign-metrics-figures';
import { CSV_BOM, csvLine } from '@troupe/domain/csv';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { FastifyReply } from 'fastify';
import type { Api } from '../../../platform/api.ts';
import {
  isCampaignOf,
  readAllPosts,
  readPreviewPage,
  readShoutoutPage,
  readStoryPage,
  readUploadPage,
} from './campaign-content.queries.ts';
import { readCampaignMetrics } from './campaign-metrics.queries.ts';
import { uploadLinks } from './upload.link.ts';

/** Registers the calls that return a campaign's content to the brand. */
export function campaignContentRoutes({ implement, pool, clock, config }: Api): void {
  const linksOf = uploadLinks(config, () => clock.now());

  async function requireCampaign(brandId: string, campaignId: string): Promise<void> {
    if (!(await isCampaignOf(pool, brandId, campaignId))) throw problem('not_found');
  }

  implement(calls.listShoutouts, async ({ params: { campaignId, page } }) => {
    const { total, ...found } = await readShoutoutPage(pool, campaignId, page);
    return { ...found, ...pagesOf(page, total) };
  });

  implement(calls.listStories, async ({ params: { campaignId, page } }) => {
    const { total, ...found } = await readStoryPage(pool, campaignId, page);
    return { ...found, ...pagesOf(page, total) };
  });

  implement(calls.listContentPreviews, async ({ params: { campaignId, page }, query: { sort } }) => {
    const { total, ...found } = await readPreviewPage(pool, campaignId, { page, sort }, linksOf);
    return { ...found, ...pagesOf(page, total) };
  });

  implement(calls.listUploads, async ({ brandId, params: { campaignId }, query: { page } }) => {
    await requireCampaign(brandId, campaignId);
    const { total, ...found } = await readUploadPage(pool, campaignId, page, linksOf);
    return { ...found, ...pagesOf(page, total) };
  });

  async function download(
    reply: FastifyReply,
    brandId: string,
    campaignId: string,
    kind: 'shoutout' | 'story',
  ) {
    await requireCampaign(brandId, campaignId);
    const name = kind === 'story' ? 'stories.csv' : 'shoutouts.csv';
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(postsCsv(readAllPosts(pool, campaignId, kind))));
  }

  implement(calls.getCampaignMetrics, async ({ brandId, params: { campaignId }, query }) => {
    const rates = parseMediaRates(query.rates ?? '');
    if (!rates) throw problem('invalid', { fields: { rates: 'Use the format views:1.5,likes:8' } });
    const metrics = await readCampaignMetrics(pool, brandId, campaignId, { ...query, rates });
    if (!metrics) throw problem('not_found');
    return metrics;
  });

  implement(calls.exportShoutouts, ({ brandId, params, reply }) =>
    download(reply, brandId, params.campaignId, 'shoutout'),
  );
  implement(calls.exportStories, ({ brandId, params, reply }) =>
    download(reply, brandId, params.campaignId, 'story'),
  );
}

const FIGURES = ['views', 'reach', 'likes', 'comments', 'saves', 'shares'] as const;
const HEAD = ['Creator', 'Name', 'Platform', 'Type', 'URL', 'Title', 'Published'];
const TAIL = ['Views', 'Reach', 'Likes', 'Comments', 'Saves', 'Shares', 'Read', 'Source'];

/** Yields live posts as CSV lines. Unknown figures are empty; times are ISO 8601 in UTC. */
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
            englishKindName(post.kind),
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
