import type { OrderAttribute } from './order.ts';

/** Names under which links and carts carry who sent a buyer. */
const REFERENCE_NAMES = ['ref', 'referral', 'affiliate', 'aff', 'influencer', 'creator'];
const LONGEST = 200;

/**
 * The reference of whoever sent the buyer: a cart attribute before the address of the first page, because express
 * checkouts lose that one. Null when there is none.
 * @param landingSite an address or path such as `/?utm_source=ig&ref=mia`; may be null or no address at all
 */
export function referenceOf(
  attributes: readonly OrderAttribute[],
  landingSite: string | null,
  told: string | null = null,
): string | null {
  const noted = attributes.find(({ name, value }) => isReference(name) && value.trim() !== '')?.value;
  return cleaned(noted) ?? cleaned(told) ?? cleaned(inAddress(landingSite));
}

const isReference = (name: string) => REFERENCE_NAMES.includes(name.trim().toLowerCase());

function inAddress(address: string | null): string | undefined {
  if (!address || !URL.canParse(address, 'https://shop.invalid')) return undefined;
  for (const [name, value] of new URL(address, 'https://shop.invalid').searchParams)
    if (isReference(name) && value.trim() !== '') return value;
  return undefined;
}

const cleaned = (text: string | null | undefined): string | null =>
  text?.replaceAll('\u0000', '').toWellFormed().trim().slice(0, LONGEST) || null;
