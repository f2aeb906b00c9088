import { useQuery } from '@tanstack/react-query';
import { compareTexts, type Language, language } from '@troupe/i18n/language';
import type { TextField } from '@troupe/ui/field/field';
import { type ComponentProps, useMemo } from 'react';
import { categoryOptions } from '../../../../shared/category/category-name.ts';
import { t } from '../../messages/messages.gen.ts';
import { useBriefField, useEditor } from '../brief/brief-field.tsx';
import { readCount, readPercent } from '../brief/brief-reading.ts';
import { PickField } from '../brief/pick-field.tsx';
import { TypedField } from '../brief/typed-field.tsx';
import { categoriesOptions } from '../campaign-queries.ts';

const writeCount = (value: number | null) => (value === null ? '' : String(value));

/** Who should apply. */
export function StepAudience() {
  const { brief, change } = useEditor();
  const categories = useQuery(categoriesOptions()).data?.categories ?? [];
  const tag = language();
  const countries = useMemo(() => countryOptions(tag), [tag]);
  const where = useBriefField('countries', t('field.countries'));
  const about = useBriefField('audienceCategories', t('field.audienceCategories'));
  return (
    <>
      <p className="t-ink2">{t('audience.help')}</p>
      <div className="builder-pair" data-three>
        <Bound
          field="followersMin"
          label={t('field.followersMin')}
          placeholder={t('audience.minExample')}
          read={readCount}
        />
        <Bound
          field="followersMax"
          label={t('field.followersMax')}
          placeholder={t('audience.maxExample')}
          read={readCount}
        />
        <Bound
          field="engagementMin"
          label={t('audience.engagement')}
          inputMode="decimal"
          trail={<span className="t-ink3">%</span>}
          read={readPercent(1000)}
        />
      </div>
      <PickField
        {...where}
        none={t('audience.anyCountry')}
        most={60}
        options={countries}
        value={brief.countries}
        onChange={(next) => change({ countries: next })}
      />
      <PickField
        {...about}
        none={t('audience.anyCategory')}
        most={20}
        options={categoryOptions(categories)}
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

/** A minimum or maximum that creators have to meet. */
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
/** Codes that aren't countries, although browsers have names for them. */
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
function countryOptions(tag: Language): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([tag], { type: 'region', fallback: 'none' });
  const found: { value: string; label: string }[] = [];
  for (const first of LETTERS)
    for (const second of LETTERS) {
      const value = first + second;
      if (NO_COUNTRIES.has(value)) continue;
      const label = names.of(value);
      // Skips former countries, whose codes stand for their successors.
      if (label && new Intl.Locale(`und-${value}`).region === value) found.push({ value, label });
    }
  return found.sort((one, other) => compareTexts(one.label, other.label));
}
