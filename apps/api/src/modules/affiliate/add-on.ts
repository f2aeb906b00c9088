import { addOnOf } from '@troupe/domain/billing/plan';
import { problem } from '@troupe/domain/problem';
import type { Database } from '../../platform/database.ts';
import { readOwners } from '../account/brand/brand-member.queries.ts';
import { readSubscriptions } from '../billing/subscription/subscription.queries.ts';

/** The add-on that a program needs, and who can buy it. */
export interface AddOnState {
  active: boolean;
  name: string;
  /** Per month, in cents. */
  price: number;
  /** Names of the brand's owners. */
  owners: string[];
}

/** Returns whether a brand has the affiliate add-on, and who can buy it. */
export async function readAddOn(db: Database, brandId: string): Promise<AddOnState> {
  const [held, owners] = await Promise.all([readSubscriptions(db, brandId), readOwners(db, brandId)]);
  const addOn = addOnOf('affiliate');
  return {
    active: held.some(({ kind, status }) => kind === 'affiliate' && status === 'active'),
    name: addOn?.name ?? '',
    price: addOn?.price ?? 0,
    owners: owners.map(({ name }) => name.trim()).filter((name) => name !== ''),
  };
}

/** Returns why a brand can't add to its program without the add-on; null if it has it. */
export function addOnRefusal({ active, name, owners }: AddOnState): string | null {
  if (active) return null;
  const who =
    owners.length === 0
      ? 'An owner of your brand'
      : new Intl.ListFormat('en', { type: 'disjunction' }).format(owners);
  return `You need ${name} for this. ${who} can buy it on the pricing page.`;
}

/** @throws add_on_required unless the brand has the affiliate add-on; names who can buy it */
export async function requireAddOn(db: Database, brandId: string): Promise<void> {
  const state = await readAddOn(db, brandId);
  const message = addOnRefusal(state);
  if (message !== null) throw problem('add_on_required', { message, extra: { owners: state.owners } });
}
