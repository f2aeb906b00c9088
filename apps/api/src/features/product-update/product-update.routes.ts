import { readFileSync } from 'node:fs';
import { listProductUpdates, readProductUpdates } from '@troupe/contract/product-update';
import { parseChangelog } from '@troupe/domain/changelog';
import type { Api } from '../../platform/api.ts';
import { saveReadUpdate } from './product-update.queries.ts';

/** The changelog lies at the root of the product. */
const FILE = new URL('../../../../../CHANGELOG.md', import.meta.url);

/** What is new in the product, read once, and what each person has seen of it. */
export function productUpdateRoutes({ db, implement }: Api): void {
  const updates = parseChangelog(readFileSync(FILE, 'utf8'));

  implement(listProductUpdates, async () => ({ updates }));

  implement(readProductUpdates, async ({ caller, body }) => ({
    read: await saveReadUpdate(db, caller.userId, body.read),
  }));
}
