import { useQuery } from '@tanstack/react-query';
import { compareTexts } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { TextField } from '@troupe/ui/field/field';
import { PickList } from '@troupe/ui/field/pick-list';
import { exactNumber } from '@troupe/ui/lib/format';
import { type FormEvent, useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { SAFETY_CATEGORIES } from '../../../../shared/safety-flag/safety-categories.ts';
import { type CreatorAddress, type ManyFilter, type RangeFilter, rangeKind } from '../creator-address.ts';
import { facetsOptions } from '../creator-queries.ts';
import { t } from '../messages/messages.gen.ts';
import { filterName, readAmount } from './filter-labels.ts';
import { valueName } from './value-names.ts';

type Change = (change: Partial<CreatorAddress>) => void;

const FACET = { country: 'countries', language: 'languages', category: 'categories' } as const;

/** Chooses values of a filter from those that creators have. */
export function ValuesEditor(props: {
  filter: Exclude<ManyFilter, 'platform'>;
  address: CreatorAddress;
  onChange: Change;
}) {
  const { filter, address, onChange } = props;
  const facets = useQuery(facetsOptions(useBrandId()));
  const chosen = address[filter] ?? [];
  const own = filter === 'category' ? (facets.data?.ownCategories ?? []) : [];
  const known = filter === 'safetyCategory' ? SAFETY_CATEGORIES : (facets.data?.[FACET[filter]] ?? []);
  const shared = new Set<string>([...chosen, ...known]).difference(new Set(own));
  const named = (values: Iterable<string>) =>
    [...values]
      .map((value) => ({ value, label: valueName(filter, value) }))
      .sort((one, other) => compareTexts(one.label, other.label));
  const options = [
    ...named(shared),
    ...named(own).map((option) => ({ ...option, group: t('filter.fromImports') })),
  ];
  return (
    <PickList
      label={filterName(filter)}
      multiple
      searchable
      options={options}
      value={chosen}
      onChange={(values) => onChange({ [filter]: values.length > 0 ? values : undefined })}
      foot={facets.error ? t('filter.optionsFailed') : undefined}
    />
  );
}

/** Sets the lower and upper end of a range; both ends are included. */
export function RangeEditor(props: {
  filter: RangeFilter;
  address: CreatorAddress;
  onChange: Change;
  onDone: () => void;
}) {
  const { filter, address, onChange, onDone } = props;
  const [min, setMin] = useState(address[`${filter}Min`] ?? '');
  const [max, setMax] = useState(address[`${filter}Max`] ?? '');
  const [wrong, setWrong] = useState<{ min?: string; max?: string }>({});
  const kind = rangeKind(filter);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [from, to] = [readAmount(min, kind), readAmount(max, kind)];
    const example = t('filter.example', { example: kind === 'count' ? '10k' : exactNumber(2.5) });
    if (from === null || to === null) {
      setWrong({ ...(from === null ? { min: example } : {}), ...(to === null ? { max: example } : {}) });
    } else if (from && to && Number(from) > Number(to)) {
      setWrong({ max: t('filter.reversed') });
    } else {
      onChange({ [`${filter}Min`]: from, [`${filter}Max`]: to });
      onDone();
    }
  };
  const isPercent = kind !== 'count';
  return (
    <form className="range-editor" onSubmit={submit} noValidate>
      <div className="range-editor-ends">
        <TextField
          label={t(isPercent ? 'filter.fromPercent' : 'filter.from')}
          inputMode={kind === 'change' ? 'text' : 'decimal'}
          autoFocus
          maxLength={20}
          error={wrong.min}
          value={min}
          onChange={(event) => setMin(event.target.value)}
        />
        <TextField
          label={t(isPercent ? 'filter.toPercent' : 'filter.to')}
          inputMode={kind === 'change' ? 'text' : 'decimal'}
          maxLength={20}
          error={wrong.max}
          value={max}
          onChange={(event) => setMax(event.target.value)}
        />
      </div>
      {kind === 'change' && <p className="t-12 t-ink2">{t('filter.growthHelp')}</p>}
      <Button kind="main" type="submit">
        {t('filter.apply')}
      </Button>
    </form>
  );
}
