import { IconFileUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { ProgressBar } from '@troupe/ui/feedback/progress-bar';
import { FileChoice } from '@troupe/ui/field/file-choice';
import { VisuallyHidden } from '@troupe/ui/layout/visually-hidden';
import { Children, useCallback, useEffect } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { allListsOptions } from '../../../shared/screen/recruitment-frame.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { type ImportStartAddress, importPath } from './import-address.ts';
import { ImportFrame } from './import-frame.tsx';
import './import-start.css';
import { fileSize } from '@troupe/domain/figure-text';
import { t } from './messages/messages.gen.ts';
import { closeUpload, refuseFile, startUpload, type Upload, useUpload } from './upload.ts';
import { type Dropped, useFileDrop } from './use-file-drop.ts';

const ACCEPTED = '.csv,.tsv,.tab,.txt,.json,.jsonl,.ndjson,.xlsx';

/** The first step: drop or choose a file; below it the earlier imports. */
export function ImportStart({ address }: { address: ImportStartAddress }) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const upload = useUpload();
  const own = upload?.brandId === brandId ? upload : null;
  const lists = useQuery({ ...allListsOptions(brandId), enabled: address.list !== undefined }).data?.lists;
  const list = lists?.find(({ id }) => id === address.list);

  const take = useCallback(
    ({ files, hasFolder }: Dropped) => {
      const [file, ...more] = files;
      if (!file) return;
      if (hasFolder) refuseFile(brandId, file.name, t('upload.folder'));
      else if (more.length > 0)
        refuseFile(brandId, t('upload.several', { count: files.length }), t('upload.oneOnly'));
      else void startUpload({ queryClient, brandId, file, listId: address.list });
    },
    [brandId, queryClient, address.list],
  );
  const sending = own?.state === 'sending' || own?.state === 'reading';
  const over = useFileDrop(take, !sending);

  const ready = own?.state === 'ready' ? own.importId : null;
  useEffect(() => {
    if (!ready) return;
    closeUpload();
    void navigate({ href: importPath(ready) });
  }, [ready, navigate]);

  return (
    <ImportFrame step="upload">
      <section className="import-drop" data-over={over || undefined} aria-label={t('upload.label')}>
        {own && sending ? (
          <UploadProgress upload={own} />
        ) : (
          <FilePlace listTitle={list?.title ?? null} over={over} onFile={take} />
        )}
      </section>
      {own?.state === 'refused' && (
        <ErrorState
          title={t('upload.failed', { file: own.fileName })}
          text={own.message}
          actions={<Button onClick={closeUpload}>{t('action.dismiss')}</Button>}
        />
      )}
      <EarlierImports />
    </ImportFrame>
  );
}

function FilePlace(props: { listTitle: string | null; over: boolean; onFile: (dropped: Dropped) => void }) {
  const { listTitle, over, onFile } = props;
  return (
    <>
      <IconFileUpload size={32} stroke={1.3} className="t-ink3" />
      <div>
        <p className="t-name">{over ? t('upload.drop') : t('upload.dropHere')}</p>
        <p className="t-ink2">
          {t('upload.formats')}
          {listTitle !== null && (
            <>
              {' '}
              {Children.toArray(
                t.rich('upload.into', {
                  list: listTitle,
                  strong: (words) => <strong>{words}</strong>,
                }),
              )}
            </>
          )}
        </p>
      </div>
      <FileChoice
        label={t('upload.field')}
        accept={ACCEPTED}
        onFiles={(files) => onFile({ files, hasFolder: false })}
      >
        {(choose) => (
          <Button kind="main" size="form" onClick={choose}>
            {t('upload.choose')}
          </Button>
        )}
      </FileChoice>
      <p className="t-12 t-ink3">{t('upload.review')}</p>
    </>
  );
}

function UploadProgress({ upload }: { upload: Upload }) {
  const { fileName, bytes, sent, state } = upload;
  const reading = state === 'reading';
  return (
    <div className="import-upload">
      <div className="t-row">
        <span className="t-name t-ellipsis t-grow">{fileName}</span>
        <span className="t-ink2 t-num">
          {reading ? t('upload.reading') : t('upload.sent', { sent: fileSize(sent), total: fileSize(bytes) })}
        </span>
      </div>
      <ProgressBar
        label={t('upload.progress', { file: fileName })}
        value={reading ? null : sent}
        max={bytes}
      />
      <div className="t-row">
        <span className="t-grow t-12 t-ink3">{t('upload.leave')}</span>
        <Button size="row" onClick={closeUpload}>
          {t('upload.cancel')}
        </Button>
      </div>
      <VisuallyHidden>
        <span role="status">{reading ? t('upload.uploaded') : t('upload.running', { file: fileName })}</span>
      </VisuallyHidden>
    </div>
  );
}
