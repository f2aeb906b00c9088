import { Button } from '@troupe/ui/action/button';
import { TextArea } from '@troupe/ui/field/field';
import { type SubmitEventHandler, useState } from 'react';
import { useDraft } from '../../../shared/draft.ts';
import { t } from '../messages/messages.gen.ts';

interface AskForChangeProps {
  previewId: string;
  /** Whether the content is approved, which this revokes. */
  takesBack: boolean;
  busy: boolean;
  onClose: () => void;
  onAsk: (comment: string) => Promise<boolean>;
}

/** What should change; kept until it is sent. */
export function AskForChange({ previewId, takesBack, busy, onClose, onAsk }: AskForChangeProps) {
  const draft = useDraft(`content-preview.${previewId}.change`, '');
  const [error, setError] = useState<string>();
  const submit: SubmitEventHandler<HTMLFormElement> = async (event) => {
    event.preventDefault();
    const comment = draft.text.trim();
    if (!comment) setError(t('content.changesMissing'));
    else if (await onAsk(comment)) draft.discard();
  };
  return (
    <form className="content-ask" onSubmit={submit} noValidate>
      <TextArea
        label={t('content.changes')}
        size="form"
        rows={3}
        maxLength={5000}
        autoFocus
        value={draft.text}
        error={error}
        onChange={(event) => {
          setError(undefined);
          draft.change(event.target.value);
        }}
      />
      <div className="content-actions">
        <Button kind="main" type="submit" busy={busy}>
          {takesBack ? t('content.revokeAndRequest') : t('content.request')}
        </Button>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
      </div>
    </form>
  );
}
