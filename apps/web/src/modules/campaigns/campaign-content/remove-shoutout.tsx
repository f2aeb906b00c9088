import { useQueryClient } from '@tanstack/react-query';
import { removeShoutout } from '@troupe/contract/campaigns/campaign-content';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';

interface RemoveShoutoutProps {
  campaignId: string;
  shoutoutId: string;
  url: string;
}

/** Takes a live post out whose figures cannot be read, such as one with a wrong address. */
export function RemoveShoutout({ campaignId, shoutoutId, url }: RemoveShoutoutProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await client.call(removeShoutout, { params: { brandId, campaignId, shoutoutId } });
      notify.success('Post removed.');
    } catch (error) {
      notify.failure("Couldn't remove the post.", { id: 'shoutout', detail: errorText(error) });
    }
    setBusy(false);
    setAsking(false);
    void queryClient.invalidateQueries({ queryKey: ['campaign-content'] });
    void queryClient.invalidateQueries({ queryKey: ['campaign'] });
  };
  return (
    <>
      <Button size="row" kind="quiet" aria-label={`Remove ${url}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={asking}
        title="Remove this post?"
        text={`${url} is removed from the campaign. The creator can submit the right URL.`}
        confirm="Remove"
        danger
        busy={busy}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
