import { IconX } from '@tabler/icons-react';
import { type HTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import './icon-button.css';
import { t } from '../messages/messages.gen.ts';
import { Tooltip } from '../overlay/tooltip.tsx';
import { Link } from './link.tsx';

export interface IconButtonProps extends HTMLAttributes<HTMLElement> {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'row' | 'md';
  /** `ghost` has no border, `edged` looks like a secondary button. */
  look?: 'ghost' | 'edged';
  disabledReason?: string | null | undefined;
  href?: string;
  target?: string;
  download?: string | boolean;
  /** A tangerine dot for something new. */
  dot?: boolean;
  noTooltip?: boolean;
  ref?: Ref<HTMLButtonElement & HTMLAnchorElement>;
}

/** A button with only an icon. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, size = 'md', look = 'ghost', disabledReason, href, dot, noTooltip, ...rest } = props;
  const { className, onClick, ...attributes } = rest;
  const reasonId = useId();
  const shared = {
    ...attributes,
    className: `t-icon-button${className ? ` ${className}` : ''}`,
    'aria-label': label,
    'data-size': size,
    'data-look': look,
    'data-dot': dot || undefined,
  };
  const control =
    href !== undefined && !disabledReason ? (
      <Link {...shared} href={href} onClick={onClick}>
        {icon}
      </Link>
    ) : (
      <button
        {...shared}
        type="button"
        aria-disabled={disabledReason ? true : undefined}
        aria-describedby={disabledReason ? reasonId : attributes['aria-describedby']}
        onClick={disabledReason ? undefined : onClick}
      >
        {icon}
      </button>
    );
  if (noTooltip) return control;
  return (
    <Tooltip text={disabledReason ?? label} id={disabledReason ? reasonId : undefined}>
      {control}
    </Tooltip>
  );
}

/** The cross of drawers, dialogs and notices. */
export function CloseButton({ label = t('action.close'), onClick }: { label?: string; onClick: () => void }) {
  return (
    <IconButton
      data-dialog-dismiss=""
      label={label}
      icon={<IconX size={18} />}
      size="row"
      onClick={onClick}
      noTooltip
    />
  );
}
