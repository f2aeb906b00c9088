import * as calls from '@troupe/contract/discovery/creator-import';
import type { CreatorImport, ImportState } from '@troupe/domain/discovery/creator-import/creator-import';
import { expect } from 'vitest';
import type { TestPerson } from '../../../testing/test-api.ts';

const MOVING: readonly ImportState[] = ['waiting', 'running', 'cancelling', 'undoing'];

/** Uploads a file; returns the suggested import. */
export const upload = (
  person: TestPerson,
  brandId: string,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
) => person.upload(calls.createImport, { params: { brandId } }, new Blob([content]), name);

/** Waits until background work is finished. */
export async function settled(person: TestPerson, brandId: string, importId: string): Promise<CreatorImport> {
  for (let wait = 20; ; wait = Math.min(wait * 1.5, 300)) {
    const { import: found } = await person.call(calls.getImport, { params: { brandId, importId } });
    if (!MOVING.includes(found.state)) return found;
    await new Promise((done) => setTimeout(done, wait));
  }
}

/** Runs an import to the end; the outcomes must add up to the rows of the file. */
export async function runToEnd(
  person: TestPerson,
  brandId: string,
  importId: string,
): Promise<CreatorImport> {
  await person.call(calls.startImport, { params: { brandId, importId } });
  const done = await settled(person, brandId, importId);
  expectAccounted(done);
  return done;
}

/** Expects exactly one outcome per row. */
export function expectAccounted({ counts }: CreatorImport): void {
  const { added, linked, already, repeated, rejected, rows } = counts;
  expect(added + linked + already + repeated + rejected).toBe(rows);
}

/** Uploads a file and imports it as suggested. */
export async function importFile(
  person: TestPerson,
  brandId: string,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<CreatorImport> {
  const { import: draft } = await upload(person, brandId, name, content);
  return runToEnd(person, brandId, draft.id);
}
