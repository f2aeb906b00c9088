import { useNavigate } from '@tanstack/react-router';
import { localPath } from '@troupe/browser/session';
import { listClaimedProfiles } from '@troupe/contract/campaigns/creator-app';
import {
  completeCreatorConnection,
  listCreatorConnections,
} from '@troupe/contract/campaigns/creator-connection';
import { joined } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { useEffect, useRef, useState } from 'react';
import { client, forget, refusalText } from '../../../shared/api.ts';
import { DocumentTitle, Waiting } from '../../../shared/shell.tsx';
import { takeConnectReturn } from './claim-profile.tsx';
import './claim-profile.css';
import { t } from '../messages/messages.gen.ts';

/** What the platform sent back; read once, since the code counts once. */
function readAnswer(search: string) {
  const query = new URLSearchParams(search);
  // TikTok and Facebook both say `error` where the person declined.
  if (query.has('error')) return { declined: true as const };
  const [code, state] = [query.get('code'), query.get('state')];
  return code && state ? { declined: false as const, code, state } : null;
}

/** `/connect`: where platforms send creators back to after they were asked. */
export function ConnectPage() {
  const navigate = useNavigate();
  const started = useRef(false);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const answer = readAnswer(location.search);
    // The code must not stay in the address, nor in the history.
    history.replaceState(null, '', '/connect');
    if (!answer) return setFailure(t('connect.incomplete'));
    if (answer.declined) return setFailure(t('connect.declined'));
    const { code, state } = answer;
    client.call(completeCreatorConnection, { body: { code, state } }).then(
      ({ profiles }) => {
        // Which account it was: platforms connect the one that is logged in, which may be another than expected.
        const names = joined(profiles.map(({ username }) => `@${username}`));
        notify.success(t('connect.connected', { names }));
        forget(listClaimedProfiles, listCreatorConnections);
        void navigate({ href: localPath(takeConnectReturn()), replace: true });
      },
      (error) => setFailure(refusalText(error)),
    );
  }, [navigate]);

  return (
    <>
      <DocumentTitle>{t('connect.title')}</DocumentTitle>
      <h1 className="t-28" tabIndex={-1}>
        {t('connect.title')}
      </h1>
      {failure ? (
        <div className="claim">
          <p role="alert">{failure}</p>
          <p>
            <Button kind="main" onClick={() => void navigate({ href: takeConnectReturn() })}>
              {t('connect.goBack')}
            </Button>
          </p>
        </div>
      ) : (
        <Waiting label={t('connect.busy')} />
      )}
    </>
  );
}
