import {
  completeAddOnCheckout,
  completeAffiliateCheckout,
  completeSubscriptionCheckout,
  openAddOnCheckout,
  openAffiliateCheckout,
  openSubscriptionCheckout,
} from '@troupe/contract/billing/billing';
import { CallError } from '@troupe/contract/client';
import type { AddOnChoice, CompletedCheckout, HostedPage } from '@troupe/domain/billing/checkout';
import type { PlanChoice } from '@troupe/domain/billing/plan';
import { client } from '../../../shared/call/client.ts';

/** What is bought. */
export type Purchase =
  | { kind: 'subscription'; planId: PlanChoice }
  | { kind: 'affiliate' }
  | { kind: 'addon'; addon: AddOnChoice };

export type PurchaseKind = Purchase['kind'];

/** What the address that the provider's page leads back to calls the kinds: `/pricing?checkout=plan`. */
const returnText = new Map<string, PurchaseKind>([
  ['plan', 'subscription'],
  ['affiliate', 'affiliate'],
  ['addon', 'addon'],
  ['credits', 'addon'],
]);

export const kindReturned = (word: string): PurchaseKind | undefined => returnText.get(word);

/** Whether a text from an address or the browser's storage names a kind. */
const isPurchaseKind = (text: unknown): text is PurchaseKind =>
  text === 'subscription' || text === 'affiliate' || text === 'addon';

/** The page on which a purchase is paid. */
export function openPage(brandId: string, purchase: Purchase): Promise<HostedPage> {
  const params = { brandId };
  if (purchase.kind === 'subscription')
    return client.call(openSubscriptionCheckout, { params, query: { planId: purchase.planId } });
  if (purchase.kind === 'affiliate') return client.call(openAffiliateCheckout, { params });
  return client.call(openAddOnCheckout, { params, query: { addon: purchase.addon } });
}

const completing = {
  subscription: completeSubscriptionCheckout,
  affiliate: completeAffiliateCheckout,
  addon: completeAddOnCheckout,
};

/** How long to wait before each further try. Posting a page again is harmless. */
const WAITS_MS = [600, 2000];

/** Tells the API that a page was paid; tries again where the way there failed. */
export async function completePage(
  brandId: string,
  kind: PurchaseKind,
  hostedPageId: string,
): Promise<CompletedCheckout> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await client.call(
        completing[kind],
        { params: { brandId }, body: { hostedPageId } },
        { idempotencyKey: `checkout-${hostedPageId}` },
      );
    } catch (error) {
      const wait = WAITS_MS[tries];
      const onTheWay = error instanceof CallError && (error.status === 0 || error.status >= 500);
      if (wait === undefined || !onTheWay) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** A checkout that went to the provider's page, remembered in this tab until it comes back. */
interface OpenCheckout {
  brandId: string;
  kind: PurchaseKind;
  /** The path to come back to when it is cancelled. */
  from: string;
}

const KEY = 'troupe.checkout';

/** Remembers it before the page is left. */
export function rememberCheckout(checkout: OpenCheckout): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(checkout));
  } catch {
    // The address that comes back says what it was for; only the way back is forgotten.
  }
}

/** The one this tab left for; null when there is none. */
export function readCheckout(): OpenCheckout | null {
  try {
    const { brandId, kind, from } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<OpenCheckout>;
    return typeof brandId === 'string' && typeof from === 'string' && isPurchaseKind(kind)
      ? { brandId, kind, from }
      : null;
  } catch {
    return null;
  }
}
