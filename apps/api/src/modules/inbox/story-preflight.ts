import * as contract from '@troupe/contract/campaigns/campaign';
import {
  MOST_STORY_RISKS,
  mayAskForStories,
  STORY_ASK_DAYS,
  type StoryPreflight,
  type StoryReason,
  storyReason,
} from '@troupe/domain/campaigns/story-preflight';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { dayText } from '../../platform/language.ts';
import { readCampaign } from '../campaigns/campaign/campaign.queries.ts';
import {
  readDueStoryCreators,
  readStoryCreators,
  type StoryCreator,
} from '../campaigns/campaign/story-preflight.queries.ts';
import { addOptInEvents } from '../campaigns/opt-in/opt-in-change.queries.ts';
import { t } from './messages/messages.gen.ts';
import { notifyEach, readNotified } from './notification/notification.queries.ts';

const DAY_MS = 86_400_000;

/**
 * Registers the calls about creators whose stories would be lost, and the job that asks them to fix it in the two weeks
 * before their stories are due.
 */
export function storyPreflight(api: Api): void {
  api.implement(contract.getStoryPreflight, ({ brandId, params: { campaignId } }) =>
    preflight(api, brandId, campaignId),
  );
  api.implement(contract.askForStories, async ({ brandId, params: { campaignId } }) => {
    const now = api.clock.now();
    let asked = 0;
    for (const risk of await risksOf(api, brandId, campaignId, now))
      if (risk.creator.optInId && mayAskForStories(risk.reason, risk.creator.due, now))
        if (await askCreator(api.db, risk, now)) asked += 1;
    return { asked, preflight: await preflight(api, brandId, campaignId) };
  });
  api.jobs.every('50 * * * *', 'story-preflight', () => askBeforeStories(api));
}

/** A creator whose stories would be lost, with the reason. */
interface Risk {
  creator: StoryCreator;
  reason: StoryReason;
}

const withReasons = (creators: readonly StoryCreator[], now: Date): Risk[] =>
  creators.flatMap((creator) => {
    const reason = storyReason(creator.platform, creator.connection, creator.due, now);
    return reason ? [{ creator, reason }] : [];
  });

/** Stories that were due more than a day ago can no longer be read. */
const isOpen = ({ due }: StoryCreator, now: Date): boolean =>
  due === null || Date.parse(due) + DAY_MS > now.getTime();

async function risksOf({ pool }: Api, brandId: string, campaignId: string, now: Date): Promise<Risk[]> {
  const creators = await readStoryCreators(pool, brandId, campaignId);
  return withReasons(
    creators.filter((creator) => isOpen(creator, now)),
    now,
  );
}

async function preflight(api: Api, brandId: string, campaignId: string): Promise<StoryPreflight> {
  const { pool, db, clock, config } = api;
  const now = clock.now();
  if (!(await readCampaign(pool, brandId, campaignId, config.API_ORIGIN, now))) throw problem('not_found');
  const creators = (await readStoryCreators(pool, brandId, campaignId)).filter((one) => isOpen(one, now));
  const risks = withReasons(creators, now);
  const shown = risks.slice(0, MOST_STORY_RISKS);
  const asked = await readNotified(
    db,
    shown.flatMap((risk) => referenceOf(risk) ?? []),
  );
  return {
    checked: creators.length,
    lost: risks.length,
    creators: shown.map(({ creator, reason }) => {
      const { creatorId, optInId, source, username, fullname, profilePicUrl, platform, due } = creator;
      const askedAt = asked.get(referenceOf({ creator, reason }) ?? '') ?? null;
      return {
        creatorId,
        optInId,
        source,
        username,
        fullname,
        profilePicUrl,
        platform,
        reason,
        until: reason === 'token-ends' ? (creator.connection?.until ?? null) : null,
        due,
        asked: askedAt,
        mayAsk:
          askedAt === null &&
          optInId !== null &&
          creator.userId !== null &&
          mayAskForStories(reason, due, now),
      };
    }),
  };
}

/** Identifies an ask: once per collaboration and reason. A renewed token that ends too early is another reason. */
function referenceOf({ creator, reason }: Risk): string | null {
  const { optInId, connection } = creator;
  const which = reason === 'token-ends' ? `:${connection?.until ?? ''}` : '';
  return optInId && `story:${optInId}:${reason}${which}`;
}

/** Asks a creator to fix what would lose their stories, once. Returns whether they were asked now. */
async function askCreator(db: Database, risk: Risk, now: Date): Promise<boolean> {
  const { creator, reason } = risk;
  const { optInId, userId, brandId, brandName, campaignTitle, due, connection } = creator;
  const reference = referenceOf(risk);
  if (!optInId || !userId || !reference || reason === 'unsupported') return false;
  const about = { brand: brandName, campaign: campaignTitle };
  return db.transaction(async (tx) => {
    const notice = {
      userId,
      brandId,
      kind: 'content' as const,
      write: () => ({
        title: t(`story.${reason}.title`),
        text:
          reason === 'token-ends'
            ? t(
                'story.token-ends.text',
                Object.assign({ until: dayText(connection?.until ?? '', 'long') }, about),
              )
            : due
              ? t(`story.${reason}.textDue`, Object.assign({ day: dayText(due, 'long') }, about))
              : t(`story.${reason}.text`, about),
      }),
      href: '/account',
      reference,
    };
    const notified = await notifyEach(tx, [notice], now);
    if (notified.length === 0) return false;
    const line = { kind: 'reminded', text: 'Asked to connect Instagram for story metrics' };
    await addOptInEvents(tx, optInId, [line], null, now);
    return true;
  });
}

/** Asks all creators whose stories are due within two weeks and would be lost. */
export async function askBeforeStories(api: Pick<Api, 'pool' | 'db' | 'clock' | 'log'>): Promise<void> {
  const now = api.clock.now();
  const until = new Date(now.getTime() + STORY_ASK_DAYS * DAY_MS);
  const risks = withReasons(await readDueStoryCreators(api.pool, { from: now, until }), now);
  await oneByOne(api.log, 'failed to ask a creator for stories', risks, async (risk) => {
    await askCreator(api.db, risk, now);
  });
}
