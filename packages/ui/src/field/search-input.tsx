import { IconSearch, IconX } from '@tabler/icons-react';
import { type InputHTMLAttributes, type RefObject, useLayoutEffect, useRef } from 'react';
import { t } from '../dashboard/messages/messages.gen.ts';
import './field.css';
import { KeyHint, useHotkey } from '../action/hotkey.tsx';
import { Spinner } from '../feedback/spinner.tsx';

interface SearchInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'size' | 'type'> {
  /** Accessible name, and the default placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The key that focuses the field, usually `/`. */
  hotkey?: string;
  /** 32 px high, or 36 for the search of a whole screen. */
  size?: 'md' | 'large';
  busy?: boolean;
}

/** A search field with a hotkey and a clear button. */
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
          // Browsers clear search fields on Escape; only the clear button should.
          if (event.key === 'Escape') event.preventDefault();
          onKeyDown?.(event);
        }}
      />
      {value !== '' && (
        <button
          type="button"
          className="t-box-button"
          aria-label={t('search.clear')}
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
 * Typing can suspend the screen: if that takes long, it is hidden behind its spinner and loses focus. Restore
 * the focus when it is visible again.
 */
function useFocusWhileHidden(input: RefObject<HTMLInputElement | null>) {
  const held = useRef(false);
  // Layout effects are cleaned up when a screen is hidden and run again when it is shown.
  useLayoutEffect(() => {
    const element = input.current;
    if (held.current) element?.focus({ preventScroll: true });
    return () => {
      held.current = element !== null && document.activeElement === element;
    };
  }, [input]);
}
