import type { ClientInput } from '@troupe/contract/client';
import type { listMentions } from '@troupe/contract/listening/mention';

/** The tabs of social listening, in their order. */
export const LISTENING_TABS = ['mentions', 'monitors', 'summary', 'alerts', 'sources'] as const;
export type ListeningTab = (typeof LISTENING_TABS)[number];

/** The address of a tab; mentions come first. */
export const hrefOf = (tab: ListeningTab): string =>
  tab === 'mentions' ? '/social-listening' : `/social-listening/${tab}`;

/** Returns the tab that an address names; undefined for anything else. */
export const tabOf = (name: string): ListeningTab | undefined => LISTENING_TABS.find((one) => one === name);

/** Periods that mentions can be narrowed to, in hours. */
export const PERIODS = { '24h': 24, '7d': 168, '30d': 720 } as const;
export type Period = keyof typeof PERIODS;

/** What the address of social listening says. Lists are joined by commas. */
export interface ListeningAddress {
  monitor?: string | undefined;
  source?: string | undefined;
  language?: string | undefined;
  sentiment?: string | undefined;
  state?: string | undefined;
  relevant?: string | undefined;
  tag?: string | undefined;
  assignee?: string | undefined;
  author?: string | undefined;
  /** Posts that say the same. */
  cluster?: string | undefined;
  text?: string | undefined;
  since?: Period | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort?: MentionSort | undefined;
  /** The mention in the drawer, or the monitor in the editor: an id, or `new`. */
  open?: string | undefined;
  /** The author in the drawer. */
  who?: string | undefined;
}

export type MentionSort = 'newest' | 'oldest' | 'reach' | 'relevance';

const ID = /^[0-9a-f-]{36}$/i;
const IDS = /^[0-9a-f-]{36}(?:,[0-9a-f-]{36}){0,49}$/i;
const WORDS = /^[a-z-]{1,20}(?:,[a-z-]{1,20}){0,49}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/;

/** Parses the search parameters; drops invalid values. */
export function readListeningAddress(raw: Record<string, unknown>): ListeningAddress {
  const matching = (name: keyof ListeningAddress, shape: RegExp) => {
    const value = raw[name];
    return typeof value === 'string' && shape.test(value) ? { [name]: value } : {};
  };
  const typed = (name: 'text' | 'tag', max: number) => {
    const value = raw[name];
    const text = typeof value === 'string' ? value.trim().slice(0, max) : '';
    return text === '' ? {} : { [name]: text };
  };
  return Object.assign(
    {},
    matching('monitor', IDS),
    matching('source', WORDS),
    matching('language', WORDS),
    matching('sentiment', WORDS),
    matching('state', WORDS),
    matching('relevant', WORDS),
    matching('assignee', ID),
    matching('author', ID),
    matching('cluster', ID),
    matching('since', /^(?:24h|7d|30d)$/),
    matching('from', INSTANT),
    matching('to', INSTANT),
    matching('sort', /^(?:oldest|reach|relevance)$/),
    matching('who', ID),
    raw.open === 'new' ? { open: 'new' } : matching('open', ID),
    typed('text', 200),
    typed('tag', 40),
  );
}

/** Returns the values of a list in an address. */
export const listOf = (value: string | undefined): string[] => value?.split(',') ?? [];

/** Returns the address part without what is open in a drawer: what a saved view stores. */
export const viewOf = (address: ListeningAddress): ListeningAddress =>
  Object.assign({}, address, { open: undefined, who: undefined });

/** Whether an address narrows the mentions. */
export const isNarrowed = (address: ListeningAddress): boolean =>
  Object.entries(viewOf(address)).some(([name, value]) => name !== 'sort' && value !== undefined);

const HOUR_MS = 3_600_000;

/** The filters of an address, as calls take them. @param now milliseconds since 1970 */
export function mentionFilterOf(
  address: ListeningAddress,
  now: number,
): NonNullable<ClientInput<typeof listMentions>['query']> {
  const { since } = address;
  // Rounded, so that the same view asks the same question for a while.
  const from = since
    ? new Date(Math.floor(now / HOUR_MS) * HOUR_MS - PERIODS[since] * HOUR_MS).toISOString()
    : address.from;
  const chosen = (value: string | undefined) => (value === undefined ? undefined : listOf(value)) as never;
  return {
    monitorId: chosen(address.monitor),
    source: chosen(address.source),
    language: chosen(address.language),
    sentiment: chosen(address.sentiment),
    state: chosen(address.state),
    relevant: chosen(address.relevant),
    tag: address.tag === undefined ? undefined : [address.tag],
    assigneeId: address.assignee,
    authorId: address.author,
    clusterId: address.cluster,
    text: address.text,
    from,
    to: address.to,
    folded: address.cluster === undefined ? undefined : ('false' as never),
    sort: address.sort ?? 'newest',
  };
}

/** What every tab gets: its address, and how to change it. */
export interface TabProps {
  address: ListeningAddress;
  /** Replaces parts of the address. */
  onChange: (part: Partial<ListeningAddress>) => void;
}
