import type { DnsResolver } from '../../../platform/outgoing/dns.ts';
import {
  isInclude,
  isSpf,
  MAX_SPF_LOOKUPS,
  MAX_VOID_LOOKUPS,
  parseSpf,
  type SpfTerm,
} from './dns-records.ts';

/** The result of checking one record of a domain. */
export interface Finding {
  outcome: 'right' | 'absent' | 'wrong' | 'unanswered';
  /** The published values. */
  found: string[];
  /** The problem and how to fix it; with `right`, a note. With `absent`, the sentence lacks its ending. */
  problem: string | null;
}

export const right = (found: string[], problem: string | null = null): Finding => ({
  outcome: 'right',
  found,
  problem,
});

export const wrong = (found: string[], problem: string): Finding => ({ outcome: 'wrong', found, problem });

/** Inconclusive: the previous state remains. */
export const unanswered = (name: string, reason: string): Finding => ({
  outcome: 'unanswered',
  found: [],
  problem: `Couldn't look up ${name}: ${reason}. We'll check again automatically.`,
});

interface Walk {
  lookUps: number;
  voids: number;
}

/** Ends the evaluation: receivers couldn't evaluate the SPF record either. */
class Stop extends Error {
  readonly finding: 'wrong' | 'unanswered';
  constructor(finding: Stop['finding'], message: string) {
    super(message);
    this.finding = finding;
  }
}

const CHANGE = 'Change it to this value instead of adding a second record.';

/** Checks whether a domain's SPF record authorizes `include`, as a receiver evaluates it (RFC 7208). */
export async function findSpf(names: DnsResolver, domain: string, include: string): Promise<Finding> {
  const answer = await names.txt(domain);
  if (!answer.answered) return unanswered(domain, answer.reason);
  // Also match records broken by quotes or a typo at the start.
  const found = answer.values.filter((value) => isSpf(value) || /^\W*v\W*spf/i.test(value));
  const records = found.filter(isSpf);
  const [record] = records;
  if (found.length === 0) return { outcome: 'absent', found, problem: `There's no SPF record at ${domain}` };
  if (record === undefined)
    return wrong(
      found,
      `The SPF record doesn't start with “v=spf1 ”, so it has no effect. Change it to this value.`,
    );
  if (records.length > 1)
    return wrong(
      found,
      `There are ${records.length} SPF records, so receivers ignore them all. Keep one, with this value, and remove the others.`,
    );
  const terms = parseSpf(record);
  if (!terms) return wrong(found, `The SPF record is invalid. ${CHANGE}`);
  const place = terms.findIndex((term) => isInclude(term, include) && term.qualifier === '+');
  const all = terms.findIndex(({ name }) => name === 'all');
  if (all >= 0 && place > all)
    return wrong(found, `The SPF record includes ${include} after “all”, where it has no effect. ${CHANGE}`);
  const walk: Walk = { lookUps: 0, voids: 0 };
  try {
    const included = await evaluateTerms(names, walk, terms, domain, include);
    if (!included) return wrong(found, `The SPF record doesn't include ${include}. ${CHANGE}`);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return error.finding === 'wrong'
      ? wrong(found, error.message)
      : { outcome: 'unanswered', found, problem: error.message };
  }
  return right(found);
}

/** Evaluates the terms like a receiver that finds no match; returns whether `wanted` is included. */
async function evaluateTerms(
  names: DnsResolver,
  walk: Walk,
  terms: readonly SpfTerm[],
  domain: string,
  wanted: string,
): Promise<boolean> {
  let included = false;
  for (const term of terms) {
    if (term.name === 'all') return included;
    if (!['include', 'a', 'mx', 'ptr', 'exists', 'redirect'].includes(term.name)) continue;
    walk.lookUps++;
    if (walk.lookUps > MAX_SPF_LOOKUPS)
      throw new Stop(
        'wrong',
        `The SPF record needs more than ${MAX_SPF_LOOKUPS} DNS lookups, so receivers reject it. Remove includes you no longer need.`,
      );
    // Macros depend on the sender of each email, so they can't be resolved here.
    if (term.value.includes('%')) continue;
    const target = (term.value.split('/')[0] || domain).replace(/\.$/, '');
    if (term.name === 'include' || term.name === 'redirect') {
      const inner = await readInner(names, walk, target, term);
      const nested = await evaluateTerms(names, walk, inner, target, wanted);
      if (term.qualifier === '+' && (nested || isInclude(term, wanted))) included = true;
    } else if (term.name === 'a') await mustFind(names.addresses(target), walk, target);
    else if (term.name === 'mx') await mustFind(names.mx(target), walk, target);
  }
  return included;
}

async function readInner(
  names: DnsResolver,
  walk: Walk,
  target: string,
  term: SpfTerm,
): Promise<readonly SpfTerm[]> {
  const values = await mustFind(names.txt(target), walk, target);
  const [record, more] = values.filter(isSpf);
  const terms = record !== undefined && more === undefined ? parseSpf(record) : null;
  if (!terms)
    throw new Stop(
      'wrong',
      `The SPF record contains ${term.written}, but ${target} has no valid SPF record. Remove or correct that part.`,
    );
  return terms;
}

async function mustFind(
  asked: ReturnType<DnsResolver['txt']>,
  walk: Walk,
  target: string,
): Promise<string[]> {
  const answer = await asked;
  if (!answer.answered) throw new Stop('unanswered', unanswered(target, answer.reason).problem ?? '');
  if (answer.values.length === 0 && ++walk.voids > MAX_VOID_LOOKUPS)
    throw new Stop(
      'wrong',
      `The SPF record names more than ${MAX_VOID_LOOKUPS} hosts that don't exist, so receivers reject it. Remove them.`,
    );
  return answer.values;
}
