import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { t } from '../messages/messages.gen.ts';

const SORTS = ['newest', 'oldest', 'status'] as const;
export type PreviewSort = (typeof SORTS)[number];

/** The orders of content previews by name. */
export const previewSortNames = (): Record<PreviewSort, string> => ({
  newest: t('previews.sort.newest'),
  oldest: t('previews.sort.oldest'),
  status: t('previews.sort.status'),
});

/** Search parameters of a tab with content. */
export interface ContentAddress {
  /** From 2 on; the first page has no number. */
  page?: number | undefined;
  sort?: PreviewSort | undefined;
  /** The content preview that is open in the viewer. */
  preview?: string | undefined;
}

/** Parses the search parameters; drops invalid values. */
export function readContentAddress(raw: Record<string, unknown>): ContentAddress {
  const page = Math.floor(Number(raw.page));
  const { sort, preview } = raw;
  return {
    page: page > 1 && page < 100_000 ? page : undefined,
    sort: SORTS.find((one) => one === sort && one !== 'newest'),
    preview: typeof preview === 'string' && /^[\da-f-]{36}$/i.test(preview) ? preview : undefined,
  };
}

const readAddress = (search: object) => readContentAddress({ ...search });

/** The campaign and search parameters of a tab with content, and a function that changes them. */
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
