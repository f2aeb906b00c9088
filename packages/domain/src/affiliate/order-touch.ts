import { isReferenceName, type OrderAttribute, type OrderDiscount } from '../commerce/order.ts';
import { Id } from '../shape.ts';
import { clickSourceOf } from './affiliate-click.ts';
import { foldCode } from './affiliate-code.ts';
import type { TouchKind } from './attribution.ts';
import { LINK_PARAMETERS } from './link-destination.ts';

/** What a store tells about an order that can name a creator. */
export interface TouchedOrder {
  discounts: readonly OrderDiscount[];
  attributes: readonly OrderAttribute[];
  /** A URL or path; may be null or invalid. */
  landingSite: string | null;
  /** The reference that the store itself read. */
  ref: string | null;
}

/** A sign of a creator on an order, before it is known whose it is. */
export interface FoundTouch {
  kind: Exclude<TouchKind, 'journey-first' | 'journey-last'>;
  /** The code as it is compared, the click's id, or the reference. */
  value: string;
  /** Its place among touches of its kind, from 0. */
  position: number;
  /** What a code took off, in minor units. */
  discount: number;
  /** The landing page has a marker of paid search. */
  paidSearch: boolean;
  /** The click that was named beside it, which tells when it happened. */
  clickId: string | null;
}

const MAX_VALUE = 200;
const MOST = 50;

/**
 * Returns every sign of a creator that an order carries: its codes, ids of our clicks and references in the cart's
 * attributes, and both in the landing page or in what a discount link leads on to.
 */
export function findTouches({ discounts, attributes, landingSite, ref }: TouchedOrder): FoundTouch[] {
  const inCart = attributes.map(({ name, value }) => [name.trim().toLowerCase(), value.trim()] as const);
  const landing = landingParameters(landingSite);
  const paidSearch = clickSourceOf(landing.toString(), '').paidMarker !== null;
  const cartClick = clickIn(inCart);
  const landingClick = clickIn([...landing]);
  const named = [...landing].filter(([name]) => isReferenceName(name)).map(([, value]) => value);
  const cartNames = inCart.filter(([name]) => isReferenceName(name)).map(([, value]) => value);
  const told = ref !== null && named.length === 0 && cartNames.length === 0 ? [ref] : [];
  return [
    ...several(
      'code',
      discounts.map(({ code, amount }) => ({ value: foldCode(code), discount: amount ?? 0 })),
    ),
    ...several('click', [
      ...(cartClick ? [{ value: cartClick }] : []),
      ...(landingClick ? [{ value: landingClick, paidSearch }] : []),
    ]),
    ...several(
      'attribute',
      cartNames.map((value) => ({ value: slugText(value), clickId: cartClick })),
    ),
    ...several(
      'landing',
      [...named, ...told].map((value) => ({ value: slugText(value), paidSearch, clickId: landingClick })),
    ),
  ];
}

/**
 * Returns the reference that a visit of the store's customer journey came through, with whether a search ad led there;
 * null if it names none.
 */
export function journeyReferenceOf({
  ref,
  landingPage,
}: {
  ref: string | null;
  landingPage: string | null;
}): { slug: string; paidSearch: boolean } | null {
  const landing = landingParameters(landingPage);
  const named = [...landing].find(([name, value]) => isReferenceName(name) && value.trim() !== '');
  // What our own link added, before what the platform made of it: it reads `source` and `r` too.
  const slug = slugText(named?.[1] ?? ref ?? '')
    .slice(0, MAX_VALUE)
    .toWellFormed();
  if (slug === '') return null;
  return { slug, paidSearch: clickSourceOf(landing.toString(), '').paidMarker !== null };
}

/** Touches of one kind, each value once. */
function several(
  kind: FoundTouch['kind'],
  found: readonly (Pick<FoundTouch, 'value'> & Partial<FoundTouch>)[],
): FoundTouch[] {
  const once = new Map<string, FoundTouch>();
  for (const one of found) {
    const value = one.value.slice(0, MAX_VALUE).toWellFormed();
    if (value === '' || once.has(value) || once.size === MOST) continue;
    once.set(value, {
      kind,
      value,
      position: once.size,
      discount: Math.max(0, one.discount ?? 0),
      paidSearch: one.paidSearch ?? false,
      clickId: one.clickId ?? null,
    });
  }
  return [...once.values()];
}

const slugText = (value: string): string => value.replaceAll('\u0000', '').trim().toLowerCase();

function clickIn(parameters: readonly (readonly [string, string])[]): string | null {
  for (const [name, value] of parameters)
    if (name === LINK_PARAMETERS.click && Id.safeParse(value).success) return value.toLowerCase();
  return null;
}

/** The parameters of a landing page; `/discount/CODE?redirect=/path?ref=…` holds them in its redirect. */
function landingParameters(landingSite: string | null): URLSearchParams {
  const all = new URLSearchParams();
  const add = (address: string, depth: number): void => {
    const url = URL.parse(address, 'https://shop.invalid');
    if (!url) return;
    for (const [name, value] of url.searchParams) {
      all.append(name.toLowerCase(), value);
      if (name === 'redirect' && depth === 0) add(value, 1);
    }
  };
  if (landingSite) add(landingSite, 0);
  return all;
}
