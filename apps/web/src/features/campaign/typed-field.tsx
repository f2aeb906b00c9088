import { TextArea, TextField } from '@troupe/ui/field';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { BriefField } from './brief-edit.ts';
import { useUnreadText } from './brief-field.tsx';

interface TypedProps<Value> {
  /** The field of the brief, and which of its rows, so that what cannot be read is kept and found again. */
  field: BriefField;
  row?: number;
  value: Value;
  onValue: (value: Value) => void;
  /** The value as it is written. */
  write: (value: Value) => string;
  /** Reads it; an Error says why it cannot be read. */
  read: (text: string) => Value | Error;
}

/** What is written stays as written while the field has the focus; what it means goes on at once. */
function useTyped<Value>({ field, row, value, onValue, write, read }: TypedProps<Value>) {
  const written = write(value);
  const unread = useUnreadText(field, row);
  const [text, setText] = useState(unread.kept?.text ?? written);
  const [wrong, setWrong] = useState(unread.kept?.message);
  const focused = useRef(false);
  useEffect(() => {
    if (!focused.current && wrong === undefined) setText(written);
  }, [written, wrong]);
  return {
    text,
    wrong,
    onFocus: () => {
      focused.current = true;
    },
    onBlur: () => {
      focused.current = false;
      if (wrong === undefined) setText(written);
    },
    onChange: (next: string) => {
      setText(next);
      const found = read(next);
      if (found instanceof Error) {
        setWrong(found.message);
        unread.leave(next, found.message);
      } else {
        setWrong(undefined);
        unread.forget();
        onValue(found);
      }
    },
  };
}

type Own<Value, Props> = TypedProps<Value> & Omit<Props, 'value' | 'onChange'>;

/** A line of text that means something else: an amount, a number. */
export function TypedField<Value>(props: Own<Value, ComponentProps<typeof TextField>>) {
  const { field, row, value, onValue, write, read, error, onBlur, ...rest } = props;
  const typed = useTyped({ field, ...(row === undefined ? {} : { row }), value, onValue, write, read });
  return (
    <TextField
      {...rest}
      value={typed.text}
      error={typed.wrong ?? error}
      onFocus={typed.onFocus}
      onBlur={(event) => {
        typed.onBlur();
        onBlur?.(event);
      }}
      onChange={(event) => typed.onChange(event.target.value)}
    />
  );
}

/** Several lines that mean a list. */
export function TypedArea<Value>(props: Own<Value, ComponentProps<typeof TextArea>>) {
  const { field, row, value, onValue, write, read, error, onBlur, ...rest } = props;
  const typed = useTyped({ field, ...(row === undefined ? {} : { row }), value, onValue, write, read });
  return (
    <TextArea
      {...rest}
      value={typed.text}
      error={typed.wrong ?? error}
      onFocus={typed.onFocus}
      onBlur={(event) => {
        typed.onBlur();
        onBlur?.(event);
      }}
      onChange={(event) => typed.onChange(event.target.value)}
    />
  );
}
