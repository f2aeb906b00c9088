import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { updateBrand } from '@troupe/contract/account/brand';
import { CallError } from '@troupe/contract/client';
import type { Ability } from '@troupe/domain/account/ability';
import type { NewBrand } from '@troupe/domain/account/brand';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { type BrandFields, BrandFieldset, useBrandForm } from './brand-form.tsx';
import { brandFailureText } from './create-brand-dialog.tsx';
import './account-brand.css';

/** Name, website and description of the brand; its owners change them. */
export default function AccountBrand() {
  const query = useQuery(brandOptions(useBrandId()));
  return (
    <Section id="brand" title={t('brand.details')} subtitle={t('brand.detailsText')}>
      <LoadState what={t('brand.what')} query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
      {query.data && <BrandDetails key={query.data.id} brand={query.data} />}
    </Section>
  );
}

function BrandDetails({
  brand,
}: {
  brand: Required<NewBrand> & { id: string; abilities: { manageTeam: Ability } };
}) {
  const { id, name, website, description } = brand;
  const form = useBrandForm(`brand.${id}`, { name, website, description });
  const queryClient = useQueryClient();
  const owner = brand.abilities.manageTeam.allowed;
  const { mutate, isPending } = useMutation({
    mutationFn: (body: BrandFields) => client.call(updateBrand, { params: { brandId: id }, body }),
    onSuccess: async () => {
      // Menus and pickers show the name too.
      await Promise.all(['brand', 'user'].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })));
      form.discard();
      notify.success(t('brand.saved'));
    },
    onError: (error) => {
      if (error instanceof CallError && error.body.fields) form.fail(error.body.fields);
      else notify.failure(brandFailureText(error));
    },
  });
  return (
    <form
      className="account-brand"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const fields = form.check();
        if (fields && owner && !isPending) mutate(fields);
      }}
    >
      <BrandFieldset form={form} disabled={!owner} />
      {owner ? (
        <div className="t-row">
          <Button kind="main" type="submit" busy={isPending} disabled={!form.unsaved}>
            {t('brand.save')}
          </Button>
          {form.unsaved && <Button onClick={form.discard}>{shared('action.discard')}</Button>}
        </div>
      ) : (
        <p className="t-12 t-ink2">{t('brand.ownersOnly')}</p>
      )}
    </form>
  );
}
