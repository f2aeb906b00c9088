/** The tabs of the affiliate screen, in their order. */
export const AFFILIATE_TABS = [
  'dashboard',
  'creators',
  'links',
  'codes',
  'orders',
  'statements',
  'alerts',
  'settings',
] as const;
export type AffiliateTab = (typeof AFFILIATE_TABS)[number];

/** Returns the tab that an address names; undefined for anything else. */
export const tabOf = (name: string): AffiliateTab | undefined => AFFILIATE_TABS.find((one) => one === name);

/** What the address of a tab says. */
export interface AffiliateAddress {
  /** From 2 on; the first one is not written. */
  page?: string | undefined;
  search?: string | undefined;
  /** The state that a list is narrowed to; each tab knows its own. */
  state?: string | undefined;
  /** The creator whose links, codes or orders are listed. */
  creator?: string | undefined;
  /** What is open in the drawer or dialog: an id, or `new`. */
  open?: string | undefined;
  /** The days of the figures, such as `2026-11-01`. */
  from?: string | undefined;
  to?: string | undefined;
  campaign?: string | undefined;
}

const ID = /^[0-9a-f-]{36}$/i;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Parses the search parameters; drops invalid values. */
export function readAffiliateAddress(raw: Record<string, unknown>): AffiliateAddress {
  const text = (name: string, shape: RegExp) => {
    const value = raw[name];
    return typeof value === 'string' && shape.test(value) ? { [name]: value } : {};
  };
  const search = typeof raw.search === 'string' ? raw.search.trim().slice(0, 120) : '';
  const page = text('page', /^[1-9]\d{0,4}$/);
  return Object.assign(
    {},
    page.page === '1' ? {} : page,
    search === '' ? {} : { search },
    text('state', /^[a-z-]{1,20}$/),
    text('creator', ID),
    raw.open === 'new' ? { open: 'new' } : text('open', ID),
    text('from', DAY),
    text('to', DAY),
    text('campaign', ID),
  );
}

/** What every tab gets: what its address says, and how to change it. */
export interface TabProps {
  address: AffiliateAddress;
  /** Replaces parts of the address; a changed filter starts at the first page. */
  onChange: (part: Partial<AffiliateAddress>) => void;
}
