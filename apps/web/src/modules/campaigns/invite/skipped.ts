import type { SkipReason } from '@troupe/domain/campaigns/invite';

interface Skipped {
  socialProfileId: string;
  username: string;
  reason: SkipReason;
}

/** Who is left out, for each reason; the reason with most people first. */
export function groupSkipped(skipped: readonly Skipped[]): { reason: SkipReason; usernames: string[] }[] {
  const groups = new Map<SkipReason, string[]>();
  for (const { reason, username } of skipped) {
    const group = groups.get(reason);
    if (group) group.push(username);
    else groups.set(reason, [username]);
  }
  return [...groups]
    .map(([reason, usernames]) => ({ reason, usernames }))
    .sort((one, other) => other.usernames.length - one.usernames.length);
}
