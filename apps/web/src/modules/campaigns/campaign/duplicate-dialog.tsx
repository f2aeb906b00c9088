import { useMutation, useQueryClient } from '@tanstack/react-query';
import { duplicateCampaign } from '@troupe/contract/campaigns/campaign';
import type { Campaign } from '@troupe/domain/campaigns/campaign';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useRef } from 'react';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import type { FieldErrors } from '../../../shared/call/field-errors.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { t } from '../messages/messages.gen.ts';
import { slugOf, titleOf } from './campaign-fields.ts';

interface DuplicateDialogProps {
  campaign: Pick<Campaign, 'id' | 'title' | 'slug'>;
  onClose: () => void;
}

/** Asks for the name and URL of a copy, and creates it. */
export default function DuplicateDialog({ campaign, onClose }: DuplicateDialogProps) {
  const queryClient = useQueryClient();
  const form = useDraftForm<{ name: string; address: string | null }>({
    draft: `campaign.${campaign.id}.copy`,
    saved: {
      name: t('duplicate.copyOf', { title: titleOf(campaign) })
        .slice(0, 160)
        .slice(0, 160),
      address: null,
    },
    validate: ({ name: typed }): FieldErrors =>
      typed.trim() ? {} : { duplicateCampaignName: t('duplicate.nameMissing') },
  });
  const { name, address } = form.values;
  // The same key for every attempt, so a retry creates no second copy.
  const key = useRef(crypto.randomUUID());
  const slug = address ?? slugOf(name);
  const copy = useMutation({
    mutationFn: () =>
      client.call(
        duplicateCampaign,
        {
          params: { campaignId: campaign.id },
          body: { duplicateCampaignName: name.trim(), duplicateCampaignSlug: slugOf(slug) },
        },
        { idempotencyKey: key.current },
      ),
    onSuccess: ({ campaign: made }) => {
      form.discard();
      notify.success(t('duplicate.done', { title: made.title }), {
        action: { label: t('action.open'), href: `/campaign-builder/${made.id}` },
      });
      onClose();
    },
    onError: (error) => {
      if (!form.refused(error)) notify.failure(t('duplicate.failed'), { detail: errorText(error) });
    },
    onSettled: () =>
      Promise.all(
        [['campaign'], ['brand', 'getBrand']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
  const submit = form.submit(() => {
    if (!copy.isPending) copy.mutate();
  });
  const edit = (part: { name: string } | { address: string }) => {
    form.change(part);
    form.setErrors({});
    key.current = crypto.randomUUID();
  };
  return (
    <Dialog
      open
      title={t('duplicate.title', { title: titleOf(campaign) })}
      onClose={onClose}
      onSubmit={submit}
      foot={t('duplicate.help')}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={copy.isPending}>
            {t('campaign.duplicate')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('duplicate.name')}
        size="form"
        maxLength={160}
        data-autofocus
        value={name}
        error={form.errors.duplicateCampaignName}
        onChange={(event) => edit({ name: event.target.value })}
      />
      <TextField
        label={t('field.slug')}
        size="form"
        maxLength={80}
        help={t('duplicate.slugHelp')}
        value={slug}
        error={form.errors.duplicateCampaignSlug}
        onChange={(event) => edit({ address: event.target.value })}
        onBlur={() => address !== null && form.change({ address: address.trim() ? slugOf(address) : null })}
      />
    </Dialog>
  );
}
