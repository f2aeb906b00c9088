import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import {
  type ContentAddress,
  readContentAddress,
} from '../../modules/campaigns/campaign-content/content-address.ts';

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
