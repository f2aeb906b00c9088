import { useDebouncedLast } from '@troupe/ui/hooks';
import { SearchInput } from '@troupe/ui/search-input';
import { useEffect, useRef, useState } from 'react';

/** Short enough to feel immediate, long enough to leave out the letters in the middle of a word. */
const PAUSE_MS = 60;

/** The search text: typing shows at once and reaches the address after a short pause. */
export function SearchField(props: { value: string; busy: boolean; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(props.value);
  const sent = useRef(props.value);
  const send = useDebouncedLast((value: string) => {
    sent.current = value;
    props.onChange(value);
  }, PAUSE_MS);
  useEffect(() => {
    // Only an address changed from outside (Back, a saved search) replaces what is being typed.
    if (props.value === sent.current) return;
    sent.current = props.value;
    setTyped(props.value);
  }, [props.value]);
  return (
    <SearchInput
      label="Search creators"
      placeholder="Name, handle or words from the bio"
      hotkey="/"
      size="large"
      maxLength={200}
      value={typed}
      onChange={(value) => {
        setTyped(value);
        send.call(value.trim());
      }}
    />
  );
}
