import { type ReactNode, useState } from 'react';
import { Button } from '../action/button.tsx';
import { TextField } from './field.tsx';
import './signature-form.css';

/** Shortest name that signs. */
const SHORTEST = 2;

interface SignatureFormProps {
  label: string;
  help: ReactNode;
  /** Text of the button. */
  action: string;
  /** Why the button is disabled without a name. */
  missing: string;
  busy: boolean;
  error: string | undefined;
  onSign: (name: string) => void;
}

/** Signs a document with a typed name. */
export function SignatureForm({ label, help, action, missing, busy, error, onSign }: SignatureFormProps) {
  const [name, setName] = useState('');
  const isMissing = name.trim().length < SHORTEST;
  return (
    <form
      className="t-signature"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing && !busy) onSign(name);
      }}
    >
      <TextField
        label={label}
        help={help}
        autoComplete="name"
        maxLength={120}
        value={name}
        error={error}
        onChange={({ target }) => setName(target.value)}
      />
      <Button kind="main" type="submit" busy={busy} disabledReason={isMissing ? missing : undefined}>
        {action}
      </Button>
    </form>
  );
}

interface SignedTextProps {
  label: string;
  text: string;
  className: string;
}

/** The text of a document. It scrolls, so it can be focused. */
export const SignedText = ({ label, text, className }: SignedTextProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll what has focus
  <section className={className} aria-label={label} tabIndex={0} dir="auto">
    {text}
  </section>
);
