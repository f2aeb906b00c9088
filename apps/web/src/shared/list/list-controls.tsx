import { IconArrowsSort } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { SearchInput } from '@troupe/ui/field/search-input';
import { useDebouncedLast } from '@troupe/ui/hooks';
import { Menu } from '@troupe/ui/overlay/menu';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../messages/messages.gen.ts';

interface FindFieldProps {
  label: string;
  /** The search text; undefined if empty. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  busy?: boolean;
}

/** A search field that reports its text after a pause. */
export function FindField({ label, value, onChange, busy = false }: FindFieldProps) {
  const { typed, change, flush } = useTypedText(value ?? '', (next) => onChange(next || undefined), 200);
  return (
    <SearchInput
      label={label}
      hotkey="/"
      busy={busy}
      maxLength={120}
      value={typed}
      onChange={change}
      onKeyDown={(event) => event.key === 'Enter' && flush()}
    />
  );
}

interface SortMenuProps<Sort extends string> {
  names: Record<Sort, string>;
  value: Sort;
  onChange: (sort: Sort) => void;
}

/** What a list is sorted by, and what else it could be. */
export function SortMenu<Sort extends string>({ names, value, onChange }: SortMenuProps<Sort>) {
  return (
    <Menu
      label={t('list.sortBy')}
      align="end"
      trigger={
        <Button
          kind="quiet"
          icon={<IconArrowsSort size={16} />}
          aria-label={t('list.sortedBy', { order: names[value] })}
        >
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

/**
 * A text field whose value is kept elsewhere, mostly in the URL: shown immediately, reported `pauseMs` after the last
 * keystroke. Late responses never replace newer input; external changes (Back, a saved search) do.
 */
export function useTypedText(value: string, onChange: (value: string) => void, pauseMs: number) {
  const [typed, setTyped] = useState(value);
  // Reported values not yet reflected, oldest first, after the last reflected one.
  const told = useRef([value]);
  const { call, flush, cancel } = useDebouncedLast((next: string) => {
    if (next === told.current.at(-1)) return;
    told.current.push(next);
    onChange(next);
  }, pauseMs);
  useEffect(() => {
    const at = told.current.indexOf(value);
    if (at !== -1) {
      told.current.splice(0, at);
      return;
    }
    told.current = [value];
    cancel();
    setTyped(value);
  }, [value, cancel]);
  const change = (next: string) => {
    setTyped(next);
    call(next.trim());
  };
  return { typed, change, flush };
}

const NONE: ReadonlySet<string> = new Set();

/** Which rows of a list are chosen, by id. What changes them stays the same. */
export function useChosenRows() {
  const [ids, setIds] = useState(NONE);
  /** Chooses rows beside those that are, or lets go of them. */
  const choose = useCallback(
    (these: readonly string[], on: boolean) =>
      setIds(
        (before) => new Set(on ? [...before, ...these] : [...before].filter((id) => !these.includes(id))),
      ),
    [],
  );
  const chooseOnly = useCallback((these: readonly string[]) => setIds(new Set(these)), []);
  const clear = useCallback(() => setIds(NONE), []);
  return { ids, choose, chooseOnly, clear };
}
