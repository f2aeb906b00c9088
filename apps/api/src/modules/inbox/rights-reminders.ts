import { RIGHTS_REMINDER_DAYS } from '@troupe/domain/campaigns/campaign-content';
import type { Api } from '../../platform/api.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { isoDayText } from '../../platform/language.ts';
import { readEndingRights } from '../campaigns/campaign-content/upload.queries.ts';
import { t } from './notification/messages/messages.gen.ts';
import { notify } from './notification/notification.queries.ts';

const DAY = 86_400_000;
/** How late a missed stage is still sent; shorter than the time between stages. */
const LATE_DAYS = 7;

/** Registers the job that reminds teams of ending usage rights: 45, 30 and 14 days before, and on the day. */
export function rightsReminders(api: Api): void {
  api.jobs.every('10 * * * *', 'rights-reminders', () => remindOfRights(api));
}

/** Sends one reminder per stage and piece of content; shorter terms start at a later stage. */
export async function remindOfRights({
  pool,
  db,
  clock,
  log,
}: Pick<Api, 'pool' | 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  const spans = RIGHTS_REMINDER_DAYS.map((days) => ({
    since: new Date(now.getTime() + (days - LATE_DAYS) * DAY),
    until: new Date(now.getTime() + days * DAY),
  }));
  const ending = await readEndingRights(pool, spans);
  await oneByOne(log, 'failed to remind a team of ending usage rights', ending, async (rights) => {
    const { id, name, files, brandId, campaignId, username, usableUntil } = rights;
    const days = Math.max(0, Math.ceil((Date.parse(usableUntil) - now.getTime()) / DAY));
    const stage = RIGHTS_REMINDER_DAYS.findLast((each) => days <= each) ?? RIGHTS_REMINDER_DAYS[0];
    const until = usableUntil.slice(0, 10);
    const title = () => {
      if (files === 1)
        return days === 0 ? t('rights.fileEnded', { name }) : t('rights.fileEnds', { name, days });
      const what = { files, username };
      return days === 0 ? t('rights.filesEnded', what) : t('rights.filesEnd', { ...what, days });
    };
    await db.transaction((tx) =>
      notify(tx, {
        brandId,
        kind: 'rights',
        href: `/campaigns/${campaignId}/uploads`,
        now,
        reference: `rights:${id}:${until}:${stage}`,
        write: () => ({
          title: title(),
          text:
            days === 0
              ? t('rights.takeDown', { username })
              : t('rights.until', { username, day: isoDayText(until) }),
        }),
      }),
    );
  });
}
