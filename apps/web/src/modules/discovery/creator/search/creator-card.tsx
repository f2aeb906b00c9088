import { IconChartDonut3, IconSend } from '@tabler/icons-react';
import type { CreatorResult } from '@troupe/domain/discovery/creator-search';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Checkbox } from '@troupe/ui/field/choice';
import type { ArrowRowProps } from '@troupe/ui/hooks';
import { RecordCard } from '@troupe/ui/layout/record-card';
import { memo } from 'react';
import { CreatorFigures } from '../../../../shared/creator/creator-figures.tsx';
import { countryName, creatorName } from '../../../../shared/creator/creator-labels.ts';
import { ContactMark, CreatorWho } from '../../../../shared/creator/creator-who.tsx';
import { inviteReason } from '../../../../shared/creator/invited.ts';
import { type CreatorActions, CreatorMenu } from '../creator-menu.tsx';
import { t } from '../messages/messages.gen.ts';
import { Thumbnail } from '../thumbnail.tsx';
import { WhyMatched } from './why-matched.tsx';

interface CreatorCardProps extends ArrowRowProps {
  creator: CreatorResult;
  /** Whether posts are on their way. */
  lacksPosts: boolean;
  actions: CreatorActions;
  invited: boolean;
  open: boolean;
  selected: boolean;
}

/** A search result as a card: who, figures, content, why it matched, actions. */
export const CreatorCard = memo(function CreatorCard(props: CreatorCardProps) {
  const { creator, lacksPosts, actions, invited, open, selected, ...row } = props;
  const name = creatorName(creator);
  return (
    <RecordCard
      {...row}
      className="creator-card"
      label={name}
      open={open}
      selected={selected}
      onOpen={() => actions.open(creator)}
      who={<CreatorWho creator={creator} size={40} more={<Country code={creator.country} />} />}
      aside={
        <>
          <Checkbox
            label={t('select.one', { name })}
            hideLabel
            checked={selected}
            onChange={(event) => actions.select(creator, event.target.checked)}
          />
          <ContactMark state={creator.metaData} />
        </>
      }
      figures={<CreatorFigures creator={creator} onShowContent={() => actions.open(creator, true)} />}
      content={<ContentStrip creator={creator} lacksPosts={lacksPosts} />}
      reason={<WhyMatched reasons={creator.why} most={3} heading fit={creator.fit} />}
      actions={
        <>
          {actions.saveButton(creator)}
          <Lists lists={creator.lists} />
          <span className="t-grow" />
          <IconButton
            label={t('action.invite')}
            icon={<IconSend size={16} />}
            disabledReason={inviteReason(creator.metaData, invited)}
            onClick={() => actions.invite(creator)}
          />
          <IconButton
            label={t('action.insights')}
            icon={<IconChartDonut3 size={16} />}
            onClick={() => actions.insights(creator)}
          />
          <CreatorMenu creator={creator} actions={actions} invited={invited} short />
        </>
      }
    />
  );
});

function Country({ code }: { code: string | null }) {
  if (!code) return null;
  return (
    <span className="creator-card-country" title={countryName(code)}>
      <span aria-hidden="true">· {code}</span>
      <span className="t-hidden">{countryName(code)}</span>
    </span>
  );
}

function Lists({ lists }: Pick<CreatorResult, 'lists'>) {
  if (lists.length === 0) return null;
  return (
    <span className="t-12 t-ink3 t-ellipsis" title={lists.map(({ title }) => title).join(', ')}>
      {lists[0] && lists.length === 1
        ? t('card.onList', { list: lists[0].title })
        : t('card.onLists', { count: lists.length })}
    </span>
  );
}

const WAITING = ['first', 'second', 'third', 'fourth'];

function ContentStrip({ creator, lacksPosts }: Pick<CreatorCardProps, 'creator' | 'lacksPosts'>) {
  if (lacksPosts && creator.content.length === 0)
    return (
      <ul className="content-strip" aria-hidden="true">
        {WAITING.map((place) => (
          <li key={place}>
            <Thumbnail src={null} title="" />
          </li>
        ))}
      </ul>
    );
  if (creator.content.length === 0) return <p className="content-strip-none t-12">{t('card.noPosts')}</p>;
  return (
    <ul className="content-strip" aria-label={t('card.content')}>
      {creator.content.slice(0, 4).map((item) => (
        <li key={item.url}>
          <Thumbnail src={item.persistent_thumbnail_url} title={item.title} />
        </li>
      ))}
    </ul>
  );
}
