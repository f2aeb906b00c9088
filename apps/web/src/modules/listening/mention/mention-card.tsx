import {
  IconCheck,
  IconCopy,
  IconExternalLink,
  IconMoodHappy,
  IconMoodNeutral,
  IconMoodSad,
  IconNote,
  IconTarget,
  IconTargetOff,
} from '@tabler/icons-react';
import type { Mention } from '@troupe/domain/listening/mention';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { Checkbox } from '@troupe/ui/field/choice';
import type { ArrowRowProps } from '@troupe/ui/hooks';
import { compactCount, exactNumber } from '@troupe/ui/lib/format';
import { useLayoutEffect, useRef, useState } from 'react';
import {
  authorName,
  languageName,
  STATE_TONES,
  sentimentText,
  sourceName,
} from '../../../shared/listening/listening-labels.ts';
import { MarkedText } from '../../../shared/listening/marked-text.tsx';
import { t } from '../../../shared/listening/messages/messages.gen.ts';
import { SourceIcon } from '../../../shared/listening/source-mark.tsx';
import type { MentionEdit } from './use-mention-feed.ts';

export interface MentionCardProps {
  mention: Mention;
  /** The name of the person it is assigned to. */
  assignee: string | undefined;
  selected: boolean;
  /** Open in the drawer. */
  current: boolean;
  row: ArrowRowProps;
  onSelect: (on: boolean) => void;
  onOpen: () => void;
  onAuthor: () => void;
  onCopies: () => void;
  onEdit: (edit: MentionEdit) => void;
}

/** Returns a change that also marks a new mention as seen. */
export const withSeen = ({ state }: Mention, edit: MentionEdit): MentionEdit =>
  state === 'new' && edit.state === undefined ? Object.assign({ state: 'seen' as const }, edit) : edit;

/** A mention: who, where and when, the text with its marks, why it was found, and what the team made of it. */
export function MentionCard(props: MentionCardProps) {
  const { mention, assignee, selected, current, row, onSelect, onOpen, onAuthor, onCopies, onEdit } = props;
  const { author, source, url, published, why, language, languageSure, clusterSize, state, brandTags } =
    mention;
  const irrelevant = mention.relevantByPerson === false;
  const name = authorName(author);
  const sentiment = sentimentText(mention.sentiment);
  return (
    <article
      {...row}
      className="listening-card"
      aria-label={t('mention.label', { author: name, source: sourceName(source) })}
      aria-current={current || undefined}
      data-selected={selected || undefined}
      data-dimmed={irrelevant || state === 'hidden' || undefined}
    >
      <header className="listening-card-head">
        <Checkbox
          label={t('mention.select', { author: name })}
          hideLabel
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
        />
        <SourceIcon kind={source} />
        <button type="button" className="listening-link t-link listening-author" onClick={onAuthor}>
          <bdi className="t-medium">{name}</bdi>
        </button>
        {author.name !== null && <bdi className="t-ink2 t-ellipsis listening-handle">@{author.handle}</bdi>}
        <span className="t-12 t-ink2 listening-when">
          <Ago at={published} />
          {mention.edited && <> · {t('mention.edited')}</>}
        </span>
        <span className="t-row listening-card-end">
          {state !== 'seen' && <Pill tone={STATE_TONES[state]}>{t(`state.${state}`)}</Pill>}
          {url && (
            <IconButton
              size="row"
              label={t('mention.openPost', { source: sourceName(source) })}
              icon={<IconExternalLink size={16} />}
              href={url}
              target="_blank"
            />
          )}
        </span>
      </header>
      <MentionText mention={mention} />
      <div className="listening-chips">
        {why.map((clause) => (
          <span
            key={clause}
            className="listening-why"
            title={t('mention.whyHint', { monitor: mention.monitorName })}
          >
            <span className="t-hidden">{t('mention.why')} </span>
            <code dir="ltr">{clause}</code>
          </span>
        ))}
        <Pill>
          <bdi>{mention.monitorName}</bdi>
        </Pill>
        <Pill tone={sentiment.tone} title={sentiment.hint}>
          {sentiment.text}
        </Pill>
        <Pill title={language === null || languageSure ? undefined : t('mention.languageUnsure')}>
          {language === null ? t('mention.languageUnknown') : languageName(language)}
          {language !== null && !languageSure && '?'}
        </Pill>
        {irrelevant && <Pill tone="tangerine">{t('relevant.no')}</Pill>}
        {clusterSize > 1 && (
          <button type="button" className="listening-link t-link t-12 listening-copies" onClick={onCopies}>
            <IconCopy size={14} aria-hidden="true" /> {t('mention.copies', { count: clusterSize - 1 })}
          </button>
        )}
        {brandTags.map((tag) => (
          <Pill key={tag} tone="iris">
            <bdi>{tag}</bdi>
          </Pill>
        ))}
        {assignee !== undefined && <Pill>{t('mention.assignedTo', { name: assignee })}</Pill>}
      </div>
      <footer className="listening-card-foot">
        <Figures mention={mention} />
        <span className="t-grow" />
        <SentimentButtons mention={mention} onEdit={onEdit} />
        <IconButton
          size="row"
          label={irrelevant ? t('mention.markRelevant') : t('mention.markIrrelevant')}
          icon={irrelevant ? <IconTarget size={16} /> : <IconTargetOff size={16} />}
          aria-pressed={irrelevant}
          onClick={() => onEdit(withSeen(mention, { relevant: irrelevant ? null : false }))}
        />
        <IconButton
          size="row"
          label={state === 'done' ? t('mention.reopen') : t('mention.markDone')}
          icon={<IconCheck size={16} />}
          aria-pressed={state === 'done'}
          onClick={() => onEdit({ state: state === 'done' ? 'seen' : 'done' })}
        />
        <IconButton
          size="row"
          label={mention.note === '' ? t('mention.details') : t('mention.detailsWithNote')}
          icon={<IconNote size={16} />}
          dot={mention.note !== ''}
          onClick={onOpen}
        />
      </footer>
    </article>
  );
}

/** The text, folded if it is long. */
function MentionText({ mention: { title, text, spans } }: { mention: Mention }) {
  const place = useRef<HTMLDivElement>(null);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const node = place.current;
    if (node && !open) setLong(node.scrollHeight > node.clientHeight + 2);
  }, [open]);
  return (
    <>
      <div ref={place} className="listening-text" data-open={open || undefined}>
        {title !== null && (
          <p className="t-medium" dir="auto">
            <MarkedText text={title} spans={spans} part="title" />
          </p>
        )}
        <p dir="auto">
          <MarkedText text={text} spans={spans} part="text" />
        </p>
      </div>
      {(long || open) && (
        <button
          type="button"
          className="listening-link t-link t-12"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? t('mention.showLess') : t('mention.showMore')}
        </button>
      )}
    </>
  );
}

const FIGURES = ['likes', 'replies', 'reposts', 'views'] as const;

/** Figures that the source reports; one that it reports only sometimes is shown as unknown. */
function Figures({ mention: { figures, author, figuresAt } }: { mention: Mention }) {
  const known = FIGURES.filter((name) => figures[name] !== null);
  return (
    <span className="t-12 t-ink2 listening-figures" title={figuresAt ? t('figures.readAt') : undefined}>
      {known.map((name) => (
        <span key={name} title={exactNumber(figures[name])}>
          {t(`figures.${name}`, { count: figures[name] ?? 0, text: compactCount(figures[name]) })}
        </span>
      ))}
      {known.length === 0 && <span>{t('figures.unknown')}</span>}
      <span>
        {author.followers === null
          ? t('figures.followersUnknown')
          : t('figures.followers', { count: author.followers, text: compactCount(author.followers) })}
      </span>
    </span>
  );
}

const FEELINGS = [
  { value: -1, key: 'negative', icon: <IconMoodSad size={16} /> },
  { value: 0, key: 'neutral', icon: <IconMoodNeutral size={16} /> },
  { value: 1, key: 'positive', icon: <IconMoodHappy size={16} /> },
] as const;

/** Corrects the sentiment; pressing the chosen one takes the correction back. */
function SentimentButtons({ mention, onEdit }: Pick<MentionCardProps, 'mention' | 'onEdit'>) {
  const { byPerson } = mention.sentiment;
  return (
    <fieldset className="listening-feelings">
      <legend className="t-hidden">{t('sentiment.correct')}</legend>
      {FEELINGS.map(({ value, key, icon }) => (
        <IconButton
          key={value}
          size="row"
          label={t('sentiment.mark', { sentiment: t(`sentiment.${key}`) })}
          icon={icon}
          aria-pressed={byPerson === value}
          onClick={() => onEdit(withSeen(mention, { sentiment: byPerson === value ? null : value }))}
        />
      ))}
    </fieldset>
  );
}
