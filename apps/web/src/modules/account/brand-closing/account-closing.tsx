import { useMutation, useQuery } from '@tanstack/react-query';
import { closeBrand, getClosingTerms } from '@troupe/contract/account/brand-closing';
import { CallError } from '@troupe/contract/client';
import { Button } from '@troupe/ui/action/button';
import { TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { OwnerSection, useIsOwner } from '../../../shared/screen/owner-section.tsx';
import { t } from '../messages/messages.gen.ts';
import './brand-closing.css';

/** Closing the account: what it does, and the way to it. */
export default function AccountClosing() {
  const brandId = useBrandId();
  const query = useQuery({
    ...callOptions(getClosingTerms, { params: { brandId } }),
    enabled: useIsOwner() === true,
  });
  const [asking, setAsking] = useState(false);
  return (
    <OwnerSection
      id="close-account"
      title={t('closing.title')}
      what={t('closing.what')}
      query={query}
      actions={
        <Button kind="danger" onClick={() => setAsking(true)}>
          {t('closing.title')}
        </Button>
      }
    >
      <Steps steps={query.data?.steps ?? []} />
      {asking && <ClosingDialog steps={query.data?.steps ?? []} onClose={() => setAsking(false)} />}
    </OwnerSection>
  );
}

function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ul className="closing-steps t-ink2">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ul>
  );
}

function ClosingDialog({ steps, onClose }: { steps: readonly string[]; onClose: () => void }) {
  const brandId = useBrandId();
  const brandName = useQuery(brandOptions(brandId)).data?.name ?? '';
  const [name, setName] = useState('');
  const [error, setError] = useState<string | undefined>();
  const close = useMutation({
    mutationFn: () => client.call(closeBrand, { params: { brandId }, body: { name } }),
    // They can no longer see this brand, whatever the cache still holds.
    onSuccess: ({ closing }) => location.assign(`/closed?until=${closing.deletes.slice(0, 10)}`),
    onError: (problem) =>
      setError((problem instanceof CallError && problem.body.fields?.name) || errorText(problem)),
  });
  const submit = () => {
    if (close.isPending) return;
    if (name.trim() !== brandName.trim()) return setError(t('closing.mismatch', { name: brandName }));
    setError(undefined);
    close.mutate();
  };
  return (
    <Dialog
      open
      width={560}
      title={t('closing.ask', { name: brandName })}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('closing.keep')}</Button>
          <Button kind="danger" type="submit" busy={close.isPending}>
            {t('closing.title')}
          </Button>
        </>
      }
    >
      <Steps steps={steps} />
      <TextField
        label={t('closing.type', { name: brandName })}
        size="form"
        dir="auto"
        autoComplete="off"
        data-autofocus
        value={name}
        error={error}
        onChange={(event) => setName(event.target.value)}
      />
    </Dialog>
  );
}
