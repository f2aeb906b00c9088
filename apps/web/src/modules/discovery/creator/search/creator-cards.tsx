import type { CreatorResult } from '@troupe/domain/discovery/creator-search';
import type { ArrowRowProps } from '@troupe/ui/hooks';
import { CardGrid } from '@troupe/ui/layout/record-card';
import { isScreenShown, rowsInWindow } from '@troupe/ui/lib/first-screen';
import { useDeferredValue, useState } from 'react';
import type { CreatorActions } from '../creator-menu.tsx';
import { CreatorCard } from './creator-card.tsx';

interface CreatorCardsProps {
  /** See {@link useFirstOnes}. */
  drawn: readonly CreatorResult[];
  /** Whether posts are on their way. */
  lacksPosts: boolean;
  actions: CreatorActions;
  /** Usernames of creators already invited. */
  invited: ReadonlySet<string>;
  selected: ReadonlyMap<string, CreatorResult>;
  openId: string | undefined;
  rowProps: (key: string) => ArrowRowProps;
}

/** Search results as cards. */
export function CreatorCards(props: CreatorCardsProps) {
  const { drawn, lacksPosts, actions, invited, selected, openId, rowProps } = props;
  return (
    <CardGrid>
      {drawn.map((creator) => (
        <CreatorCard
          key={creator.id}
          creator={creator}
          lacksPosts={lacksPosts}
          actions={actions}
          invited={invited.has(creator.username)}
          open={openId === creator.id}
          selected={selected.has(creator.id)}
          {...rowProps(creator.id)}
        />
      ))}
    </CardGrid>
  );
}

/** Cards that fit into the window: up to three side by side, about 310 px high, below the filters. */
const inSight = (): number => 3 * rowsInWindow(290, 310);

/**
 * Draws the visible part of new results at once and the rest right after, so that typing and the first screen stay
 * fast.
 * @returns what to draw, and whether that is only the visible part
 */
export function useFirstOnes(creators: readonly CreatorResult[]) {
  const [most] = useState(inSight);
  const [first] = useState(() => (isScreenShown() ? creators : creators.slice(0, most)));
  const settled = useDeferredValue(creators, first);
  // The next page of the same results comes below.
  const follows = settled === creators || settled[0]?.id === creators[0]?.id;
  const drawn = follows ? settled : creators.slice(0, most);
  return { drawn, partial: drawn.length < creators.length && drawn.length <= most };
}
