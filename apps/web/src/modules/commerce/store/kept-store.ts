/** What the store platform hands over, kept under the names it has in the address. */
const NAMES = ['shop', 'hmac', 'code', 'host', 'state', 'timestamp', 'query'] as const;

/** A store on its way to a brand. `query` is the whole address it came with, as it was signed. */
export type KeptStore = Partial<Record<(typeof NAMES)[number], string>>;

/** Nothing the platform sends is longer, and no domain is. */
const MAX = 4000;
const LONGEST_DOMAIN = 200;

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** What is kept of a store, as far as it can be used. */
export function keptStore(): KeptStore {
  const kept: KeptStore = {};
  for (const name of NAMES) {
    const value = localStorage.getItem(name);
    if (value && value.length <= (name === 'shop' ? LONGEST_DOMAIN : MAX)) kept[name] = value;
  }
  return kept;
}

/** Stores a pending store until a signed-in member connects it; replaces an earlier one. */
export function keepStore(store: KeptStore): void {
  for (const name of NAMES) {
    const value = store[name];
    if (value) localStorage.setItem(name, value);
    else localStorage.removeItem(name);
  }
  tell();
}

/** Removes the pending store once connected, rejected or canceled. A newer one with another code stays. */
export function clearStore(code: string | undefined): void {
  if (keptStore().code === code) keepStore({});
}

/** Whether a store waits: its name and signature are kept. */
export function isStoreKept(): boolean {
  try {
    const { shop, hmac } = keptStore();
    return shop !== undefined && hmac !== undefined;
  } catch {
    return false;
  }
}

/** Calls back when a store is kept or forgotten, in this tab or another one. */
export function onStoreChange(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
