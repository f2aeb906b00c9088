import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createOwnBrand } from '@troupe/contract/account/brand';
import { CallError } from '@troupe/contract/client';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { meOptions } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { DocumentTitle } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { type BrandFields, BrandFieldset, useBrandForm } from './brand-form.tsx';
import { brandFailureText } from './create-brand-dialog.tsx';
import './own-brand-screen.css';

/** A signed-in person without a brand says which brand they are signing up for. */
export default function OwnBrandScreen({ onDone }: { onDone: () => void }) {
  const form = useBrandForm('own-brand');
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: BrandFields) =>
      client.call(createOwnBrand, { body }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: async () => {
      form.discard();
      await queryClient.refetchQueries({ queryKey: meOptions.queryKey });
      onDone();
    },
    onError: (failure) => {
      // Another tab was quicker: the person has a brand by now.
      if (failure instanceof CallError && failure.status === 409) {
        void queryClient.refetchQueries({ queryKey: meOptions.queryKey }).then(onDone);
      }
    },
  });
  return (
    <main className="own-brand">
      <DocumentTitle>{t('ownBrand.title')}</DocumentTitle>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const fields = isPending ? null : form.check();
          if (fields) mutate(fields);
        }}
      >
        <div>
          <h1 className="t-28">{t('ownBrand.title')}</h1>
          <p className="t-ink2">{t('ownBrand.text')}</p>
        </div>
        {error && <ErrorState title={t('ownBrand.failed')} text={brandFailureText(error)} />}
        <BrandFieldset form={form} />
        <Button kind="main" size="form" type="submit" full busy={isPending}>
          {t('brand.create')}
        </Button>
        <p className="t-12 t-ink3">
          {t.rich('ownBrand.wrong', {
            link: (words) => (
              <Link key="link" href="/logout" className="t-link">
                {words}
              </Link>
            ),
          })}
        </p>
      </form>
    </main>
  );
}
