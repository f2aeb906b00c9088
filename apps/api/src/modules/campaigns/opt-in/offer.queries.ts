import type { Agreement, Offer, OfferSide, OfferState, OfferTable } from '@troupe/domain/campaigns/agreement';
import type { DomainEventType } from '@troupe/domain/domain-event';
import { and, asc, eq, type InferSelectModel, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { optInOfferTable, type optInTable } from './opt-in.table.ts';

/** A stored offer. */
export type StoredOffer = InferSelectModel<typeof optInOfferTable>;

/** Writes to one opt-in's offers: state changes first, then new versions. */
export interface OfferWrites {
  states: { number: number; state: OfferState }[];
  added: Pick<StoredOffer, 'number' | 'side' | 'state' | 'terms' | 'userId'>[];
}

/** An offer event for the brand's webhooks. */
export interface OfferEvent {
  type: Extract<DomainEventType, `offer.${string}`>;
  data: { number: number; side: OfferSide };
}

/** Returns the offers of these opt-ins, oldest version first. */
export async function readOffers(
  db: Database,
  optInIds: readonly string[],
): Promise<Map<string, StoredOffer[]>> {
  if (optInIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(optInOfferTable)
    .where(inArray(optInOfferTable.optInId, [...optInIds]))
    .orderBy(asc(optInOfferTable.optInId), asc(optInOfferTable.number));
  return Map.groupBy(rows, ({ optInId }) => optInId);
}

/** Converts an offer to the form both sides see. */
export const toOffer = ({ number, side, state, terms, createdAt, answeredAt }: StoredOffer): Offer => ({
  number,
  side,
  state,
  terms,
  created: createdAt,
  answered: answeredAt,
});

/** Returns the negotiation state of an opt-in. `offers` are all its offers, oldest version first. */
export function tableOf(
  row: Pick<InferSelectModel<typeof optInTable>, 'agreement' | 'agreedNumber' | 'askedFee'>,
  offers: readonly StoredOffer[],
): OfferTable {
  const open = offers.find(({ state }) => state === 'offered') ?? null;
  const requested = offers.findLast(({ side }) => side === 'creator')?.terms;
  return {
    open,
    asked: requested ?? { ...row.agreement, fee: row.askedFee },
    agreed: row.agreedNumber === null ? null : row.agreement,
  };
}

/** Writes state changes first: at most one offer may be open. */
export async function writeOffers(
  db: Database,
  writes: readonly (OfferWrites & { optInId: string })[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const states = writes.flatMap(({ optInId, states: some }) =>
    some.map(({ number, state }) => ({ opt_in_id: optInId, number, state })),
  );
  if (states.length > 0)
    await db.execute(sql`
      update opt_in_offer f set state = n.state, answered_at = ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as n(opt_in_id uuid, number int, state text)
      where f.opt_in_id = n.opt_in_id and f.number = n.number`);
  const added = writes.flatMap(({ optInId, added: some }) =>
    some.map((offer) => ({
      ...offer,
      optInId,
      createdAt: at,
      answeredAt: offer.state === 'offered' ? null : at,
    })),
  );
  if (added.length > 0) await db.insert(optInOfferTable).values(added);
}

/** Restores offers to their state before an approval and deletes those it added. */
export async function restoreOffers(
  db: Database,
  optInId: string,
  before: readonly { number: number; state: OfferState; answeredAt: string | null }[],
  added: readonly number[],
): Promise<void> {
  if (added.length > 0)
    await db
      .delete(optInOfferTable)
      .where(and(eq(optInOfferTable.optInId, optInId), inArray(optInOfferTable.number, [...added])));
  for (const { number, state, answeredAt } of before)
    await db
      .update(optInOfferTable)
      .set({ state, answeredAt })
      .where(and(eq(optInOfferTable.optInId, optInId), eq(optInOfferTable.number, number)));
}

/** SQL columns for the offer data of opt-in `i`. */
export const OFFER_COLUMNS = `
  (select jsonb_build_object('number', f.number, 'side', f.side, 'state', f.state, 'terms', f.terms,
      'created', f.created_at, 'answered', f.answered_at)
    from opt_in_offer f where f.opt_in_id = i.id order by f.number desc limit 1) as offer,
  (select f.terms from opt_in_offer f where f.opt_in_id = i.id and f.side = 'creator' order by f.number desc limit 1)
    as "askedTerms",
  (select f.answered_at from opt_in_offer f where f.opt_in_id = i.id and f.number = i.agreed_number) as agreed,
  i.undo->>'until' as "undoUntil"`;

/** {@link OFFER_COLUMNS} as returned by the database. */
export interface OfferColumns {
  offer: Offer;
  askedTerms: Agreement;
  agreed: string | null;
  undoUntil: string | null;
}

/** Converts timestamps inside JSON to ISO 8601. */
export const offerColumns = ({ offer, askedTerms, agreed, undoUntil }: OfferColumns): OfferColumns => ({
  offer: {
    ...offer,
    created: new Date(offer.created).toISOString(),
    answered: offer.answered && new Date(offer.answered).toISOString(),
  },
  askedTerms,
  agreed,
  undoUntil,
});
