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
import { lazy, Suspense, useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { config } from '../../../shared/config.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { DomainActions } from './domain-actions.tsx';
import { domainLooks, recordsAsText, standing } from './domain-labels.ts';
import { DomainRecords } from './domain-records.tsx';
import { emailDomainOptions, useDomainWrites } from './email-domain-queries.ts';
import { MailQueuePanel } from './mail-queue.tsx';
import './email-domain.css';

const DomainForm = lazy(() => import('./domain-form.tsx'));

/** How often a pending domain is refetched while the page is visible. */
const WHILE_PENDING_MS = 15_000;

/** The domain a brand sends its mail from: set up, checked, kept; for members to read. */
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
  const look = domain && domainLooks[domain.status];
  return (
    <Section
      id="email-settings"
      title="Email settings"
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
      <LoadState what="the email settings" query={query}>
        <SkeletonRows rows={4} />
      </LoadState>
      {manage && !manage.allowed && data && <p className="domain-reason">{manage.reason}</p>}
      {domain === null && (
        <EmptyState
          title="No email domain yet"
          text="Send invites from your own domain. Replies show up next to each invite."
          drawing="none"
          actions={
            manage?.allowed && (
              <Button kind="main" icon={<IconMail size={16} />} onClick={edit}>
                Set up email domain
              </Button>
            )
          }
        />
      )}
      {domain && <Standing domain={domain} />}
      {editing && data && brand && (
        <Suspense>
          <DomainForm domain={data.emailDomain} brandName={brand.name} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Section>
  );
}

function Standing({ domain }: { domain: EmailDomain }) {
  const { fromName, fromAddress, created, checked, verified, nextSelector } = domain;
  return (
    <>
      <div className="t-stack">
        <p>{standing(domain)}</p>
        <p className="t-12 t-ink3 domain-facts">
          <span>
            From{' '}
            <span className="t-ink2">
              {fromName} &lt;{fromAddress}&gt;
            </span>
          </span>
          <span>
            Set up <Ago at={created} />
          </span>
          {verified && (
            <span>
              Verified <Ago at={verified} />
            </span>
          )}
          <span>
            {checked ? (
              <>
                Checked <Ago at={checked} />
              </>
            ) : (
              'Not checked yet'
            )}
          </span>
        </p>
        {nextSelector && (
          <p className="domain-reason">
            Publish the record of the new key, <code>{nextSelector}._domainkey</code>. Email is signed with
            the current key until we find it.
          </p>
        )}
      </div>
      <DomainRecords domain={domain} />
      <div className="t-row t-wrap">
        <CopyButton text={recordsAsText(domain.records)} label="Copy all records" wide />
        {config.sandboxUrl && (
          <Button
            kind="quiet"
            href={`${config.sandboxUrl}/dns`}
            target="_blank"
            rel="noreferrer"
            iconRight={<IconExternalLink size={16} />}
          >
            Open the sandbox's DNS
          </Button>
        )}
      </div>
      <MailQueuePanel />
    </>
  );
}
