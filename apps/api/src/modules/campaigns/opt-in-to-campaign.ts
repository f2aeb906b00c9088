import { optIn } from '@troupe/contract/campaigns/creator-app';
import type { CampaignQuestion } from '@troupe/domain/campaigns/campaign-brief';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import { publish } from '../../platform/events.ts';
import { lockUser } from '../account/user/user.queries.ts';
import { briefOf } from './campaign/campaign.queries.ts';
import { acceptsCreators } from './open-campaigns.ts';
import { chooseCreator, lockOwnCopies } from './opt-in/creator-claim.queries.ts';
import { settleCopies } from './opt-in/own-copy.jobs.ts';
import {
  insertOptIn,
  lockCampaignForOptIn,
  readLeadingInvite,
  readOwnProfile,
  readPresentOptIn,
} from './opt-in/own-opt-in.queries.ts';
import { ownOptIn } from './own-opt-ins.ts';

/** Registers the call that opts a creator in to a campaign. */
export function optInToCampaign(api: Api): void {
  api.implement(optIn, async ({ params: { campaignId }, body, caller }) => {
    const { userId } = caller;
    const now = api.clock.now();
    const optInId = await api.db.transaction(async (tx) => {
      // Serialize double clicks: the second one finds the opt-in of the first.
      await lockUser(tx, userId);
      const campaign = await lockCampaignForOptIn(tx, campaignId);
      if (!campaign) throw problem('not_found');
      const copies = await lockOwnCopies(tx, body.socialProfileId, campaign.brandId);
      const creatorIds = [...copies, body.socialProfileId];
      const present = await readPresentOptIn(tx, campaignId, userId, creatorIds);
      if (present?.userId === userId) {
        if (creatorIds.includes(present.creatorId)) return present.id;
        throw problem('conflict', {
          message: 'You already joined this campaign with another profile.',
        });
      }
      if (campaign.status === 'draft') throw problem('not_found');
      if (!acceptsCreators(campaign, now))
        throw problem('invalid_transition', { message: 'This campaign is no longer accepting creators.' });
      const brief = briefOf(campaign);
      const profile = await readOwnProfile(tx, userId, body.socialProfileId, campaign.brandId);
      if (!profile)
        throw problem('invalid', { fields: { socialProfileId: 'Claim this profile before you opt in' } });
      if (!brief.socialChannels.includes(profile.platform)) {
        const names = brief.socialChannels.map((platform) => PLATFORM_NAMES[platform]).join(', ');
        throw problem('invalid', { fields: { socialProfileId: `This campaign is for ${names}` } });
      }
      if (brief.maxPaidAmount !== null && (body.askedFee ?? 0) > brief.maxPaidAmount)
        throw problem('invalid', { fields: { askedFee: "This is above the campaign's maximum fee" } });
      if (present) throw problem('conflict', { message: 'This profile has already joined the campaign.' });
      if (copies.length > 0)
        await settleCopies(tx, { sharedId: body.socialProfileId, brandId: campaign.brandId }, now);
      const creatorId = await chooseCreator(tx, campaign, creatorIds);
      const { deliverables, currency, draftDue, liveDue, usageRights } = brief;
      const optInId = await insertOptIn(
        tx,
        {
          brandId: campaign.brandId,
          campaignId,
          creatorId,
          userId,
          inviteId: await readLeadingInvite(tx, campaignId, userId, body.inviteToken),
          agreement: { fee: null, currency, deliverables, draftDue, liveDue, usageRights },
          answers: answersTo(brief.questions, body.answers),
          pitch: body.pitch,
          askedFee: body.askedFee,
          termsVersion: campaign.version,
        },
        now,
      );
      await publish(
        tx,
        {
          type: 'opt_in.created',
          brandId: campaign.brandId,
          data: { optInId, campaignId, creatorId, status: 'pending', again: false },
        },
        now,
      );
      return optInId;
    });
    return { optIn: await ownOptIn(api, userId, optInId) };
  });
}

/** Returns the answers with their questions. @throws invalid naming each question without a valid answer */
function answersTo(
  questions: readonly CampaignQuestion[],
  given: readonly { questionId: string; answer: string }[],
) {
  const fields: Record<string, string> = {};
  const answers = questions.flatMap(({ id, text, required, choices }) => {
    const answer = given.find(({ questionId }) => questionId === id)?.answer.trim() ?? '';
    if (answer === '') {
      if (required) fields[`answers.${id}`] = 'Answer this question';
      return [];
    }
    if (choices.length > 0 && !choices.includes(answer))
      fields[`answers.${id}`] = 'Choose one of the answers';
    return [{ questionId: id, question: text, answer }];
  });
  if (Object.keys(fields).length > 0) throw problem('invalid', { fields });
  return answers;
}
