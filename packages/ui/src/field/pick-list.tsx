import { PartBoundary } from '../feedback/missing-part.tsx';
import { onDemand } from '../lib/on-demand.ts';
import type { PickListProps, PickOption } from './pick-options.tsx';
import './pick-list.css';

export type { PickOption };

const Options = onDemand<PickListProps>(async () => (await import('./pick-options.tsx')).PickOptions);

/** Preloads the list. */
export const loadPickList = (): Promise<unknown> => Options.load();

/** A list to choose from by click, arrow keys or typing. For use inside a Popover. */
export function PickList(props: PickListProps) {
  return (
    <PartBoundary>
      <Options {...props} />
    </PartBoundary>
  );
}
