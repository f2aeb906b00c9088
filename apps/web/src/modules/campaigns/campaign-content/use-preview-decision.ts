import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import { decideContentPreview, listContentPreviews } from '@troupe/contract/campaigns/campaign-content';
import { CallError } from '@troupe/contract/client';
import type { ContentPreview } from '@troupe/domain/campaigns/campaign-content';
import { notify } from '@troupe/ui/feedback/notify';
import { useState } from 'react';
import { paymentAction } from '../../../shared/brand/credit.tsx';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { t } from '../messages/messages.gen.ts';

const LIST = [listContentPreviews.noun, listContentPreviews.name];

function patch(queryClient: QueryClient, preview: ContentPreview): void {
  queryClient.setQueriesData<CallOutput<typeof listContentPreviews>>({ queryKey: LIST }, (cached) =>
    cached
      ? {
          ...cached,
          contentPreviews: cached.contentPreviews.map((one) => (one.id === preview.id ? preview : one)),
        }
      : cached,
  );
}

/** Approves content or requests changes; shown at once and rolled back on a conflict or error. */
export function usePreviewDecision(preview: ContentPreview) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const name = preview.creator.fullname || preview.creator.username;

  /** Requesting changes to approved content revokes the approval. @returns whether there is a decision */
  async function decide(status: 'approved' | 'change_requested', comment = ''): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    await queryClient.cancelQueries({ queryKey: LIST });
    patch(queryClient, { ...preview, status });
    const id = `preview-${preview.id}`;
    try {
      const { contentPreview } = await client.call(decideContentPreview, {
        params: { brandId, previewId: preview.id },
        body: { status, comment, version: preview.version, reopen: preview.status === 'approved' },
      });
      patch(queryClient, contentPreview);
      notify.success(
        status === 'approved' ? t('content.approvedDone', { name }) : t('content.requestedDone', { name }),
        {
          id,
        },
      );
      return true;
    } catch (error) {
      patch(queryClient, preview);
      if (error instanceof CallError && error.code === 'conflict')
        notify.warning(t('content.conflict', { name }), {
          id,
          detail: t('content.conflictText'),
        });
      else {
        const action = paymentAction(error);
        notify.failure(t('content.decisionFailed'), {
          id,
          detail: errorText(error),
          ...(action ? { action } : {}),
        });
      }
      return false;
    } finally {
      setBusy(false);
      void Promise.all(
        ['campaign-content', 'campaign'].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })),
      );
    }
  }
  return { decide, busy };
}
