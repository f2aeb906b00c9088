import {
  type MouseEvent,
  type ReactNode,
  type SubmitEventHandler,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
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
      {children && <DialogBody titleId={id}>{children}</DialogBody>}
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

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';

/** The part of a dialog that scrolls. Without a control to move to, it is a tab stop, so that keys scroll it. */
function DialogBody({ titleId, children }: { titleId: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const [isStop, setStop] = useState(false);
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const look = () =>
      setStop(element.scrollHeight > element.clientHeight && !element.querySelector(FOCUSABLE));
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    const content = new MutationObserver(look);
    content.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      sizes.disconnect();
      content.disconnect();
    };
  }, []);
  const stop = isStop ? { role: 'group', tabIndex: 0, 'aria-labelledby': titleId } : {};
  return (
    <div ref={body} className="t-dialog-body" {...stop}>
      {children}
    </div>
  );
}
