import { exportOwnData, removeOwnAccount } from '@troupe/contract/campaigns/creator-app';
import type { Api } from '../../platform/api.ts';
import { connectionOf, type Database } from '../../platform/database.ts';
import type { Files } from '../../platform/files/files.ts';
import { pictureKey } from '../account/user/user.picture.ts';
import { announceUserChange, lockUser, savePicture } from '../account/user/user.queries.ts';
import { readAgreements, toAgreements } from '../campaigns/agreement/agreement.queries.ts';
import { type FileLinks, readOwnContent } from '../campaigns/campaign-content/own-content.queries.ts';
import { toOpenCampaign } from '../campaigns/open-campaigns.ts';
import { readClaims } from '../campaigns/opt-in/creator-claim.queries.ts';
import { readOffers, toOffer } from '../campaigns/opt-in/offer.queries.ts';
import { readCampaignsOfOwn } from '../campaigns/opt-in/open-campaign.queries.ts';
import { readOptInHistory } from '../campaigns/opt-in/opt-in.queries.ts';
import { readOwnOptIns } from '../campaigns/opt-in/own-opt-in.queries.ts';
import { toCreatorView } from '../campaigns/own-opt-ins.ts';
import { readOwnPayables } from '../campaigns/payable/payable.queries.ts';
import { readPayoutAccount } from '../campaigns/payout/payout-account.queries.ts';
import { writeConnection } from '../discovery/creator/creator-refresh.queries.ts';
import { eraseFigureDays } from '../discovery/safety-flag/safety-check.queries.ts';
import { eraseQuotes } from '../discovery/safety-flag/safety-flag.queries.ts';
import { eraseAccount, readPersonalData } from './creator-account.queries.ts';

/** A creator's part in a later module. */
export interface CreatorPart {
  /** Returns what it holds, for the export. */
  read(userId: string): Promise<object>;
  /** Ends or deletes it, before the account is deleted. */
  erase(tx: Database, userId: string, now: Date): Promise<void>;
}

/** Registers the calls that export a creator's data and delete their account. */
export function creatorAccount(
  api: Api,
  files: Files,
  linksOf: FileLinks,
  {
    programs,
    gifts,
    listening,
    analytics,
  }: {
    programs: CreatorPart;
    gifts: CreatorPart;
    listening: CreatorPart;
    analytics: Pick<CreatorPart, 'erase'>;
  },
): void {
  const { db, pool, clock, config } = api;

  api.implement(exportOwnData, async ({ caller, reply }) => {
    const { userId } = caller;
    const now = clock.now();
    const [profiles, kept, own, campaigns, payables, affiliatePrograms, ownGifts, payoutAccount, brandsSee] =
      await Promise.all([
        readClaims(db, userId),
        readPersonalData(db, userId),
        readOwnOptIns(pool, userId),
        readCampaignsOfOwn(pool, userId),
        readOwnPayables(pool, userId),
        programs.read(userId),
        gifts.read(userId),
        readPayoutAccount(db, userId),
        listening.read(userId),
      ]);
    const optIns = [];
    for (const optIn of own) {
      const row = campaigns.get(optIn.campaignId);
      if (!row) continue;
      const campaign = toOpenCampaign(row, config.API_ORIGIN, now);
      const history = toCreatorView(await readOptInHistory(db, optIn.id), { ...optIn, campaign });
      const offers = ((await readOffers(db, [optIn.id])).get(optIn.id) ?? []).map(toOffer);
      const agreements = toAgreements(await readAgreements(db, campaign.brand.id, optIn.id)).flatMap(
        ({ clauses: _, ...agreement }) => (agreement.state === 'draft' ? [] : [agreement]),
      );
      const content = await readOwnContent(db, optIn.id, linksOf);
      optIns.push({ ...optIn, campaign, history, offers, agreements, ...content });
    }
    return reply
      .type('application/json')
      .header('content-disposition', 'attachment; filename="my-data.json"')
      .header('cache-control', 'no-store')
      .send(
        JSON.stringify(
          {
            exported: now.toISOString(),
            ...kept,
            profiles,
            optIns,
            payables,
            payoutAccount,
            affiliatePrograms,
            gifts: ownGifts,
            socialListening: brandsSee,
          },
          null,
          2,
        ),
      );
  });

  api.implement(removeOwnAccount, async ({ caller }) => {
    const { userId } = caller;
    const now = clock.now();
    const fileKeys = await db.transaction(async (tx) => {
      await lockUser(tx, userId);
      const picture = await savePicture(tx, userId, null);
      await programs.erase(tx, userId, now);
      await gifts.erase(tx, userId, now);
      await listening.erase(tx, userId, now);
      await analytics.erase(tx, userId, now);
      await eraseFigureDays(connectionOf(tx), userId);
      const erased = await eraseAccount(tx, userId, now);
      await eraseQuotes(tx, erased.creatorIds);
      for (const creatorId of erased.creatorIds) await writeConnection(tx, creatorId, null, now);
      await announceUserChange(tx, userId);
      return picture ? [...erased.fileKeys, pictureKey(userId, picture)] : erased.fileKeys;
    });
    await Promise.all(fileKeys.map((key) => files.remove(key)));
    return { success: true };
  });
}
