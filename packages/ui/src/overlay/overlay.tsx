import { PartBoundary } from '../feedback/missing-part.tsx';
import { onDemand } from '../lib/on-demand.ts';
import type { OverlayProps } from './modal.tsx';
import './overlay.css';

const Modal = onDemand<OverlayProps>(async () => (await import('./modal.tsx')).Modal);

/** Loads the panel of dialogs and drawers ahead of the first one. */
export const loadModal = (): Promise<unknown> => Modal.load();

/** A modal panel over a scrim: keeps the focus inside, gives it back, closes by Escape or a press on the scrim. */
export function Overlay(props: OverlayProps) {
  return (
    <PartBoundary>
      <Modal {...props} />
    </PartBoundary>
  );
}
