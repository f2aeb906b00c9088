/** The state of the screen of similar creators that its URL holds. */
export interface SimilarAddress {
  /** Creators that others are compared with. */
  like?: string[] | undefined;
  list?: string | undefined;
  campaign?: string | undefined;
  /** Whether creators that the brand knows are shown. */
  known?: 'true' | undefined;
  /** The creator open in the drawer. */
  creator?: string | undefined;
  breakdown?: 'open' | undefined;
  insights?: 'open' | undefined;
}

/** The call accepts no more; its schema isn't needed here. */
const MAX_SEEDS = 20;
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const ids = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (entry): entry is string => typeof entry === 'string' && ID.test(entry),
  );

/** Parses the search parameters; drops invalid values. */
export function readSimilarAddress(raw: Record<string, unknown>): SimilarAddress {
  const like = [...new Set(ids(raw.like))].slice(0, MAX_SEEDS);
  const [creator] = ids(raw.creator);
  const breakdown = creator && raw.breakdown === 'open' ? 'open' : undefined;
  const address: SimilarAddress = {
    like: like.length > 0 ? like : undefined,
    list: ids(raw.list)[0],
    campaign: ids(raw.campaign)[0],
    known: raw.known === 'true' || raw.known === true ? 'true' : undefined,
    creator,
    breakdown,
    insights: creator && !breakdown && raw.insights === 'open' ? 'open' : undefined,
  };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}
