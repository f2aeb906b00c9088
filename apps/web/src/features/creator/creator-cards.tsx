import type { CreatorResult } from '@troupe/domain/creator-search';
import type { ArrowRowProps } from '@troupe/ui/hooks';
import { CardGrid } from '@troupe/ui/record-card';
import type { CreatorActions } from './creator-actions.ts';
import { CreatorCard } from './creator-card.tsx';

interface CreatorCardsProps {
  creators: readonly CreatorResult[];
  actions: CreatorActions;
  selected: ReadonlyMap<string, CreatorResult>;
  openId: string | undefined;
  rowProps: (key: string) => ArrowRowProps;
}

/** Search results as cards. */
export function CreatorCards({ creators, actions, selected, openId, rowProps }: CreatorCardsProps) {
  return (
    <CardGrid>
      {creators.map((creator) => (
        <CreatorCard
          key={creator.id}
          creator={creator}
          actions={actions}
          open={openId === creator.id}
          selected={selected.has(creator.id)}
          {...rowProps(creator.id)}
        />
      ))}
    </CardGrid>
  );
}
