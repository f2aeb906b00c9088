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
import { t } from '../messages/messages.gen.ts';
import { safeHref } from './content-labels.ts';

/** Everyone who takes part in the campaign, page by page. */
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

/** Adds a live post by its URL; its metrics are read from the platform. */
export default function AddShoutoutDialog({ campaignId, onClose }: AddShoutoutDialogProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const { optIns, error: listError } = useParticipants(campaignId);
  const form = useDraftForm({
    draft: `campaign.${campaignId}.shoutout`,
    saved: { optInId: '', url: '' },
    validate: (typed) => ({
      ...(typed.optInId ? {} : { optInId: t('addPost.creatorMissing') }),
      ...(safeHref(typed.url.trim()) ? {} : { url: t('addPost.urlMissing') }),
    }),
  });

  const add = form.submit(async ({ optInId, url }) => {
    try {
      await client.call(addShoutout, { params: { brandId, campaignId }, body: { optInId, url: url.trim() } });
      form.discard();
      notify.success(t('addPost.done'));
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
      title={t('addPost.title')}
      onClose={onClose}
      onSubmit={add}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            kind="main"
            type="submit"
            busy={form.busy}
            disabledReason={nobody ? t('addPost.nobody') : undefined}
          >
            {t('addPost.add')}
          </Button>
        </>
      }
    >
      <div className="content-ask">
        <SelectField
          label={t('addPost.creator')}
          size="form"
          placeholder={optIns ? t('addPost.choose') : t('addPost.loading')}
          loading={!optIns && !listError}
          options={(optIns ?? []).map(({ id, socialProfile }) => ({
            value: id,
            label: `${creatorName(socialProfile)} (@${socialProfile.username})`,
          }))}
          value={form.values.optInId}
          error={listError ? errorText(listError) : form.errors.optInId}
          help={nobody ? t('addPost.approveFirst') : undefined}
          onChange={(event) => form.change({ optInId: event.target.value })}
        />
        <TextField
          label={t('addPost.url')}
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
