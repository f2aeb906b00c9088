import type { Agreement, Offer, OfferSide, OfferState, OfferTable } from '@troupe/domain/campaigns/agreement';
import type { DomainEventType } from '@troupe/domain/domain-event';
import { and, asc, eq, type InferSelectModel, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { optInOfferTable, type optInTable } from './opt-in.table.ts';

/** An offer as it is kept. */
export type StoredOffer = InferSelectModel<typeof optInOfferTable>;

/** What changes of the offers of one opt-in: states of those there are, then new versions. */
export interface OfferWrites {
  states: { number: number; state: OfferState }[];
  added: Pick<StoredOffer, 'number' | 'side' | 'state' | 'terms' | 'userId'>[];
}

/** What a brand's own programs are told of an offer. */
export interface OfferNews {
  type: Extract<DomainEventType, `offer.${string}`>;
  data: { number: number; side: OfferSide };
}

/** Offers of opt-ins, first version first. */
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

/** An offer as both sides see it. */
export const toOffer = ({ number, side, state, terms, createdAt, answeredAt }: StoredOffer): Offer => ({
  number,
  side,
  state,
  terms,
  created: createdAt,
  answered: answeredAt,
});

/** Returns what lies on the table of an opt-in. `offers` are all of it, first version first. */
export function tableOf(
  row: Pick<InferSelectModel<typeof optInTable>, 'agreement' | 'agreedNumber' | 'askedFee'>,
  offers: readonly StoredOffer[],
): OfferTable {
  const open = offers.find(({ state }) => state === 'offered') ?? null;
  const asked = offers.findLast(({ side }) => side === 'creator')?.terms;
  return {
    open,
    asked: asked ?? { ...row.agreement, fee: row.askedFee },
    agreed: row.agreedNumber === null ? null : row.agreement,
  };
}

/** Writes states first: at most one offer is open. */
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

/** Puts offers back as they were before an approval, and removes those it added. */
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

/** What of its offers an opt-in `i` carries, for `select`. */
export const OFFER_COLUMNS = `
  (select jsonb_build_object('number', f.number, 'side', f.side, 'state', f.state, 'terms', f.terms,
      'created', f.created_at, 'answered', f.answered_at)
    from opt_in_offer f where f.opt_in_id = i.id order by f.number desc limit 1) as offer,
  (select f.terms from opt_in_offer f where f.opt_in_id = i.id and f.side = 'creator' order by f.number desc limit 1)
    as "askedTerms",
  (select f.answered_at from opt_in_offer f where f.opt_in_id = i.id and f.number = i.agreed_number) as agreed,
  i.undo->>'until' as "undoUntil"`;

/** {@link OFFER_COLUMNS} as they are read. */
export interface OfferColumns {
  offer: Offer;
  askedTerms: Agreement;
  agreed: string | null;
  undoUntil: string | null;
}

/** Brings moments inside JSON into the form of all others. */
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
