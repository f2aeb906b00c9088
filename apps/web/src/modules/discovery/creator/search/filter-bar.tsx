import { useLanguage } from '@troupe/browser/language';
import { Button } from '@troupe/ui/action/button';
import { AddChip, Chip } from '@troupe/ui/action/chip';
import { Menu } from '@troupe/ui/overlay/menu';
import { Popover } from '@troupe/ui/overlay/popover';
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react';
import {
  type CreatorAddress,
  isFiltered,
  MANY,
  type ManyFilter,
  RANGES,
  type RangeFilter,
  SAFETY,
  SWITCHES,
} from '../creator-address.ts';
import { t } from '../messages/messages.gen.ts';
import { type FilterName, filterName, rangeText, switchText, valueWord } from './filter-labels.ts';

const editors = () => import('./filter-editors.tsx');
const ValuesEditor = lazy(async () => ({ default: (await editors()).ValuesEditor }));
const RangeEditor = lazy(async () => ({ default: (await editors()).RangeEditor }));
const AudienceFilter = lazy(() => import('./audience/audience-filter.tsx'));

interface FilterBarProps {
  address: CreatorAddress;
  onChange: (change: Partial<CreatorAddress>) => void;
  onClear: () => void;
}

type ValueFilter = Exclude<ManyFilter, 'platform'>;
const VALUE_FILTERS = MANY.filter((name): name is ValueFilter => name !== 'platform');
const isRange = (name: FilterName): name is RangeFilter => (RANGES as readonly string[]).includes(name);

/** Returns what names values. In other languages than English, the names of categories load with the first one shown. */
function useValueNames(hasCategory: boolean): typeof valueWord {
  const isEnglish = useLanguage() === 'en';
  const [nameOf, setNameOf] = useState(() => valueWord);
  useEffect(() => {
    if (isEnglish || !hasCategory) return;
    // Without them, categories are named in English.
    import('./value-names.ts').then(
      ({ valueName }) => setNameOf(() => valueName),
      () => {},
    );
  }, [isEnglish, hasCategory]);
  return nameOf;
}

/** The active filters, each as a chip that opens its editor, and the chip that adds another. */
export const FilterBar = memo(function FilterBar({ address, onChange, onClear }: FilterBarProps) {
  // A filter just added has no value yet; its chip anchors the editor.
  const [opened, setOpened] = useState<FilterName | 'audience' | null>(null);
  const bar = useRef<HTMLFieldSetElement>(null);
  const nameOf = useValueNames(address.category !== undefined);
  const shown = (name: FilterName): boolean =>
    opened === name ||
    (isRange(name) ? rangeText(address, name) !== null : address[name as keyof CreatorAddress] !== undefined);
  const offered = [...RANGES, ...VALUE_FILTERS, ...SWITCHES].filter((name) => !shown(name));
  /** Removes filters and moves the focus to the Add filter chip. */
  const remove = (change: Partial<CreatorAddress>) => {
    setOpened(null);
    onChange(change);
    bar.current?.querySelector<HTMLElement>('.t-chip-add')?.focus();
  };
  const chip = (name: RangeFilter | ValueFilter, value: string | null, gone: Partial<CreatorAddress>) => ({
    label: filterName(name),
    width: 280,
    open: opened === name,
    onOpenChange: (open: boolean) => setOpened(open ? name : null),
    trigger: (
      <Chip
        name={filterName(name)}
        value={value || t('filter.any')}
        onClick={() => {}}
        {...(value ? { onRemove: () => remove(gone) } : {})}
      />
    ),
  });
  return (
    <fieldset ref={bar} className="filter-bar" onPointerEnter={() => void editors()}>
      <legend className="t-hidden">{t('filter.title')}</legend>
      {RANGES.filter(shown).map((name) => {
        const gone = { [`${name}Min`]: undefined, [`${name}Max`]: undefined };
        return (
          <Popover key={name} {...chip(name, rangeText(address, name), gone)}>
            {(close) => (
              <Suspense>
                <RangeEditor filter={name} address={address} onChange={onChange} onDone={close} />
              </Suspense>
            )}
          </Popover>
        );
      })}
      {VALUE_FILTERS.filter(shown).map((name) => {
        const words = address[name]?.map((value) => nameOf(name, value)).join(', ') ?? null;
        return (
          <Popover key={name} {...chip(name, words, { [name]: undefined })}>
            <Suspense>
              <ValuesEditor filter={name} address={address} onChange={onChange} />
            </Suspense>
          </Popover>
        );
      })}
      {SWITCHES.filter(shown).map((name) => (
        <Chip
          key={name}
          value={switchText(name, address[name])}
          onRemove={() => remove({ [name]: undefined })}
        />
      ))}
      {address.safety && (
        <Chip value={t(`filter.safety.${address.safety}`)} onRemove={() => remove({ safety: undefined })} />
      )}
      {(address.audience || opened === 'audience') && (
        <Suspense>
          <AudienceFilter
            address={address}
            onChange={onChange}
            onRemove={remove}
            adding={opened === 'audience'}
            onAdding={(adding) => setOpened(adding ? 'audience' : null)}
          />
        </Suspense>
      )}
      {offered.length > 0 && (
        <Menu
          label={t('filter.add')}
          trigger={<AddChip>{t('filter.action')}</AddChip>}
          items={[
            ...offered.map((name) => ({
              label: filterName(name),
              onClick: () =>
                (SWITCHES as readonly string[]).includes(name)
                  ? onChange({ [name]: 'true' })
                  : setOpened(name),
            })),
            { label: t('filter.audience'), onClick: () => setOpened('audience') },
            ...(address.safety ? [] : SAFETY).map((safety) => ({
              label: t(`filter.safety.${safety}`),
              onClick: () => onChange({ safety }),
            })),
          ]}
        />
      )}
      {isFiltered(address) && (
        <Button
          kind="quiet"
          size="row"
          onClick={() => {
            onClear();
            bar.current?.querySelector<HTMLElement>('.t-chip-add')?.focus();
          }}
        >
          {t('filter.clear')}
        </Button>
      )}
    </fieldset>
  );
});
