/**
 * What a test card does:
 * - `pays`: every payment goes through
 * - `declines`: the bank refuses it, always
 * - `declines_later`: the first payment goes through, those after it do not
 * - `server_error`: taking the payment breaks down
 */
export type CardBehaviour = 'pays' | 'declines' | 'declines_later' | 'server_error';

export interface TestCard {
  number: string;
  behaviour: CardBehaviour;
  /** As the checkout page describes it. */
  text: string;
}

/** The only cards that are taken: nobody shall type a real one here. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4111 1111 1111 1111', behaviour: 'pays', text: 'Pays' },
  { number: '5555 5555 5555 4444', behaviour: 'pays', text: 'Pays, from another brand' },
  { number: '4000 0000 0000 0002', behaviour: 'declines', text: 'Is declined' },
  { number: '4000 0000 0000 0341', behaviour: 'declines_later', text: 'Pays once, renewals are declined' },
  { number: '4000 0000 0000 0119', behaviour: 'server_error', text: 'Breaks the payment down' },
];

/** A card as it is typed. */
export interface TypedCard {
  number: string;
  /** `MM / YY`, with or without blanks. */
  expiry: string;
  cvv: string;
  name: string;
}

/** A typed card that can be used. */
export interface ReadCard {
  number: string;
  behaviour: CardBehaviour;
  month: number;
  year: number;
  name: string;
}

/** Reads a typed card; errors are by field. */
export function readCard(
  { number, expiry, cvv, name }: TypedCard,
  now: Date,
): { card: ReadCard } | { errors: Partial<Record<keyof TypedCard, string>> } {
  const errors: Partial<Record<keyof TypedCard, string>> = {};
  const digits = number.replace(/[\s-]/g, '');
  const known = TEST_CARDS.find((one) => one.number.replaceAll(' ', '') === digits);
  if (!digits) errors.number = 'Type the card number.';
  else if (!known) errors.number = 'Use one of the test cards. Never type a real card here.';
  const [, monthText, yearText] = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(expiry) ?? [];
  const month = Number(monthText);
  const year = Number(yearText) % 100 ? 2000 + (Number(yearText) % 100) : Number(yearText);
  if (!monthText || month < 1 || month > 12)
    errors.expiry = 'Type the expiry as month and year, such as 12/30.';
  else if (new Date(Date.UTC(year, month, 1)) <= now) errors.expiry = 'This card has expired.';
  if (!/^\s*\d{3,4}\s*$/.test(cvv)) errors.cvv = 'Type the 3 or 4 digits of the security code.';
  if (name.trim().length > 100) errors.name = 'Type at most 100 characters.';
  if (!known || Object.keys(errors).length > 0) return { errors };
  return { card: { number: digits, behaviour: known.behaviour, month, year, name: name.trim() } };
}

/** A card for programs, which name only what it does. */
export function cardThat(behaviour: CardBehaviour, now: Date): ReadCard {
  const found = TEST_CARDS.find((one) => one.behaviour === behaviour);
  return {
    number: (found?.number ?? '').replaceAll(' ', ''),
    behaviour,
    month: 12,
    year: now.getUTCFullYear() + 3,
    name: 'Test Card',
  };
}
