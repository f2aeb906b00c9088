import type { CreatorResult } from '@troupe/domain/discovery/creator-search';
import type { ArrowRowProps } from '@troupe/ui/hooks';
import { CardGrid } from '@troupe/ui/layout/record-card';
import { useDeferredValue } from 'react';
import type { CreatorActions } from '../creator-menu.tsx';
import { CreatorCard } from './creator-card.tsx';

interface CreatorCardsProps {
  creators: readonly CreatorResult[];
  actions: CreatorActions;
  /** Usernames of those who are invited already. */
  invited: ReadonlySet<string>;
  selected: ReadonlyMap<string, CreatorResult>;
  openId: string | undefined;
  rowProps: (key: string) => ArrowRowProps;
}

/** Search results as cards. */
export function CreatorCards(props: CreatorCardsProps) {
  const { creators, actions, invited, selected, openId, rowProps } = props;
  const drawn = useFirstOnes(creators);
  return (
    <CardGrid>
      {drawn.map((creator) => (
        <CreatorCard
          key={creator.id}
          creator={creator}
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

/** More than what is in sight at the top of a large window. */
const IN_SIGHT = 9;

/** Of new results those in sight are drawn at once and the others right after, so that typing is answered sooner. */
function useFirstOnes(creators: readonly CreatorResult[]): readonly CreatorResult[] {
  const settled = useDeferredValue(creators);
  if (settled === creators) return creators;
  // The next page of the same results comes below what is there.
  return settled[0]?.id === creators[0]?.id ? settled : creators.slice(0, IN_SIGHT);
}
