import { IconCheck, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './pick-list.css';

export interface PickOption {
  value: string;
  /** Searched, and read out. */
  label: string;
  /** Shown instead of the label: a status tag, a name with its avatar. */
  render?: ReactNode;
  /** At the right, in ink3: a count. */
  hint?: ReactNode;
  /** Stands above the first of several options with this name; options of a group follow each other. */
  group?: string;
}

interface PickListProps {
  label: string;
  options: readonly PickOption[];
  value: readonly string[];
  /** All chosen values, in the order of the options. */
  onChange: (value: string[]) => void;
  /** Several may be chosen; else choosing one replaces the other. */
  multiple?: boolean;
  /** A field above that narrows the list. */
  searchable?: boolean;
  placeholder?: string;
  /** Below the list. */
  foot?: ReactNode;
  /** After a choice that replaces (not `multiple`): usually closes the popover. */
  onDone?: () => void;
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Choose from a list by press, arrow keys or typing. For inside a Popover. */
export function PickList(props: PickListProps) {
  const {
    label,
    options,
    value,
    onChange,
    multiple,
    searchable,
    placeholder = 'Search',
    foot,
    onDone,
  } = props;
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const shown = query ? options.filter((option) => folded(option.label).includes(folded(query))) : options;
  const activeIndex = Math.min(active, shown.length - 1);

  // The list may come after its popover, which then has given the focus to nothing.
  useEffect(() => {
    search.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);

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

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      Home: 0,
      End: shown.length - 1,
    };
    const next = steps[event.key];
    const choosing = event.key === 'Enter' || (event.key === ' ' && !searchable);
    if (next === undefined && !choosing) return;
    if (searchable && (event.key === 'Home' || event.key === 'End')) return;
    event.preventDefault();
    if (next !== undefined && shown.length > 0) setActive((next + shown.length) % shown.length);
    const option = shown[activeIndex];
    if (choosing && option) choose(option);
  };

  const steering = {
    'aria-activedescendant': shown[activeIndex] ? `${id}-${activeIndex}` : undefined,
    onKeyDown,
  };
  return (
    <div className="t-pick">
      {searchable && (
        <div className="t-pick-search">
          <IconSearch size={16} />
          <input
            ref={search}
            {...steering}
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-label={`${label}: ${placeholder}`}
            autoComplete="off"
            placeholder={placeholder}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setActive(0);
            }}
          />
        </div>
      )}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        className="t-pick-list"
        tabIndex={searchable ? -1 : 0}
        {...(searchable ? {} : steering)}
      >
        {shown.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself takes the keys
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={value.includes(option.value)}
            aria-label={option.group ? `${option.label}, ${option.group}` : option.label}
            className="t-pick-option"
            data-active={index === activeIndex || undefined}
            data-group={option.group !== shown[index - 1]?.group ? option.group : undefined}
            onPointerMove={() => setActive(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            <span className="t-pick-box" data-multiple={multiple || undefined}>
              {value.includes(option.value) && <IconCheck size={14} stroke={2} />}
            </span>
            <span className="t-grow t-ellipsis">{option.render ?? option.label}</span>
            {option.hint !== undefined && <span className="t-12 t-ink3 t-num">{option.hint}</span>}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className="t-pick-none">Nothing matches “{query}”.</p>}
      {foot && <div className="t-pick-foot">{foot}</div>}
    </div>
  );
}
