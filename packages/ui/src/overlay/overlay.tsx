import { PartBoundary } from '../feedback/missing-part.tsx';
import { onDemand } from '../lib/on-demand.ts';
import type { OverlayProps } from './modal.tsx';
import './overlay.css';

const Modal = onDemand<OverlayProps>(async () => (await import('./modal.tsx')).Modal);

/** Preloads the panel of dialogs and drawers. */
export const loadModal = (): Promise<unknown> => Modal.load();

/** A modal panel over a scrim: traps the focus, returns it, and closes on Escape or a click on the scrim. */
export function Overlay(props: OverlayProps) {
  return (
    <PartBoundary>
      <Modal {...props} />
    </PartBoundary>
  );
}
