import { Button } from '@troupe/ui/action/button';
import { PasswordField, SelectField, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import type { ReactNode } from 'react';
import { t } from './messages/messages.gen.ts';
import './share-link-dialog.css';

/** What every link has; `days` is empty for a link that doesn't expire. */
interface LinkFields {
  label: string;
  days: string;
}

interface ShareLinkDialogProps {
  title: string;
  /** What the name of a link is called. */
  label: string;
  values: LinkFields;
  errors: Partial<Record<string, string>>;
  onChange: (part: Partial<LinkFields>) => void;
  /** Passwords are never kept as drafts. */
  password: string;
  onPassword: (password: string) => void;
  /** Days to choose from. */
  days: readonly number[];
  mayStay?: boolean;
  busy: boolean;
  onCancel: () => void;
  onClose: () => void;
  onSubmit: () => void;
  /** Fields below the name. */
  children?: ReactNode;
  /** Fields at the end. */
  more?: ReactNode;
}

/** Creates a link for people outside: its name, an end, an optional password, and more fields. */
export function ShareLinkDialog(props: ShareLinkDialogProps) {
  const { title, label, values, errors, onChange, password, onPassword, days, mayStay } = props;
  return (
    <Dialog
      open
      title={title}
      width={560}
      onClose={props.onClose}
      onSubmit={props.onSubmit}
      actions={
        <>
          <Button onClick={props.onCancel}>{t('cancel')}</Button>
          <Button kind="main" type="submit" busy={props.busy}>
            {t('create')}
          </Button>
        </>
      }
    >
      <div className="share-link-fields">
        <TextField
          label={label}
          help={t('labelHelp')}
          size="form"
          dir="auto"
          maxLength={120}
          value={values.label}
          error={errors.label}
          onChange={({ target }) => onChange({ label: target.value })}
        />
        {props.children}
        <SelectField
          label={t('days')}
          size="form"
          value={values.days}
          error={errors.days}
          options={[
            ...days.map((count) => ({ value: String(count), label: t('inDays', { count }) })),
            ...(mayStay ? [{ value: '', label: t('never') }] : []),
          ]}
          onChange={({ target }) => onChange({ days: target.value })}
        />
        <PasswordField
          label={t('optionalPassword')}
          help={t('passwordHelp')}
          size="form"
          autoComplete="new-password"
          value={password}
          error={errors.password}
          onChange={({ target }) => onPassword(target.value)}
        />
        {props.more}
      </div>
    </Dialog>
  );
}
