import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** In which order content previews stand. */
export const PREVIEW_SORTS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  status: 'Needs review first',
} as const;
export type PreviewSort = keyof typeof PREVIEW_SORTS;

/** What the address of a tab with content says. */
export interface ContentAddress {
  /** From 2 on; the first page has no number. */
  page?: number | undefined;
  sort?: PreviewSort | undefined;
}

/** Parses the search parameters; drops invalid values. */
export function readContentAddress(raw: Record<string, unknown>): ContentAddress {
  const page = Math.floor(Number(raw.page));
  const { sort } = raw;
  return {
    page: page > 1 && page < 100_000 ? page : undefined,
    sort:
      typeof sort === 'string' && sort !== 'newest' && sort in PREVIEW_SORTS
        ? (sort as PreviewSort)
        : undefined,
  };
}

const readAddress = (search: object) => readContentAddress({ ...search });

/** What the address of a tab with content asks for, and the way to ask for something else. */
export function useContentTab() {
  const { campaignId } = useParams({ from: '/_member/campaigns/$campaignId' });
  const address = useSearch({ strict: false, select: readAddress, structuralSharing: true });
  const navigate = useNavigate();
  const onChange = useCallback(
    (part: Partial<ContentAddress>) =>
      void navigate({ to: '.', search: (before) => readContentAddress({ ...before, ...part }) }),
    [navigate],
  );
  return { campaignId, address, onChange };
}
