import { IconArrowsSort } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { Menu } from '@troupe/ui/overlay/menu';

interface SortMenuProps<Sort extends string> {
  names: Record<Sort, string>;
  value: Sort;
  onChange: (sort: Sort) => void;
}

/** What a list is sorted by, and what else it could be. */
export function SortMenu<Sort extends string>({ names, value, onChange }: SortMenuProps<Sort>) {
  return (
    <Menu
      label="Sort by"
      align="end"
      trigger={
        <Button kind="quiet" icon={<IconArrowsSort size={16} />} aria-label={`Sorted by ${names[value]}`}>
          {names[value]}
        </Button>
      }
      items={(Object.keys(names) as Sort[]).map((sort) => ({
        label: names[sort],
        checked: sort === value,
        onClick: () => onChange(sort),
      }))}
    />
  );
}
