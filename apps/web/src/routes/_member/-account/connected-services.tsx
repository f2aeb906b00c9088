import { IconBuildingStore, IconCreditCard, IconDatabase, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listProviderQuotas } from '@troupe/contract/discovery/creator';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/platforms';
import type { ProviderState } from '@troupe/domain/discovery/provider';
import { Link } from '@troupe/ui/action/link';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { Section } from '@troupe/ui/layout/section';
import { exactNumber } from '@troupe/ui/lib/format';
import type { ComponentType, ReactNode } from 'react';
import { billingOptions } from '../../../modules/billing/subscription/account-queries.ts';
import { storeLook } from '../../../modules/commerce/store/store-labels.ts';
import { storesOptions } from '../../../modules/commerce/store/store-queries.ts';
import { emailDomainOptions } from '../../../modules/outreach/email-domain/email-domain-queries.ts';
import { useBrandId, useMe } from '../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../../-screens/messages/messages.gen.ts';
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

const waiting = () => ({ tone: 'neutral', word: t('service.reading') }) as const;
const unknown = () => ({ tone: 'neutral', word: t('service.unknown') }) as const;
const absent = () => ({ tone: 'neutral', word: t('service.absent') }) as const;

function EmailDomainRow() {
  const { data, isError } = useQuery(emailDomainOptions(useBrandId()));
  const domain = data?.emailDomain;
  const verified = domain?.status === 'verified';
  const found = domain
    ? ({
        tone: verified ? 'green' : 'tangerine',
        word: verified ? t('service.connected') : t('service.unverified'),
      } as const)
    : absent();
  return (
    <ServiceRow
      icon={<IconMail size={20} />}
      name={t('service.emailDomain')}
      text={domain ? t('service.domainSends', { domain: domain.domain }) : t('service.ownDomain')}
      state={data ? found : isError ? unknown() : waiting()}
      action={
        <Link href="/account#email-settings" className="t-link">
          {t('account.section.email-settings')}
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
      name={t('account.section.store')}
      text={
        only === undefined
          ? t('service.storeText')
          : connected.length === 1
            ? t('service.storeSends', { store: only.name })
            : t('service.storesSend', { count: connected.length })
      }
      state={data ? (first ? storeLook(first.status) : absent()) : isError ? unknown() : waiting()}
      action={
        <Link href="/account#store" className="t-link">
          {stores.length > 0 ? t('account.section.store') : t('service.connectStore')}
        </Link>
      }
    />
  );
}

function BillingRow() {
  const { data, isError } = useQuery(billingOptions(useBrandId()));
  const found = data?.pastDue
    ? ({ tone: 'tangerine', word: t('service.pastDue') } as const)
    : data?.hasPortal
      ? ({ tone: 'green', word: t('service.connected') } as const)
      : absent();
  return (
    <ServiceRow
      icon={<IconCreditCard size={20} />}
      name={t('service.billing')}
      text={data && !data.hasPortal ? t('service.billingStarts') : t('service.billingText')}
      state={data ? found : isError ? unknown() : waiting()}
      action={
        <Link href={data && !data.hasPortal ? '/pricing' : '/account#subscription'} className="t-link">
          {data && !data.hasPortal ? shared('plans.see') : t('account.section.subscription')}
        </Link>
      }
    />
  );
}

function providerName(name: string): string {
  switch (name) {
    case 'audience-data':
    case 'mail':
    case 'billing':
    case 'shopify':
    case 'stripe':
      return t(`service.provider.${name}`);
    default:
      return (PLATFORM_NAMES as Record<string, string>)[name] ?? name;
  }
}

/** Keys and quotas are the product's own, for all brands together. */
function ProviderRows() {
  const { data } = useQuery(callOptions(listProviderQuotas, {}));
  return data?.providers.map((provider) => (
    <ServiceRow
      key={provider.name}
      icon={<IconDatabase size={20} />}
      name={providerName(provider.name)}
      text={quotaText(provider)}
      state={standingOf(provider)}
      action={
        <Link href="/admin/providers" className="t-link">
          {shared('admin.providers')}
        </Link>
      }
    />
  ));
}

function standingOf({ configured, openUntil }: ProviderState) {
  if (!configured) return absent();
  if (openUntil && Date.parse(openUntil) > Date.now())
    return { tone: 'tangerine', word: t('service.paused') } as const;
  return { tone: 'green', word: t('service.connected') } as const;
}

function quotaText({ quotas, lastFailure }: ProviderState): string {
  const [quota] = quotas;
  if (quota)
    return t('service.quota', {
      name: quota.name,
      used: exactNumber(quota.used),
      limit: quota.limit === null ? '' : exactNumber(quota.limit),
      hasLimit: quota.limit === null ? 'no' : 'yes',
    });
  return lastFailure ? t('service.lastFailure', { message: lastFailure.message }) : t('service.shared');
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
    <Section
      id="connected-services"
      title={t('account.section.connected-services')}
      subtitle={t('service.subtitle')}
    >
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
