import type { ContentThumbnail, Creator } from '@troupe/domain/discovery/creator';
import type { CreatorFilters, MatchReason } from '@troupe/domain/discovery/creator-search';
import { markTerms, searchTerms } from '@troupe/domain/discovery/creator-words';

const SNIPPET = 120;

/** Why each creator of a page is among the results: the places where words of the search and filters match. */
export function explainMatches(filters: CreatorFilters) {
  const terms = searchTerms(filters.q ?? '');
  return (creator: Creator, content: readonly ContentThumbnail[]): MatchReason[] => {
    const reasons: MatchReason[] = [];
    const look = (field: MatchReason['field'], text: string, anywhere: boolean) => {
      const parts = terms.length > 0 && markTerms(text, terms, { anywhere, around: SNIPPET });
      if (parts) reasons.push({ field, parts });
    };
    look('username', creator.username, true);
    look('name', creator.fullname, true);
    look('bio', creator.bio, false);
    for (const item of content) look('post', item.title, false);
    const facet = (field: MatchReason['field'], text: string) =>
      reasons.push({ field, parts: [{ text, match: true }] });
    for (const category of creator.categories)
      if (filters.category.includes(category)) facet('category', category);
    if (creator.country && filters.country.includes(creator.country)) facet('country', creator.country);
    if (creator.language && filters.language.includes(creator.language)) facet('language', creator.language);
    return reasons;
  };
}
