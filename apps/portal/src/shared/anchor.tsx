import type { LinkProps } from '@troupe/ui/action/link';
import type { MouseEvent } from 'react';
import { navigate, screenOf } from './screen.ts';

/** A link inside this app. Log in and Log out load the page anew, everything else stays on it. */
export function Anchor({ onClick, ...props }: LinkProps) {
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || props.target;
    const screen = screenOf(props.href.split(/[?#]/)[0] ?? '/');
    if (event.defaultPrevented || elsewhere || screen === 'login' || screen === 'logout') return;
    event.preventDefault();
    navigate(props.href);
  };
  const listen = { onClick: open };
  return <a {...props} {...listen} />;
}
