import { readFileSync } from 'node:fs';
import { listProductUpdates, readProductUpdates } from '@troupe/contract/site/product-update';
import { parseChangelog } from '@troupe/domain/site/changelog';
import type { Api } from '../../../platform/api.ts';
import { saveReadUpdate } from './product-update.queries.ts';

/** The changelog at the root of the repository. */
const FILE = new URL('../../../../../../CHANGELOG.md', import.meta.url);

/** Registers the calls for product updates, read once at start, and what each user has seen. */
export function productUpdateRoutes({ db, implement }: Api): void {
  const updates = parseChangelog(readFileSync(FILE, 'utf8'));

  // Newest first. An unknown ID belongs to another version of the product.
  const newerThan = (id: string) =>
    updates
      .slice(
        0,
        Math.max(
          0,
          updates.findIndex((update) => update.id === id),
        ),
      )
      .map((update) => update.id);

  implement(listProductUpdates, async () => ({ updates }));

  implement(readProductUpdates, async ({ caller, body }) => ({
    read: await saveReadUpdate(db, caller.userId, body.read, newerThan(body.read)),
  }));
}
