import { useQuery } from '@tanstack/react-query';
import { changeAffiliateLink, createAffiliateLink } from '@troupe/contract/affiliate/affiliate-link';
import type { AffiliateLink } from '@troupe/domain/affiliate/affiliate-link';
import type { ProgramStore } from '@troupe/domain/affiliate/affiliate-program';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { DateField } from '@troupe/ui/field/date-field';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { affiliateName } from '../../shared/creator/affiliate-who.tsx';
import { useDraftForm } from '../../shared/form.ts';
import { affiliateNamesOptions, useAffiliateWrite } from './affiliate-queries.ts';
import { t } from './messages/messages.gen.ts';

interface LinkDialogProps {
  /** The link to edit; null creates one. */
  link: AffiliateLink | null;
  /** The creator that a new link is for, if that is known. */
  affiliateId: string | undefined;
  stores: readonly ProgramStore[];
  onClose: () => void;
}

/** Creates or edits a link: for whom, where it leads, its label and when it ends. */
export default function LinkDialog({ link, affiliateId, stores, onClose }: LinkDialogProps) {
  const brandId = useBrandId();
  const names = useQuery(affiliateNamesOptions(brandId));
  const creators = names.data?.affiliates.filter(({ state }) => state !== 'ended') ?? [];
  const form = useDraftForm({
    draft: link ? `affiliate-link.${link.id}` : 'affiliate-link.new',
    saved: {
      affiliateId: link?.affiliateId ?? affiliateId ?? '',
      destination: link?.path ?? '/',
      label: link?.label ?? '',
      slug: '',
      endsAt: link?.endsAt?.slice(0, 10) ?? '',
    },
    validate: ({ affiliateId: who }) => (who === '' && !link ? { affiliateId: t('link.chooseCreator') } : {}),
  });
  const { values, errors, change } = form;
  const save = useAffiliateWrite(
    (typed: typeof values) => {
      const common = {
        destination: typed.destination,
        label: typed.label,
        // The whole day counts.
        endsAt: typed.endsAt === '' ? null : `${typed.endsAt}T23:59:59.000Z`,
      };
      if (link)
        return client.call(changeAffiliateLink, { params: { brandId, linkId: link.id }, body: common });
      const body = Object.assign(common, {
        affiliateId: typed.affiliateId,
        slug: typed.slug.trim() || undefined,
      });
      return client.call(
        createAffiliateLink,
        { params: { brandId }, body },
        { idempotencyKey: crypto.randomUUID() },
      );
    },
    { failed: t('link.failed'), onError: (error) => form.refused(error) },
  );
  const submit = form.submit(async (typed) => {
    const done = await save.mutateAsync(typed).then(
      () => true,
      () => false,
    );
    if (!done) return;
    form.discard();
    notify.success(link ? t('link.saved') : t('link.created'));
    onClose();
  });
  const [store] = stores;
  return (
    <Dialog
      open
      title={link ? t('link.editTitle') : t('link.newTitle')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {link ? t('action.save') : t('link.create')}
          </Button>
        </>
      }
    >
      <div className="affiliate-dialog">
        {!link && (
          <SelectField
            label={t('column.creator')}
            size="form"
            value={values.affiliateId}
            error={errors.affiliateId}
            onChange={(event) => change({ affiliateId: event.target.value })}
            options={[
              { value: '', label: t('link.choose') },
              ...creators.map((one) => ({
                value: one.id,
                label: `${affiliateName(one)} (@${one.username})`,
              })),
            ]}
          />
        )}
        <TextField
          label={t('link.destination')}
          help={store ? t('link.destinationHelp', { store: store.storefront }) : t('settings.noStore')}
          size="form"
          dir="ltr"
          value={values.destination}
          error={errors.destination ?? errors.storeId}
          onChange={(event) => change({ destination: event.target.value })}
        />
        <TextField
          label={t('link.label')}
          help={t('link.labelHelp')}
          size="form"
          dir="auto"
          maxLength={120}
          value={values.label}
          error={errors.label}
          onChange={(event) => change({ label: event.target.value })}
        />
        {!link && (
          <TextField
            label={t('link.slug')}
            help={t('link.slugHelp')}
            size="form"
            dir="ltr"
            maxLength={60}
            autoCapitalize="none"
            value={values.slug}
            error={errors.slug}
            onChange={(event) => change({ slug: event.target.value })}
          />
        )}
        <DateField
          label={t('link.ends')}
          help={t('link.endsHelp')}
          size="form"
          value={values.endsAt}
          error={errors.endsAt}
          onChange={(endsAt) => change({ endsAt })}
        />
      </div>
    </Dialog>
  );
}
