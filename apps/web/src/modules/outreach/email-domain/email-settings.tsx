import { IconCheck, IconExternalLink, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { EmailDomain } from '@troupe/domain/outreach/email-domain';
import { Button } from '@troupe/ui/action/button';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { Children, lazy, type ReactNode, Suspense, useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { config } from '../../../shared/config.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { DomainActions } from './domain-actions.tsx';
import { DomainHealthPanel } from './domain-health.tsx';
import { domainLook, recordsAsText, standing } from './domain-labels.ts';
import { DomainRecords } from './domain-records.tsx';
import { emailDomainOptions, useDomainWrites } from './email-domain-queries.ts';
import { MailQueuePanel } from './mail-queue.tsx';
import './email-domain.css';
import { t } from '../messages/messages.gen.ts';

const DomainForm = lazy(() => import('./domain-form.tsx'));

/** How often a pending domain is refetched while the page is visible. */
const WHILE_PENDING_MS = 15_000;

/** The domain a brand sends email from. Owners set it up, members can see it. */
export default function EmailSettings() {
  const brandId = useBrandId();
  const { data: brand } = useQuery(brandOptions(brandId));
  const query = useQuery({
    ...emailDomainOptions(brandId),
    refetchInterval: ({ state }) =>
      state.data?.emailDomain?.status === 'pending' ? WHILE_PENDING_MS : false,
  });
  const { data } = query;
  const writes = useDomainWrites();
  const [editing, setEditing] = useState(false);
  const domain = data?.emailDomain;
  const manage = brand?.abilities.manageEmailDomain;
  const edit = () => setEditing(true);
  const look = domain && domainLook(domain.status);
  return (
    <Section
      id="email-settings"
      title={t('settings.title')}
      aside={
        look && (
          <Pill
            tone={look.tone}
            icon={domain.status === 'verified' ? <IconCheck size={14} /> : undefined}
            dot={domain.status !== 'verified' && domain.status !== 'pending'}
          >
            {look.label}
          </Pill>
        )
      }
      actions={
        domain && manage?.allowed ? (
          <DomainActions domain={domain} writes={writes} onEdit={edit} />
        ) : undefined
      }
    >
      <LoadState what={t('settings.what')} query={query}>
        <SkeletonRows rows={4} />
      </LoadState>
      {manage && !manage.allowed && data && <p className="domain-reason">{manage.reason}</p>}
      {domain === null && (
        <EmptyState
          title={t('settings.none')}
          text={t('settings.noneText')}
          drawing="none"
          actions={
            manage?.allowed && (
              <Button kind="main" icon={<IconMail size={16} />} onClick={edit}>
                {t('settings.setUp')}
              </Button>
            )
          }
        />
      )}
      {domain && <Standing domain={domain} isOwner={manage?.allowed ?? false} />}
      {editing && data && brand && (
        <Suspense>
          <DomainForm domain={data.emailDomain} brandName={brand.name} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Section>
  );
}

/** `Checked 5 min ago`. */
const since = (key: 'settings.created' | 'settings.verified' | 'settings.checked', at: string) =>
  Children.toArray(t.rich(key, { ago: () => <Ago at={at} /> }));

function Standing({ domain, isOwner }: { domain: EmailDomain; isOwner: boolean }) {
  const { fromName, fromAddress, created, checked, verified, nextSelector } = domain;
  return (
    <>
      <div className="t-stack">
        <p>{standing(domain)}</p>
        <p className="t-12 t-ink3 domain-facts">
          <span>
            {Children.toArray(
              t.rich('settings.from', {
                sender: () => (
                  <span className="t-ink2">
                    {fromName} &lt;{fromAddress}&gt;
                  </span>
                ),
              }),
            )}
          </span>
          <span>{since('settings.created', created)}</span>
          {verified && <span>{since('settings.verified', verified)}</span>}
          <span>{checked ? since('settings.checked', checked) : t('settings.unchecked')}</span>
        </p>
        {nextSelector && (
          <p className="domain-reason">
            {Children.toArray(
              t.rich('settings.newKey', {
                name: `${nextSelector}._domainkey`,
                code: (words: ReactNode[]) => <code>{words}</code>,
              }),
            )}
          </p>
        )}
      </div>
      <DomainRecords domain={domain} />
      <div className="t-row t-wrap">
        <CopyButton text={recordsAsText(domain.records)} label={t('records.copyAll')} wide />
        {config.sandboxUrl && (
          <Button
            kind="quiet"
            href={`${config.sandboxUrl}/dns`}
            target="_blank"
            rel="noreferrer"
            iconRight={<IconExternalLink size={16} />}
          >
            {t('settings.sandbox')}
          </Button>
        )}
      </div>
      <MailQueuePanel />
      <DomainHealthPanel isOwner={isOwner} />
    </>
  );
}
