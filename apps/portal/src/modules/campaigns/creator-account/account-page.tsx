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
    <Section title="Your data">
      <div className="account-part">
        <p className="t-ink2">All the data we have about you, in one file.</p>
        {failure && <ErrorState title="Couldn't download your data." text={failure} onRetry={take} />}
        <Button busy={busy} onClick={take}>
          Download my data
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
    if (typed !== 'REMOVE') return setFailure('Type REMOVE to confirm');
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
    <Section title="Leave">
      <div className="account-part">
        <p className="t-ink2">
          Removes your claims, addresses and messages. Brands keep your agreements, without your name. You
          then close your login.
        </p>
        <Button kind="danger" onClick={() => setOpen(true)}>
          Remove account
        </Button>
      </div>
      <Dialog
        open={open}
        title="Remove your account?"
        onClose={close}
        onSubmit={remove}
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button kind="danger" type="submit" busy={busy}>
              Remove account
            </Button>
          </>
        }
      >
        <p className="t-ink2">This can't be undone. Download your data first if you want to keep it.</p>
        <TextField
          label="Type REMOVE to confirm"
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
}

/** The account of a creator: profiles, payments, notifications, data export, removal. */
export function AccountPage({ user, name, profiles, payments, notifications }: AccountPageProps) {
  return (
    <div className="account">
      <DocumentTitle>Account</DocumentTitle>
      <div>
        <Link href="/" className="t-link account-back">
          Home
        </Link>
        <h1 className="t-28" tabIndex={-1}>
          Account
        </h1>
        <p className="t-ink2">{name === user.email ? name : `${name}, ${user.email}`}</p>
      </div>
      <Section id="profiles" title="Your profiles">
        {profiles}
      </Section>
      {payments}
      {notifications}
      <Section title="Signing in">
        <div className="account-part">
          <p className="t-ink2">Email, password, two-step sign-in, passkeys and sessions.</p>
          <Button
            href={`${config.issuer}/account?return_to=${encodeURIComponent(`${config.portalOrigin}/account`)}`}
          >
            Sign-in settings
          </Button>
        </div>
      </Section>
      <DataExport />
      <Removal />
    </div>
  );
}
