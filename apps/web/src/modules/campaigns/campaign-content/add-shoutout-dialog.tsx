import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { addShoutout } from '@troupe/contract/campaigns/campaign-content';
import { listOptIns } from '@troupe/contract/campaigns/opt-in';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useEffect } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { safeHref } from './content-labels.ts';

/** Everybody who takes part in the campaign, page after page. */
function useParticipants(campaignId: string) {
  const query = useInfiniteQuery({
    queryKey: ['opt-in', listOptIns.name, campaignId, 'participants'],
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      client.call(
        listOptIns,
        { params: { campaignId, page }, query: { status: ['approved', 'completed'] } },
        { signal },
      ),
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return { ...query, optIns: query.data?.pages.flatMap((page) => page.optIns) };
}

interface AddShoutoutDialogProps {
  campaignId: string;
  onClose: () => void;
}

/** Adds a live post by its address; its figures are read from the platform. */
export default function AddShoutoutDialog({ campaignId, onClose }: AddShoutoutDialogProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const { optIns, error: listError } = useParticipants(campaignId);
  const form = useDraftForm({
    draft: `campaign.${campaignId}.shoutout`,
    saved: { optInId: '', url: '' },
    validate: (typed) => ({
      ...(typed.optInId ? {} : { optInId: 'Choose a creator.' }),
      ...(safeHref(typed.url.trim()) ? {} : { url: 'Enter the post URL, starting with https://.' }),
    }),
  });

  const add = form.submit(async ({ optInId, url }) => {
    try {
      await client.call(addShoutout, { params: { brandId, campaignId }, body: { optInId, url: url.trim() } });
      form.discard();
      notify.success('Post added.');
      onClose();
    } catch (error) {
      if (!form.refused(error)) form.setErrors({ url: errorText(error) });
    } finally {
      void Promise.all(
        ['campaign-content', 'campaign'].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })),
      );
    }
  });

  const nobody = optIns?.length === 0;
  return (
    <Dialog
      open
      title="Add a live post"
      onClose={onClose}
      onSubmit={add}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="main"
            type="submit"
            busy={form.busy}
            disabledReason={nobody ? 'No approved creators yet' : undefined}
          >
            Add
          </Button>
        </>
      }
    >
      <div className="content-ask">
        <SelectField
          label="Creator"
          size="form"
          placeholder={optIns ? 'Choose a creator' : 'Loading'}
          loading={!optIns && !listError}
          options={(optIns ?? []).map(({ id, socialProfile }) => ({
            value: id,
            label: `${creatorName(socialProfile)} (@${socialProfile.username})`,
          }))}
          value={form.values.optInId}
          error={listError ? errorText(listError) : form.errors.optInId}
          help={nobody ? 'Approve an opt-in first.' : undefined}
          onChange={(event) => form.change({ optInId: event.target.value })}
        />
        <TextField
          label="Post URL"
          size="form"
          type="url"
          inputMode="url"
          maxLength={2000}
          placeholder="https://"
          value={form.values.url}
          error={form.errors.url}
          onChange={(event) => form.change({ url: event.target.value })}
        />
      </div>
    </Dialog>
  );
}
