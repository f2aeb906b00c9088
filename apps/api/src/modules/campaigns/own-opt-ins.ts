import {
  getOwnOptIn,
  giveAddress,
  listOwnOptIns,
  withdrawOptIn,
} from '@troupe/contract/campaigns/creator-app';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { type FileLinks, readOwnContent } from './campaign-content/own-content.queries.ts';
import { acceptsCreators, toOpenCampaign } from './open-campaigns.ts';
import { readOffers, type StoredOffer, tableOf, toOffer } from './opt-in/offer.queries.ts';
import { readCampaignsOfOwn, readOpenCampaign } from './opt-in/open-campaign.queries.ts';
import { readOptInHistory } from './opt-in/opt-in.queries.ts';
import { moveStep, receivedShipment } from './opt-in/opt-in.step.ts';
import {
  lockOwnOptIn,
  type OptInStep,
  type StoredOptIn,
  writeOptIn,
} from './opt-in/opt-in-change.queries.ts';
import { optInEvent } from './opt-in/opt-in-event-text.ts';
import { lockCampaignForOptIn, readOwnOptIns } from './opt-in/own-opt-in.queries.ts';

/** Registers the creator's calls for their own opt-ins. */
export function ownOptIns(api: Api, linksOf: FileLinks): void {
  const { db, pool, clock, config } = api;

  api.implement(listOwnOptIns, async ({ caller }) => {
    const now = clock.now();
    const [own, campaigns] = await Promise.all([
      readOwnOptIns(pool, caller.userId),
      readCampaignsOfOwn(pool, caller.userId),
    ]);
    return {
      optIns: own.flatMap((one) => {
        const row = campaigns.get(one.campaignId);
        return row ? [{ ...one, campaign: toOpenCampaign(row, config.API_ORIGIN, now) }] : [];
      }),
    };
  });

  api.implement(getOwnOptIn, async ({ params: { optInId }, caller }) => {
    const [optIn, history, offers, content] = await Promise.all([
      ownOptIn(api, caller.userId, optInId),
      readOptInHistory(db, optInId),
      readOffers(db, [optInId]),
      readOwnContent(db, optInId, linksOf),
    ]);
    return {
      optIn,
      history: toCreatorView(history, optIn),
      ...content,
      offers: (offers.get(optInId) ?? []).map(toOffer),
    };
  });

  async function change(
    userId: string,
    optInId: string,
    work: (tx: Database, row: StoredOptIn, now: Date) => Promise<OptInStep>,
  ) {
    const now = clock.now();
    await db.transaction(async (tx) => {
      const row = await lockOwnOptIn(tx, userId, optInId);
      if (!row) throw problem('not_found');
      const written = await work(tx, row, now);
      await writeOptIn(tx, row, { ...written, userId }, now);
    });
    return { optIn: await ownOptIn(api, userId, optInId) };
  }

  api.implement(withdrawOptIn, ({ params: { optInId }, body: { again, reason }, caller }) =>
    change(caller.userId, optInId, async (tx, row, now) => {
      const offers = (await readOffers(tx, [optInId])).get(optInId) ?? [];
      if (!again) return { ...moveStep(row, 'withdrawn', 'creator', { reason, now }), ...closeOpen(offers) };
      const campaign = await lockCampaignForOptIn(tx, row.campaignId);
      const { columns } = moveStep(row, 'pending', 'creator', { now });
      if (!campaign || !acceptsCreators(campaign, now))
        throw problem('invalid_transition', { message: 'This campaign is no longer accepting creators.' });
      const { asked } = tableOf(row, offers);
      const number = (offers.at(-1)?.number ?? 0) + 1;
      const offer = {
        number,
        side: 'creator',
        state: 'offered',
        terms: asked,
        userId: caller.userId,
      } as const;
      return {
        columns: { ...columns, agreedNumber: null, agreement: { ...asked, fee: null } },
        events: [{ kind: 'pending', text: 'Rejoined' }],
        offers: { states: [], added: [offer] },
        webhooks: [{ type: 'offer.created', data: { number, side: 'creator' } }],
      };
    }),
  );

  api.implement(giveAddress, ({ params: { optInId }, body: { address, received }, caller }) =>
    change(caller.userId, optInId, async (_tx, row, now) => {
      const refuse = (message: string) => problem('invalid_transition', { message });
      if (!address && !received) throw problem('invalid', { fields: { address: 'Add a shipping address' } });
      if (row.status !== 'approved' && row.status !== 'completed')
        throw refuse('Products ship after the brand approves you.');
      const { shipment } = row;
      if (received)
        return {
          columns: { shipment: receivedShipment(shipment, now) },
          events: [optInEvent('shipment', { shipment: { state: 'received' } })],
        };
      if (shipment.state !== 'asked' && shipment.state !== 'ready')
        throw refuse(
          shipment.state === 'none'
            ? "The brand hasn't asked for an address yet."
            : 'The product has already shipped.',
        );
      return {
        columns: { shipment: { ...shipment, state: 'ready', address: address ?? null } },
        events: [{ kind: 'address', text: 'Address provided' }],
      };
    }),
  );
}

/** Closes open offers when a creator withdraws. */
function closeOpen(offers: readonly StoredOffer[]): Pick<OptInStep, 'offers' | 'webhooks'> {
  const open = offers.find(({ state }) => state === 'offered');
  if (!open) return {};
  const { number, side } = open;
  const state = side === 'creator' ? 'withdrawn' : 'declined';
  return {
    offers: { states: [{ number, state }], added: [] },
    webhooks: [{ type: `offer.${state}`, data: { number, side } }],
  };
}

/** Returns an opt-in as its creator sees it. @throws not_found when it isn't theirs */
export async function ownOptIn({ pool, config, clock }: Api, userId: string, optInId: string) {
  const [one] = await readOwnOptIns(pool, userId, optInId);
  const row = one && (await readOpenCampaign(pool, userId, one.campaignId));
  if (!one || !row) throw problem('not_found');
  return { ...one, campaign: toOpenCampaign(row, config.API_ORIGIN, clock.now()) };
}

type History = Awaited<ReturnType<typeof readOptInHistory>>;

/** Hides ratings until completion and shows the brand instead of its team members. */
export function toCreatorView(
  history: History,
  { status, campaign }: { status: string; campaign: { brand: { name: string } } },
) {
  return history
    .filter(({ kind }) => kind !== 'rated' || status === 'completed')
    .map(({ role, ...event }) => ({
      ...event,
      by: role === 'creator' ? event.by : role && campaign.brand.name,
    }));
}
