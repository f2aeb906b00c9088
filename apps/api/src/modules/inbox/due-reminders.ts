import { deliverablesLabel } from '@troupe/domain/campaigns/campaign-brief';
import type { Api } from '../../platform/api.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { addOptInEvents } from '../campaigns/opt-in/opt-in-change.queries.ts';
import { type DueOptIn, readDueOptIns } from '../campaigns/opt-in/opt-in-reminder.queries.ts';
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
    for (const { what, at, progress } of owedBy(optIn)) {
      const left = Date.parse(at) - now.getTime();
      const stage = STAGES.findLastIndex((each) => left <= each);
      if (left <= 0 || stage < 0) continue;
      const when = stage === STAGES.length - 1 ? 'today' : `in ${counted(Math.ceil(left / DAY))}`;
      await db.transaction(async (tx) => {
        const notice = {
          userId: optIn.userId,
          brandId: optIn.brandId,
          kind: 'content' as const,
          title: `${what} is due ${when}`,
          text: `${optIn.campaignTitle} by ${optIn.brandName}: ${progress}.`,
          href: `/opt-ins/${optIn.id}`,
          reference: `due:${optIn.id}:${what}:${at}:${stage}`,
        };
        const notified = await notifyEach(tx, [notice], now);
        if (notified.length === 0) return;
        const text = `Reminded: ${what.toLowerCase()} due ${when}`;
        await addOptInEvents(tx, optIn.id, [{ kind: 'reminded', text }], null, now);
      });
    }
  });
}

const counted = (days: number) => (days === 1 ? '1 day' : `${days} days`);

/** Returns the unfinished work with its deadlines. */
function owedBy({ agreement, submitted, live }: DueOptIn): { what: string; at: string; progress: string }[] {
  const { deliverables, draftDue, liveDue } = agreement;
  const wanted = Math.max(
    1,
    deliverables.reduce((sum, { count }) => sum + count, 0),
  );
  const agreed = deliverablesLabel(deliverables) || 'your content';
  const done = (count: number, verb: string) =>
    wanted > 1 ? `you agreed to ${agreed}, ${count} of ${wanted} ${verb}` : `you agreed to ${agreed}`;
  return [
    ...(draftDue && Math.max(submitted, live) < wanted
      ? [{ what: 'Your draft', at: draftDue, progress: done(Math.max(submitted, live), 'submitted') }]
      : []),
    ...(liveDue && live < wanted ? [{ what: 'Your post', at: liveDue, progress: done(live, 'live') }] : []),
  ];
}
