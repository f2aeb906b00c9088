import { readFileSync } from 'node:fs';
import { listProductUpdates, readProductUpdates } from '@troupe/contract/site/product-update';
import { parseChangelog, translateUpdates } from '@troupe/domain/site/changelog';
import type { ProductUpdate } from '@troupe/domain/site/product-update';
import { DASHBOARD_LANGUAGES, type Language } from '@troupe/i18n/language';
import type { Api } from '../../../platform/api.ts';
import { saveReadUpdate } from './product-update.queries.ts';

/** The changelog at the root of the repository, and its translations, such as `CHANGELOG.de.md`. */
function readChangelog(language: Language): ProductUpdate[] {
  const name = language === 'en' ? 'CHANGELOG.md' : `CHANGELOG.${language}.md`;
  return parseChangelog(readFileSync(new URL(`../../../../../../${name}`, import.meta.url), 'utf8'));
}

/** Registers the calls for product updates, read once at start, and what each user has seen. */
export function productUpdateRoutes({ db, implement }: Api): void {
  const updates = readChangelog('en');
  const translated = new Map<Language, ProductUpdate[]>(
    DASHBOARD_LANGUAGES.filter((language) => language !== 'en').map((language) => [
      language,
      translateUpdates(updates, readChangelog(language)),
    ]),
  );

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

  implement(listProductUpdates, async ({ query: { language = 'en' } }) => ({
    updates: translated.get(language) ?? updates,
  }));

  implement(readProductUpdates, async ({ caller, body }) => ({
    read: await saveReadUpdate(db, caller.userId, body.read, newerThan(body.read)),
  }));
}
