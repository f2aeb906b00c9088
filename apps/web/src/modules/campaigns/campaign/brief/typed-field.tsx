import { TextArea, TextField } from '@troupe/ui/field/field';
import {
  type ChangeEvent,
  type ComponentProps,
  type FocusEvent,
  type FocusEventHandler,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { BriefField } from './brief-edit.ts';
import { useUnreadText } from './brief-field.tsx';

interface TypedProps<Value> {
  /** The field of the brief and its row, by which unreadable text is stored. */
  field: BriefField;
  row?: number;
  value: Value;
  onValue: (value: Value) => void;
  /** Formats the value. */
  write: (value: Value) => string;
  /** Parses the text; an Error with the reason if it can't be read. */
  read: (text: string) => Value | Error;
}

/** Keeps the text as typed while focused; passes its value on immediately. */
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

type AnyInput = HTMLInputElement & HTMLTextAreaElement;

interface FieldLike {
  error?: ReactNode;
  onBlur?: FocusEventHandler<AnyInput> | undefined;
}

/** The props of the rendered field: its own, with the text and its error. */
function useTypedProps<Value, Rest extends FieldLike>(props: TypedProps<Value> & Rest) {
  const { field, row, value, onValue, write, read, error, onBlur, ...rest } = props;
  const typed = useTyped({ field, ...(row === undefined ? {} : { row }), value, onValue, write, read });
  return {
    ...rest,
    value: typed.text,
    error: typed.wrong ?? error,
    onFocus: typed.onFocus,
    onBlur: (event: FocusEvent<AnyInput>) => {
      typed.onBlur();
      onBlur?.(event);
    },
    onChange: (event: ChangeEvent<AnyInput>) => typed.onChange(event.target.value),
  };
}

/** A line of text that is parsed, such as an amount or a number. */
export function TypedField<Value>(props: Own<Value, ComponentProps<typeof TextField>>) {
  return <TextField {...useTypedProps(props)} />;
}

/** Several lines that are parsed as a list. */
export function TypedArea<Value>(props: Own<Value, ComponentProps<typeof TextArea>>) {
  return <TextArea {...useTypedProps(props)} />;
}
