import type { Api } from '../../platform/api.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { readEndingRights } from '../campaigns/campaign-content/upload.queries.ts';
import { notify } from './notification/notification.queries.ts';

const DAY = 86_400_000;
/** How many days before the end people are told; the largest first. */
const STAGES = [45, 30, 14, 0] as const;
/** A stage that began while no process ran is told of for so long; shorter than the time between two stages. */
const LATE_DAYS = 7;

/** Tells the team when rights to use content come to their end: 45, 30 and 14 days before it, and on the day. */
export function rightsReminders(api: Api): void {
  api.jobs.every('10 * * * *', 'rights-reminders', () => remindOfRights(api));
}

/** Reminds once at each stage, of the files of one piece of content together; a shorter term begins with the next. */
export async function remindOfRights({
  pool,
  db,
  clock,
  log,
}: Pick<Api, 'pool' | 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  const spans = STAGES.map((days) => ({
    since: new Date(now.getTime() + (days - LATE_DAYS) * DAY),
    until: new Date(now.getTime() + days * DAY),
  }));
  const ending = await readEndingRights(pool, spans);
  await oneByOne(log, 'a team could not be reminded of rights', ending, async (rights) => {
    const { id, name, files, brandId, campaignId, username, usableUntil } = rights;
    const days = Math.max(0, Math.ceil((Date.parse(usableUntil) - now.getTime()) / DAY));
    const stage = STAGES.findLast((each) => days <= each) ?? STAGES[0];
    const until = usableUntil.slice(0, 10);
    const what = files === 1 ? `“${name}”` : `${files} files of @${username}`;
    await db.transaction((tx) =>
      notify(tx, {
        brandId,
        kind: 'rights',
        href: `/campaigns/${campaignId}/uploads`,
        now,
        reference: `rights:${id}:${until}:${stage}`,
        title:
          days === 0
            ? `The rights to use ${what} have ended`
            : `The rights to use ${what} end in ${days} days`,
        text:
          days === 0
            ? `Take the content of @${username} down, or agree on a longer use.`
            : `You may use the content of @${username} until ${until}.`,
      }),
    );
  });
}
