import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type InboxAddress, readInboxAddress } from '../../modules/inbox/conversation/inbox-address.ts';

/** How the inbox goes from one view of it to another. */
export function useInboxWays() {
  const navigate = useNavigate();
  const onChange = useCallback(
    (part: Partial<InboxAddress>) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => readInboxAddress({ ...before, ...part }),
        replace: 'q' in part,
        resetScroll: false,
      }),
    [navigate],
  );
  const onCampaign = useCallback(
    (campaignId: string | undefined) =>
      void navigate({ href: campaignId ? `/inbox/${campaignId}/` : '/inbox' }),
    [navigate],
  );
  return { onChange, onCampaign };
}
