import { useQuery } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { listProviderQuotas } from '@troupe/contract/discovery/creator';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/platforms';
import type { ProviderState } from '@troupe/domain/discovery/provider';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { ProgressBar } from '@troupe/ui/feedback/progress-bar';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { exactTime, relativeTime } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import { Children } from 'react';
import { callOptions } from '../../../shared/call/query.ts';
import { AdminHead } from '../../../shared/screen/admin-head.tsx';
import { GenericError, LoadState } from '../../../shared/screen/screen.tsx';
import { t } from './messages/messages.gen.ts';
import './provider-screen.css';

/** Remaining quotas at external services. */
const providersOptions = { ...callOptions(listProviderQuotas, {}), refetchInterval: 30_000 };

function nameOf(provider: string): string {
  if (provider === 'audience-data' || provider === 'billing' || provider === 'mail')
    return t(`name.${provider}`);
  return { ...PLATFORM_NAMES, shopify: 'Shopify' }[provider] ?? provider;
}

/** Providers for administrators: quota usage and recent calls. */
export function ProviderScreen() {
  const query = useQuery(providersOptions);
  const { data, error, isFetching, refetch } = query;
  if (error instanceof CallError && error.status === 403) return <GenericError error={error} />;
  return (
    <>
      <AdminHead
        section="providers"
        subtitle={t('subtitle')}
        actions={
          <Button busy={isFetching && data !== undefined} onClick={() => void refetch()}>
            {t('refresh')}
          </Button>
        }
      />
      <div className="t-page providers">
        <LoadState what={t('what')} query={query}>
          <SkeletonRows rows={5} />
        </LoadState>
        {data?.providers.length === 0 && <EmptyState title={t('empty')} drawing="seats" />}
        {data?.providers.map((provider) => (
          <Provider key={provider.name} provider={provider} />
        ))}
      </div>
    </>
  );
}

function Provider({ provider }: { provider: ProviderState }) {
  const { lastCall, lastFailure } = provider;
  const name = nameOf(provider.name);
  return (
    <section className="t-panel provider" aria-label={name}>
      <div className="provider-head">
        <h2 className="t-16">{name}</h2>
        <Standing provider={provider} />
        <span className="t-grow t-12 t-ink2">
          {lastCall
            ? Children.toArray(t.rich('lastCall', { ago: () => <Ago at={lastCall} /> }))
            : t('neverCalled')}
        </span>
      </div>
      {provider.quotas.length === 0 ? (
        <p className="t-12 t-ink2">{t('noQuota')}</p>
      ) : (
        <ul className="provider-quotas">
          {provider.quotas.map((quota) => (
            <Quota key={quota.name} quota={quota} />
          ))}
        </ul>
      )}
      {lastFailure && (
        <p className="t-12 t-ink2">
          {Children.toArray(
            t.rich('lastFailure', {
              ago: () => <Ago at={lastFailure.at} />,
              message: lastFailure.message,
            }),
          )}
        </p>
      )}
    </section>
  );
}

function Standing({ provider }: { provider: ProviderState }) {
  const { configured, openUntil } = provider;
  if (!configured) return <Pill title={t('status.missingHelp')}>{t('status.missing')}</Pill>;
  if (openUntil && Date.parse(openUntil) > Date.now()) {
    return (
      <Pill tone="tangerine" title={t('status.pausedUntil', { time: exactTime(openUntil) })}>
        {t('status.paused')}
      </Pill>
    );
  }
  return <Pill tone="green">{provider.lastCall ? t('status.working') : t('status.ready')}</Pill>;
}

function Quota({ quota }: { quota: ProviderState['quotas'][number] }) {
  const { name, used, limit, resets } = quota;
  const amount =
    limit === null
      ? t('quota.used', { used: exactNumber(used) })
      : t('quota.usedOf', { used: exactNumber(used), limit: exactNumber(limit) });
  return (
    <li>
      <div className="provider-quota-words">
        <span>{name}</span>
        <span className="t-num">{amount}</span>
      </div>
      {limit !== null && limit > 0 && <ProgressBar label={name} value={Math.min(used, limit)} max={limit} />}
      {resets && (
        <p className="t-12 t-ink3" title={exactTime(resets)}>
          {t('quota.resets', { time: relativeTime(resets) })}
        </p>
      )}
    </li>
  );
}
