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
import { isBusy, STATE_WORDS } from './import-labels.ts';

const POLL_MS = 2000;

/** The imports so far, newest first, each with where it stands. */
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
        Earlier imports
      </h2>
      <LoadState what="earlier imports" query={query}>
        <SkeletonRows rows={4} />
      </LoadState>
      {imports?.length === 0 && (
        <p className="t-ink2">No imports yet. Imports appear here and can be undone.</p>
      )}
      {imports && imports.length > 0 && (
        <Table label="Earlier imports" bleed>
          <thead>
            <tr>
              <Th>File</Th>
              <Th>Status</Th>
              <Th numeric>Rows</Th>
              <Th numeric>Not imported</Th>
              <Th>Into</Th>
              <Th>Uploaded</Th>
              <Th>
                <span className="t-hidden">Actions</span>
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
  const { label, tone } = STATE_WORDS[state];
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
          <ProgressBar label={`Import of ${one.fileName}`} value={counts.done} max={counts.rows} showCount />
        ) : (
          <Pill tone={tone}>{label}</Pill>
        )}
      </Td>
      <Td numeric>{exactNumber(counts.rows)}</Td>
      <Td numeric>{started ? exactNumber(counts.rejected) : '–'}</Td>
      <Td>{one.list?.title ?? (one.forEveryone ? 'Everyone' : 'No list')}</Td>
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
    onSuccess: () => notify.success(`${one.fileName} was discarded. Nothing was imported.`),
    onError: (error) => notify.failure(errorText(error)),
    onSettled: () => {
      setAsking(false);
      return queryClient.invalidateQueries({ queryKey: importsOptions(brandId).queryKey });
    },
  });
  return (
    <>
      <IconButton
        label={`Discard ${one.fileName}`}
        icon={<IconTrash size={16} />}
        size="row"
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        title="Discard this upload?"
        text={`${one.fileName} hasn't been imported. Your column settings will be lost.`}
        confirm="Discard"
        danger
        busy={discard.isPending}
        onConfirm={() => discard.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
