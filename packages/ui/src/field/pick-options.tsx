import {
  Combobox,
  ComboboxItem,
  ComboboxList,
  Composite,
  CompositeHover,
  CompositeItem,
  useComboboxStore,
} from '@ariakit/react';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '../dashboard/messages/messages.gen.ts';

export interface PickOption {
  value: string;
  /** Searched and announced. */
  label: string;
  /** Shown instead of the label: a status tag, a name with its avatar. */
  render?: ReactNode;
  /** At the right, in ink3: a count. */
  hint?: ReactNode;
  /** Group heading above the first option with this name; options of a group must be adjacent. */
  group?: string;
}

export interface PickListProps {
  label: string;
  options: readonly PickOption[];
  value: readonly string[];
  /** All selected values, in the order of the options. */
  onChange: (value: string[]) => void;
  /** Allows several choices; otherwise a choice replaces the previous one. */
  multiple?: boolean;
  /** Shows a search field above. */
  searchable?: boolean;
  placeholder?: string;
  /** Below the list. */
  foot?: ReactNode;
  /** After a single choice (not `multiple`): usually closes the popover. */
  onDone?: () => void;
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The list of {@link PickListProps}, loaded on demand. */
export function PickOptions(props: PickListProps) {
  const {
    label,
    options,
    value,
    onChange,
    multiple,
    searchable,
    placeholder = t('pick.search'),
    foot,
    onDone,
  } = props;
  const [query, setQuery] = useState('');
  const [active, setActive] = useState<string | null>(null);
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  const shown = query ? options.filter((option) => folded(option.label).includes(folded(query))) : options;
  const idOf = (option: PickOption | undefined) => option && `${id}-${encodeURIComponent(option.value)}`;
  const current = shown.find((option) => idOf(option) === active) ?? shown[0];
  const store = useComboboxStore({
    open: true,
    value: query,
    setValue: (text) => {
      setQuery(text);
      setActive(null);
    },
    activeId: idOf(current) ?? null,
    setActiveId: (next) => setActive(next ?? null),
    includesBaseElement: false,
    focusLoop: true,
  });

  // The list may mount after its popover has opened without anything to focus.
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const waits = document.activeElement?.matches('.t-floating') === true;
    const first = waits ? place.current?.querySelector<HTMLElement>('[role=option]') : null;
    (search.current ?? first)?.focus({ preventScroll: true });
  }, []);

  const choose = (option: PickOption) => {
    const has = value.includes(option.value);
    if (!multiple) {
      onChange(has ? [] : [option.value]);
      onDone?.();
      return;
    }
    const chosen = new Set(value);
    if (has) chosen.delete(option.value);
    else chosen.add(option.value);
    onChange(options.filter((other) => chosen.has(other.value)).map((other) => other.value));
  };

  const list = (
    <div
      role="listbox"
      aria-label={label}
      aria-multiselectable={multiple || undefined}
      className="t-pick-list"
    />
  );
  const items = shown.map((option, index) => (
    <PickItem
      key={option.value}
      id={idOf(option)}
      option={option}
      searched={searchable === true}
      chosen={value.includes(option.value)}
      multiple={multiple === true}
      heads={option.group !== shown[index - 1]?.group}
      onChoose={() => choose(option)}
    />
  ));
  return (
    <div ref={place} className="t-pick">
      {searchable && (
        <div className="t-pick-search">
          <IconSearch size={16} />
          <Combobox
            store={store}
            ref={search}
            aria-label={`${label}: ${placeholder}`}
            autoComplete="list"
            placeholder={placeholder}
            render={<input autoComplete="off" />}
          />
        </div>
      )}
      {searchable ? (
        <ComboboxList store={store} alwaysVisible render={list}>
          {items}
        </ComboboxList>
      ) : (
        <Composite store={store} render={list}>
          {items}
        </Composite>
      )}
      {shown.length === 0 && <p className="t-pick-none">{t('pick.none', { query })}</p>}
      {foot && <div className="t-pick-foot">{foot}</div>}
    </div>
  );
}

interface PickItemProps {
  id: string | undefined;
  option: PickOption;
  /** The list has a search field, which keeps the focus. */
  searched: boolean;
  chosen: boolean;
  multiple: boolean;
  /** Below the group heading. */
  heads: boolean;
  onChoose: () => void;
}

function PickItem({ id, option, searched, chosen, multiple, heads, onChoose }: PickItemProps) {
  const { label, render, hint, group } = option;
  const item: ReactElement = searched ? (
    <ComboboxItem setValueOnClick={false} selectValueOnClick={false} hideOnClick={false} />
  ) : (
    <CompositeItem />
  );
  return (
    <CompositeHover
      id={id}
      blurOnHoverEnd={false}
      role="option"
      aria-selected={chosen}
      aria-label={group ? `${label}, ${group}` : label}
      className="t-pick-option"
      data-group={heads ? group : undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      render={item}
    >
      <span className="t-pick-box" data-multiple={multiple || undefined}>
        {chosen && <IconCheck size={14} stroke={2} />}
      </span>
      <span className="t-grow t-ellipsis">{render ?? label}</span>
      {hint !== undefined && <span className="t-12 t-ink3 t-num">{hint}</span>}
    </CompositeHover>
  );
}
