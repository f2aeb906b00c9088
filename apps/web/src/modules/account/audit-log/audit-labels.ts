import type { AuditEntry, AuditObject } from '@troupe/domain/account/audit-log';
import { t } from '../messages/messages.gen.ts';

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
    return {
      tone: 'tangerine',
      label: t('audit.refused', { problem: (problem ?? '').replaceAll('_', ' ') }),
    };
  if (outcome === 'failed') return { tone: 'red', label: t('audit.failed') };
  return { tone: 'neutral', label: t('audit.unknown') };
}

/** A line with how often it was done in a row. */
export interface AuditRun {
  /** The newest of them. */
  entry: AuditEntry;
  times: number;
}

const RUN_MS = 10 * 60_000;

const sameAs = (one: AuditEntry, other: AuditEntry): boolean =>
  one.action === other.action &&
  one.title === other.title &&
  one.actor.id === other.actor.id &&
  one.object?.id === other.object?.id &&
  one.outcome === 'done' &&
  other.outcome === 'done';

/** Groups repeated autosaves within ten minutes into one entry. */
export function asRuns(entries: readonly AuditEntry[]): AuditRun[] {
  const runs: AuditRun[] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    const near = last && Date.parse(last.entry.created) - Date.parse(entry.created) < RUN_MS;
    if (last && near && entry.object && sameAs(last.entry, entry)) last.times += 1;
    else runs.push({ entry, times: 1 });
  }
  return runs;
}
