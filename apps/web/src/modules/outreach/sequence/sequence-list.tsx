import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Sequence } from '@troupe/domain/outreach/sequence';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Ago } from '@troupe/ui/content/ago';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { useArrowList } from '@troupe/ui/hooks';
import { RowActions, Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { Section } from '@troupe/ui/layout/section';
import { exactNumber } from '@troupe/ui/lib/format';
import { lazy, Suspense, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from './messages/messages.gen.ts';
import { sequencesOptions, useSequenceWrites } from './sequence-queries.ts';
import './sequence.css';

const SequenceDrawer = lazy(() => import('./sequence-drawer.tsx'));

/** The follow-up sequences of the brand. */
export default function SequenceList() {
  const query = useQuery(sequencesOptions(useBrandId()));
  const [openId, setOpenId] = useState<string | null>(null);
  const sequences = query.data?.sequences;
  const make = (
    <Button icon={<IconPlus size={16} />} onClick={() => setOpenId('NEW')}>
      {t('new')}
    </Button>
  );
  const open = sequences?.find(({ id }) => id === openId);
  return (
    <Section
      id="sequences"
      title={t('title')}
      subtitle={sequences && sequences.length > 0 ? t('subtitle') : undefined}
      actions={sequences && sequences.length > 0 ? make : undefined}
    >
      <LoadState what={t('what')} query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
      {sequences?.length === 0 && (
        <EmptyState title={t('none')} text={t('noneText')} drawing="seats" actions={make} />
      )}
      {sequences && sequences.length > 0 && <SequenceTable sequences={sequences} onOpen={setOpenId} />}
      {openId !== null && (openId === 'NEW' || open) && (
        <Suspense>
          <SequenceDrawer key={openId} sequence={open ?? null} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </Section>
  );
}

function SequenceTable({
  sequences,
  onOpen,
}: {
  sequences: readonly Sequence[];
  onOpen: (id: string) => void;
}) {
  const { rowProps } = useArrowList({ keys: sequences.map(({ id }) => id), onOpen });
  const { remove } = useSequenceWrites();
  return (
    <Table label={t('title')} bleed className="sequence-table">
      <thead>
        <tr>
          <Th>{t('name')}</Th>
          <Th data-wide numeric>
            {t('steps')}
          </Th>
          <Th numeric>{t('running')}</Th>
          <Th data-wide numeric>
            {t('started')}
          </Th>
          <Th data-wide numeric>
            {t('changed')}
          </Th>
          <Th>
            <span className="t-hidden">{t('actions')}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {sequences.map((sequence) => (
          <Tr key={sequence.id} {...rowProps(sequence.id)} onOpen={() => onOpen(sequence.id)}>
            <Td className="t-name t-ellipsis sequence-name" dir="auto">
              {sequence.name}
            </Td>
            <Td data-wide numeric>
              {exactNumber(sequence.steps.length)}
            </Td>
            <Td numeric>{exactNumber(sequence.running)}</Td>
            <Td data-wide numeric>
              {exactNumber(sequence.started)}
            </Td>
            <Td data-wide numeric>
              <Ago at={sequence.updated} />
            </Td>
            <Td>
              <RowActions>
                <IconButton
                  size="row"
                  label={t('edit', { name: sequence.name })}
                  icon={<IconPencil size={18} />}
                  onClick={() => onOpen(sequence.id)}
                />
                <IconButton
                  size="row"
                  label={t('remove', { name: sequence.name })}
                  icon={<IconTrash size={18} />}
                  onClick={() => remove.mutate(sequence)}
                />
              </RowActions>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
