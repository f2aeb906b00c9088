import { type OptInChange, type OptInStatus, ratingAverage } from '@troupe/domain/campaigns/opt-in';
import { assertOptInMove } from '@troupe/domain/campaigns/opt-in-decision';
import type { OptInEventDetail } from '@troupe/domain/campaigns/opt-in-event';
import { problem } from '@troupe/domain/problem';
import type { z } from 'zod';
import type { NewEvent, StoredOptIn } from './opt-in-change.queries.ts';
import { optInEvent } from './opt-in-event-text.ts';

type Change = z.output<typeof OptInChange>;
type Columns = Partial<StoredOptIn>;
interface Step {
  columns: Columns;
  events: NewEvent[];
}

/** Returns the writes of a status move. @throws invalid_transition when `by` may not make this move */
export function moveStep(
  row: StoredOptIn,
  to: OptInStatus,
  by: 'brand' | 'creator',
  { reason, now, counted = false }: { reason?: string | undefined; now: Date; counted?: boolean },
): Step {
  assertOptInMove(row, to, by);
  const why = reason?.trim() || null;
  const approving = to === 'approved' && row.status !== 'completed';
  return {
    columns: {
      status: to,
      reason: to === 'rejected' || to === 'withdrawn' ? why : null,
      ...(approving && !counted ? { approvedAt: now.toISOString() } : {}),
      ...(by === 'brand' ? { unseen: false } : {}),
      // A creator who rejoins shows as unseen to the brand.
      ...(to === 'pending' && by === 'creator' ? { unseen: true } : {}),
    },
    events: [optInEvent(to, why ? { reason: why } : {})],
  };
}

/** Returns the writes of a brand's rating and shipment changes. `status` is the one after the move. */
export function detailSteps(row: StoredOptIn, status: OptInStatus, change: Change, now: Date): Step {
  const working = status === 'approved' || status === 'completed';
  const step: Step = { columns: {}, events: [] };
  const add = (columns: Columns, event: NewEvent) => {
    Object.assign(step.columns, columns);
    step.events.push(event);
  };
  if (change.rating) {
    if (!working)
      throw problem('invalid_transition', { message: 'Approve the creator before you rate them.' });
    const text = `Rated ${ratingAverage(change.rating)} of 5`;
    add({ rating: change.rating }, { kind: 'rated', text });
  }
  if (change.shipment) {
    if (!working)
      throw problem('invalid_transition', { message: 'Approve the creator before you ship anything.' });
    const { shipment, ...event } = shipmentStep(row, change.shipment, now);
    add({ shipment }, optInEvent('shipment', { shipment: event }));
  }
  return step;
}

function shipmentStep(
  { shipment }: StoredOptIn,
  { state, carrier, tracking }: NonNullable<Change['shipment']>,
  now: Date,
): { shipment: StoredOptIn['shipment'] } & NonNullable<OptInEventDetail['shipment']> {
  const refuse = (message: string) => problem('invalid_transition', { message });
  if (state === 'asked') {
    if (shipment.state === 'shipped' || shipment.state === 'received')
      throw refuse('The product has already shipped.');
    return { shipment: { ...shipment, state }, state };
  }
  if (state === 'shipped') {
    if (!shipment.address) throw refuse('No shipping address yet. Ask the creator for one first.');
    if (shipment.state === 'received') throw refuse('The product has already arrived.');
    const next = {
      ...shipment,
      state,
      carrier: carrier === undefined ? shipment.carrier : carrier?.trim() || null,
      tracking: tracking === undefined ? shipment.tracking : tracking?.trim() || null,
      shipped: shipment.shipped ?? now.toISOString(),
    };
    return { shipment: next, state, carrier: next.carrier, tracking: next.tracking };
  }
  return { shipment: receivedShipment(shipment, now), state: 'received' };
}

/** Returns the shipment as received. @throws invalid_transition before it was shipped */
export function receivedShipment(shipment: StoredOptIn['shipment'], now: Date): StoredOptIn['shipment'] {
  if (shipment.state !== 'shipped')
    throw problem('invalid_transition', {
      message:
        shipment.state === 'received'
          ? 'The product has already arrived.'
          : "The product hasn't shipped yet.",
    });
  return { ...shipment, state: 'received', received: now.toISOString() };
}
