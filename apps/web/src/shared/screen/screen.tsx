import { IconHelpCircle, IconHome, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { CallError } from '@troupe/contract/client';
import { Button } from '@troupe/ui/action/button';
import { Crashed } from '@troupe/ui/feedback/crash-boundary';
import { ErrorPage } from '@troupe/ui/feedback/error-page';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, ScreenLoading } from '@troupe/ui/feedback/skeleton';
import { onReconnect } from '@troupe/ui/lib/connection';
import { exactTime } from '@troupe/ui/lib/date';
import { type ReactNode, useEffect, useState } from 'react';
import { brandOptions, meOptions, useBrandIdOrNone } from '../brand/current-brand.ts';
import { errorText, shownStatus } from '../call/error-text.ts';
import { linkTarget } from '../links.ts';
import { t } from '../messages/messages.gen.ts';
import './page-loading.css';
import './sheet-head.css';

/**
 * The brand access check: renders its children while the API confirms access, and the generic error page otherwise
 * (responses contain nothing of a refused brand either). `useBrandId()` has a value inside it.
 */
export function BrandScreen({ children }: { children: ReactNode }) {
  const brandId = useBrandIdOrNone();
  const me = useQuery(meOptions);
  const brand = useQuery({ ...brandOptions(brandId ?? ''), enabled: brandId !== null });
  const failure = useStandingError(brand);
  const queryClient = useQueryClient();
  const refused = brand.error?.status === 403;
  // Removed from the team: show the next brand, or that there is none.
  useEffect(() => {
    if (refused) void queryClient.invalidateQueries({ queryKey: meOptions.queryKey });
  }, [refused, queryClient]);
  if (brandId === null) {
    if (me.error && !me.data) return <GenericError error={me.error} />;
    return me.data ? <NoBrandYet /> : <PageLoading />;
  }
  if (failure && !brand.data) return <GenericError error={failure} />;
  return children;
}

/**
 * Returns the error of a query until a retry succeeds. Hovering over a link can start a retry, and the link must not move
 * away from the pointer.
 */
function useStandingError<E>({ error, isFetching }: { error: E | null; isFetching: boolean }): E | null {
  const [last, setLast] = useState(error);
  const standing = error ?? (isFetching ? last : null);
  if (standing !== last) setLast(standing);
  return standing;
}

/** An administrator looks at an instance without brands. */
function NoBrandYet() {
  return (
    <div className="t-page">
      <h1 className="t-20">{t('brand.none')}</h1>
      <p className="t-ink2">{t('brand.noneText')}</p>
    </div>
  );
}

/** The document's title while a screen is open: `Campaigns | Troupe`; `whole` titles stand alone. */
export function DocumentTitle({ children, whole = false }: { children: string; whole?: boolean }) {
  const title = whole ? children : `${children} | Troupe`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

/** A centered spinner after 300 ms, and later a line that loading continues. */
export function PageLoading({ label = t('loading'), whole = false }: { label?: string; whole?: boolean }) {
  return (
    <div className="page-loading" data-whole={whole || undefined} role="status" aria-busy="true">
      <ScreenLoading label={label} />
    </div>
  );
}

/** The band at the top of a screen: `<PageHeader>`, then `<Tabs>`, over a line from edge to edge. */
export function SheetHead({ children }: { children: ReactNode }) {
  return (
    <div className="sheet-head">
      <div className="t-page">{children}</div>
    </div>
  );
}

/** As much of a query as says how it stands. */
export interface LoadQuery {
  data?: unknown;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadStateProps {
  /** Noun phrase for messages: `the orders`. */
  what: string;
  query: LoadQuery;
  /** Added to the message about kept data. */
  note?: string;
  /** What its place looks like until something is known. */
  children: ReactNode;
}

/** The loading state of a query, or its error with Retry. Renders nothing once data is loaded. */
export function LoadState({ what, query, note, children }: LoadStateProps) {
  const { data, error, isFetching, refetch } = query;
  if (!error) return data ? null : <Loading label={t('load.loading', { what })}>{children}</Loading>;
  return (
    <ErrorState
      title={t('load.failed', { hasData: data ? 'yes' : 'no', what })}
      text={data ? [t('load.stale'), note].filter(Boolean).join(' ') : errorText(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

/** The generic error page. */
export function GenericError({ error, full = false }: { error: unknown; full?: boolean }) {
  const [at] = useState(() => new Date());
  const status = shownStatus(error);
  // The subtitle of a failure of the server has it already.
  const reference = error instanceof CallError && error.status < 500 ? error.reference : null;
  return (
    <div role="alert">
      <DocumentTitle>{t('error.title')}</DocumentTitle>
      <ErrorPage
        status={status}
        title={t('error.title')}
        subtitle={errorText(error)}
        full={full}
        actions={
          <>
            <Button kind="main" icon={<IconHome size={16} />} href="/">
              {t('error.home')}
            </Button>
            <Button icon={<IconRefresh size={16} />} onClick={() => location.reload()}>
              {t('error.refresh')}
            </Button>
            <Button icon={<IconHelpCircle size={16} />} href={linkTarget('helpCenter')}>
              {t('error.help')}
            </Button>
          </>
        }
        detail={[
          t('error.status', { status, at: exactTime(at) }),
          reference && t('error.reference', { id: reference }),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
    </div>
  );
}

/**
 * Replaces a failed screen: with the error page if a call failed, with the dialog if rendering failed. A screen that
 * got no response reloads when the connection is back.
 */
export function LoadFailure({ error }: ErrorComponentProps) {
  const router = useRouter();
  const unanswered = error instanceof CallError && error.status === 0;
  useEffect(
    () => (unanswered ? onReconnect(() => void router.invalidate()) : undefined),
    [unanswered, router],
  );
  return error instanceof CallError ? <GenericError error={error} /> : <Crashed error={error} />;
}
