import { deliverablesLabel } from '@troupe/domain/campaigns/campaign-brief';
import type { Api } from '../../platform/api.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { addOptInEvents } from '../campaigns/opt-in/opt-in-change.queries.ts';
import { type DueOptIn, readDueOptIns } from '../campaigns/opt-in/opt-in-reminder.queries.ts';
import { t } from './messages/messages.gen.ts';
import { notifyEach } from './notification/notification.queries.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long before the deadline to remind, longest first. The last one falls on the morning of the due date. */
const STAGES = [3 * DAY, 16 * HOUR] as const;

/** Registers the job that reminds creators of deadlines three days before and on the day. */
export function dueReminders(api: Api): void {
  api.jobs.every('25 * * * *', 'due-reminders', () => remindOfDue(api));
}

/** Sends one reminder per stage for unfinished work; a moved deadline counts as a new one. */
export async function remindOfDue({
  pool,
  db,
  clock,
  log,
}: Pick<Api, 'pool' | 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  const due = await readDueOptIns(pool, { from: now, until: new Date(now.getTime() + STAGES[0]) });
  await oneByOne(log, 'failed to send a deadline reminder', due, async (optIn) => {
    for (const { what, at, write } of owedBy(optIn)) {
      const left = Date.parse(at) - now.getTime();
      const stage = STAGES.findLastIndex((each) => left <= each);
      if (left <= 0 || stage < 0) continue;
      const days = stage === STAGES.length - 1 ? 0 : Math.ceil(left / DAY);
      await db.transaction(async (tx) => {
        const notice = {
          userId: optIn.userId,
          brandId: optIn.brandId,
          kind: 'content' as const,
          write: () => ({ title: titleOf(what, days), text: write() }),
          href: `/opt-ins/${optIn.id}`,
          reference: `due:${optIn.id}:${NAMES[what]}:${at}:${stage}`,
        };
        const notified = await notifyEach(tx, [notice], now);
        if (notified.length === 0) return;
        const when = days === 0 ? 'today' : `in ${counted(days)}`;
        const text = `Reminder sent: ${what} due ${when}`;
        await addOptInEvents(tx, optIn.id, [{ kind: 'reminded', text }], null, now);
      });
    }
  });
}

const counted = (days: number) => (days === 1 ? '1 day' : `${days} days`);

/** What can be due, as history and references name it. */
const NAMES = { draft: 'Your draft', post: 'Your post' } as const;
type What = keyof typeof NAMES;

const titleOf = (what: What, days: number): string =>
  days === 0 ? t(`dueToday.${what}`) : t(`dueIn.${what}`, { count: days });

/** Returns the unfinished work with its deadlines, and how far it is. */
function owedBy({ agreement, submitted, live, campaignTitle, brandName }: DueOptIn) {
  const { deliverables, draftDue, liveDue } = agreement;
  const wanted = Math.max(
    1,
    deliverables.reduce((sum, { count }) => sum + count, 0),
  );
  const about = { campaign: campaignTitle, brand: brandName };
  const progress = (what: What, count: number) => () => {
    const content = deliverablesLabel(deliverables);
    if (!content) return t('due.agreedToContent', about);
    if (wanted === 1) return t('due.agreed', { ...about, content });
    return t(`dueProgress.${what}`, { ...about, content, count, wanted });
  };
  const owed: { what: What; at: string; write: () => string }[] = [];
  const drafts = Math.max(submitted, live);
  if (draftDue && drafts < wanted)
    owed.push({ what: 'draft', at: draftDue, write: progress('draft', drafts) });
  if (liveDue && live < wanted) owed.push({ what: 'post', at: liveDue, write: progress('post', live) });
  return owed;
}
