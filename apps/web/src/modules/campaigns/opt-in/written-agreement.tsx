import { useMutation, useQuery } from '@tanstack/react-query';
import {
  acceptAgreement,
  changeAgreement,
  createAgreement,
  getAgreementPdf,
  getAgreementTemplate,
  listAgreements,
  saveAgreementTemplate,
} from '@troupe/contract/campaigns/agreement';
import { AGREEMENT_PLACEHOLDERS, type AgreementDocument } from '@troupe/domain/campaigns/agreement-document';
import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonText } from '@troupe/ui/feedback/skeleton';
import { TextArea } from '@troupe/ui/field/field';
import { SignatureForm, SignedText } from '@troupe/ui/field/signature-form';
import { exactTime } from '@troupe/ui/lib/date';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { useEffect, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { CsvButton } from '../../../shared/download.tsx';
import { useDraftForm } from '../../../shared/form.ts';
import { t } from '../messages/messages.gen.ts';
import { REFRESH_MS } from './opt-in-queries.ts';

/** `{brand}, {creator}, ...` */
const PLACEHOLDERS = AGREEMENT_PLACEHOLDERS.map((name) => `{${name}}`).join(', ');

/** The written agreement of a collaboration: created from the agreed terms, edited and accepted. */
export function WrittenAgreement({ optIn }: { optIn: OptIn }) {
  const params = { brandId: useBrandId(), optInId: optIn.id };
  const { data, error, isPending, refetch } = useQuery({
    ...callOptions(listAgreements, { params }),
    refetchInterval: REFRESH_MS,
  });
  // Another version of the opt-in may have other terms, or an acceptance of the creator.
  useEffect(() => void (optIn.version && refetch()), [optIn.version, refetch]);
  const [editing, setEditing] = useState(false);
  const create = useMutation({
    mutationFn: () => client.call(createAgreement, { params }),
    onSuccess: () => refetch(),
    onError: (reason) => notify.failure(t('agreement.createFailed'), { detail: errorText(reason) }),
  });
  const [newest, ...older] = data?.agreements ?? [];
  return (
    <DrawerSection
      title={newest ? t('agreement.version', { number: newest.number }) : t('agreement.title')}
      aside={newest && !editing && <Pdf params={params} number={newest.number} />}
    >
      {isPending && <SkeletonText lines={3} />}
      {error && !data && (
        <ErrorState
          title={t('agreement.loadFailed')}
          text={errorText(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && !newest && (
        <>
          <p className="t-ink2">{t('agreement.none')}</p>
          <div className="opt-in-actions">
            <Button busy={create.isPending} onClick={() => create.mutate()}>
              {t('agreement.create')}
            </Button>
          </div>
        </>
      )}
      {newest && editing && (
        <Editor
          key={newest.hash}
          params={params}
          agreement={newest}
          onSaved={() => void refetch()}
          onClose={() => setEditing(false)}
        />
      )}
      {newest && !editing && (
        <>
          <SignedText className="opt-in-document t-panel" label={t('agreement.text')} text={newest.text} />
          <Acceptances agreement={newest} />
          {newest.state === 'draft' && (
            <Accept key={newest.hash} params={params} agreement={newest} onDone={() => void refetch()} />
          )}
          {newest.state !== 'accepted' && (
            <div className="opt-in-actions">
              <Button kind="quiet" onClick={() => setEditing(true)}>
                {t('agreement.edit')}
              </Button>
            </div>
          )}
          {older.map((version) => (
            <p key={version.number} className="t-12 t-ink2 t-row t-wrap">
              {t(version.state === 'accepted' ? 'agreement.olderAccepted' : 'agreement.older', {
                number: version.number,
              })}
              <Pdf params={params} number={version.number} />
            </p>
          ))}
        </>
      )}
    </DrawerSection>
  );
}

interface Params {
  brandId: string;
  optInId: string;
}

const Pdf = ({ params, number }: { params: Params; number: number }) => (
  <CsvButton
    type="PDF"
    size="row"
    fileName={`agreement-${number}.pdf`}
    download={() =>
      client.download(getAgreementPdf, {
        params: { brandId: params.brandId, optInId: params.optInId, number },
      })
    }
  />
);

function Acceptances({ agreement: { brand, creator, hash, state } }: { agreement: AgreementDocument }) {
  const by = (acceptance: AgreementDocument['brand']) =>
    acceptance
      ? t('agreement.by', {
          name: acceptance.name || t('agreement.removed'),
          time: exactTime(acceptance.at),
        })
      : t('agreement.notYet');
  if (state === 'draft') return null;
  return (
    <dl className="opt-in-facts">
      <dt>{t('agreement.brand')}</dt>
      <dd>{by(brand)}</dd>
      <dt>{t('agreement.creator')}</dt>
      <dd>{by(creator)}</dd>
      <dt>SHA-256</dt>
      <dd className="t-12 opt-in-words">{hash}</dd>
    </dl>
  );
}

interface PartProps {
  params: Params;
  agreement: AgreementDocument;
}

function Accept({ params, agreement, onDone }: PartProps & { onDone: () => void }) {
  const accept = useMutation({
    mutationFn: (name: string) =>
      client.call(acceptAgreement, { params, body: { name, hash: agreement.hash } }),
    onSuccess: () => notify.success(t('agreement.sent')),
    onSettled: onDone,
  });
  return (
    <SignatureForm
      label={t('agreement.name')}
      help={t('agreement.nameHint')}
      action={t('agreement.accept')}
      missing={t('agreement.nameMissing')}
      busy={accept.isPending}
      error={accept.error ? errorText(accept.error) : undefined}
      onSign={(name) => accept.mutate(name)}
    />
  );
}

function Editor({
  params,
  agreement,
  onSaved,
  onClose,
}: PartProps & { onSaved: () => void; onClose: () => void }) {
  const form = useDraftForm({
    draft: `agreement.${params.optInId}`,
    saved: { clauses: agreement.clauses },
  });
  const { clauses } = form.values;
  const save = useMutation({
    mutationFn: () => client.call(changeAgreement, { params, body: { clauses, hash: agreement.hash } }),
    onSuccess: () => {
      form.discard();
      onClose();
    },
    onSettled: onSaved,
  });
  const { brandId } = params;
  const keep = useMutation({
    mutationFn: async () => {
      const { version } = await client.call(getAgreementTemplate, { params: { brandId } });
      return client.call(saveAgreementTemplate, { params: { brandId }, body: { clauses, version } });
    },
    onSuccess: () => notify.success(t('agreement.templateSaved')),
  });
  const failure = save.error ?? keep.error;
  return (
    <>
      <TextArea
        label={t('agreement.clauses')}
        help={t('agreement.placeholders', { list: PLACEHOLDERS })}
        rows={14}
        maxLength={15_000}
        value={clauses}
        error={failure ? errorText(failure) : undefined}
        onChange={(event) => form.change({ clauses: event.target.value })}
      />
      <div className="opt-in-actions">
        <Button kind="main" busy={save.isPending} onClick={() => save.mutate()}>
          {t('agreement.save')}
        </Button>
        <Button busy={keep.isPending} onClick={() => keep.mutate()}>
          {t('agreement.saveTemplate')}
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            form.discard();
            onClose();
          }}
        >
          {t('action.cancel')}
        </Button>
      </div>
    </>
  );
}
