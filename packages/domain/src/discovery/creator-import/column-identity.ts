import type { Platform } from '../creator.ts';
import type { Proposal } from './column-candidates.ts';
import type { ColumnFacts } from './column-facts.ts';
import { headerScores, isAboutOthers } from './header-rules.ts';

export const percent = (share: number) => `${Math.round(share * 100)}%`;

export const depth = (proposal: Proposal) => proposal.facts.header.split('.').length;

/**
 * Decides which of two text columns is the username: the one whose values look like handles,
 * regardless of headers, since `Name` may hold handles and `Instagram Name` display names. On
 * YouTube both columns may hold names.
 */
export function identityOf(
  all: ColumnFacts[],
  taken: ReadonlySet<number>,
  platform: Platform | null,
): Proposal[] {
  const texts = all.filter(
    (facts) =>
      !taken.has(facts.index) &&
      facts.filled > 0 &&
      facts.letters * (1 - facts.numbers) > 0.5 &&
      facts.addresses < 0.5 &&
      facts.emails < 0.5 &&
      facts.booleans < 0.5 &&
      (facts.distinct > 0.5 || facts.filled < 20) &&
      facts.averageLength < 60,
  );
  const scored = texts
    .map((facts) => {
      const scores = headerScores(facts.header);
      return { facts, user: scores.get('username') ?? 0, name: scores.get('fullname') ?? 0 };
    })
    .filter(({ facts, user, name }) => !isAboutOthers(facts.header) && Math.max(user, name) > 0);
  const sure = scored.filter(
    ({ user, facts }) => user >= 0.9 && (facts.handles > 0.5 || platform === 'youtube'),
  );
  const rest = scored.filter((entry) => !sure.includes(entry));
  const proposals: Proposal[] = [];
  for (const { facts, user } of sure)
    proposals.push({
      facts,
      field: 'username',
      confidence: user * (0.6 + 0.4 * facts.handles),
      reason: 'Header and values match',
    });
  const byHandles = [...rest].sort((a, b) => b.facts.handles - a.facts.handles);
  const top = byHandles[0];
  const second = byHandles[1];
  if (sure.length === 0 && top) {
    const lead = top.facts.handles - (second?.facts.handles ?? 0.3);
    const isHandle =
      top.facts.handles > 0.9 || (top.facts.handles > 0.45 && lead > 0.15) || top.user > top.name + 0.2;
    if (isHandle) {
      const margin = Math.min(
        1,
        0.55 + lead * 0.6 + (top.user >= 0.6 ? 0.15 : 0.05) + (top.facts.handles > 0.9 ? 0.1 : 0),
      );
      const reason = second
        ? `${percent(top.facts.handles)} of the values look like usernames, compared with ${percent(second.facts.handles)} in ${JSON.stringify(second.facts.header.trim())}`
        : 'The values look like usernames';
      proposals.push({ facts: top.facts, field: 'username', confidence: Math.min(0.97, margin), reason });
    }
  }
  const names = rest
    .filter(({ facts }) => !proposals.some((proposal) => proposal.facts === facts))
    .filter(({ name, user, facts }) => name >= 0.5 || (user > 0 && facts.handles < 0.6))
    .sort(
      (a, b) =>
        b.name - a.name ||
        depth({ facts: a.facts } as Proposal) - depth({ facts: b.facts } as Proposal) ||
        a.facts.index - b.facts.index,
    );
  const best = names[0];
  if (best) {
    const alone = !proposals.some((proposal) => proposal.field === 'username');
    const reason =
      alone && platform === 'youtube'
        ? 'Channel names, which we also use to identify channels because the file has no usernames'
        : 'The values look like names';
    proposals.push({
      facts: best.facts,
      field: 'fullname',
      confidence: Math.min(0.95, 0.45 + best.name * 0.5),
      reason,
    });
  }
  return proposals;
}
