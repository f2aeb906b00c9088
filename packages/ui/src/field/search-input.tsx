import { IconSearch, IconX } from '@tabler/icons-react';
import { type InputHTMLAttributes, type RefObject, useLayoutEffect, useRef } from 'react';
import './field.css';
import { KeyHint, useHotkey } from '../action/hotkey.tsx';
import { Spinner } from '../feedback/spinner.tsx';

interface SearchInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'size' | 'type'> {
  /** Name for screen readers, and the placeholder unless there is another. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The key that brings the focus here, usually `/`. */
  hotkey?: string;
  /** 32 high, or 36 for the search of a whole screen. */
  size?: 'md' | 'large';
  busy?: boolean;
}

/** A search field with the key that leads to it; a cross empties it. */
export function SearchInput(props: SearchInputProps) {
  const {
    label,
    value,
    onChange,
    onKeyDown,
    hotkey,
    size = 'md',
    busy,
    placeholder = label,
    ...rest
  } = props;
  const input = useRef<HTMLInputElement>(null);
  useFocusWhileHidden(input);
  useHotkey(
    hotkey ?? '',
    () => {
      input.current?.focus();
      input.current?.select();
    },
    hotkey !== undefined,
  );
  return (
    <search className="t-box" data-size={size} style={size === 'large' ? { minHeight: 36 } : undefined}>
      {busy ? <Spinner /> : <IconSearch size={16} />}
      <input
        autoComplete="off"
        spellCheck={false}
        {...rest}
        ref={input}
        type="search"
        className="t-input"
        aria-label={label}
        aria-keyshortcuts={hotkey}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // Browsers empty a search field on Escape; the cross does that when somebody means it.
          if (event.key === 'Escape') event.preventDefault();
          onKeyDown?.(event);
        }}
      />
      {value !== '' && (
        <button
          type="button"
          className="t-box-button"
          aria-label="Clear"
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          <IconX size={15} />
        </button>
      )}
      {hotkey && <KeyHint keys={hotkey} />}
    </search>
  );
}

/**
 * Somebody types while what they look for changes the screen; where that takes long, the screen is hidden behind its
 * ring for a moment, and what is hidden loses the focus. It has it again when it is back.
 */
function useFocusWhileHidden(input: RefObject<HTMLInputElement | null>) {
  const held = useRef(false);
  // Effects of layout end when a screen is hidden, and begin again when it is shown.
  useLayoutEffect(() => {
    const element = input.current;
    if (held.current) element?.focus({ preventScroll: true });
    return () => {
      held.current = element !== null && document.activeElement === element;
    };
  }, [input]);
}
