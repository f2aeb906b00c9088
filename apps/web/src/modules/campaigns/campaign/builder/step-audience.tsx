import { useQuery } from '@tanstack/react-query';
import { compareTexts } from '@troupe/i18n/language';
import type { TextField } from '@troupe/ui/field/field';
import { type ComponentProps, useMemo } from 'react';
import { useBriefField, useEditor } from '../brief/brief-field.tsx';
import { readCount, readPercent } from '../brief/brief-reading.ts';
import { PickField } from '../brief/pick-field.tsx';
import { TypedField } from '../brief/typed-field.tsx';
import { categoriesOptions } from '../campaign-queries.ts';

const writeCount = (value: number | null) => (value === null ? '' : String(value));

/** Whom the campaign is for. */
export function StepAudience() {
  const { brief, change } = useEditor();
  const categories = useQuery(categoriesOptions()).data?.categories ?? [];
  const countries = useMemo(countryOptions, []);
  const where = useBriefField('countries', 'Countries');
  const about = useBriefField('audienceCategories', 'Creator categories');
  return (
    <>
      <p className="t-ink2">Who should apply? Creators see this. Leave blank for no limit.</p>
      <div className="builder-pair" data-three>
        <Bound field="followersMin" label="Minimum followers" placeholder="10k" read={readCount} />
        <Bound field="followersMax" label="Maximum followers" placeholder="250k" read={readCount} />
        <Bound
          field="engagementMin"
          label="Minimum engagement rate"
          inputMode="decimal"
          trail={<span className="t-ink3">%</span>}
          read={readPercent(1000)}
        />
      </div>
      <PickField
        {...where}
        none="Any country"
        most={60}
        options={countries}
        value={brief.countries}
        onChange={(next) => change({ countries: next })}
      />
      <PickField
        {...about}
        none="Any category"
        most={20}
        options={categories.map((value) => ({ value, label: value }))}
        value={brief.audienceCategories}
        onChange={(next) => change({ audienceCategories: next })}
      />
    </>
  );
}

interface BoundProps extends Pick<ComponentProps<typeof TextField>, 'inputMode' | 'placeholder' | 'trail'> {
  field: 'followersMin' | 'followersMax' | 'engagementMin';
  label: string;
  read: typeof readCount;
}

/** A figure that creators are to reach or to stay below. */
function Bound({ field, label, ...rest }: BoundProps) {
  const { brief, change } = useEditor();
  return (
    <TypedField
      field={field}
      {...useBriefField(field, label)}
      size="form"
      inputMode="numeric"
      value={brief[field]}
      write={writeCount}
      onValue={(value) => change({ [field]: value })}
      {...rest}
    />
  );
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Codes of groups and of nothing, which the browser has names for too. */
const NO_COUNTRIES = new Set([
  'EU',
  'EZ',
  'UN',
  'QO',
  'XA',
  'XB',
  'ZZ',
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'IC',
  'TA',
]);

/** ISO codes of all countries, sorted by name. */
function countryOptions(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const found: { value: string; label: string }[] = [];
  for (const first of LETTERS)
    for (const second of LETTERS) {
      const value = first + second;
      if (NO_COUNTRIES.has(value)) continue;
      const label = names.of(value);
      // Former countries are read as those they became.
      if (label && new Intl.Locale(`und-${value}`).region === value) found.push({ value, label });
    }
  return found.sort((one, other) => compareTexts(one.label, other.label));
}
