import type { Database } from '../../platform/database.ts';
import { unassignAll } from './conversation/conversation-change.queries.ts';
import { removeNotifications } from './notification/notification.queries.ts';

/** Unassigns the conversations of a member who left a brand, and deletes what they were notified of there. */
export async function releaseMember(tx: Database, brandId: string, userId: string): Promise<void> {
  await unassignAll(tx, brandId, userId);
  await removeNotifications(tx, brandId, userId);
}
