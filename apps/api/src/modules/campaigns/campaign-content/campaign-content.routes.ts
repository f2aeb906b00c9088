import * as calls from '@troupe/contract/campaigns/campaign-content';
import type { Shoutout } from '@troupe/domain/campaigns/campaign-content';
import { parseMediaRates } from '@troupe/domain/campaigns/campaign-metrics-figures';
import { contentKindName } from '@troupe/domain/campaigns/content-kind-name';
import type { CsvCell } from '@troupe/domain/csv';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../../../platform/api.ts';
import { sendCsv } from '../../../platform/csv/csv-file.ts';
import { csvValue, csvWord } from '../../../platform/csv/csv-words.ts';
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
    context: {
      request: FastifyRequest;
      reply: FastifyReply;
      brandId: string;
      params: { campaignId: string };
    },
    kind: 'shoutout' | 'story',
  ) {
    const { brandId, params } = context;
    await requireCampaign(brandId, params.campaignId);
    const name = kind === 'story' ? 'stories.csv' : 'shoutouts.csv';
    const rows = readAllPosts(pool, params.campaignId, kind);
    return sendCsv(context, { name, head: POST_HEAD, rows, cells: postCells });
  }

  implement(calls.getCampaignMetrics, async ({ brandId, params: { campaignId }, query }) => {
    const rates = parseMediaRates(query.rates ?? '');
    if (!rates) throw problem('invalid', { fields: { rates: 'Use the format views:1.5,likes:8' } });
    const metrics = await readCampaignMetrics(pool, brandId, campaignId, { ...query, rates });
    if (!metrics) throw problem('not_found');
    return metrics;
  });

  implement(calls.exportShoutouts, (context) => download(context, 'shoutout'));
  implement(calls.exportStories, (context) => download(context, 'story'));
}

const FIGURES = ['views', 'reach', 'likes', 'comments', 'saves', 'shares'] as const;

/** Column titles of a file of live posts. */
const POST_HEAD = [
  ...['Creator', 'Name', 'Platform', 'Type', 'URL', 'Title', 'Published'],
  ...['Views', 'Reach', 'Likes', 'Comments', 'Saves', 'Shares', 'Updated', 'Source'],
];

/** Returns who a post's figures are from: a platform's API, the brand or the creator. */
const sourceText = (source: string): string =>
  source === 'brand' || source === 'creator'
    ? csvValue(`source.${source}`)
    : csvWord(`${PLATFORM_NAMES[source as Platform] ?? source} API`);

/** Returns the cells of a live post. Unknown figures are empty; times are ISO 8601 in UTC. */
const postCells = ({ creator, figures, ...post }: Shoutout): CsvCell[] => [
  ...[creator.username, creator.fullname, PLATFORM_NAMES[post.platform], contentKindName(post.kind)],
  ...[post.url, post.title, post.published],
  ...FIGURES.map((name) => figures[name]),
  ...[post.asOf, post.source && sourceText(post.source)],
];
