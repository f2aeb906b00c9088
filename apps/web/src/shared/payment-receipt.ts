import { useSyncExternalStore } from 'react';

/** The last payment of a brand in this browser, shown in its account until it is dismissed. */
export interface PaymentReceipt {
  /** The payer, the only user who sees it. */
  userId: string;
  /** What was bought, by name. */
  items: string[];
  /** What kind of purchase it was, which says what comes next. */
  kind: 'plan' | 'addon' | 'credits';
  /** Null where the provider wrote none. */
  invoiceId: string | null;
  /** Cents. */
  amount: number;
  currency: string;
}

const keyOf = (brandId: string) => `troupe.receipt.${brandId}`;
const listeners = new Set<() => void>();
/** Where the browser keeps nothing, it lasts as long as the page. */
const kept = new Map<string, string>();

function write(brandId: string, text: string | null): void {
  if (text === null) kept.delete(brandId);
  else kept.set(brandId, text);
  try {
    if (text === null) localStorage.removeItem(keyOf(brandId));
    else localStorage.setItem(keyOf(brandId), text);
  } catch {
    // Kept in memory.
  }
  for (const listener of listeners) listener();
}

function read(brandId: string): string | null {
  try {
    return localStorage.getItem(keyOf(brandId)) ?? kept.get(brandId) ?? null;
  } catch {
    return kept.get(brandId) ?? null;
  }
}

/** Keeps the receipt of a payment, in place of an earlier one. */
export const keepReceipt = (brandId: string, receipt: PaymentReceipt): void =>
  write(brandId, JSON.stringify(receipt));

export const dismissReceipt = (brandId: string): void => write(brandId, null);

function receiptOf(text: string | null): PaymentReceipt | null {
  try {
    const { items, ...rest } = JSON.parse(text ?? 'null') as PaymentReceipt;
    return Array.isArray(items) && typeof rest.amount === 'number' ? { items, ...rest } : null;
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Returns the receipt this person has not dismissed yet; null when there is none. */
export function useReceipt(brandId: string, userId: string | undefined): PaymentReceipt | null {
  const text = useSyncExternalStore(subscribe, () => read(brandId));
  const receipt = receiptOf(text);
  return receipt && receipt.userId === userId ? receipt : null;
}
