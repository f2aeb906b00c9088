import { type InputHTMLAttributes, type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import './choice.css';

interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'size'> {
  label: ReactNode;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  help?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

function Choice({ look, label, hideLabel, help, className, ...input }: ChoiceProps & { look: string }) {
  const id = useId();
  return (
    <label className={`t-choice${className ? ` ${className}` : ''}`}>
      <input
        {...input}
        type={look === 'radio' ? 'radio' : 'checkbox'}
        role={look === 'switch' ? 'switch' : undefined}
        className={`t-${look}`}
        // What explains a choice is not its name, though a press on it chooses.
        aria-labelledby={help ? `${id}-name` : undefined}
        aria-describedby={help ? id : undefined}
      />
      <span className={hideLabel ? 't-hidden' : 't-choice-words'}>
        {help ? <span id={`${id}-name`}>{label}</span> : label}
        {help && (
          <span id={id} className="t-choice-help">
            {help}
          </span>
        )}
      </span>
    </label>
  );
}

/** `indeterminate`: some of what it stands for are chosen. */
export function Checkbox({ indeterminate = false, ...props }: ChoiceProps & { indeterminate?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return <Choice {...props} ref={input} look="checkbox" />;
}

/** On or off, at once. */
export const Switch = (props: ChoiceProps) => <Choice {...props} look="switch" />;

export const Radio = (props: ChoiceProps) => <Choice {...props} look="radio" />;
