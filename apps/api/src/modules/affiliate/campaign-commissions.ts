import { MAX_AFFILIATES, MAX_INVITED_A_DAY } from '@troupe/domain/affiliate/affiliate';
import { type ProgramRules, withCampaignRates } from '@troupe/domain/affiliate/affiliate-program';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { readBrandName } from '../account/brand/brand.queries.ts';
import { readAddOn } from './add-on.ts';
import {
  countAffiliates,
  offerTerms,
  readInvitedOptIns,
  upsertInvited,
} from './affiliate/affiliate-change.queries.ts';
import {
  addProgramVersion,
  lockProgram,
  readProgram,
  updateProgram,
} from './affiliate-program/affiliate-program.queries.ts';
import { readCampaignCommissions } from './affiliate-program/campaign-commission.queries.ts';
import { offerToAll } from './affiliate-programs.ts';
import { announceInvite } from './affiliates.ts';

const DAY = 86_400_000;

type Parts = Pick<Api, 'events' | 'config' | 'clock'>;

/**
 * Pays the commission that campaigns offer through the affiliate program: a published campaign's commission becomes its
 * rate, and creators whose opt-ins are approved are invited.
 */
export function subscribeCampaignCommissions(api: Parts): void {
  api.events.subscribe('campaign.changed', async (tx, published, now) => {
    for (const { brandId, data } of published) {
      const { campaignId, fields } = data;
      const replaces = data.published || fields.includes('commissionPercent');
      // A campaign that resumes may have been set up before the program was on.
      if (replaces || fields.includes('status'))
        await followCampaign(tx, brandId, campaignId, { replaces, now });
    }
  });
  api.events.subscribe('opt_in.approved', async (tx, published, now) => {
    for (const { brandId, data } of published) await inviteApproved(api, tx, brandId, data, now);
  });
}

/**
 * Makes a campaign's commission its rate, as a version of the program.
 * @param replaces whether it replaces a rate that is set; a person may have set another one since
 */
async function followCampaign(
  tx: Database,
  brandId: string,
  campaignId: string,
  { replaces, now }: { replaces: boolean; now: Date },
): Promise<void> {
  if ((await readProgram(tx, brandId))?.state !== 'on') return;
  const [campaign] = await readCampaignCommissions(tx, brandId, campaignId);
  if (!campaign || !(await readAddOn(tx, brandId)).active) return;
  const program = await lockProgram(tx, brandId, 'update');
  if (program?.state !== 'on') return;
  const rules = withCampaignRates(program.rules, [campaign], replaces);
  const rateOf = (from: ProgramRules) =>
    from.campaignRates.find((one) => one.campaignId === campaignId)?.rateBp;
  if (rateOf(rules) === rateOf(program.rules)) return;
  const next = { version: program.version + 1, state: program.state, rules };
  await updateProgram(tx, brandId, next, now);
  await addProgramVersion(
    tx,
    Object.assign(
      { brandId, userId: null, reason: campaign.title.slice(0, 500), effectiveAt: now.toISOString() },
      next,
    ),
  );
  await offerToAll(tx, brandId, now);
}

/** Invites an approved creator to the program if their campaign offers a commission. */
async function inviteApproved(
  api: Pick<Api, 'config' | 'clock'>,
  tx: Database,
  brandId: string,
  { optInId, campaignId }: { optInId: string; campaignId: string },
  now: Date,
): Promise<void> {
  if ((await readProgram(tx, brandId))?.state !== 'on') return;
  const [campaign] = await readCampaignCommissions(tx, brandId, campaignId);
  if (!campaign || campaign.paused || !(await readAddOn(tx, brandId)).active) return;
  const program = await lockProgram(tx, brandId, 'share');
  const [invitee] = await readInvitedOptIns(tx, brandId, [optInId]);
  if (program?.state !== 'on' || !invitee || invitee.refusal !== null) return;
  const { present, invited } = await countAffiliates(tx, brandId, new Date(now.getTime() - DAY));
  // The approval counts; the team can invite them later.
  if (present >= MAX_AFFILIATES || invited >= MAX_INVITED_A_DAY) return;
  const { creatorId } = invitee;
  const own = { rateBp: null, repeatRateBp: null, invitedBy: null };
  const id = await upsertInvited(tx, Object.assign({ brandId, creatorId, optInId, campaignId }, own), now);
  if (!id) return;
  await offerTerms(tx, brandId, [id], now);
  const brandName = (await readBrandName(tx, brandId)) ?? '';
  await announceInvite(api, tx, { brandId, brandName, id, invitee });
}
