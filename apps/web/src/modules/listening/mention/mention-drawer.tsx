import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { changeMention, getMention } from '@troupe/contract/listening/mention';
import type { Mention } from '@troupe/domain/listening/mention';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { SelectField, TextArea, TextField } from '@troupe/ui/field/field';
import { dayText } from '@troupe/ui/lib/date';
import { exactNumber, percent } from '@troupe/ui/lib/format';
import { Drawer, DrawerSection } from '@troupe/ui/overlay/drawer';
import { type FormEvent, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraft } from '../../../shared/draft.ts';
import {
  authorName,
  languageName,
  STATES,
  sentimentText,
  sourceName,
} from '../../../shared/listening/listening-labels.ts';
import { mentionOptions, useTeamNames } from '../../../shared/listening/listening-queries.ts';
import { MarkedText } from '../../../shared/listening/marked-text.tsx';
import { t } from '../../../shared/listening/messages/messages.gen.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';

import type { MentionFeed } from './use-mention-feed.ts';

interface MentionDrawerProps {
  mentionId: string;
  feed: MentionFeed;
  onAuthor: (authorId: string) => void;
  onClose: () => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

/** A mention with what the team made of it: status, assignee, tags, note; and what is known of it. */
export default function MentionDrawer(props: MentionDrawerProps) {
  const { mentionId, feed, onAuthor, onClose, onPrevious, onNext } = props;
  const query = useQuery(mentionOptions(useBrandId(), mentionId));
  const mention = feed.mentions.find(({ id }) => id === mentionId) ?? query.data?.mention;
  return (
    <Drawer
      title={mention ? t('mention.by', { author: authorName(mention.author) }) : t('mention.loading')}
      subtitle={mention && <Subtitle mention={mention} />}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
    >
      {!mention && (
        <LoadState what={t('mention.what')} query={query}>
          <SkeletonRows rows={4} />
        </LoadState>
      )}
      {mention && (
        <>
          <DrawerSection>
            <div className="listening-text" data-open>
              {mention.title !== null && (
                <p className="t-medium" dir="auto">
                  <MarkedText text={mention.title} spans={mention.spans} part="title" />
                </p>
              )}
              <p dir="auto">
                <MarkedText text={mention.text} spans={mention.spans} part="text" />
              </p>
            </div>
            <div className="t-row t-wrap listening-drawer-actions">
              <Button size="row" onClick={() => onAuthor(mention.author.id)}>
                {t('author.show')}
              </Button>
              {mention.url && (
                <Button
                  size="row"
                  kind="quiet"
                  icon={<IconExternalLink size={16} />}
                  href={mention.url}
                  target="_blank"
                >
                  {t('mention.openPost', { source: sourceName(mention.source) })}
                </Button>
              )}
            </div>
          </DrawerSection>
          <TeamPart key={mention.id} mention={mention} feed={feed} />
          <Facts mention={mention} />
        </>
      )}
    </Drawer>
  );
}

const Subtitle = ({ mention }: { mention: Mention }) => (
  <>
    {sourceName(mention.source)}, <Ago at={mention.published} />
  </>
);

/** What the team decides: saved as it is chosen, the note by its button. */
function TeamPart({ mention, feed }: { mention: Mention; feed: MentionFeed }) {
  const names = useTeamNames();
  const { id, state, assigneeId, brandTags } = mention;
  const [tag, setTag] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const added = tag.trim();
    if (added === '') return;
    setTag('');
    if (!brandTags.includes(added)) void feed.change([id], { tags: [...brandTags, added] });
  };
  return (
    <DrawerSection title={t('mention.team')}>
      <div className="listening-stack">
        <div className="listening-pair">
          <SelectField
            label={t('filter.state')}
            value={state}
            onChange={(event) => void feed.change([id], { state: event.target.value as Mention['state'] })}
            options={STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
          />
          <SelectField
            label={t('filter.assignee')}
            value={assigneeId ?? ''}
            onChange={(event) => void feed.change([id], { assigneeId: event.target.value || null })}
            options={[
              { value: '', label: t('mention.unassigned') },
              ...[...names].map(([value, label]) => ({ value, label })),
            ]}
          />
        </div>
        <SelectField
          label={t('filter.relevant')}
          value={mention.relevantByPerson === null ? 'unknown' : mention.relevantByPerson ? 'yes' : 'no'}
          onChange={(event) =>
            void feed.change([id], {
              relevant: event.target.value === 'unknown' ? null : event.target.value === 'yes',
            })
          }
          options={(['unknown', 'yes', 'no'] as const).map((value) => ({
            value,
            label: t(`relevant.${value}`),
          }))}
        />
        {brandTags.length > 0 && (
          <ul className="listening-tags">
            {brandTags.map((one) => (
              <li key={one}>
                <Pill tone="iris">
                  <bdi>{one}</bdi>
                  <button
                    type="button"
                    className="listening-tag-remove"
                    aria-label={t('mention.removeTag', { tag: one })}
                    onClick={() =>
                      void feed.change([id], { tags: brandTags.filter((other) => other !== one) })
                    }
                  >
                    ×
                  </button>
                </Pill>
              </li>
            ))}
          </ul>
        )}
        <form className="t-row" onSubmit={add}>
          <div className="t-grow">
            <TextField
              label={t('mention.addTag')}
              maxLength={40}
              value={tag}
              onChange={(event) => setTag(event.target.value)}
            />
          </div>
          <Button type="submit" className="listening-beside-field">
            {t('action.add')}
          </Button>
        </form>
        <Note mention={mention} feed={feed} />
      </div>
    </DrawerSection>
  );
}

/** The note, with the version that was edited: two people's notes must not overwrite each other. */
function Note({ mention, feed }: { mention: Mention; feed: MentionFeed }) {
  const brandId = useBrandId();
  const draft = useDraft(`mention.${mention.id}.note`, mention.note);
  const [base, setBase] = useState({ version: mention.version, note: mention.note });
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState(false);
  const save = async (version: number) => {
    const { mention: saved } = await client.call(changeMention, {
      params: { brandId, mentionId: mention.id },
      body: { note: draft.text, version },
    });
    feed.put(saved);
    setBase({ version: saved.version, note: saved.note });
    setConflict(false);
    draft.discard();
    notify.success(t('mention.noteSaved'));
  };
  /** Shows the other person's note; if only other fields changed, saves with the latest version. */
  const resolve = async () => {
    const { mention: theirs } = await client.call(getMention, {
      params: { brandId, mentionId: mention.id },
    });
    if (theirs.note === base.note) return save(theirs.version);
    feed.put(theirs);
    setBase({ version: theirs.version, note: theirs.note });
    setConflict(true);
  };
  const send = async (version: number) => {
    if (busy) return;
    setBusy(true);
    try {
      await save(version).catch((error: unknown) => {
        if (error instanceof CallError && error.code === 'conflict') return resolve();
        throw error;
      });
    } catch (error) {
      notify.failure(t('mention.saveFailed'), { detail: errorText(error) });
    }
    setBusy(false);
  };
  return (
    <div className="listening-stack">
      <TextArea
        label={t('mention.note')}
        rows={3}
        maxLength={2000}
        value={draft.text}
        onChange={(event) => draft.change(event.target.value)}
      />
      {conflict && (
        <div role="alert" className="listening-conflict">
          <p className="t-medium">{t('mention.noteConflict')}</p>
          <p dir="auto">{base.note || t('mention.noteEmpty')}</p>
          <div className="t-row t-wrap">
            <Button
              size="row"
              onClick={() => {
                draft.discard();
                setConflict(false);
              }}
            >
              {t('conflict.theirs')}
            </Button>
            <Button size="row" onClick={() => void send(base.version)}>
              {t('conflict.mine')}
            </Button>
          </div>
        </div>
      )}
      {draft.text !== mention.note && !conflict && (
        <div>
          <Button busy={busy} onClick={() => void send(base.version)}>
            {t('mention.saveNote')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What is known of the post, and how. */
function Facts({ mention }: { mention: Mention }) {
  const { figures, figuresAt, sentiment, relevance, language, queryVersion, monitorName, forgets, seen } =
    mention;
  const { text, hint } = sentimentText(sentiment);
  const known = (value: number | null) => (value === null ? t('figures.notKnown') : exactNumber(value));
  return (
    <DrawerSection title={t('mention.facts')}>
      <dl className="listening-facts">
        <dt>{t('filter.monitor')}</dt>
        <dd>
          <bdi>{monitorName}</bdi>, {t('mention.queryVersion', { version: queryVersion })}
        </dd>
        <dt>{t('filter.sentiment')}</dt>
        <dd>
          {text}
          <span className="t-12 t-ink2"> {hint}</span>
        </dd>
        <dt>{t('relevance.label')}</dt>
        <dd>{relevance === null ? t('relevance.notLearned') : percent(relevance)}</dd>
        <dt>{t('filter.language')}</dt>
        <dd>{language === null ? t('mention.languageUnknown') : languageName(language)}</dd>
        {(['likes', 'replies', 'reposts', 'quotes', 'views'] as const).map((name) => (
          <FactRow key={name} label={t(`fact.${name}`)} value={known(figures[name])} />
        ))}
        <dt>{t('fact.readAt')}</dt>
        <dd>{figuresAt ? <Ago at={figuresAt} /> : t('figures.notKnown')}</dd>
        <dt>{t('fact.seen')}</dt>
        <dd>
          <Ago at={seen} />
        </dd>
        <dt>{t('fact.forgets')}</dt>
        <dd>{dayText(forgets)}</dd>
      </dl>
    </DrawerSection>
  );
}

const FactRow = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
);
