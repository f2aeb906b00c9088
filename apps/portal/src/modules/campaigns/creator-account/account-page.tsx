import { exportOwnData, removeOwnAccount } from '@troupe/contract/campaigns/creator-app';
import type { User } from '@troupe/domain/account/user';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { TextField } from '@troupe/ui/field/field';
import { Section } from '@troupe/ui/layout/section';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { type ReactNode, useState } from 'react';
import { client, errorText } from '../../../shared/api.ts';
import { config, forgetSession } from '../../../shared/session.ts';
import { DocumentTitle } from '../../../shared/shell.tsx';
import './account-page.css';
import { t } from '../messages/messages.gen.ts';

function DataExport() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const take = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const file = URL.createObjectURL(await client.download(exportOwnData, {}));
      const link = document.createElement('a');
      link.href = file;
      link.download = 'my-data.json';
      link.click();
      setTimeout(() => URL.revokeObjectURL(file), 60_000);
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  };
  return (
    <Section title={t('account.data.title')}>
      <div className="account-part">
        <p className="t-ink2">{t('account.data.text')}</p>
        {failure && <ErrorState title={t('account.data.failed')} text={failure} onRetry={take} />}
        <Button busy={busy} onClick={take}>
          {t('account.data.download')}
        </Button>
      </div>
    </Section>
  );
}

function Removal() {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const remove = async () => {
    if (typed !== 'REMOVE') return setFailure(t('account.remove.confirm', { word: 'REMOVE' }));
    setBusy(true);
    try {
      await client.call(removeOwnAccount, { body: { confirm: 'REMOVE' } });
      forgetSession();
      // What signs in is kept by the login host, and goes there.
      const back = encodeURIComponent(`${config.portalOrigin}/`);
      location.assign(`${config.issuer}/account/close?return_to=${back}`);
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  const close = () => {
    setOpen(false);
    setTyped('');
    setFailure(null);
  };
  return (
    <Section title={t('account.remove.title')}>
      <div className="account-part">
        <p className="t-ink2">{t('account.remove.text')}</p>
        <Button kind="danger" onClick={() => setOpen(true)}>
          {t('account.remove.action')}
        </Button>
      </div>
      <Dialog
        open={open}
        title={t('account.remove.question')}
        onClose={close}
        onSubmit={remove}
        actions={
          <>
            <Button onClick={close}>{t('action.cancel')}</Button>
            <Button kind="danger" type="submit" busy={busy}>
              {t('account.remove.action')}
            </Button>
          </>
        }
      >
        <p className="t-ink2">{t('account.remove.warning')}</p>
        <TextField
          label={t('account.remove.confirm', { word: 'REMOVE' })}
          size="form"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          error={failure}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Dialog>
    </Section>
  );
}

interface AccountPageProps {
  user: User;
  name: string;
  profiles: ReactNode;
  payments: ReactNode;
  notifications: ReactNode;
  /** The choice of language. */
  language: ReactNode;
}

/** The account of a creator: profiles, payments, notifications, language, data export, removal. */
export function AccountPage({ user, name, profiles, payments, notifications, language }: AccountPageProps) {
  return (
    <div className="account">
      <DocumentTitle>{t('account.title')}</DocumentTitle>
      <div>
        <Link href="/" className="t-link account-back">
          {t('account.back')}
        </Link>
        <h1 className="t-28" tabIndex={-1}>
          {t('account.title')}
        </h1>
        <p className="t-ink2">{name === user.email ? name : `${name}, ${user.email}`}</p>
      </div>
      <Section id="profiles" title={t('profiles.title')}>
        {profiles}
      </Section>
      {payments}
      {notifications}
      <Section id="language" title={t('account.language.title')}>
        <div className="account-part">
          <p className="t-ink2">{t('account.language.text')}</p>
          {language}
        </div>
      </Section>
      <Section title={t('account.signIn.title')}>
        <div className="account-part">
          <p className="t-ink2">{t('account.signIn.text')}</p>
          <Button
            href={`${config.issuer}/account?return_to=${encodeURIComponent(`${config.portalOrigin}/account`)}`}
          >
            {t('account.signIn.action')}
          </Button>
        </div>
      </Section>
      <DataExport />
      <Removal />
    </div>
  );
}
