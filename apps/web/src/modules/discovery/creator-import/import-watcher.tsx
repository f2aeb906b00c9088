import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { CallError } from '@troupe/contract/client';
import type { CreatorImport } from '@troupe/domain/discovery/creator-import/creator-import';
import { notify, type ProgressNotice } from '@troupe/ui/feedback/notify';
import { counted, exactNumber } from '@troupe/ui/lib/format';
import { useEffect, useRef } from 'react';
import { useBrandIdOrNone } from '../../../shared/brand/current-brand.ts';
import { forgetImported, importOptions } from './creator-import-queries.ts';
import { IMPORTS_PATH, importPath } from './import-address.ts';
import { bytesText, isBusy } from './import-labels.ts';
import { closeUpload, useUpload } from './upload.ts';
import { unwatchImport, useWatchedImports, type WatchedImport } from './watched-imports.ts';

/**
 * Tells of imports and uploads that go on while the person looks at other screens: a notice that counts, and one
 * that says how it ended. Shows nothing itself.
 */
export default function ImportWatcher() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const brandId = useBrandIdOrNone();
  const watched = useWatchedImports().filter((one) => one.brandId === brandId);
  return (
    <>
      <UploadWatch path={path} />
      {watched.map((one) => (
        <ImportWatch key={one.importId} watched={one} here={path === importPath(one.importId)} />
      ))}
    </>
  );
}

function ImportWatch({ watched, here }: { watched: WatchedImport; here: boolean }) {
  const { brandId, importId } = watched;
  const queryClient = useQueryClient();
  const { data, error } = useQuery(importOptions(brandId, importId));
  const one = data?.import;
  const notice = useRef<ProgressNotice | null>(null);

  useEffect(() => {
    if (error instanceof CallError && [403, 404].includes(error.status)) unwatchImport(importId);
  }, [error, importId]);

  useEffect(() => {
    if (!one) return;
    if (isBusy(one.state)) {
      if (here) {
        notice.current?.close();
        notice.current = null;
        return;
      }
      const action = { label: 'Open', href: importPath(importId) };
      const detail = importProgressText(one);
      const text =
        one.state === 'undoing' ? 'Undo continues in the background' : 'Import continues in the background';
      if (notice.current) notice.current.update({ text, detail, action });
      else notice.current = notify.progress(text, { detail, action, id: `import-${importId}` });
      return;
    }
    unwatchImport(importId);
    // The import screen shows the result itself.
    if (here) return;
    forgetImported(queryClient, brandId, importId);
    const action = { label: 'Open', href: importPath(importId) };
    const id = `import-${importId}`;
    const { text, detail, good } = importResult(one);
    if (good) notify.success(text, { detail, action, id });
    else notify.failure(text, { detail, action, id });
    notice.current = null;
  }, [one, here, brandId, importId, queryClient]);

  useEffect(
    () => () => {
      notice.current?.close();
      notice.current = null;
    },
    [],
  );
  return null;
}

const importProgressText = ({ counts, fileName, state }: CreatorImport): string =>
  state === 'running' || state === 'cancelling'
    ? `${exactNumber(counts.done)} of ${counted(counts.rows, 'row')} from ${fileName}`
    : fileName;

function importResult({ state, counts, fileName, error }: CreatorImport): {
  text: string;
  detail: string;
  good: boolean;
} {
  if (state === 'failed') return { text: `Import of ${fileName} stopped.`, detail: error ?? '', good: false };
  if (state === 'undone') return { text: 'Import undone.', detail: fileName, good: true };
  if (state === 'cancelled')
    return {
      text: 'Import canceled.',
      detail: `${exactNumber(counts.done)} of ${counted(counts.rows, 'row')} from ${fileName} were read.`,
      good: true,
    };
  return {
    text: `All ${counted(counts.rows, 'row')} are accounted for.`,
    detail:
      counts.rejected > 0
        ? `${counted(counts.rejected, 'row')} of ${fileName} ${counts.rejected === 1 ? 'was' : 'were'} not imported.`
        : fileName,
    good: true,
  };
}

const NOTICE = 'import-upload';

function UploadWatch({ path }: { path: string }) {
  const upload = useUpload();
  const here = path === IMPORTS_PATH || path === `${IMPORTS_PATH}/`;
  const shown = useRef(false);
  useEffect(() => {
    if (!upload || here) {
      if (shown.current) notify.close(NOTICE);
      shown.current = false;
      return;
    }
    const { fileName, state, sent, bytes, importId, message } = upload;
    if (state === 'ready' && importId) {
      notify.success(`${fileName} is ready to check.`, {
        action: { label: 'Open', href: importPath(importId) },
        id: NOTICE,
      });
      shown.current = false;
      closeUpload();
    } else if (state === 'refused') {
      notify.failure(`Couldn't upload ${fileName}.`, {
        detail: message ?? '',
        action: { label: 'Choose another', href: IMPORTS_PATH },
        id: NOTICE,
      });
      shown.current = false;
      closeUpload();
    } else if (!shown.current) {
      notify.progress(`Uploading ${fileName}`, { action: { label: 'Open', href: IMPORTS_PATH }, id: NOTICE });
      shown.current = true;
    } else {
      notify.progress(`Uploading ${fileName}`, {
        detail: state === 'reading' ? 'Reading the file' : `${bytesText(sent)} of ${bytesText(bytes)}`,
        action: { label: 'Open', href: IMPORTS_PATH },
        id: NOTICE,
      });
    }
  }, [upload, here]);
  return null;
}
