import { readEndingRights } from '../features/campaign-content/upload.queries.ts';
import { notify } from '../features/notification/notification.queries.ts';
import type { Api } from '../platform/api.ts';

const DAY = 86_400_000;
/** How many days before the end people are told; the largest first. */
const STAGES = [45, 30, 14, 0] as const;
/** Rights that ended while no process ran are told of for so long. */
const LATE_DAYS = 7;

/** Tells the team when rights to use content come to their end: 45, 30 and 14 days before it, and on the day. */
export function rightsReminders(api: Api): void {
  api.jobs.every('10 * * * *', 'rights-reminders', () => remindOfRights(api));
}

/** Reminds once at each stage; a term shorter than a stage begins with the next. */
export async function remindOfRights({ pool, db, clock }: Pick<Api, 'pool' | 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const ending = await readEndingRights(pool, {
    since: new Date(now.getTime() - LATE_DAYS * DAY),
    until: new Date(now.getTime() + STAGES[0] * DAY),
  });
  for (const { id, name, brandId, campaignId, username, usableUntil } of ending) {
    const days = Math.max(0, Math.ceil((Date.parse(usableUntil) - now.getTime()) / DAY));
    const stage = STAGES.findLast((each) => days <= each) ?? STAGES[0];
    const until = usableUntil.slice(0, 10);
    await db.transaction((tx) =>
      notify(tx, {
        ...{ brandId, kind: 'rights', href: `/campaigns/${campaignId}/uploads`, now },
        reference: `rights:${id}:${until}:${stage}`,
        title:
          days === 0
            ? `The rights to use “${name}” have ended`
            : `The rights to use “${name}” end in ${days} days`,
        text:
          days === 0
            ? `Take the content of @${username} down, or agree on a longer use.`
            : `You may use the content of @${username} until ${until}.`,
      }),
    );
  }
}
