import type { Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';

/** What happened to items of lists, as a brand's own programs are told. */
export type ItemChange = 'added' | 'edited' | 'archived' | 'recovered' | 'tagged' | 'copied' | 'moved';

/** Tells of items that changed together, once the transaction commits. */
export async function emitItems(
  tx: Database,
  { brandId, now }: { brandId: string; now: string },
  itemIds: readonly string[],
  change: ItemChange,
): Promise<void> {
  if (itemIds.length === 0) return;
  const event = { brandId, type: 'creator_list_item.changed' as const, data: { itemIds, change } };
  await publish(tx, [event], new Date(now));
}
