import { CallError } from '@troupe/contract/client';
import {
  type Mailbox,
  MailboxForm,
  type MailSecurity,
  type MailServer,
} from '@troupe/domain/outreach/mailbox';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { Checkbox } from '@troupe/ui/field/choice';
import { PasswordField, SelectField, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { errorText } from '../../../shared/call/error-text.ts';
import { checkFields, type FieldErrors, useFieldErrors } from '../../../shared/call/field-errors.ts';
import { config } from '../../../shared/config.ts';
import type { MailboxWrites } from './mailbox-queries.ts';
import { t } from './messages/messages.gen.ts';

interface Server {
  host: string;
  port: string;
  security: MailSecurity;
}

interface Fields {
  address: string;
  name: string;
  username: string;
  password: string;
  imap: Server;
  smtp: Server;
  shared: boolean;
}

const typed = ({ host, port, security }: MailServer): Server => ({ host, port: String(port), security });

function fieldsOf(mailbox: Mailbox | null): Fields {
  const servers = mailbox?.servers;
  return {
    address: mailbox?.address ?? '',
    name: mailbox?.name ?? '',
    username: servers && servers.username !== mailbox?.address ? servers.username : '',
    password: '',
    imap: servers ? typed(servers.imap) : { host: '', port: '993', security: 'tls' },
    smtp: servers ? typed(servers.smtp) : { host: '', port: '465', security: 'tls' },
    shared: mailbox?.shared ?? false,
  };
}

/** The usual port for each kind of encryption. */
const PORTS = {
  imap: { tls: '993', starttls: '143', none: '143' },
  smtp: { tls: '465', starttls: '587', none: '25' },
};

const number = ({ port }: Server) => (/^\d+$/.test(port.trim()) ? Number(port) : Number.NaN);

interface ConnectMailboxDialogProps {
  /** The mailbox to connect again; null for a new one. */
  mailbox: Mailbox | null;
  writes: MailboxWrites;
  onClose: () => void;
}

/** Connects a mailbox with a password. Nothing typed is kept as a draft, because it includes the password. */
export default function ConnectMailboxDialog({ mailbox, writes, onClose }: ConnectMailboxDialogProps) {
  const { connect } = writes;
  const [values, setValues] = useState(() => fieldsOf(mailbox));
  const [errors, setErrors] = useFieldErrors();
  const change = (part: Partial<Fields>) => {
    setValues((before) => {
      const next = { ...before, ...part };
      // Most servers are named after the domain.
      const domain = (address: string) => address.trim().split('@')[1] ?? '';
      for (const kind of ['imap', 'smtp'] as const) {
        const proposed = domain(before.address) ? `${kind}.${domain(before.address)}` : '';
        if (part.address !== undefined && next[kind].host === proposed && mailbox === null)
          next[kind] = {
            ...next[kind],
            host: domain(part.address) ? `${kind}.${domain(part.address)}` : '',
          };
      }
      return next;
    });
    setErrors({});
  };
  const submit = () => {
    if (connect.isPending) return;
    const { imap, smtp } = values;
    const checked = checkFields(MailboxForm, {
      ...values,
      imap: { ...imap, port: number(imap) },
      smtp: { ...smtp, port: number(smtp) },
    });
    if (checked.errors) return setErrors(checked.errors);
    connect.mutate(checked.data, {
      onSuccess: () => {
        notify.success(t('connected', { address: checked.data.address }));
        onClose();
      },
      onError: (error) => {
        const fields = error instanceof CallError ? error.body.fields : undefined;
        if (fields) setErrors(fields);
        else notify.failure(t('connectFailed'), { detail: errorText(error) });
      },
    });
  };
  const field = (name: 'address' | 'name' | 'username' | 'password') => ({
    size: 'form' as const,
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <Dialog
      open
      title={mailbox ? t('form.again', { address: mailbox.address }) : t('form.title')}
      width={560}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" busy={connect.isPending}>
            {t('form.connect')}
          </Button>
        </>
      }
    >
      <p className="t-ink2">{t('form.text')}</p>
      {mailbox === null && (
        <TextField
          {...field('address')}
          label={t('form.address')}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
      )}
      <PasswordField
        {...field('password')}
        label={t('form.password')}
        help={t('form.passwordHelp')}
        autoComplete="off"
      />
      <TextField {...field('name')} label={t('form.name')} help={t('form.nameHelp')} dir="auto" />
      <ServerFields kind="imap" value={values.imap} errors={errors} onChange={(imap) => change({ imap })} />
      <ServerFields kind="smtp" value={values.smtp} errors={errors} onChange={(smtp) => change({ smtp })} />
      <TextField
        {...field('username')}
        label={t('form.username')}
        help={t('form.usernameHelp')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Checkbox
        label={t('form.shared')}
        help={t('form.sharedHelp')}
        checked={values.shared}
        onChange={(event) => change({ shared: event.target.checked })}
      />
    </Dialog>
  );
}

interface ServerFieldsProps {
  kind: 'imap' | 'smtp';
  value: Server;
  errors: FieldErrors;
  onChange: (value: Server) => void;
}

function ServerFields({ kind, value, errors, onChange }: ServerFieldsProps) {
  // Servers without encryption are refused, except on this machine.
  const choices = config.sandboxUrl ? (['tls', 'starttls', 'none'] as const) : (['tls', 'starttls'] as const);
  return (
    <fieldset className="mailbox-server">
      <legend>{t(`form.${kind}`)}</legend>
      <TextField
        size="form"
        label={t('form.host')}
        value={value.host}
        error={errors[`${kind}.host`]}
        onChange={(event) => onChange({ ...value, host: event.target.value })}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        size="form"
        label={t('form.port')}
        value={value.port}
        error={errors[`${kind}.port`]}
        onChange={(event) => onChange({ ...value, port: event.target.value })}
        inputMode="numeric"
      />
      <SelectField
        size="form"
        label={t('form.security')}
        value={value.security}
        error={errors[`${kind}.security`]}
        options={choices.map((one) => ({ value: one, label: t(`security.${one}`) }))}
        onChange={(event) => {
          const security = event.target.value as MailSecurity;
          const isUsual = value.port === PORTS[kind][value.security];
          onChange({ ...value, security, port: isUsual ? PORTS[kind][security] : value.port });
        }}
      />
    </fieldset>
  );
}
