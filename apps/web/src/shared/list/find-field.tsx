import { SearchInput } from '@troupe/ui/field/search-input';
import { useTypedText } from '../use-typed-text.ts';

interface FindFieldProps {
  label: string;
  /** What is looked for; undefined for nothing. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  busy?: boolean;
}

/** A search field that tells what was typed once the person pauses. */
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
