import { dueGiftReminders, GIFT_REMINDER_DAYS } from '@troupe/domain/commerce/gift';
import type { Api } from '../../platform/api.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { notifyEach } from '../inbox/notification/notification.queries.ts';
import { noteReminders, readGiftsToRemind } from './gift/gift.queries.ts';
import { t } from './gift/messages/messages.gen.ts';

const DAY = 86_400_000;
/** Gifts delivered longer ago are no longer brought up, such as after a long outage. */
const OLDEST_DAYS = 30;

/** Registers the job that reminds creators who received a gift and haven't posted. */
export function giftReminders(api: Api): void {
  api.jobs.every('35 * * * *', 'gift-reminders', () => remindOfGifts(api));
}

/** Sends one reminder per stage; stages missed in an outage are made up by one reminder. */
export async function remindOfGifts({ db, clock, log }: Pick<Api, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  const [first] = GIFT_REMINDER_DAYS;
  const found = await readGiftsToRemind(db, {
    from: new Date(now.getTime() - OLDEST_DAYS * DAY),
    until: new Date(now.getTime() - first * DAY),
  });
  await oneByOne(log, 'failed to send a gift reminder', found, async (gift) => {
    const due = dueGiftReminders(gift.deliveredAt, now);
    if (due <= gift.reminders) return;
    const days = GIFT_REMINDER_DAYS[due - 1] ?? first;
    const about = { brand: gift.brandName, campaign: gift.campaignTitle, days };
    await db.transaction(async (tx) => {
      if (!(await noteReminders(tx, gift, due))) return;
      const notice = {
        userId: gift.userId,
        brandId: gift.brandId,
        kind: 'content' as const,
        write: () => ({ title: t('reminder.title', about), text: t('reminder.text', about) }),
        href: `/opt-ins/${gift.optInId}`,
        reference: `gift:${gift.id}:reminder:${days}`,
      };
      await notifyEach(tx, [notice], now);
    });
  });
}
