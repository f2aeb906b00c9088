import { useQuery } from '@tanstack/react-query';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { affiliateName } from '../../shared/creator/affiliate-who.tsx';
import { FilterChip } from '../../shared/list/filter-chip.tsx';
import { affiliateNamesOptions } from './affiliate-queries.ts';
import { t } from './messages/messages.gen.ts';

interface CreatorFilterProps {
  /** The id of the creator in the program. */
  value: string | undefined;
  onChange: (affiliateId: string | undefined) => void;
}

/** Narrows a list to one creator of the program. */
export function CreatorFilter({ value, onChange }: CreatorFilterProps) {
  const { data } = useQuery(affiliateNamesOptions(useBrandId()));
  return (
    <FilterChip
      name={t('column.creator')}
      single
      options={(data?.affiliates ?? []).map((one) => ({ value: one.id, label: affiliateName(one) }))}
      value={value ? [value] : []}
      onChange={([id]) => onChange(id)}
    />
  );
}
