import type { Api } from '../../../platform/api.ts';
import { oneByOne } from '../../../platform/jobs.ts';
import { readDueMessages, removeOldEvents, unsnoozeDue } from './conversation-change.queries.ts';
import { deliver, labelConversation, lockConversation, readMessage } from './message-write.queries.ts';

/** The job that sends scheduled messages. */
export const SEND_DUE = 'message.send-due';

/** Registers the background jobs of conversations. */
export function conversationJobs({ jobs, db, clock, config, log }: Api): void {
  async function sendDue(): Promise<void> {
    const due = await readDueMessages(db, clock.now());
    await oneByOne(log, 'failed to send a scheduled message', due, ({ id, conversationId, campaignId }) =>
      db.transaction(async (tx) => {
        const held = await lockConversation(tx, conversationId);
        // It may have been canceled, or sent by another process.
        const waiting = held && (await readMessage(tx, conversationId, 'id', id));
        if (waiting?.number !== null || !held) return;
        await deliver(tx, config, await labelConversation(tx, held, campaignId), waiting, clock.now());
      }),
    );
  }

  jobs.define(SEND_DUE, sendDue);
  // Catches messages whose job was lost with its process.
  jobs.every('* * * * *', 'conversation.minute', async () => {
    await sendDue();
    await unsnoozeDue(db, clock.now());
  });
  jobs.every('17 * * * *', 'live-event.remove', () => removeOldEvents(db, clock.now()));
}
