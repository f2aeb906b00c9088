import type { Api } from '../../../platform/api.ts';
import { oneByOne } from '../../../platform/jobs.ts';
import { dueMessages, removeOldEvents, wakeConversations } from './conversation-change.queries.ts';
import { deliver, holdConversation, labelConversation, readMessage } from './message-write.queries.ts';

/** The job that sends messages whose time has come. */
export const SEND_DUE = 'message.send-due';

/** What conversations do by themselves. */
export function conversationJobs({ jobs, db, clock, config, log }: Api): void {
  async function sendDue(): Promise<void> {
    const due = await dueMessages(db, clock.now());
    await oneByOne(
      log,
      'a message could not be sent at its time',
      due,
      ({ id, conversationId, campaignId }) =>
        db.transaction(async (tx) => {
          const held = await holdConversation(tx, conversationId);
          // Taken back, or sent by another process, meanwhile.
          const waiting = held && (await readMessage(tx, conversationId, 'id', id));
          if (waiting?.number !== null || !held) return;
          await deliver(tx, config, await labelConversation(tx, held, campaignId), waiting, clock.now());
        }),
    );
  }

  jobs.define(SEND_DUE, sendDue);
  // A job that was lost with its process costs a minute, not the message.
  jobs.every('* * * * *', 'conversation.minute', async () => {
    await sendDue();
    await wakeConversations(db, clock.now());
  });
  jobs.every('17 * * * *', 'live-event.remove', () => removeOldEvents(db, clock.now()));
}
