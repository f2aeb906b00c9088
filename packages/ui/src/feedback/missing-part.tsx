import { IconRefresh } from '@tabler/icons-react';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { Button } from '../action/button.tsx';
import { isMissingPart, lookForNewVersion, reloadOnce, type VersionFound } from '../lib/app-version.ts';
import { onReconnect } from '../lib/connection.ts';
import { t } from '../messages/messages.gen.ts';
import { EmptyState } from './empty-state.tsx';
import { notify } from './notify.tsx';
import { Delayed } from './skeleton.tsx';
import { Spinner } from './spinner.tsx';

/** Checks why code failed to load; reloads for a new build if nothing is unsaved. */
async function findOut(): Promise<VersionFound | 'reloading'> {
  const found = await lookForNewVersion();
  return found === 'new' && reloadOnce() ? 'reloading' : found;
}

/** Replaces a screen whose code couldn't be loaded: there is a new version, or the connection is lost. */
export function MissingPart() {
  const [found, setFound] = useState<VersionFound | 'reloading' | null>(null);
  useEffect(() => {
    let here = true;
    void findOut().then((what) => here && setFound(what));
    // Loading again was enough.
    const stop = onReconnect(() => void reloadOnce());
    return () => {
      here = false;
      stop();
    };
  }, []);
  if (found === null || found === 'reloading')
    return (
      <div role="status" aria-busy="true">
        <Delayed>
          <Spinner />
          <span className="t-hidden">{t('loading')}</span>
        </Delayed>
      </div>
    );
  const isNew = found === 'new';
  return (
    <div role="alert">
      <h1 className="t-hidden">{isNew ? t('missing.new') : t('missing.notLoaded')}</h1>
      <EmptyState
        title={isNew ? t('missing.newTitle') : t('missing.pageTitle')}
        text={isNew ? t('missing.newText') : t('missing.pageText')}
        actions={
          <Button kind="main" icon={<IconRefresh size={16} />} onClick={() => location.reload()}>
            {t('action.reload')}
          </Button>
        }
      />
    </div>
  );
}

/** Keeps the page when the code of an overlay or section can't be loaded. */
export class PartBoundary extends Component<{ children: ReactNode }, { error: unknown; failed: boolean }> {
  override state = { error: null as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown) {
    if (!isMissingPart(error)) return;
    void findOut().then((found) => {
      // A new build has its own notice.
      if (found === 'same' || found === 'unreachable')
        notify.failure(t('missing.partTitle'), {
          id: 'missing-part',
          detail: t('missing.partText'),
          action: { label: t('action.reload'), onClick: () => location.reload() },
        });
    });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    if (!isMissingPart(this.state.error)) throw this.state.error;
    return null;
  }
}
