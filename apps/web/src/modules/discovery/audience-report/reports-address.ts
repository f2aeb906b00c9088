import type { Platform } from '@troupe/domain/discovery/creator';
import { SEARCHED_PLATFORMS } from '@troupe/domain/discovery/platforms';

/** Search parameters of the list of reports. */
export interface ReportsAddress {
  q?: string | undefined;
  platform?: Platform[] | undefined;
  /** From 2; the first page has no parameter. */
  page?: string | undefined;
  /** The creator whose report is open. */
  creator?: string | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );

/** Parses the search parameters; drops invalid values. */
export function readReportsAddress(raw: Record<string, unknown>): ReportsAddress {
  const platform = SEARCHED_PLATFORMS.filter((one) => texts(raw.platform).includes(one));
  const [q] = texts(raw.q);
  const [page] = texts(raw.page);
  const [creator] = texts(raw.creator);
  return {
    ...(q ? { q: q.slice(0, 120) } : {}),
    ...(platform.length > 0 ? { platform } : {}),
    ...(page && /^[1-9]\d{0,4}$/.test(page) && page !== '1' ? { page } : {}),
    ...(creator && UUID.test(creator) ? { creator } : {}),
  };
}

/** Returns the query of the call for a URL. */
export const queryOf = ({ q, platform, page }: ReportsAddress) => ({
  page: Number(page ?? 1),
  ...(q ? { search: q } : {}),
  ...(platform ? { platform } : {}),
});
