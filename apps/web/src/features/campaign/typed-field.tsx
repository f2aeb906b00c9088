import { TextArea, TextField } from '@troupe/ui/field';
import { type ComponentProps, useEffect, useRef, useState } from 'react';

interface TypedProps<Value> {
  value: Value;
  onValue: (value: Value) => void;
  /** The value as it is written. */
  write: (value: Value) => string;
  /** Reads it; an Error says why it cannot be read. */
  read: (text: string) => Value | Error;
}

/** What is written stays as written while the field has the focus; what it means goes on at once. */
function useTyped<Value>({ value, onValue, write, read }: TypedProps<Value>) {
  const written = write(value);
  const [text, setText] = useState(written);
  const [wrong, setWrong] = useState<string | undefined>();
  const focused = useRef(false);
  useEffect(() => {
    if (!focused.current) setText(written);
  }, [written]);
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
      setWrong(found instanceof Error ? found.message : undefined);
      if (!(found instanceof Error)) onValue(found);
    },
  };
}

type Own<Value, Props> = TypedProps<Value> & Omit<Props, 'value' | 'onChange'>;

/** A line of text that means something else: an amount, a number. */
export function TypedField<Value>(props: Own<Value, ComponentProps<typeof TextField>>) {
  const { value, onValue, write, read, error, onBlur, ...field } = props;
  const typed = useTyped({ value, onValue, write, read });
  return (
    <TextField
      {...field}
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
  const { value, onValue, write, read, error, onBlur, ...field } = props;
  const typed = useTyped({ value, onValue, write, read });
  return (
    <TextArea
      {...field}
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
