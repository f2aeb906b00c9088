/** The tabs of analytics, in their order. */
export const ANALYTICS_TABS = [
  'overview',
  'campaigns',
  'creators',
  'content',
  'cohorts',
  'forecast',
  'costs',
  'reports',
  'shares',
] as const;
export type AnalyticsTab = (typeof ANALYTICS_TABS)[number];

/** Returns the tab that an address names; undefined for anything else. */
export const tabOf = (name: string): AnalyticsTab | undefined => ANALYTICS_TABS.find((one) => one === name);

/** The address of a tab; the overview comes first. */
export const hrefOf = (tab: AnalyticsTab): string =>
  tab === 'overview' ? '/analytics' : `/analytics/${tab}`;

/** What the address of analytics says. */
export interface AnalyticsAddress {
  from?: string | undefined;
  to?: string | undefined;
  compare?: 'year' | 'none' | undefined;
  campaign?: string | undefined;
  creator?: string | undefined;
  platform?: string | undefined;
  /** The currency everything is converted to, or `each`. */
  currency?: string | undefined;
  /** Days, weeks or months. */
  every?: 'day' | 'week' | 'month' | undefined;
  /** What the chart shows. */
  measure?: string | undefined;
  sort?: string | undefined;
  /** From 2 on. */
  page?: string | undefined;
  /** Cohorts by creator instead of by month; the kind of costs. */
  group?: string | undefined;
  /** What is open in a dialog: an id, or `new`. */
  open?: string | undefined;
}

const SHAPES: Record<keyof AnalyticsAddress, RegExp> = {
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
  compare: /^(?:year|none)$/,
  campaign: /^[0-9a-f-]{36}$/i,
  creator: /^[0-9a-f-]{36}$/i,
  platform: /^(?:instagram|tiktok|youtube)$/,
  currency: /^(?:[A-Z]{3}|each)$/,
  every: /^(?:day|week|month)$/,
  measure: /^[a-z-]{1,20}$/,
  sort: /^(?:net-revenue|orders|spend|roas|clicks|conversion|views|engagements|engagement)$/,
  page: /^[1-9]\d{0,4}$/,
  group: /^[a-z]{1,20}$/,
  open: /^(?:new|[0-9a-f-]{36})$/i,
};

/** Parses the search parameters; drops invalid values. */
export const readAnalyticsAddress = (raw: Record<string, unknown>): AnalyticsAddress =>
  Object.fromEntries(
    Object.entries(SHAPES).flatMap(([name, shape]) => {
      const value = raw[name];
      return typeof value === 'string' && shape.test(value) && !(name === 'page' && value === '1')
        ? [[name, value]]
        : [];
    }),
  );

/** What every tab gets: its address, and how to change it. */
export interface TabProps {
  address: AnalyticsAddress;
  /** Replaces parts of the address. */
  onChange: (part: Partial<AnalyticsAddress>) => void;
}
