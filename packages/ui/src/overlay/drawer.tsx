import { IconArrowLeft, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useEffect, useId, useRef } from 'react';
import { t } from '../dashboard/messages/messages.gen.ts';
import './drawer.css';
import { CloseButton, IconButton } from '../action/icon-button.tsx';
import { useIsWide } from '../hooks.tsx';
import { Scrollable } from '../layout/scrollable.tsx';
import { useFocusReturn } from './focus-home.tsx';
import { useEscape } from './layers.tsx';
import { Overlay } from './overlay.tsx';

interface DrawerProps {
  title: string;
  subtitle?: ReactNode;
  /** Before the title: an avatar. */
  media?: ReactNode;
  onClose: () => void;
  /** Returns to the previous drawer; Escape and a click on the scrim do too. */
  onBack?: (() => void) | undefined;
  /** Step through the list; omit if there is no list (`null` shows a disabled arrow). */
  onPrevious?: (() => void) | null | undefined;
  onNext?: (() => void) | null | undefined;
  /** More buttons in the header, before the close button. */
  actions?: ReactNode;
  /** `details` is 476 px wide and pushes from 1200 px; `breakdown` is 660 px wide over a scrim. */
  kind?: 'details' | 'breakdown';
  children: ReactNode;
}

function Step({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: (() => void) | null }) {
  return (
    <IconButton
      label={label}
      icon={icon}
      size="row"
      onClick={onClick ?? undefined}
      disabledReason={onClick ? undefined : t('drawer.noMore')}
    />
  );
}

function DrawerContent({ id, ...props }: DrawerProps & { id: string }) {
  const { title, subtitle, media, onClose, onBack, onPrevious, onNext, actions, children } = props;
  return (
    <>
      <div className="t-drawer-head">
        {onBack && (
          <IconButton
            label={t('drawer.back')}
            icon={<IconArrowLeft size={18} />}
            size="row"
            onClick={onBack}
          />
        )}
        {media}
        <div className="t-grow">
          <h2 id={id} className="t-16 t-ellipsis">
            {title}
          </h2>
          {subtitle && <div className="t-12 t-ink2 t-ellipsis">{subtitle}</div>}
        </div>
        {onPrevious !== undefined && (
          <Step label={t('drawer.previous')} icon={<IconChevronUp size={18} />} onClick={onPrevious} />
        )}
        {onNext !== undefined && (
          <Step label={t('drawer.next')} icon={<IconChevronDown size={18} />} onClick={onNext} />
        )}
        {actions}
        <CloseButton onClick={onClose} />
      </div>
      <Scrollable as="section" className="t-drawer-body" aria-labelledby={id}>
        {children}
      </Scrollable>
    </>
  );
}

/** Takes the focus from the row that opened the drawer, except on page load. */
function useFocusFromRow(pushes: boolean) {
  const panel = useRef<HTMLElement>(null);
  useFocusReturn(pushes);
  useEffect(() => {
    // The row may have been replaced by newer results.
    const opened = document.activeElement !== document.body || navigator.userActivation?.hasBeenActive;
    if (pushes && opened) panel.current?.focus({ preventScroll: true });
  }, [pushes]);
  return panel;
}

/**
 * Details at the right. Pushed, it doesn't trap focus and the list stays usable; over the list it is modal.
 * Either way, it takes the focus and returns it.
 */
export function Drawer(props: DrawerProps) {
  const wide = useIsWide();
  const id = useId();
  const pushes = wide && (props.kind ?? 'details') === 'details';
  const panel = useFocusFromRow(pushes);
  useEscape(props.onClose, pushes);
  const content = <DrawerContent {...props} id={id} />;
  if (pushes) {
    return (
      <aside ref={panel} className="t-drawer t-drawer-pushed" tabIndex={-1} aria-labelledby={id}>
        {content}
      </aside>
    );
  }
  return (
    <Overlay
      onClose={props.onBack ?? props.onClose}
      position="right"
      className="t-drawer"
      data-kind={props.kind ?? 'details'}
      aria-labelledby={id}
    >
      {content}
    </Overlay>
  );
}

/**
 * The list with the drawer next to or over it. Put it directly into the sheet, with the page's padding
 * inside. An opening drawer follows one frame after the list, so the click is answered at once.
 */
export function DrawerLayout({ drawer, children }: { drawer: ReactNode; children: ReactNode }) {
  const open = useDeferredValue(Boolean(drawer));
  return (
    <div className="t-drawer-layout">
      <div className="t-grow">{children}</div>
      {open && drawer}
    </div>
  );
}

/** A section of a drawer with a full-width divider. */
export function DrawerSection(props: { title?: ReactNode; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="t-drawer-section" aria-labelledby={props.title ? id : undefined}>
      {(props.title || props.aside) && (
        <div className="t-drawer-section-head">
          <h3 id={id}>{props.title}</h3>
          {props.aside}
        </div>
      )}
      {props.children}
    </section>
  );
}
