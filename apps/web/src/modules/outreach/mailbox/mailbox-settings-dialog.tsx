import { CallError } from '@troupe/contract/client';
import { type Mailbox, MailboxSettings } from '@troupe/domain/outreach/mailbox';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { Checkbox } from '@troupe/ui/field/choice';
import { TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { errorText } from '../../../shared/call/error-text.ts';
import { checkFields, useFieldErrors } from '../../../shared/call/field-errors.ts';
import type { MailboxWrites } from './mailbox-queries.ts';
import { t } from './messages/messages.gen.ts';

interface MailboxSettingsDialogProps {
  mailbox: Mailbox;
  writes: MailboxWrites;
  onClose: () => void;
}

const number = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));

/** Changes the sender name, the sending limits and the sharing of a mailbox. */
export default function MailboxSettingsDialog({ mailbox, writes, onClose }: MailboxSettingsDialogProps) {
  const { change } = writes;
  const [values, setValues] = useState({
    name: mailbox.name,
    dailyCap: String(mailbox.dailyCap),
    spacingSeconds: String(mailbox.spacingSeconds),
    shared: mailbox.shared,
  });
  const [errors, setErrors] = useFieldErrors();
  const edit = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }));
    setErrors({});
  };
  const submit = () => {
    if (change.isPending) return;
    const checked = checkFields(
      MailboxSettings,
      {
        ...values,
        dailyCap: number(values.dailyCap),
        spacingSeconds: number(values.spacingSeconds),
      },
      (field) =>
        t(
          `form.${field === 'dailyCap' ? 'capError' : field === 'spacingSeconds' ? 'spacingError' : 'nameError'}`,
        ),
    );
    if (checked.errors) return setErrors(checked.errors);
    change.mutate(
      { id: mailbox.id, body: checked.data },
      {
        onSuccess: () => {
          notify.success(t('saved'));
          onClose();
        },
        onError: (error) => {
          const fields = error instanceof CallError ? error.body.fields : undefined;
          if (fields) setErrors(fields);
          else notify.failure(t('saveFailed'), { detail: errorText(error) });
        },
      },
    );
  };
  const field = (name: 'name' | 'dailyCap' | 'spacingSeconds') => ({
    size: 'form' as const,
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => edit({ [name]: event.target.value }),
  });
  return (
    <Dialog
      open
      title={t('form.settings', { address: mailbox.address })}
      width={420}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" busy={change.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <TextField
        {...field('name')}
        label={t('form.name')}
        help={t('form.nameHelp')}
        dir="auto"
        data-autofocus
      />
      <TextField {...field('dailyCap')} label={t('form.cap')} help={t('form.capHelp')} inputMode="numeric" />
      <TextField {...field('spacingSeconds')} label={t('form.spacing')} inputMode="decimal" />
      <Checkbox
        label={t('form.shared')}
        help={t('form.sharedHelp')}
        checked={values.shared}
        onChange={(event) => edit({ shared: event.target.checked })}
      />
    </Dialog>
  );
}
