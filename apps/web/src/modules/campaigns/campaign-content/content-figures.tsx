import type { Shoutout } from '@troupe/domain/campaigns/campaign-content';
import { Figure } from '@troupe/ui/content/figure';
import { Td, Th } from '@troupe/ui/layout/data-table';
import { compactCount, exactNumber } from '@troupe/ui/lib/format';
import { sourceOf } from './content-labels.ts';

type Counts = Shoutout['figures'];

/** The counts in their order, those that stay on narrow screens without a mark. */
const COLUMNS: readonly { name: keyof Counts; label: string; wide?: '1' | '2' }[] = [
  { name: 'views', label: 'Views' },
  { name: 'reach', label: 'Reach', wide: '2' },
  { name: 'likes', label: 'Likes', wide: '1' },
  { name: 'comments', label: 'Comments', wide: '1' },
  { name: 'saves', label: 'Saves', wide: '2' },
  { name: 'shares', label: 'Shares', wide: '2' },
];

/** The heads of the counts. */
export const CountHeads = () =>
  COLUMNS.map(({ name, label, wide }) => (
    <Th key={name} numeric data-wide={wide}>
      {label}
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

/** The counts of a post, each of which can be asked where it comes from and how it grew. */
export const CountCells = ({ figures, of, asOf, source, window, url, history = [] }: CountCellsProps) =>
  COLUMNS.map(({ name, label, wide }) => {
    const value = figures[name];
    const earlier = history.filter((reading) => reading.figures[name] !== null).slice(-5);
    return (
      <Td key={name} numeric data-wide={wide}>
        <Figure
          label={`${label} of ${of}`}
          value={value === null ? null : compactCount(value)}
          exact={value === null ? undefined : exactNumber(value)}
          window={window}
          builtFrom={
            earlier.length > 0
              ? earlier
                  .map(({ at, figures: then }) => `${exactNumber(then[name])} on ${at.slice(0, 10)}`)
                  .join(', ')
              : undefined
          }
          readAt={asOf}
          source={sourceOf(source)}
          items={url ? { label: 'Open the post', href: url } : undefined}
        />
      </Td>
    );
  });
