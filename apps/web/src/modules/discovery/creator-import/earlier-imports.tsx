import { IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteImport } from '@troupe/contract/discovery/creator-import';
import type { CreatorImport } from '@troupe/domain/discovery/creator-import/creator-import';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { notify } from '@troupe/ui/feedback/notify';
import { ProgressBar } from '@troupe/ui/feedback/progress-bar';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { exactNumber } from '@troupe/ui/lib/format';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { importsOptions } from './creator-import-queries.ts';
import { importPath } from './import-address.ts';
import { ShowMore } from './import-frame.tsx';
import { isBusy, stateLook } from './import-labels.ts';
import { t } from './messages/messages.gen.ts';

const POLL_MS = 2000;

/** The imports so far with their states, newest first. */
export function EarlierImports() {
  const query = useInfiniteQuery({
    ...importsOptions(useBrandId()),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ imports }) => imports.some((one) => isBusy(one.state))) ? POLL_MS : false,
  });
  const imports = query.data?.pages.flatMap((page) => page.imports);
  return (
    <section className="import-earlier" aria-labelledby="earlier-imports">
      <h2 id="earlier-imports" className="t-16">
        {t('earlier.title')}
      </h2>
      <LoadState what={t('earlier.what')} query={query}>
        <SkeletonRows rows={4} />
      </LoadState>
      {imports?.length === 0 && <p className="t-ink2">{t('earlier.none')}</p>}
      {imports && imports.length > 0 && (
        <Table label={t('earlier.title')} bleed>
          <thead>
            <tr>
              <Th>{t('column.file')}</Th>
              <Th>{t('column.status')}</Th>
              <Th numeric>{t('column.rows')}</Th>
              <Th numeric>{t('outcome.rejected')}</Th>
              <Th>{t('column.into')}</Th>
              <Th>{t('column.uploaded')}</Th>
              <Th>
                <span className="t-hidden">{t('column.actions')}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {imports.map((one) => (
              <EarlierImport key={one.id} one={one} />
            ))}
          </tbody>
        </Table>
      )}
      <ShowMore query={query} />
    </section>
  );
}

function EarlierImport({ one }: { one: CreatorImport }) {
  const { counts, state } = one;
  const { label, tone } = stateLook(state);
  const started = state !== 'draft' && state !== 'waiting';
  return (
    <Tr>
      <Td>
        <Link
          className="t-link t-ellipsis"
          style={{ display: 'block' }}
          href={importPath(one.id)}
          title={one.fileName}
        >
          {one.fileName}
        </Link>
      </Td>
      <Td>
        {state === 'running' ? (
          <ProgressBar
            label={t('earlier.progress', { file: one.fileName })}
            value={counts.done}
            max={counts.rows}
            showCount
          />
        ) : (
          <Pill tone={tone}>{label}</Pill>
        )}
      </Td>
      <Td numeric>{exactNumber(counts.rows)}</Td>
      <Td numeric>{started ? exactNumber(counts.rejected) : '–'}</Td>
      <Td>{one.list?.title ?? (one.forEveryone ? t('settings.everyone') : t('settings.noList'))}</Td>
      <Td className="t-ink3">
        <Ago at={one.created} />
      </Td>
      <Td>{state === 'draft' && <Discard one={one} />}</Td>
    </Tr>
  );
}

function Discard({ one }: { one: CreatorImport }) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const discard = useMutation({
    mutationFn: () => client.call(deleteImport, { params: { brandId, importId: one.id } }),
    onSuccess: () => notify.success(t('discard.done', { file: one.fileName })),
    onError: (error) => notify.failure(errorText(error)),
    onSettled: () => {
      setAsking(false);
      return queryClient.invalidateQueries({ queryKey: importsOptions(brandId).queryKey });
    },
  });
  return (
    <>
      <IconButton
        label={t('discard.label', { file: one.fileName })}
        icon={<IconTrash size={16} />}
        size="row"
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        title={t('discard.title')}
        text={t('discard.text', { file: one.fileName })}
        confirm={t('discard.action')}
        danger
        busy={discard.isPending}
        onConfirm={() => discard.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
