import { useMutation, useQuery } from '@tanstack/react-query';
import { getSharedReport, openSharedReport } from '@troupe/contract/analytics/report-share';
import { CallError } from '@troupe/contract/client';
import { SHARE_ACCESS_HEADER } from '@troupe/contract/headers';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { PasswordField } from '@troupe/ui/field/field';
import { exactTime } from '@troupe/ui/lib/date';
import { useEffect, useState } from 'react';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { DocumentTitle, PageLoading } from '../../../shared/screen/screen.tsx';
import { StandaloneScreen } from '../../../shared/screen/standalone-screen.tsx';
import { t } from './messages/messages.gen.ts';
import { SnapshotView } from './snapshot-view.tsx';
import './report.css';

/** Keeps a page out of search engines, and its address out of requests to others. */
function useHiddenPage(): void {
  useEffect(() => {
    const tags = [
      ['robots', 'noindex, nofollow, noarchive'],
      ['referrer', 'no-referrer'],
    ].map(([name = '', content = '']) => {
      const tag = document.createElement('meta');
      tag.name = name;
      tag.content = content;
      document.head.append(tag);
      return tag;
    });
    return () => {
      for (const tag of tags) tag.remove();
    };
  }, []);
}

/** A shared report, for people with its link. */
export function SharedScreen({ token }: { token: string }) {
  useHiddenPage();
  // Only as long as the page is open.
  const [access, setAccess] = useState<string | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report-share', 'shared', token, access],
    queryFn: ({ signal }) =>
      client.call(
        getSharedReport,
        { params: { token } },
        Object.assign({ signal }, access ? { headers: { [SHARE_ACCESS_HEADER]: access } } : {}),
      ),
    // Each request counts as a view.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  if (error instanceof CallError && (error.status === 404 || error.status === 422))
    return (
      <StandaloneScreen title={t('shared.notFound')}>
        <p className="t-ink2">{t('shared.notFoundText')}</p>
      </StandaloneScreen>
    );
  if (error)
    return (
      <StandaloneScreen title={t('shared.failed')}>
        <ErrorState
          title={t('shared.failed')}
          text={errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </StandaloneScreen>
    );
  if (!data) return <PageLoading whole />;
  const { snapshot, frozen, expires } = data.report;
  if (!snapshot) return <PasswordScreen token={token} onOpen={setAccess} />;
  return (
    <main className="shared-report">
      <DocumentTitle>{snapshot.name}</DocumentTitle>
      <SnapshotView snapshot={snapshot} />
      <p className="t-12 t-ink3">
        {[
          frozen ? t('shared.frozen') : t('shared.live'),
          expires ? t('links.ends', { moment: exactTime(expires) }) : null,
        ]
          .filter((one) => one)
          .join(' · ')}
      </p>
    </main>
  );
}

function PasswordScreen({ token, onOpen }: { token: string; onOpen: (access: string) => void }) {
  const [password, setPassword] = useState('');
  const open = useMutation({
    mutationFn: () => client.call(openSharedReport, { params: { token }, body: { password } }),
    onSuccess: ({ access }) => onOpen(access),
  });
  const { error } = open;
  const wrong = error instanceof CallError ? error.body.fields?.password : undefined;
  return (
    <StandaloneScreen title={t('shared.locked')}>
      <form
        className="shared-password"
        onSubmit={(event) => {
          event.preventDefault();
          if (!open.isPending) open.mutate();
        }}
      >
        <PasswordField
          label={t('share.password')}
          size="form"
          autoComplete="off"
          required
          value={password}
          error={wrong ? t('shared.wrong') : error ? errorText(error) : undefined}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Button kind="main" size="form" type="submit" busy={open.isPending}>
          {t('shared.open')}
        </Button>
      </form>
    </StandaloneScreen>
  );
}
