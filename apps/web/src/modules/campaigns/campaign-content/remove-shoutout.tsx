import { useQueryClient } from '@tanstack/react-query';
import { removeShoutout } from '@troupe/contract/campaigns/campaign-content';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { t } from '../messages/messages.gen.ts';

interface RemoveShoutoutProps {
  campaignId: string;
  shoutoutId: string;
  url: string;
}

/** Removes a live post whose metrics can't be read, for example because its URL is wrong. */
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
      notify.success(t('removePost.done'));
    } catch (error) {
      notify.failure(t('removePost.failed'), { id: 'shoutout', detail: errorText(error) });
    }
    setBusy(false);
    setAsking(false);
    void queryClient.invalidateQueries({ queryKey: ['campaign-content'] });
    void queryClient.invalidateQueries({ queryKey: ['campaign'] });
  };
  return (
    <>
      <Button
        size="row"
        kind="quiet"
        aria-label={t('removePost.of', { url })}
        onClick={() => setAsking(true)}
      >
        {t('removePost.action')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('removePost.title')}
        text={t('removePost.text', { url })}
        confirm={t('removePost.action')}
        danger
        busy={busy}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
