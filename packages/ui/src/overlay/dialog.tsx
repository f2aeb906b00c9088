import { type MouseEvent, type ReactNode, type SubmitEventHandler, useId } from 'react';
import './dialog.css';
import { CloseButton } from '../action/icon-button.tsx';
import { Overlay } from './overlay.tsx';

interface DialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  /** What will happen, at the left of the footer: 'Sends 1 email now'. */
  foot?: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  width?: 420 | 560;
  /** Renders a form, so that Enter triggers the main button. */
  onSubmit?: () => void;
  children?: ReactNode;
}

/** Treat a double click on submit as one. */
const oneOfTwo = (event: MouseEvent) => {
  const { target, detail } = event;
  if (detail > 1 && target instanceof Element && target.closest('button[type=submit]'))
    event.preventDefault();
};

/** A modal dialog in the center of the window. */
export function Dialog({
  open,
  title,
  onClose,
  foot,
  actions,
  width = 420,
  onSubmit,
  children,
}: DialogProps) {
  const id = useId();
  if (!open) return null;
  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit?.();
  };
  const inside = (
    <>
      <h2 id={id} className="t-16 t-dialog-title">
        {title}
      </h2>
      {children && <div className="t-dialog-body">{children}</div>}
      {(foot || actions) && (
        <div className="t-dialog-foot">
          <span className="t-grow t-12 t-ink3">{foot}</span>
          {actions}
        </div>
      )}
      <div className="t-dialog-close">
        <CloseButton onClick={onClose} />
      </div>
    </>
  );
  return (
    <Overlay onClose={onClose} position="centre" className="t-dialog" aria-labelledby={id} data-width={width}>
      {onSubmit ? (
        <form onSubmit={submit} onClickCapture={oneOfTwo} noValidate>
          {inside}
        </form>
      ) : (
        inside
      )}
    </Overlay>
  );
}
