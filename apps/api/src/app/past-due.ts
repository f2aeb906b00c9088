import { problem } from '@troupe/domain/problem';
import { LRUCache } from 'lru-cache';
import { isPastDue } from '../modules/billing/subscription/subscription.queries.ts';
import type { Database } from '../platform/database.ts';
import type { Listener } from '../platform/listen.ts';
import type { Gate } from './implement.ts';

const REMEMBERED_MS = 10_000;

/**
 * A gate that is closed to members of a brand whose payment is past due, but for the calls that settle it
 * (`whilePastDue`). Administrators go through. The database announces every change (channel `standing_changed`,
 * payload the brand id), so that a settled brand is back at once.
 */
export function closedWhilePastDue(gate: Gate, db: Database, listener: Listener): Gate {
  const known = new LRUCache<string, { owes: boolean }>({ max: 10_000, ttl: REMEMBERED_MS });
  listener.on('standing_changed', (brandId) => {
    if (brandId) known.delete(brandId);
    else known.clear();
  });

  async function owes(brandId: string): Promise<boolean> {
    const remembered = known.get(brandId);
    if (remembered) return remembered.owes;
    const now = { owes: await isPastDue(db, brandId) };
    known.set(brandId, now);
    return now.owes;
  }

  return async (call, request) => {
    const passage = await gate(call, request);
    const { caller, brandId } = passage;
    const open = 'whilePastDue' in call && call.whilePastDue === true;
    if (brandId && !open && !caller?.administrator && (await owes(brandId)))
      throw problem('payment_past_due');
    return passage;
  };
}
