import { useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/button';
import { TextField } from '@troupe/ui/field';
import { PickList } from '@troupe/ui/pick-list';
import { type FormEvent, useState } from 'react';
import { useBrandId } from '../../shared/current-brand.ts';
import type { CreatorAddress, ManyFilter, RangeFilter } from './creator-address.ts';
import { facetsOptions } from './creator-queries.ts';
import { FILTER_NAMES, valueWord } from './filter-words.ts';

type Change = (change: Partial<CreatorAddress>) => void;

const FACET = { country: 'countries', language: 'languages', category: 'categories' } as const;

/** Chooses values of a filter out of those that creators have. */
export function ValuesEditor(props: {
  filter: Exclude<ManyFilter, 'platform'>;
  address: CreatorAddress;
  onChange: Change;
}) {
  const { filter, address, onChange } = props;
  const facets = useQuery(facetsOptions(useBrandId()));
  const chosen = address[filter] ?? [];
  const offered = new Set([...chosen, ...(facets.data?.[FACET[filter]] ?? [])]);
  const options = [...offered]
    .map((value) => ({ value, label: valueWord(filter, value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return (
    <PickList
      label={FILTER_NAMES[filter]}
      multiple
      searchable
      options={options}
      value={chosen}
      onChange={(values) => onChange({ [filter]: values.length > 0 ? values : undefined })}
      foot={facets.error ? 'The choices could not be loaded. Close and open this again.' : undefined}
    />
  );
}

const STEP = { followers: 1, engagement: 'any', views: 1 } as const;

/** Reads `10k`, `1.5m` and `12,000` as numbers; an empty text is no limit. */
export function readAmount(text: string): string | undefined | null {
  const match = /^([\d.,\s]+)([kmb%]?)$/i.exec(text.trim());
  if (!text.trim()) return undefined;
  if (!match) return null;
  const factor = { k: 1e3, m: 1e6, b: 1e9 }[match[2]?.toLowerCase() ?? ''] ?? 1;
  const value = Number(match[1]?.replace(/[,\s]/g, '')) * factor;
  return Number.isFinite(value) ? String(value) : null;
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
  const [error, setError] = useState<string | undefined>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [from, to] = [readAmount(min), readAmount(max)];
    const example = filter === 'engagement' ? '2.5' : '10k';
    if (from === null || to === null) return setError(`Write a number such as ${example}`);
    if (from && to && Number(from) > Number(to)) return setError('The lower end is above the upper end');
    const whole = (value: string | undefined) =>
      value === undefined || STEP[filter] === 'any' ? value : String(Math.round(Number(value)));
    onChange({ [`${filter}Min`]: whole(from), [`${filter}Max`]: whole(to) });
    onDone();
  };
  const unit = filter === 'engagement' ? ', %' : '';
  return (
    <form className="range-editor" onSubmit={submit} noValidate>
      <div className="range-editor-ends">
        <TextField
          label={`From${unit}`}
          inputMode="decimal"
          value={min}
          onChange={(event) => setMin(event.target.value)}
        />
        <TextField
          label={`To${unit}`}
          inputMode="decimal"
          value={max}
          onChange={(event) => setMax(event.target.value)}
        />
      </div>
      {error && (
        <p className="t-12 range-editor-error" role="alert">
          {error}
        </p>
      )}
      <Button kind="main" type="submit">
        Apply
      </Button>
    </form>
  );
}
