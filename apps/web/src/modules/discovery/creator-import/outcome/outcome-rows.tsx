import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { CreatorImport } from '@troupe/domain/discovery/creator-import/creator-import';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { LoadState } from '../../../../shared/screen/screen.tsx';
import { rowsOptions } from '../creator-import-queries.ts';
import type { ShownRows } from '../import-address.ts';
import { ShowMore } from '../import-frame.tsx';
import { t } from '../messages/messages.gen.ts';
import { reasonText } from '../reason-text.ts';
import './outcome-rows.css';

type Shown = Exclude<ShownRows, 'rejected'>;

const OUTCOMES = ['added', 'linked', 'already', 'repeated'] as const;

const words = (outcome: Shown, { list, forEveryone }: CreatorImport): string => {
  if (outcome === 'added') return list ? t('rows.addedTo', { list: list.title }) : t('rows.added');
  if (outcome === 'linked') return forEveryone ? t('rows.linkedEveryone') : t('rows.linked');
  if (outcome === 'remarked') return t('rows.remarked');
  if (outcome === 'already') return list ? t('rows.alreadyOn') : t('rows.already');
  return t('rows.repeated');
};

const labelOf = (rows: Shown): string => t(`outcome.${rows}`);

interface OutcomeRowsProps {
  one: CreatorImport;
  show: ShownRows | undefined;
  onShow: (rows: ShownRows | undefined) => void;
}

/** The imported rows, grouped by outcome; one group is open at a time. */
export function OutcomeRows({ one, show, onShow }: OutcomeRowsProps) {
  const remarked = useInfiniteQuery(rowsOptions(useBrandId(), one.id, 'remarked')).data?.pages[0]?.total ?? 0;
  const kinds: [Shown, number][] = [
    ...OUTCOMES.map((outcome): [Shown, number] => [outcome, one.counts[outcome]]),
    ['remarked' as const, remarked] satisfies [Shown, number],
  ];
  const present = kinds.filter(([, count]) => count > 0);
  if (present.length === 0) return null;
  return (
    <div className="outcomes">
      {present.map(([outcome, count]) => {
        const open = show === outcome;
        const Chevron = open ? IconChevronDown : IconChevronRight;
        return (
          <section key={outcome} id={`rows-${outcome}`} className="outcome">
            <h3>
              <button
                type="button"
                className="outcome-fold"
                aria-expanded={open}
                aria-controls={open ? `rows-of-${outcome}` : undefined}
                onClick={() => onShow(open ? undefined : outcome)}
              >
                <Chevron size={16} className="t-ink2" />
                <span className="import-swatch" data-outcome={outcome} />
                <span className="outcome-name">{labelOf(outcome)}</span>
                <span className="outcome-words">{words(outcome, one)}</span>
                <span className="outcome-count">{t('rows.count', { count })}</span>
              </button>
            </h3>
            {open && (
              <div id={`rows-of-${outcome}`}>
                <Rows one={one} outcome={outcome} />
              </div>
            )}
          </section>
        );
      })}
    </div>
  );
}

function Rows({ one, outcome }: { one: CreatorImport; outcome: Shown }) {
  const query = useInfiniteQuery(rowsOptions(useBrandId(), one.id, outcome));
  const rows = query.data?.pages.flatMap((page) => page.rows);
  if (!rows)
    return (
      <LoadState what={t('rows.what')} query={query}>
        <SkeletonRows rows={4} />
      </LoadState>
    );
  return (
    <>
      <Table
        label={t('rows.label', { outcome: labelOf(outcome) })}
        density="ledger"
        bleed
        className="outcome-table"
      >
        <thead>
          <tr>
            <Th numeric>{t('column.row')}</Th>
            <Th>{t('column.creator')}</Th>
            <Th>{t('column.profile')}</Th>
            <Th>{t('column.note')}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Tr key={row.row}>
              <Td numeric className="t-ink2">
                {row.row}
              </Td>
              <Td>{row.name || row.username}</Td>
              <Td className="t-ink2">
                <span className="t-row">
                  {row.platform && <PlatformIcon platform={row.platform} />}
                  {row.username && `@${row.username}`}
                </span>
              </Td>
              <Td className="t-ink2">{row.reason === null ? '–' : reasonText(row.reason)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <ShowMore query={query} />
    </>
  );
}
