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
import { callOptions } from '../../../shared/call/query.ts';
import { AdminHead } from '../../../shared/screen/admin-head.tsx';
import { GenericError, LoadState } from '../../../shared/screen/screen.tsx';
import './provider-screen.css';

/** What is left at the outside services. */
export const providersOptions = { ...callOptions(listProviderQuotas, {}), refetchInterval: 30_000 };

const NAMES: Record<string, string> = {
  ...PLATFORM_NAMES,
  'audience-data': 'Audience data',
  billing: 'Billing',
  shopify: 'Shopify',
  mail: 'Mail',
};

/** Providers for administrators: quota usage and recent calls. */
export function ProviderScreen() {
  const query = useQuery(providersOptions);
  const { data, error, isFetching, refetch } = query;
  if (error instanceof CallError && error.status === 403) return <GenericError error={error} />;
  return (
    <>
      <AdminHead
        section="providers"
        subtitle="Remaining quotas and recent call results"
        actions={
          <Button busy={isFetching && data !== undefined} onClick={() => void refetch()}>
            Refresh
          </Button>
        }
      />
      <div className="t-page providers">
        <LoadState what="the providers" query={query}>
          <SkeletonRows rows={5} />
        </LoadState>
        {data?.providers.length === 0 && <EmptyState title="No providers configured" drawing="seats" />}
        {data?.providers.map((provider) => (
          <Provider key={provider.name} provider={provider} />
        ))}
      </div>
    </>
  );
}

function Provider({ provider }: { provider: ProviderState }) {
  const name = NAMES[provider.name] ?? provider.name;
  return (
    <section className="t-panel provider" aria-label={name}>
      <div className="provider-head">
        <h2 className="t-16">{name}</h2>
        <Standing provider={provider} />
        <span className="t-grow t-12 t-ink2">
          {provider.lastCall ? (
            <>
              Last call <Ago at={provider.lastCall} />
            </>
          ) : (
            'Not called yet'
          )}
        </span>
      </div>
      {provider.quotas.length === 0 ? (
        <p className="t-12 t-ink2">No quota information</p>
      ) : (
        <ul className="provider-quotas">
          {provider.quotas.map((quota) => (
            <Quota key={quota.name} quota={quota} />
          ))}
        </ul>
      )}
      {provider.lastFailure && (
        <p className="t-12 t-ink2">
          Last failure <Ago at={provider.lastFailure.at} />: {provider.lastFailure.message}
        </p>
      )}
    </section>
  );
}

function Standing({ provider }: { provider: ProviderState }) {
  const { configured, openUntil } = provider;
  if (!configured) return <Pill title="No URL or key configured">Not set up</Pill>;
  if (openUntil && Date.parse(openUntil) > Date.now()) {
    return (
      <Pill tone="tangerine" title={`Until ${exactTime(openUntil)}`}>
        Paused after failures
      </Pill>
    );
  }
  return <Pill tone="green">{provider.lastCall ? 'Working' : 'Ready'}</Pill>;
}

function Quota({ quota }: { quota: ProviderState['quotas'][number] }) {
  const { name, used, limit, resets } = quota;
  const amount = limit === null ? exactNumber(used) : `${exactNumber(used)} of ${exactNumber(limit)}`;
  return (
    <li>
      <div className="provider-quota-words">
        <span>{name}</span>
        <span className="t-num">{amount} used</span>
      </div>
      {limit !== null && limit > 0 && <ProgressBar label={name} value={Math.min(used, limit)} max={limit} />}
      {resets && (
        <p className="t-12 t-ink3" title={exactTime(resets)}>
          Resets {relativeTime(resets)}
        </p>
      )}
    </li>
  );
}
