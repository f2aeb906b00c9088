import { v5, v7 } from 'uuid';

/** Returns a new UUID version 7, so that IDs sort by creation time. */
export const newId = (): string => v7();

const NAMESPACE = '6f0b5b3e-3f0c-4a55-9d1f-0d5c3c1f7a52';

/** Returns the deterministic ID of a text, for idempotent inserts. */
export const idOf = (text: string): string => v5(text, NAMESPACE);

/** Returns whether a value is a UUID. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
