import { isPlatformAddress, readProfileUrl } from '@troupe/domain/discovery/creator-import/identity';
import type { CreatorFilters } from '@troupe/domain/discovery/creator-search';

/**
 * What is searched for: the address of a profile means the handle it leads to, on its platform unless others were
 * chosen. Addresses that lead to no profile are words like any others.
 */
export function withoutAddress(filters: CreatorFilters): CreatorFilters {
  const text = filters.q?.trim() ?? '';
  if (!isPlatformAddress(text) || /\s/.test(text)) return filters;
  const read = readProfileUrl(text);
  if (read.kind !== 'value') return filters;
  const { platform, username } = read.value;
  const chosen = filters.platform?.length ? filters.platform : null;
  return {
    ...filters,
    q: username,
    platform: chosen ?? (platform === 'tiktok' ? ['tiktok', 'tiktok-shop'] : [platform]),
  };
}
