import type { DomainRecord, DomainStatus, EmailDomain } from '@troupe/domain/outreach/email-domain';
import type { PillTone } from '@troupe/ui/content/pill';
import { t } from '../messages/messages.gen.ts';

interface Look {
  label: string;
  tone: PillTone;
}

const TONES: Record<DomainStatus, PillTone> = {
  pending: 'neutral',
  verified: 'green',
  failed: 'red',
  broken: 'tangerine',
};

/** Label and color of a domain's status. */
export const domainLook = (status: DomainStatus): Look => ({
  label: t(`domain.status.${status}`),
  tone: TONES[status],
});

/** Label and color of a record's status. */
export const recordLook = (status: DomainStatus): Look => ({
  label: t(`record.status.${status}`),
  tone: TONES[status],
});

type Purpose = DomainRecord['purpose'];

/** Name of a record and what it is for. */
export const purposeOf = (purpose: Purpose): { name: string; text: string } => ({
  name: purpose === 'return-path' ? t('record.returnPath') : purpose.toUpperCase(),
  text: t(`record.purpose.${purpose}`),
});

/** The status of a domain in one sentence, with what to do. */
export function standing({ domain, status }: EmailDomain): string {
  switch (status) {
    case 'verified':
      return t('domain.text.verified', { domain });
    case 'pending':
      return t('domain.text.pending', { domain });
    case 'failed':
      return t('domain.text.failed');
    case 'broken':
      return t('domain.text.broken', { domain });
  }
}

/** All records as text, one per line, to forward to a DNS administrator. */
export const recordsAsText = (records: readonly DomainRecord[]): string =>
  records
    .map(({ name, type, priority, value }) =>
      [name, type, ...(priority === null ? [] : [priority]), value].join('\t'),
    )
    .join('\n');
