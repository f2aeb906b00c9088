import type { DomainStatus } from '@troupe/domain/outreach/email-domain';
import { WAIT_HOURS } from './dns-records.ts';
import { dkimState } from './email-domain.check.ts';
import type { StoredDomain } from './email-domain.queries.ts';
import type { Finding } from './email-domain.spf.ts';
import type { RecordStates } from './email-domain.table.ts';

/** A rotated key stays in DNS this long, for email in transit. */
export const RETIRED_DAYS = 7;

type StoredState = RecordStates[string];
type Standing = Pick<StoredDomain, 'states' | 'createdAt' | 'keys'>;

/** Returns the record states after a check. Inconclusive findings keep the previous state. */
export function statesAfter(
  domain: Standing,
  findings: ReadonlyMap<string, Finding>,
  now: Date,
): RecordStates {
  const states: RecordStates = {};
  for (const [name, finding] of findings) {
    const before = domain.states[name];
    const since = waitingSince(domain, name);
    const late = now.getTime() - since.getTime() > WAIT_HOURS * 3_600_000;
    const status = nextStatus(before?.status, finding.outcome, late);
    states[name] = {
      status,
      found: shown(finding.outcome === 'unanswered' ? (before?.found ?? []) : finding.found),
      problem: finding.outcome === 'absent' ? absence(finding, status) : finding.problem,
    };
  }
  return states;
}

const absence = ({ problem }: Finding, status: DomainStatus): string =>
  status === 'broken' ? `${problem} anymore. Add it again.` : `${problem} yet.`;

function nextStatus(
  before: DomainStatus | undefined,
  outcome: Finding['outcome'],
  late: boolean,
): DomainStatus {
  const wasRight = before === 'verified' || before === 'broken';
  if (outcome === 'right') return 'verified';
  if (outcome === 'unanswered') return before && before !== 'pending' ? before : late ? 'failed' : 'pending';
  if (wasRight) return 'broken';
  return outcome === 'wrong' || late ? 'failed' : 'pending';
}

/** A new key's waiting time starts when it is created. */
function waitingSince(domain: Standing, name: string): Date {
  const key = domain.keys.find(({ selector }) => dkimState(selector) === name);
  return new Date(key && key.createdAt > domain.createdAt ? key.createdAt : domain.createdAt);
}

/** Returns the status of a domain from all its records; of the keys, only the active one counts. */
export function domainStatus(
  { verifiedAt }: Pick<StoredDomain, 'verifiedAt'>,
  states: RecordStates,
  selector: string,
): DomainStatus {
  const statuses = ['spf', dkimState(selector), 'dmarc', 'return-path'].map(
    (name) => states[name]?.status ?? 'pending',
  );
  if (statuses.every((status) => status === 'verified')) return 'verified';
  if (verifiedAt !== null) return 'broken';
  return statuses.includes('failed') ? 'failed' : 'pending';
}

const MAX_SHOWN = 10;
const MAX_SHOWN_LENGTH = 1000;

const shown = (found: readonly string[]): StoredState['found'] =>
  found.slice(0, MAX_SHOWN).map((value) => value.slice(0, MAX_SHOWN_LENGTH).toWellFormed());
