import type { Shoutout } from '@troupe/domain/campaigns/campaign-content';
import { Figure } from '@troupe/ui/content/figure';
import { Td, Th } from '@troupe/ui/layout/data-table';
import { compactCount, exactNumber } from '@troupe/ui/lib/format';
import { t } from '../messages/messages.gen.ts';
import { sourceOf } from './content-labels.ts';

type Counts = Shoutout['figures'];

/** The counts in their order; `wide` ones are hidden on narrow screens. */
const COLUMNS: readonly { name: keyof Counts; wide?: '1' | '2' }[] = [
  { name: 'views' },
  { name: 'reach', wide: '2' },
  { name: 'likes', wide: '1' },
  { name: 'comments', wide: '1' },
  { name: 'saves', wide: '2' },
  { name: 'shares', wide: '2' },
];

const figureName = (figure: keyof Counts): string => t(`figure.${figure}`);

/** The column headers of the counts. */
export const CountHeads = () =>
  COLUMNS.map(({ name, wide }) => (
    <Th key={name} numeric data-wide={wide}>
      {figureName(name)}
    </Th>
  ));

interface CountCellsProps {
  figures: Counts;
  /** Whose post it is, for the names of the buttons. */
  of: string;
  asOf: string | null;
  source: string;
  window: string;
  url: string | undefined;
  history?: Shoutout['history'];
}

/** The counts of a post, each with its source and how it grew. */
export const CountCells = ({ figures, of, asOf, source, window, url, history = [] }: CountCellsProps) =>
  COLUMNS.map(({ name, wide }) => {
    const value = figures[name];
    const earlier = history.filter((reading) => reading.figures[name] !== null).slice(-5);
    return (
      <Td key={name} numeric data-wide={wide}>
        <Figure
          label={t('figure.of', { figure: figureName(name), name: of })}
          value={value === null ? null : compactCount(value)}
          exact={value === null ? undefined : exactNumber(value)}
          window={window}
          builtFrom={
            earlier.length > 0
              ? earlier
                  .map(({ at, figures: then }) =>
                    t('figure.on', { count: exactNumber(then[name]), date: at.slice(0, 10) }),
                  )
                  .join(', ')
              : undefined
          }
          readAt={asOf}
          source={sourceOf(source)}
          items={url ? { label: t('figure.openPost'), href: url } : undefined}
        />
      </Td>
    );
  });
