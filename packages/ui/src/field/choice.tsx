import { type InputHTMLAttributes, type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import './choice.css';

interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'size'> {
  label: ReactNode;
  /** Hides the label visually. */
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
        // Help text isn't part of the name, but clicking it selects the option.
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

/** `indeterminate`: some of the items are selected. */
export function Checkbox({ indeterminate = false, ...props }: ChoiceProps & { indeterminate?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return <Choice {...props} ref={input} look="checkbox" />;
}

/** On or off, effective immediately. */
export const Switch = (props: ChoiceProps) => <Choice {...props} look="switch" />;

export const Radio = (props: ChoiceProps) => <Choice {...props} look="radio" />;
