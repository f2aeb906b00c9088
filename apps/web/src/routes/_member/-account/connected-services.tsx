import { IconBuildingStore, IconCreditCard, IconDatabase, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listProviderQuotas } from '@troupe/contract/discovery/creator';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/platforms';
import type { ProviderState } from '@troupe/domain/discovery/provider';
import { Link } from '@troupe/ui/action/link';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { Section } from '@troupe/ui/layout/section';
import { counted, exactNumber } from '@troupe/ui/lib/format';
import type { ComponentType, ReactNode } from 'react';
import { billingOptions } from '../../../modules/billing/subscription/account-queries.ts';
import { STORE_LOOKS } from '../../../modules/commerce/store/store-labels.ts';
import { storesOptions } from '../../../modules/commerce/store/store-queries.ts';
import { emailDomainOptions } from '../../../modules/outreach/email-domain/email-domain-queries.ts';
import { useBrandId, useMe } from '../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../shared/call/query.ts';
import '../../../modules/operations/connected-service/connected-service.css';

/** A service the brand works with: one row, or several. */
interface Service {
  id: string;
  /** Shared by all brands, so that members can do nothing about it. */
  forAdministrators?: boolean;
  Rows: ComponentType;
}

/** Every service there is. A new one is a line here, and a component that reads how it stands. */
const services: readonly Service[] = [
  { id: 'email-domain', Rows: EmailDomainRow },
  { id: 'store', Rows: StoreServiceRow },
  { id: 'billing', Rows: BillingRow },
  { id: 'providers', Rows: ProviderRows, forAdministrators: true },
];

const WAITING = { tone: 'neutral', word: 'Reading' } as const;
const UNKNOWN = { tone: 'neutral', word: 'Not known' } as const;
const ABSENT = { tone: 'neutral', word: 'Not set up' } as const;

function EmailDomainRow() {
  const { data, isError } = useQuery(emailDomainOptions(useBrandId()));
  const domain = data?.emailDomain;
  const verified = domain?.status === 'verified';
  const found = domain
    ? ({ tone: verified ? 'green' : 'tangerine', word: verified ? 'Connected' : 'Not verified' } as const)
    : ABSENT;
  return (
    <ServiceRow
      icon={<IconMail size={20} />}
      name="Email domain"
      text={domain ? `${domain.domain} sends your invites and messages` : 'Send invites from your own domain'}
      state={data ? found : isError ? UNKNOWN : WAITING}
      action={
        <Link href="/account#email-settings" className="t-link">
          Email settings
        </Link>
      }
    />
  );
}

function StoreServiceRow() {
  const { data, isError } = useQuery(storesOptions(useBrandId()));
  const stores = data?.stores ?? [];
  const connected = stores.filter(({ status }) => status === 'connected');
  // Services that need attention come first.
  const first = stores.find(({ status }) => status === 'needs_reconnect') ?? connected[0] ?? stores[0];
  const [only] = connected;
  return (
    <ServiceRow
      icon={<IconBuildingStore size={20} />}
      name="Store"
      text={
        only === undefined
          ? 'Orders show which creator they came from'
          : connected.length === 1
            ? `${only.name} sends its orders`
            : `${counted(connected.length, 'store')} send their orders`
      }
      state={data ? (first ? STORE_LOOKS[first.status] : ABSENT) : isError ? UNKNOWN : WAITING}
      action={
        <Link href="/account#store" className="t-link">
          {stores.length > 0 ? 'Store' : 'Connect a store'}
        </Link>
      }
    />
  );
}

function BillingRow() {
  const { data, isError } = useQuery(billingOptions(useBrandId()));
  const found = data?.pastDue
    ? ({ tone: 'tangerine', word: 'Past due' } as const)
    : data?.hasPortal
      ? ({ tone: 'green', word: 'Connected' } as const)
      : ABSENT;
  return (
    <ServiceRow
      icon={<IconCreditCard size={20} />}
      name="Billing"
      text={
        data && !data.hasPortal
          ? 'Starts with your first purchase'
          : 'Keeps your plan, payment method and invoices'
      }
      state={data ? found : isError ? UNKNOWN : WAITING}
      action={
        <Link href={data && !data.hasPortal ? '/pricing' : '/account#subscription'} className="t-link">
          {data && !data.hasPortal ? 'See plans' : 'Subscription'}
        </Link>
      }
    />
  );
}

const PROVIDER_NAMES: Record<string, string> = {
  ...PLATFORM_NAMES,
  'audience-data': 'Audience data',
  mail: 'Mail server',
  billing: 'Billing provider',
  shopify: 'Shopify',
};

/** Keys and quotas are the product's own, for all brands together. */
function ProviderRows() {
  const { data } = useQuery(callOptions(listProviderQuotas, {}));
  return data?.providers.map((provider) => (
    <ServiceRow
      key={provider.name}
      icon={<IconDatabase size={20} />}
      name={PROVIDER_NAMES[provider.name] ?? provider.name}
      text={quotaText(provider)}
      state={standingOf(provider)}
      action={
        <Link href="/admin/providers" className="t-link">
          Providers
        </Link>
      }
    />
  ));
}

function standingOf({ configured, openUntil }: ProviderState) {
  if (!configured) return ABSENT;
  if (openUntil && Date.parse(openUntil) > Date.now()) return { tone: 'tangerine', word: 'Paused' } as const;
  return { tone: 'green', word: 'Connected' } as const;
}

function quotaText({ quotas, lastFailure }: ProviderState): string {
  const [quota] = quotas;
  if (quota)
    return `${quota.name}: ${exactNumber(quota.used)}${quota.limit === null ? '' : ` of ${exactNumber(quota.limit)}`} used, shared by all brands`;
  return lastFailure ? `Last failure: ${lastFailure.message}` : 'Shared by all brands, no quota information';
}

interface ServiceRowProps {
  icon: ReactNode;
  name: string;
  /** What it is for, or how it stands, in one line. */
  text: ReactNode;
  state: { tone: PillTone; word: string };
  /** What can be done about it. */
  action?: ReactNode;
}

/** One outside service the brand works with. */
function ServiceRow({ icon, name, text, state, action }: ServiceRowProps) {
  return (
    <li className="service">
      <span className="service-icon" aria-hidden="true">
        {icon}
      </span>
      <span className="t-grow service-words">
        <span className="t-medium">{name}</span>
        <span className="t-12 t-ink2">{text}</span>
      </span>
      <Pill tone={state.tone}>{state.word}</Pill>
      {action && <span className="service-action">{action}</span>}
    </li>
  );
}

/** The outside services the brand works with. */
export default function ConnectedServices() {
  const administrator = useMe()?.role === 'administrator';
  return (
    <Section id="connected-services" title="Connected services" subtitle="What this brand works with">
      <ul className="services">
        {services
          .filter((service) => administrator || !service.forAdministrators)
          .map(({ id, Rows }) => (
            <Rows key={id} />
          ))}
      </ul>
    </Section>
  );
}
