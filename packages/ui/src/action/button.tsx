import { type HTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import './button.css';
import { Spinner } from '../feedback/spinner.tsx';
import { Tooltip } from '../overlay/tooltip.tsx';
import { Link } from './link.tsx';

export type ButtonKind = 'main' | 'second' | 'quiet' | 'danger' | 'suggested';

export interface ButtonProps extends Omit<HTMLAttributes<HTMLElement>, 'color'> {
  /** `main` is iris, one per screen; `suggested` is for the hovered row. */
  kind?: ButtonKind;
  /** Height: row 28, md 32, form 40. On phones always 44. */
  size?: 'row' | 'md' | 'form';
  icon?: ReactNode;
  /** For arrows and carets. */
  iconRight?: ReactNode;
  /** Shows a spinner, keeps the width and ignores clicks. */
  busy?: boolean;
  disabled?: boolean;
  /** Why the button is disabled; shown on hover and focus. */
  disabledReason?: string | null | undefined;
  full?: boolean;
  href?: string | undefined;
  target?: string;
  rel?: string;
  download?: string | boolean;
  type?: 'button' | 'submit' | 'reset';
  name?: string;
  value?: string;
  form?: string;
  ref?: Ref<HTMLButtonElement & HTMLAnchorElement>;
}

/** A button, or a link styled as one if it has an `href`. */
export function Button(props: ButtonProps) {
  const {
    kind = 'second',
    size = 'md',
    icon,
    iconRight,
    busy,
    disabled,
    disabledReason,
    full,
    ...rest
  } = props;
  const { href, children, className, onClick, type = 'button', ...attributes } = rest;
  const reasonId = useId();
  const off = Boolean(disabled || disabledReason);
  const shared = {
    ...attributes,
    className: `t-button${className ? ` ${className}` : ''}`,
    'data-kind': kind,
    'data-size': size,
    'data-full': full || undefined,
    'data-busy': busy || undefined,
  };
  const content = (
    <>
      {busy ? <Spinner over={!icon} /> : icon}
      {children !== undefined && <span className="t-button-label">{children}</span>}
      {iconRight}
    </>
  );
  if (href !== undefined && !off && !busy) {
    return (
      <Link {...shared} href={href} onClick={onClick}>
        {content}
      </Link>
    );
  }
  const button = (
    <button
      {...shared}
      type={type}
      aria-disabled={off || busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason ? reasonId : attributes['aria-describedby']}
      onClick={off || busy ? (event) => event.preventDefault() : onClick}
    >
      {content}
    </button>
  );
  if (!disabledReason) return button;
  return (
    <Tooltip text={disabledReason} id={reasonId}>
      {button}
    </Tooltip>
  );
}
