import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../action/button.tsx';
import { t } from '../dashboard/messages/messages.gen.ts';
import { TextField } from '../field/field.tsx';

interface AddressFormProps {
  label: string;
  help?: string;
  value: string;
  confirm: string;
  /** Returns the normalized URL, or null if it is invalid. */
  check: (typed: string) => string | null;
  refusal: string;
  onConfirm: (address: string) => void;
  onRemove?: (() => void) | undefined;
}

/** A URL form in a popover of the toolbar. */
export function AddressForm(props: AddressFormProps) {
  const { label, help, value, confirm, check, refusal, onConfirm, onRemove } = props;
  const [typed, setTyped] = useState(value);
  const [refused, setRefused] = useState(false);
  const submit = () => {
    const address = check(typed);
    if (address) onConfirm(address);
    else setRefused(true);
  };
  return (
    // Not a form element: the toolbar may be inside a form, and browsers hide events of nested forms.
    <div className="t-rich-form">
      <TextField
        label={label}
        help={help}
        error={refused ? refusal : undefined}
        inputMode="url"
        placeholder="https://"
        autoFocus
        value={typed}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
        onChange={(event) => {
          setTyped(event.target.value);
          setRefused(false);
        }}
      />
      <div className="t-row">
        <span className="t-grow" />
        {onRemove && (
          <Button kind="quiet" onClick={onRemove}>
            {t('editor.removeLink')}
          </Button>
        )}
        <Button onClick={submit}>{confirm}</Button>
      </div>
    </div>
  );
}

/** Each at least 4.5:1 on white. */
const COLORS = [
  { name: 'gray', value: '#54515b' },
  { name: 'red', value: '#b92a2a' },
  { name: 'orange', value: '#a8430a' },
  { name: 'amber', value: '#8a5a00' },
  { name: 'green', value: '#1a7a44' },
  { name: 'teal', value: '#0b6a60' },
  { name: 'blue', value: '#17548d' },
  { name: 'violet', value: '#4338ca' },
  { name: 'pink', value: '#8f2466' },
] as const;

const channels = (color: string) => {
  const hex = /^#(..)(..)(..)$/.exec(color);
  return (hex ? hex.slice(1).map((part) => Number.parseInt(part, 16)) : (color.match(/\d+/g) ?? [])).join();
};

/** The colors that are readable on white, and none. */
export function ColorChoice(props: { value: string | null; onChoose: (color: string | null) => void }) {
  const { value, onChoose } = props;
  return (
    <div className="t-rich-colors">
      <Button kind="quiet" size="row" aria-pressed={!value} onClick={() => onChoose(null)}>
        {t('editor.noColor')}
      </Button>
      <div className="t-rich-swatches">
        {COLORS.map((color) => {
          const chosen = value !== null && channels(value) === channels(color.value);
          return (
            <button
              key={color.value}
              type="button"
              className="t-rich-swatch"
              aria-label={t(`editor.color.${color.name}`)}
              title={t(`editor.color.${color.name}`)}
              aria-pressed={chosen}
              style={{ background: color.value }}
              onClick={() => onChoose(color.value)}
            >
              {chosen && <IconCheck size={16} />}
            </button>
          );
        })}
      </div>
    </div>
  );
}
