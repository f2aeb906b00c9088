import { isPurchaseKind, type PurchaseKind } from './purchase.ts';

/** A checkout that went to the provider's page, remembered in this tab until it comes back. */
export interface OpenCheckout {
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
