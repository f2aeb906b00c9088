import { readFileSync } from 'node:fs';
import { listProductUpdates, readProductUpdates } from '@troupe/contract/site/product-update';
import { parseChangelog } from '@troupe/domain/site/changelog';
import type { Api } from '../../../platform/api.ts';
import { saveReadUpdate } from './product-update.queries.ts';

/** The changelog lies at the root of the product. */
const FILE = new URL('../../../../../../CHANGELOG.md', import.meta.url);

/** What is new in the product, read once, and what each person has seen of it. */
export function productUpdateRoutes({ db, implement }: Api): void {
  const updates = parseChangelog(readFileSync(FILE, 'utf8'));

  // They stand newest first. One that is not among them is of another version of the product.
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
