import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addAuthorOptOut, listAuthorOptOuts, removeAuthorOptOut } from '@troupe/contract/listening/mention';
import { SOURCES, SourceKind } from '@troupe/domain/listening/listening-source';
import type { StoredOptOut } from '@troupe/domain/listening/mention-author';
import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { dayText } from '@troupe/ui/lib/date';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { FindField } from '../../../shared/list/list-controls.tsx';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { AdminHead } from '../../../shared/screen/admin-head.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import './admin.css';

/** Sources whose authors have handles. News and feeds name no accounts. */
const WITH_HANDLES = SourceKind.options.filter((kind) => kind !== 'gdelt' && kind !== 'feed');

/** Authors who are left out of social listening in all brands. */
export function OptOutsScreen() {
  const [page, setPage] = useState(1);
  const [text, setText] = useState<string | undefined>();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<StoredOptOut | null>(null);
  const query = useQuery({
    ...callOptions(listAuthorOptOuts, { query: text === undefined ? { page } : { page, text } }),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = query;
  return (
    <>
      <AdminHead
        section="opt-outs"
        subtitle={t('optOuts.subtitle')}
        actions={
          <Button kind="main" onClick={() => setAdding(true)}>
            {t('optOuts.add')}
          </Button>
        }
      />
      <div className="t-page admin">
        <div className="admin-tools">
          <FindField
            label={t('optOuts.find')}
            value={text}
            busy={isPlaceholderData}
            onChange={(wanted) => {
              setPage(1);
              setText(wanted);
            }}
          />
        </div>
        <LoadState what={t('optOuts.what')} query={query}>
          <SkeletonRows rows={6} />
        </LoadState>
        {data?.optOuts.length === 0 && (
          <EmptyState
            title={t(text === undefined ? 'optOuts.none' : 'optOuts.noneFound')}
            text={text === undefined ? t('optOuts.noneText') : undefined}
            drawing="stage"
          />
        )}
        {data && data.optOuts.length > 0 && (
          <Table
            label={shared('admin.opt-outs')}
            bleed
            density="ledger"
            aria-busy={isPlaceholderData || undefined}
          >
            <thead>
              <tr>
                <Th>{t('optOuts.author')}</Th>
                <Th>{t('optOuts.source')}</Th>
                <Th data-wide>{t('optOuts.origin')}</Th>
                <Th data-wide>{t('optOuts.date')}</Th>
                <Th>
                  <span className="t-hidden">{t('optOuts.remove')}</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {data.optOuts.map((optOut) => (
                <Tr key={optOut.id}>
                  <Td>
                    <bdi className="t-name">{optOut.handle}</bdi>
                  </Td>
                  <Td>{SOURCES[optOut.source].name}</Td>
                  <Td data-wide>{t(`optOuts.origin.${optOut.origin}`)}</Td>
                  <Td data-wide>{dayText(optOut.created)}</Td>
                  <Td>
                    <Button
                      size="row"
                      aria-label={t('optOuts.removeOf', { handle: optOut.handle })}
                      disabledReason={optOut.abilities.remove.reason}
                      onClick={() => setRemoving(optOut)}
                    >
                      {t('optOuts.remove')}
                    </Button>
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        )}
        <PageNav label={shared('admin.opt-outs')} of={data} onPage={setPage} />
      </div>
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      <RemoveDialog optOut={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

/** A change of opt-outs. Its notices belong to the screen, which stays when a row or dialog closes. */
function useOptOutChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { done, failed }: { done: (output: Output) => string; failed?: string },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (output) => notify.success(done(output)),
    onError: (error) => {
      if (failed) notify.failure(failed, { detail: errorText(error) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listAuthorOptOuts.noun] }),
  });
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const [source, setSource] = useState<SourceKind>('bluesky');
  const [handle, setHandle] = useState('');
  const [error, setError] = useState<string | null>(null);
  const add = useOptOutChange(
    (body: { source: SourceKind; handle: string }) => client.call(addAuthorOptOut, { body }),
    { done: ({ deleted }) => t('optOuts.added', { count: deleted }) },
  );
  const submit = async () => {
    if (handle.trim() === '') return setError(t('optOuts.handleRequired'));
    try {
      await add.mutateAsync({ source, handle });
      onClose();
    } catch (failure) {
      setError(errorText(failure));
    }
  };
  return (
    <Dialog
      open
      title={t('optOuts.add')}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{shared('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={add.isPending}>
            {t('optOuts.add')}
          </Button>
        </>
      }
    >
      <p className="t-ink2">{t('optOuts.addText')}</p>
      <SelectField
        label={t('optOuts.source')}
        value={source}
        onChange={(event) => setSource(SourceKind.parse(event.target.value))}
        options={WITH_HANDLES.map((kind) => ({ value: kind, label: SOURCES[kind].name }))}
      />
      <TextField
        label={t('optOuts.handle')}
        value={handle}
        error={error}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setHandle(event.target.value);
          setError(null);
        }}
      />
    </Dialog>
  );
}

function RemoveDialog({ optOut, onClose }: { optOut: StoredOptOut | null; onClose: () => void }) {
  const remove = useOptOutChange(
    (optOutId: string) => client.call(removeAuthorOptOut, { params: { optOutId } }),
    { done: () => t('optOuts.removed'), failed: t('optOuts.removeFailed') },
  );
  return (
    <ConfirmDialog
      open={optOut !== null}
      title={t('optOuts.removeTitle')}
      text={t('optOuts.removeText', { handle: optOut?.handle ?? '' })}
      confirm={t('optOuts.remove')}
      busy={remove.isPending}
      onConfirm={() => optOut && remove.mutate(optOut.id, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}
