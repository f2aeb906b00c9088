import { v5, v7 } from 'uuid';

/** A new id: UUID version 7, so that ids sort by the time they were made. */
export const newId = (): string => v7();

const NAMESPACE = '6f0b5b3e-3f0c-4a55-9d1f-0d5c3c1f7a52';

/** The id that belongs to a text: always the same one, so that what is made under it is made once. */
export const idOf = (text: string): string => v5(text, NAMESPACE);

/** Whether a text is a UUID. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
