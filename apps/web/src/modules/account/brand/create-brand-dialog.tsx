import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createBrand } from '@troupe/contract/account/brand';
import { CallError } from '@troupe/contract/client';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { client } from '../../../shared/call/client.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';
import { type BrandFields, BrandFieldset, useBrandForm } from './brand-form.tsx';
import { useSelectBrand } from './select-brand.ts';

/** What the server says about a brand that could not be created, else the standard sentence. */
export function brandFailureText(error: unknown): string {
  if (!(error instanceof CallError)) return t('brand.failed');
  const { error: text, fields, message } = error.body;
  const field = Object.values(fields ?? {})[0];
  return field ?? (typeof text === 'string' && text ? text : (message ?? t('brand.failed')));
}

/** Administrators create a brand here; afterwards it is the selected one. */
export default function CreateBrandDialog({ onClose }: { onClose: () => void }) {
  const form = useBrandForm('new-brand');
  const queryClient = useQueryClient();
  const select = useSelectBrand();
  const { mutate, isPending } = useMutation({
    mutationFn: (body: BrandFields) =>
      client.call(createBrand, { body }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: ({ brandId }, { name }) => {
      form.discard();
      void queryClient.invalidateQueries({ queryKey: ['brand', 'listBrands'] });
      select(brandId);
      notify.success(t('brand.created', { name: name.trim() }));
    },
    onError: (error) => notify.failure(brandFailureText(error)),
    onSettled: onClose,
  });
  const submit = () => {
    if (isPending) return;
    const fields = form.check();
    if (fields) mutate(fields);
  };
  return (
    <Dialog
      open
      title={t('brand.create')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{shared('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={isPending}>
            {t('brand.create')}
          </Button>
        </>
      }
    >
      <BrandFieldset form={form} />
    </Dialog>
  );
}
