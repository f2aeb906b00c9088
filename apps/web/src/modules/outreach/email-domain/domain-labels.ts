import type { DomainRecord, DomainStatus, EmailDomain } from '@troupe/domain/outreach/email-domain';
import type { PillTone } from '@troupe/ui/content/pill';

/** How a domain's state is shown. */
export const domainLooks: Record<DomainStatus, { label: string; tone: PillTone }> = {
  pending: { label: 'Waiting for DNS', tone: 'neutral' },
  verified: { label: 'Verified', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  broken: { label: 'Broken', tone: 'tangerine' },
};

/** How a record's state is shown. */
export const recordLooks: Record<DomainStatus, { label: string; tone: PillTone }> = {
  pending: { label: 'Not found yet', tone: 'neutral' },
  verified: { label: 'Found', tone: 'green' },
  failed: { label: 'Wrong', tone: 'red' },
  broken: { label: 'Broken', tone: 'tangerine' },
};

/** What a record is for. */
export const purposes: Record<DomainRecord['purpose'], { name: string; text: string }> = {
  spf: { name: 'SPF', text: 'authorized senders' },
  dkim: { name: 'DKIM', text: 'signature of your email' },
  dmarc: { name: 'DMARC', text: 'how receivers treat spoofed email' },
  'return-path': { name: 'Return path', text: 'where bounces go' },
};

/** Where the domain stands, in one sentence, with what to do. */
export function standing({ domain, status }: EmailDomain): string {
  switch (status) {
    case 'verified':
      return `${domain} sends your invites. Replies show up next to each invite.`;
    case 'pending':
      return `Publish these records where ${domain} is registered. We keep checking; this can take a day.`;
    case 'failed':
      return 'Some records are missing or wrong. Fix the marked ones, then check again.';
    case 'broken':
      return `${domain} was verified, but its records changed. Invites are held until you fix them.`;
  }
}

/** All records as text, one per line, to forward to a DNS administrator. */
export const recordsAsText = (records: readonly DomainRecord[]): string =>
  records
    .map(({ name, type, priority, value }) =>
      [name, type, ...(priority === null ? [] : [priority]), value].join('\t'),
    )
    .join('\n');
