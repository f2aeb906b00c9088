import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { CallError } from '@troupe/contract/client';
import type { CreatorImport } from '@troupe/domain/discovery/creator-import/creator-import';
import { fileSize } from '@troupe/domain/figure-text';
import { notify, type ProgressNotice } from '@troupe/ui/feedback/notify';
import { exactNumber } from '@troupe/ui/lib/format';
import { useEffect, useRef } from 'react';
import { useBrandIdOrNone } from '../../../shared/brand/current-brand.ts';
import { forgetImported, importOptions } from './creator-import-queries.ts';
import { IMPORTS_PATH, importPath } from './import-address.ts';
import { isBusy } from './import-labels.ts';
import { t } from './messages/messages.gen.ts';
import { closeUpload, useUpload } from './upload.ts';
import { unwatchImport, useWatchedImports, type WatchedImport } from './watched-imports.ts';

/**
 * Shows notices about imports and uploads that run while the person is on other screens: progress, then the result.
 * Renders nothing itself.
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
      const action = { label: t('action.open'), href: importPath(importId) };
      const detail = importProgressText(one);
      const text = one.state === 'undoing' ? t('watch.undoing') : t('watch.running');
      if (notice.current) notice.current.update({ text, detail, action });
      else notice.current = notify.progress(text, { detail, action, id: `import-${importId}` });
      return;
    }
    unwatchImport(importId);
    // The import screen shows the result itself.
    if (here) return;
    forgetImported(queryClient, brandId, importId);
    const action = { label: t('action.open'), href: importPath(importId) };
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
    ? t('watch.progress', { done: exactNumber(counts.done), rows: counts.rows, file: fileName })
    : fileName;

function importResult({ state, counts, fileName, error }: CreatorImport): {
  text: string;
  detail: string;
  good: boolean;
} {
  if (state === 'failed')
    return { text: t('watch.failed', { file: fileName }), detail: error ?? '', good: false };
  if (state === 'undone') return { text: t('watch.undone'), detail: fileName, good: true };
  if (state === 'cancelled')
    return {
      text: t('watch.cancelled'),
      detail: t('watch.cancelledDetail', {
        done: exactNumber(counts.done),
        rows: counts.rows,
        file: fileName,
      }),
      good: true,
    };
  return {
    text: t('watch.done', { rows: counts.rows }),
    detail: counts.rejected > 0 ? t('watch.rejected', { count: counts.rejected, file: fileName }) : fileName,
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
      notify.success(t('watch.ready', { file: fileName }), {
        action: { label: t('action.open'), href: importPath(importId) },
        id: NOTICE,
      });
      shown.current = false;
      closeUpload();
    } else if (state === 'refused') {
      notify.failure(t('upload.failed', { file: fileName }), {
        detail: message ?? '',
        action: { label: t('watch.another'), href: IMPORTS_PATH },
        id: NOTICE,
      });
      shown.current = false;
      closeUpload();
    } else if (!shown.current) {
      notify.progress(t('upload.running', { file: fileName }), {
        action: { label: t('action.open'), href: IMPORTS_PATH },
        id: NOTICE,
      });
      shown.current = true;
    } else {
      notify.progress(t('upload.running', { file: fileName }), {
        detail:
          state === 'reading'
            ? t('upload.reading')
            : t('upload.sent', { sent: fileSize(sent), total: fileSize(bytes) }),
        action: { label: t('action.open'), href: IMPORTS_PATH },
        id: NOTICE,
      });
    }
  }, [upload, here]);
  return null;
}
