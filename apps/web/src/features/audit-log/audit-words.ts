import type { AuditEntry, AuditObject } from '@troupe/domain/audit-log';

/** Where an object can be looked at; null where there is no place for it. */
export function addressOfObject({ kind, id, name, campaignId }: AuditObject): string | null {
  if (name === null) return null;
  switch (kind) {
    case 'campaign':
      return `/campaigns/${id}`;
    case 'opt-in':
      return campaignId && `/campaigns/${campaignId}/opt-ins`;
    case 'creator-list':
      return `/creator-search/lists?list=${id}`;
    case 'invite':
      return '/creator-search/invites';
    case 'email-template':
      return `/account?template=${id}#email-templates`;
    case 'api-key':
      return '/account#api-keys';
    case 'outgoing-webhook':
      return '/account#webhooks';
    case 'user':
      return '/account#team';
    default:
      return null;
  }
}

/** What became of an action that did not just succeed. */
export function outcomeLooks({ outcome, problem }: Pick<AuditEntry, 'outcome' | 'problem'>): {
  tone: 'tangerine' | 'red' | 'neutral';
  label: string;
} | null {
  if (outcome === 'done') return null;
  if (outcome === 'refused')
    return { tone: 'tangerine', label: `Refused: ${(problem ?? '').replaceAll('_', ' ')}` };
  if (outcome === 'failed') return { tone: 'red', label: 'Failed' };
  return { tone: 'neutral', label: 'Outcome unknown' };
}
