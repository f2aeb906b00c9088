import { SearchInput } from '@troupe/ui/field/search-input';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTypedText } from '../../../../shared/list/list-controls.tsx';
import { t } from '../messages/messages.gen.ts';

/** Short enough to feel immediate, long enough to skip most keystrokes within a word. */
const PAUSE_MS = 40;
/** After this pause, the next keystroke searches at once: it is usually a single change or a paste. */
const IDLE_MS = 400;

interface SearchFieldProps {
  value: string;
  busy: boolean;
  onChange: (value: string) => void;
  /** Enter, with the text as typed. */
  onEnter: (typed: string) => void;
  /** Arrow down moves to the results. */
  onLeave: (typed: string) => void;
}

/** The search text: typing shows at once and reaches the URL after a short pause. */
export function SearchField({ value, busy, onChange, onEnter, onLeave }: SearchFieldProps) {
  const { typed, change, flush } = useTypedText(value, onChange, PAUSE_MS);
  const letter = useRef(Number.NEGATIVE_INFINITY);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      flush();
      onEnter(typed.trim());
    }
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    flush();
    onLeave(typed.trim());
  };
  return (
    <SearchInput
      label={t('search.label')}
      placeholder={t('search.placeholder')}
      hotkey="/"
      size="large"
      maxLength={200}
      busy={useDelayedFlag(busy)}
      value={typed}
      onChange={(next) => {
        change(next);
        const now = performance.now();
        if (now - letter.current > IDLE_MS) flush();
        letter.current = now;
      }}
      onKeyDown={onKeyDown}
    />
  );
}

const DELAY_MS = 300;

/** Turns true once something takes longer, so that quick searches don't flicker. */
function useDelayedFlag(busy: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!busy) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  return lasting;
}
