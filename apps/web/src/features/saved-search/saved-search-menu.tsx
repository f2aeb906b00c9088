import { IconBookmark } from '@tabler/icons-react';
import { Button } from '@troupe/ui/button';
import { Popover } from '@troupe/ui/popover';
import { lazy, Suspense } from 'react';

const searches = () => import('./saved-searches.tsx');
const SavedSearches = lazy(searches);

export interface SavedSearchMenuProps {
  /** The query string of the search of the moment. */
  query: string;
  /** Whether there is something worth keeping in it. */
  filtered: boolean;
  /** Whether a kept query string asks for the same as the search of the moment. */
  isCurrent: (query: string) => boolean;
  /** The address that shows a kept search. */
  hrefOf: (query: string) => string;
}

/** The button that keeps the search of the moment by name, and leads to those kept before. */
export function SavedSearchMenu(props: SavedSearchMenuProps) {
  return (
    <Popover
      label="Saved searches"
      width={320}
      align="end"
      trigger={
        <Button
          icon={<IconBookmark size={16} />}
          onPointerEnter={() => void searches()}
          onFocus={() => void searches()}
        >
          {props.filtered ? 'Save search' : 'Saved searches'}
        </Button>
      }
    >
      {(close) => (
        <Suspense>
          <SavedSearches {...props} onDone={close} />
        </Suspense>
      )}
    </Popover>
  );
}
