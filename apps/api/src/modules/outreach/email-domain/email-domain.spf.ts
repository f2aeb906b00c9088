import type { DomainNames } from '../../../platform/outgoing/dns.ts';
import {
  isInclude,
  isSpf,
  MAX_SPF_LOOKUPS,
  MAX_VOID_LOOKUPS,
  parseSpf,
  type SpfTerm,
} from './dns-records.ts';

/** What a look at one record of a domain gave. */
export interface Finding {
  outcome: 'right' | 'absent' | 'wrong' | 'unanswered';
  /** What stands there. */
  found: string[];
  /** What is wrong and what to do; with outcome `right`, what to keep in mind. With `absent` without its end. */
  problem: string | null;
}

export const right = (found: string[], problem: string | null = null): Finding => ({
  outcome: 'right',
  found,
  problem,
});

export const wrong = (found: string[], problem: string): Finding => ({ outcome: 'wrong', found, problem });

/** Nobody knows: whatever stood there before still counts. */
export const unanswered = (name: string, reason: string): Finding => ({
  outcome: 'unanswered',
  found: [],
  problem: `The look-up of ${name} failed: ${reason}. We look again by ourselves.`,
});

interface Walk {
  lookUps: number;
  voids: number;
}

/** Ends a walk: what stands in the way of reading an SPF record as a receiver would. */
class Stop extends Error {
  readonly finding: 'wrong' | 'unanswered';
  constructor(finding: Stop['finding'], message: string) {
    super(message);
    this.finding = finding;
  }
}

const CHANGE = 'Change it to the value here; do not add a second one.';

/** Looks whether the SPF record of a domain lets `include` send, as a receiver reads it (RFC 7208). */
export async function findSpf(names: DomainNames, domain: string, include: string): Promise<Finding> {
  const answer = await names.txt(domain);
  if (!answer.answered) return unanswered(domain, answer.reason);
  // Quotes around it or a slip in its beginning make it no SPF record at all.
  const found = answer.values.filter((value) => isSpf(value) || /^\W*v\W*spf/i.test(value));
  const records = found.filter(isSpf);
  const [record] = records;
  if (found.length === 0) return { outcome: 'absent', found, problem: `There is no SPF record at ${domain}` };
  if (record === undefined)
    return wrong(
      found,
      `The SPF record does not begin with "v=spf1 ", so that it does not count. ${CHANGE.split(';')[0]}.`,
    );
  if (records.length > 1)
    return wrong(
      found,
      `There are ${records.length} SPF records, and more than one is an error: receivers then use none. Keep one, with the value here, and remove the others.`,
    );
  const terms = parseSpf(record);
  if (!terms) return wrong(found, `The SPF record cannot be read. ${CHANGE}`);
  const place = terms.findIndex((term) => isInclude(term, include) && term.qualifier === '+');
  const all = terms.findIndex(({ name }) => name === 'all');
  if (all >= 0 && place > all)
    return wrong(
      found,
      `The SPF record includes ${include} only after "all", where nobody reads on. ${CHANGE}`,
    );
  const walk: Walk = { lookUps: 0, voids: 0 };
  try {
    const included = await follow(names, walk, terms, domain, include);
    if (!included) return wrong(found, `The SPF record does not include ${include}. ${CHANGE}`);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return error.finding === 'wrong'
      ? wrong(found, error.message)
      : { outcome: 'unanswered', found, problem: error.message };
  }
  return right(found);
}

/** Walks the terms as a receiver would who finds no match; whether `wanted` is included on the way. */
async function follow(
  names: DomainNames,
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
        `The SPF record needs more than ${MAX_SPF_LOOKUPS} look-ups, and receivers give up there. Remove includes you no longer need.`,
      );
    // Macros are filled with the sender of each mail; nothing can be looked up for them here.
    if (term.value.includes('%')) continue;
    const target = (term.value.split('/')[0] || domain).replace(/\.$/, '');
    if (term.name === 'include' || term.name === 'redirect') {
      const inner = await readInner(names, walk, target, term);
      const nested = await follow(names, walk, inner, target, wanted);
      if (term.qualifier === '+' && (nested || isInclude(term, wanted))) included = true;
    } else if (term.name === 'a') await mustFind(names.addresses(target), walk, target);
    else if (term.name === 'mx') await mustFind(names.mx(target), walk, target);
  }
  return included;
}

async function readInner(
  names: DomainNames,
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
      `The SPF record says ${term.written}, but ${target} has no SPF record that can be read. Remove or correct that part.`,
    );
  return terms;
}

async function mustFind(
  asked: ReturnType<DomainNames['txt']>,
  walk: Walk,
  target: string,
): Promise<string[]> {
  const answer = await asked;
  if (!answer.answered) throw new Stop('unanswered', unanswered(target, answer.reason).problem ?? '');
  if (answer.values.length === 0 && ++walk.voids > MAX_VOID_LOOKUPS)
    throw new Stop(
      'wrong',
      `The SPF record names more than ${MAX_VOID_LOOKUPS} hosts that do not exist, and receivers give up there. Remove them.`,
    );
  return answer.values;
}
