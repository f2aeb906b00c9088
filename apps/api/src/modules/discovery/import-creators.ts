import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import type { Files } from '../../platform/files/files.ts';
import type { Queryable } from '../../platform/jobs.ts';
import { requestEngagement } from './creator/creator.jobs.ts';
import { defineImportJob, resumeImports } from './creator-import/creator-import.jobs.ts';
import { creatorImportRoutes } from './creator-import/creator-import.routes.ts';
import { readList } from './creator-list/creator-list.queries.ts';
import { addListItems, removeUntouchedItems } from './creator-list/creator-list-import.queries.ts';
import { requestTopics } from './creator-topics/creator-topics.jobs.ts';
import type { importPictures } from './import-pictures.ts';

/**
 * Sets up creator imports with lists. Returns a function that resumes imports left by a killed
 * process; call it once jobs are running.
 */
export function importCreators(
  api: Api,
  files: Files,
  pictures: ReturnType<typeof importPictures>,
): () => Promise<void> {
  const parts = {
    api,
    files,
    lists: { add: addListItems, remove: removeUntouchedItems },
    async followersChanged(creatorIds: readonly string[], transaction: Queryable) {
      await requestEngagement(api.jobs, creatorIds, transaction);
      await requestTopics(api.jobs, transaction);
    },
    copyPictures: pictures.request,
    async requireList(db: Database, brandId: string, listId: string) {
      const list = await readList(db, brandId, listId);
      if (!list) throw problem('not_found');
      if (list.archived)
        throw problem('invalid_transition', { message: 'This list is archived. Restore it first.' });
    },
  };
  creatorImportRoutes(parts);
  defineImportJob(parts);
  return async () => {
    await resumeImports(parts);
    await pictures.resume();
  };
}
