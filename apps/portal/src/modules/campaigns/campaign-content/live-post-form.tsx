import { submitLivePost } from '@troupe/contract/campaigns/own-content';
import type { ContentKind, Deliverable } from '@troupe/domain/campaigns/campaign-brief';
import { contentKindTitle } from '@troupe/domain/campaigns/content-kind-name';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { type SubmitEvent, useState } from 'react';
import { client, refusalText } from '../../../shared/api.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t } from '../messages/messages.gen.ts';
import { kindsOf } from './hand-in-form.tsx';

interface LivePostFormProps {
  optInId: string;
  deliverables: readonly Deliverable[];
  /** Approved content that is not live yet. */
  approved: readonly { id: string; kind: ContentKind; caption: string }[];
  onDone: () => void;
}

/** Tells the brand where content went live. */
export function LivePostForm({ optInId, deliverables, approved, onDone }: LivePostFormProps) {
  const draft = useDraft(`live.${optInId}`, { url: '', of: approved[0]?.id ?? '' });
  const [kind, setKind] = useState<ContentKind>(kindsOf(deliverables)[0] ?? 'post');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const of = approved.find(({ id }) => id === draft.values.of);

  const tell = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const url = draft.values.url.trim();
    if (!/^https?:\/\/\S+\.\S+/.test(url)) return setFailure(t('live.urlInvalid'));
    setBusy(true);
    setFailure(null);
    try {
      await client.call(submitLivePost, {
        params: { optInId },
        body: { url, previewId: of?.id ?? null, kind: of?.kind ?? kind },
      });
      draft.change({ url: '' });
      draft.discard();
      notify.success(t('live.done'));
      onDone();
    } catch (error) {
      setFailure(refusalText(error));
    }
    setBusy(false);
  };

  return (
    <form className="content-form" onSubmit={tell} noValidate aria-label={t('live.label')}>
      {approved.length > 0 && (
        <SelectField
          label={t('live.which')}
          size="form"
          value={of?.id ?? ''}
          options={[
            ...approved.map((one) => ({
              value: one.id,
              label: t('live.whichOption', {
                kind: contentKindTitle(one.kind),
                caption: one.caption.slice(0, 40) || t('live.noCaption'),
              }),
            })),
            { value: '', label: t('live.other') },
          ]}
          onChange={(event) => draft.change({ of: event.target.value })}
        />
      )}
      {!of && (
        <SelectField
          label={t('submit.kind')}
          size="form"
          value={kind}
          options={kindsOf(deliverables).map((value) => ({ value, label: contentKindTitle(value) }))}
          onChange={(event) => setKind(event.target.value as ContentKind)}
        />
      )}
      <TextField
        label={t('live.url')}
        size="form"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={draft.values.url}
        error={failure}
        onChange={(event) => draft.change({ url: event.target.value })}
      />
      <Button size="form" type="submit" busy={busy}>
        {t('live.action')}
      </Button>
    </form>
  );
}
