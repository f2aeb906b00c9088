import { IconChartDonut3, IconSend } from '@tabler/icons-react';
import type { CreatorResult } from '@troupe/domain/creator-search';
import { Checkbox } from '@troupe/ui/choice';
import { IconButton } from '@troupe/ui/icon-button';
import { RecordCard } from '@troupe/ui/record-card';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { ContactMark } from '../../shared/creator/contact-mark.tsx';
import { CreatorFigures } from '../../shared/creator/creator-figures.tsx';
import { CreatorWho } from '../../shared/creator/creator-who.tsx';
import { countryName } from '../../shared/creator/creator-words.ts';
import { WhyMatched } from './why-matched.tsx';

export interface CreatorActions {
  open: (creator: CreatorResult, breakdown?: boolean) => void;
  invite: (creator: CreatorResult) => void;
  insights: (creator: CreatorResult) => void;
  select: (id: string, selected: boolean) => void;
  /** The button that saves creators to a list. */
  saveButton: (creators: CreatorResult[], main?: boolean) => ReactNode;
}

interface CreatorCardProps {
  creator: CreatorResult;
  actions: CreatorActions;
  open: boolean;
  selected: boolean;
  /** From useArrowList. */
  row: Partial<ComponentProps<typeof RecordCard>>;
}

/** A search result as a card: who, figures, content, why it matched, actions. */
export function CreatorCard({ creator, actions, open, selected, row }: CreatorCardProps) {
  const name = creator.fullname || creator.username;
  return (
    <RecordCard
      {...row}
      className="creator-card"
      label={name}
      open={open}
      selected={selected}
      onOpen={() => actions.open(creator)}
      who={
        <CreatorWho
          creator={creator}
          size={40}
          more={creator.country && <span title={countryName(creator.country)}>· {creator.country}</span>}
        />
      }
      aside={
        <>
          <Checkbox
            label={`Select ${name}`}
            hideLabel
            checked={selected}
            onChange={(event) => actions.select(creator.id, event.target.checked)}
          />
          <ContactMark state={creator.metaData} />
        </>
      }
      figures={<CreatorFigures creator={creator} onShowContent={() => actions.open(creator, true)} />}
      content={<ContentStrip creator={creator} />}
      reason={<WhyMatched reasons={creator.why} most={3} heading />}
      actions={
        <>
          {actions.saveButton([creator])}
          {creator.lists.length > 0 && (
            <span
              className="t-12 t-ink3 t-ellipsis"
              title={creator.lists.map(({ title }) => title).join(', ')}
            >
              On {creator.lists.length === 1 ? creator.lists[0]?.title : `${creator.lists.length} lists`}
            </span>
          )}
          <span className="t-grow" />
          <IconButton
            label="Invite to campaign"
            icon={<IconSend size={16} />}
            onClick={() => actions.invite(creator)}
          />
          <IconButton
            label="Get deep insights"
            icon={<IconChartDonut3 size={16} />}
            onClick={() => actions.insights(creator)}
          />
        </>
      }
    />
  );
}

function ContentStrip({ creator }: { creator: CreatorResult }) {
  if (creator.content.length === 0) return null;
  return (
    <ul className="content-strip" aria-label="Recent content">
      {creator.content.slice(0, 4).map((item) => (
        <li key={item.url}>
          <Thumbnail src={item.persistent_thumbnail_url} title={item.title} />
        </li>
      ))}
    </ul>
  );
}

/** A content picture; an empty ground while there is none or it fails to load. */
export function Thumbnail({ src, title }: { src: string | null; title: string }) {
  const [failed, setFailed] = useState(false);
  if (!src || failed) return <span className="thumbnail" role="img" aria-label={title} />;
  return (
    <img
      className="thumbnail"
      src={src}
      alt={title}
      title={title}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
    />
  );
}
