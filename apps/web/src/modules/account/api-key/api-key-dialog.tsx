import { CallError } from '@troupe/contract/client';
import type { ApiKeyScope } from '@troupe/domain/account/api-key';
import { Button } from '@troupe/ui/action/button';
import { Radio } from '@troupe/ui/field/choice';
import { DateField } from '@troupe/ui/field/date-field';
import { TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';
import { type ApiKeyWrites, endOfDay } from './api-key.ts';

interface ApiKeyDialogProps {
  create: ApiKeyWrites['create'];
  onMade: (key: string) => void;
  onClose: () => void;
}

/** Asks what a new key is for and what it may do. */
export default function ApiKeyDialog({ create, onMade, onClose }: ApiKeyDialogProps) {
  const draft = useDraft('api-key', '');
  const [scope, setScope] = useState<ApiKeyScope>('read');
  const [day, setDay] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const submit = () => {
    if (create.isPending) return;
    if (!draft.text.trim()) return setErrors({ name: t('apiKey.nameMissing') });
    setErrors({});
    create.mutate(
      { name: draft.text, scope, expires: endOfDay(day) },
      {
        onSuccess: ({ key }) => {
          draft.discard();
          onMade(key);
        },
        onError: (error) =>
          setErrors((error instanceof CallError && error.body.fields) || { name: errorText(error) }),
      },
    );
  };
  return (
    <Dialog
      open
      title={t('apiKey.createTitle')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{shared('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={create.isPending}>
            {t('apiKey.create')}
          </Button>
        </>
      }
    >
      <div className="api-key-form">
        <TextField
          label={shared('name')}
          size="form"
          help={t('apiKey.nameHelp')}
          maxLength={60}
          dir="auto"
          autoComplete="off"
          data-autofocus
          value={draft.text}
          error={errors.name}
          onChange={(event) => draft.change(event.target.value)}
        />
        <fieldset className="api-key-scopes">
          <legend>{t('apiKey.itMay')}</legend>
          {(['read', 'write'] as const).map((option) => (
            <Radio
              key={option}
              name="api-key-scope"
              label={t(`apiKey.scope.${option}`)}
              help={t(`apiKey.may.${option}`)}
              checked={scope === option}
              onChange={() => setScope(option)}
            />
          ))}
        </fieldset>
        <DateField
          label={t('apiKey.expires')}
          help={t('apiKey.expiresHelp')}
          size="form"
          value={day}
          error={errors.expires}
          onChange={setDay}
        />
      </div>
    </Dialog>
  );
}
