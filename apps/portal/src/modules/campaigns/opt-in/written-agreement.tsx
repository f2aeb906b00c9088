import { useMutation, useQuery } from '@tanstack/react-query';
import { saveBlob } from '@troupe/browser/save-blob';
import {
  acceptOwnAgreement,
  getOwnAgreementPdf,
  listOwnAgreements,
} from '@troupe/contract/campaigns/agreement';
import type { AgreementDocument } from '@troupe/domain/campaigns/agreement-document';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { SignatureForm, SignedText } from '@troupe/ui/field/signature-form';
import { Section } from '@troupe/ui/layout/section';
import { exactTime } from '@troupe/ui/lib/date';
import { useEffect } from 'react';
import { callOptions, client, errorText } from '../../../shared/api.ts';
import type { OwnOptIn } from '../../../shared/campaign-words.ts';
import { t } from '../messages/messages.gen.ts';

/** The agreement that the brand has accepted, for the creator to read, accept and keep. */
export function WrittenAgreement({ optIn }: { optIn: OwnOptIn }) {
  const optInId = optIn.id;
  const { data, error, refetch } = useQuery(callOptions(listOwnAgreements, { params: { optInId } }));
  useEffect(() => void (optIn.version && refetch()), [optIn.version, refetch]);
  const [newest] = data?.agreements ?? [];
  if (error && !data)
    return (
      <Section title={t('agreement.title')}>
        <ErrorState
          title={t('agreement.loadFailed')}
          text={errorText(error)}
          onRetry={() => void refetch()}
        />
      </Section>
    );
  if (!newest) return null;
  const { number, state, text, hash, brand, creator } = newest;
  const by = (acceptance: AgreementDocument['brand']) =>
    acceptance
      ? t('agreement.by', { name: acceptance.name, time: exactTime(acceptance.at) })
      : t('agreement.notYet');
  const facts = [
    [optIn.campaign.brand.name, by(brand)],
    [t('agreement.you'), by(creator)],
    ['SHA-256', hash],
  ] as const;
  return (
    <Section title={t('agreement.version', { number })}>
      <div className="opt-in-part">
        <SignedText className="opt-in-document" label={t('agreement.text')} text={text} />
        {state === 'waiting' && !newest.replaced && (
          <Accept key={hash} optIn={optIn} hash={hash} onDone={() => void refetch()} />
        )}
        <dl className="opt-in-list opt-in-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="t-12 t-ink2">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Download optInId={optInId} number={number} />
      </div>
    </Section>
  );
}

function Accept({ optIn, hash, onDone }: { optIn: OwnOptIn; hash: string; onDone: () => void }) {
  const accept = useMutation({
    mutationFn: (name: string) =>
      client.call(acceptOwnAgreement, { params: { optInId: optIn.id }, body: { name, hash } }),
    onSuccess: () => notify.success(t('agreement.accepted')),
    onSettled: onDone,
  });
  return (
    <SignatureForm
      label={t('agreement.name')}
      help={t('agreement.nameHint', { brand: optIn.campaign.brand.name })}
      action={t('agreement.accept')}
      missing={t('agreement.nameMissing')}
      busy={accept.isPending}
      error={accept.error ? errorText(accept.error) : undefined}
      onSign={(name) => accept.mutate(name)}
    />
  );
}

function Download({ optInId, number }: { optInId: string; number: number }) {
  const save = useMutation({
    mutationFn: async () => {
      const file = await client.download(getOwnAgreementPdf, { params: { optInId, number } });
      saveBlob(file, `agreement-${number}.pdf`);
    },
    onError: (reason) => notify.failure(t('agreement.downloadFailed'), { detail: errorText(reason) }),
  });
  return (
    <Button busy={save.isPending} onClick={() => save.mutate()}>
      {t('agreement.download')}
    </Button>
  );
}
