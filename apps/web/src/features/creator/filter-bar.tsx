import { Button } from '@troupe/ui/button';
import { AddChip, Chip } from '@troupe/ui/chip';
import { Menu } from '@troupe/ui/menu';
import { Popover } from '@troupe/ui/popover';
import { lazy, Suspense, useState } from 'react';
import {
  type CreatorAddress,
  isFiltered,
  MANY,
  type ManyFilter,
  RANGES,
  type RangeFilter,
  SWITCHES,
} from './creator-address.ts';
import { FILTER_NAMES, type FilterName, rangeWords, valueWord } from './filter-words.ts';

const ValuesEditor = lazy(async () => ({ default: (await import('./filter-editors.tsx')).ValuesEditor }));
const RangeEditor = lazy(async () => ({ default: (await import('./filter-editors.tsx')).RangeEditor }));

interface FilterBarProps {
  address: CreatorAddress;
  onChange: (change: Partial<CreatorAddress>) => void;
  onClear: () => void;
}

const VALUE_FILTERS = MANY.filter((name): name is Exclude<ManyFilter, 'platform'> => name !== 'platform');
const isRange = (name: FilterName): name is RangeFilter => (RANGES as readonly string[]).includes(name);

/** The filters that are set, each as a chip that opens its editor, and the chip that adds another. */
export function FilterBar({ address, onChange, onClear }: FilterBarProps) {
  // A filter just added has no value yet; its chip is there so that its editor has a place to open at.
  const [opened, setOpened] = useState<FilterName | null>(null);
  const shown = (name: FilterName): boolean =>
    opened === name ||
    (isRange(name)
      ? rangeWords(address, name) !== null
      : address[name as keyof CreatorAddress] !== undefined);
  const openOrClose = (name: FilterName) => (open: boolean) => setOpened(open ? name : null);
  const offered = [...RANGES, ...VALUE_FILTERS, ...SWITCHES].filter((name) => !shown(name));
  return (
    <fieldset className="filter-bar">
      <legend className="t-hidden">Filters</legend>
      {RANGES.filter(shown).map((name) => (
        <Popover
          key={name}
          label={FILTER_NAMES[name]}
          width={280}
          open={opened === name}
          onOpenChange={openOrClose(name)}
          trigger={
            <Chip name={FILTER_NAMES[name]} value={rangeWords(address, name) ?? 'Any'} onClick={() => {}} />
          }
        >
          {(close) => (
            <Suspense>
              <RangeEditor filter={name} address={address} onChange={onChange} onDone={close} />
            </Suspense>
          )}
        </Popover>
      ))}
      {VALUE_FILTERS.filter(shown).map((name) => (
        <Popover
          key={name}
          label={FILTER_NAMES[name]}
          width={280}
          open={opened === name}
          onOpenChange={openOrClose(name)}
          trigger={
            <Chip
              name={FILTER_NAMES[name]}
              value={address[name]?.map((value) => valueWord(name, value)).join(', ') || 'Any'}
              onClick={() => {}}
            />
          }
        >
          <Suspense>
            <ValuesEditor filter={name} address={address} onChange={onChange} />
          </Suspense>
        </Popover>
      ))}
      {SWITCHES.filter(shown).map((name) => (
        <Chip key={name} value={FILTER_NAMES[name]} onRemove={() => onChange({ [name]: undefined })} />
      ))}
      {offered.length > 0 && (
        <Menu
          label="Add a filter"
          trigger={<AddChip>Filter</AddChip>}
          items={offered.map((name) => ({
            label: FILTER_NAMES[name],
            onClick: () =>
              (SWITCHES as readonly string[]).includes(name) ? onChange({ [name]: 'true' }) : setOpened(name),
          }))}
        />
      )}
      {isFiltered(address) && (
        <Button kind="quiet" size="row" onClick={onClear}>
          Clear
        </Button>
      )}
    </fieldset>
  );
}
