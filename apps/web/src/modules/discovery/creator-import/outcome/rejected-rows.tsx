import { useInfiniteQuery } from '@tanstack/react-query';
import type { CreatorImport } from '@troupe/domain/discovery/creator-import/creator-import';
import { Pill } from '@troupe/ui/content/pill';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Th } from '@troupe/ui/layout/data-table';
import { LiveRegion } from '@troupe/ui/layout/visually-hidden';
import { useRef, useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { LoadState } from '../../../../shared/screen/screen.tsx';
import { rowsOptions } from '../creator-import-queries.ts';
import { ShowMore } from '../import-frame.tsx';
import { t } from '../messages/messages.gen.ts';
import { RejectedRow } from './rejected-row.tsx';
import './rejected-rows.css';

/** The rows that were not imported, with their problems and fields to correct them. */
export function RejectedRows({ one }: { one: CreatorImport }) {
  const query = useInfiniteQuery(rowsOptions(useBrandId(), one.id, 'rejected'));
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const [said, setSaid] = useState('');
  const section = useRef<HTMLElement>(null);

  /** After a row is added, focus moves to the next one. */
  const settled = (row: number, words: string) => {
    setSaid(words);
    const inputs = [...(section.current?.querySelectorAll<HTMLElement>('[data-correct]') ?? [])];
    const at = inputs.findIndex((input) => input.dataset.correct === `${row}`);
    const next = inputs[at + 1] ?? inputs[at - 1];
    (next ?? section.current)?.focus();
  };

  return (
    <section
      ref={section}
      id="rows-rejected"
      className="rejected-rows"
      aria-labelledby="rejected-rows"
      tabIndex={-1}
    >
      <div className="t-row t-wrap">
        <h3 id="rejected-rows" className="t-16">
          {t('outcome.rejected')}
        </h3>
        <Pill tone="tangerine">{t('rows.count', { count: one.counts.rejected })}</Pill>
        <span className="t-ink2">{t('rejected.text')}</span>
      </div>
      <LiveRegion>{said}</LiveRegion>
      <LoadState what={t('rows.what')} query={query}>
        <SkeletonRows rows={4} />
      </LoadState>
      {rows && (
        <Table label={t('rejected.label')} bleed className="rejected-table">
          <thead>
            <tr>
              <Th numeric>{t('column.row')}</Th>
              <Th>{t('column.creator')}</Th>
              <Th>{t('column.problem')}</Th>
              <Th>{t('column.fix')}</Th>
              <Th>
                <span className="t-hidden">{t('column.actions')}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <RejectedRow key={row.row} one={one} row={row} onSettled={settled} />
            ))}
          </tbody>
        </Table>
      )}
      <ShowMore query={query} />
    </section>
  );
}
