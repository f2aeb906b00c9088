import type { ComponentPropsWithRef } from 'react';

type Tag = 'div' | 'section' | 'pre' | 'ul';
type Named = { 'aria-label': string } | { 'aria-labelledby': string };
type ScrollableProps<T extends Tag> = { as?: T } & Named & Omit<ComponentPropsWithRef<T>, 'tabIndex'>;

/** Elements that ignore `aria-label` unless they have a role. */
const GENERIC: Tag[] = ['div', 'pre'];

/** A scrollable area. It is a tab stop, so that arrow keys scroll it, and has a name. */
export function Scrollable<T extends Tag = 'div'>({ as, ...props }: ScrollableProps<T>) {
  const Element = (as ?? 'div') as 'div';
  const role = GENERIC.includes(Element) ? 'group' : undefined;
  return <Element role={role} {...(props as ComponentPropsWithRef<'div'>)} tabIndex={0} />;
}
