import { PartBoundary } from '../feedback/missing-part.tsx';
import { onDemand } from '../lib/on-demand.ts';
import type { PickListProps, PickOption } from './pick-options.tsx';
import './pick-list.css';

export type { PickOption };

const Options = onDemand<PickListProps>(async () => (await import('./pick-options.tsx')).PickOptions);

/** Loads the list ahead of the first one. */
export const loadPickList = (): Promise<unknown> => Options.load();

/** Choose from a list by press, arrow keys or typing. For inside a Popover. */
export function PickList(props: PickListProps) {
  return (
    <PartBoundary>
      <Options {...props} />
    </PartBoundary>
  );
}
