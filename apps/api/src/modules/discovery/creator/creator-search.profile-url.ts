import { isPlatformAddress, readProfileUrl } from '@troupe/domain/discovery/creator-import/identity';
import type { CreatorFilters } from '@troupe/domain/discovery/creator-search';

/**
 * Replaces a profile URL by a search for its handle, on its platform unless others were chosen.
 * Other URLs are searched like any words.
 */
export function expandProfileUrl(filters: CreatorFilters): CreatorFilters {
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
