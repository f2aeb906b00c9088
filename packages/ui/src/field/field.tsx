import { IconAlertCircle, IconEye, IconEyeOff } from '@tabler/icons-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import './field.css';
import { t } from '../messages/messages.gen.ts';
import { useTypeAhead } from './use-type-ahead.tsx';

export interface FieldProps {
  label: ReactNode;
  /** Hides the label visually. */
  hideLabel?: boolean | undefined;
  /** At the right end of the label line. */
  labelAside?: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
}

/** Props that connect a control to its label, help and error. */
export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label, control, and help or error below. */
export function Field(props: FieldProps & { children: (ids: FieldIds) => ReactNode }) {
  const { label, hideLabel, labelAside, help, error, children } = props;
  const id = useId();
  const note = error ?? help;
  return (
    <div className="t-field">
      <div className={hideLabel ? 't-hidden' : 't-field-head'}>
        <label htmlFor={id}>{label}</label>
        {labelAside}
      </div>
      {children({
        id,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {note && (
        <div id={`${id}-note`} className="t-field-note" data-error={error ? true : undefined}>
          {error && <IconAlertCircle size={14} />}
          <span>{note}</span>
        </div>
      )}
    </div>
  );
}

interface BoxProps {
  /** Before the text: an icon or short text. */
  lead?: ReactNode;
  /** After the text: a saving state, a key hint, a button. */
  trail?: ReactNode;
  /** 32 px high, 40 in forms. */
  size?: 'md' | 'form';
}

type Own = FieldProps & BoxProps;

const split = <P extends Own>({
  label,
  hideLabel,
  labelAside,
  help,
  error,
  lead,
  trail,
  size,
  ...rest
}: P) => ({
  field: { label, hideLabel, labelAside, help, error },
  box: { lead, trail, size },
  rest,
});

/** The border around a control and its lead and trail. */
export function ControlBox({ lead, trail, size = 'md', children }: BoxProps & { children: ReactNode }) {
  return (
    <div className="t-box" data-size={size}>
      {lead}
      {children}
      {trail}
    </div>
  );
}

type TextFieldProps = Own &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & { ref?: Ref<HTMLInputElement> };

export function TextField(props: TextFieldProps) {
  const { field, box, rest } = split(props);
  return (
    <Field {...field}>
      {(ids) => (
        <ControlBox {...box}>
          <input type="text" {...rest} {...ids} className="t-input" />
        </ControlBox>
      )}
    </Field>
  );
}

/** A password field with a show button. */
export function PasswordField(props: TextFieldProps) {
  const [shown, setShown] = useState(false);
  const toggle = (
    <button
      type="button"
      className="t-box-button"
      aria-label={t('field.showPassword')}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      {shown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
    </button>
  );
  return (
    <TextField autoComplete="current-password" {...props} type={shown ? 'text' : 'password'} trail={toggle} />
  );
}

type TextAreaProps = Own & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

/** A multi-line field that grows with its text where supported. */
export function TextArea(props: TextAreaProps) {
  const { field, box, rest } = split(props);
  return (
    <Field {...field}>
      {(ids) => (
        <ControlBox {...box}>
          <textarea rows={1} {...rest} {...ids} className="t-input t-textarea" />
        </ControlBox>
      )}
    </Field>
  );
}

type SelectFieldProps = Own &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'size'> & {
    options: readonly { value: string; label: string; disabled?: boolean }[];
    /** Shown while nothing is selected. */
    placeholder?: string;
    /** The options are loading; typing selects among them once they arrive. */
    loading?: boolean;
    ref?: Ref<HTMLSelectElement>;
  };

/** The browser's native select in our style: light, and right for phones. */
export function SelectField(props: SelectFieldProps) {
  const { field, box, rest } = split(props);
  const { options, placeholder, loading = false, onKeyDown, ...select } = rest;
  const ahead = useTypeAhead(loading, options);
  return (
    <Field {...field}>
      {(ids) => (
        <ControlBox {...box}>
          <select
            {...select}
            {...ids}
            aria-busy={loading || undefined}
            className="t-input t-select"
            onKeyDown={(event) => {
              ahead.onKeyDown(event);
              onKeyDown?.(event);
            }}
          >
            {placeholder !== undefined && (
              <option value="">
                {ahead.typed ? t('field.loadingTyped', { typed: ahead.typed }) : placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
        </ControlBox>
      )}
    </Field>
  );
}
