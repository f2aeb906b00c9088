import type { CreatorListItemValues } from '@troupe/domain/discovery/creator-list';
import { Button } from '@troupe/ui/action/button';
import { StatusTags } from '@troupe/ui/content/status-tag';
import type { ComponentType, ReactNode } from 'react';
import type { SomeValues } from './item-changes.ts';
import { ItemNote } from './item-note.tsx';
import { ItemStatus, shownTags } from './item-status.tsx';
import { t } from './messages/messages.gen.ts';
import type { ItemSaving } from './use-item-saving.ts';

interface EditorProps {
  /** Name of the creator. */
  name: string;
  saving: ItemSaving;
  /** Number of tags shown in full; 2 by default. */
  tagsShown?: number;
}

/** One field of a list item on screens. */
interface ItemField<Value> {
  /** Shows and edits the field on the card. Text fields have their own rows below the first. */
  Editor: ComponentType<EditorProps>;
  /** Shows the other side's value in an edit conflict. */
  other: (value: Value) => ReactNode;
}

/** The fields of a list item, in the order they are shown. */
const FIELDS: { readonly [Name in keyof CreatorListItemValues]: ItemField<CreatorListItemValues[Name]> } = {
  tags: {
    Editor: ({ name, saving, tagsShown }) => (
      <ItemStatus
        name={name}
        shown={tagsShown}
        tags={saving.value('tags')}
        onChange={(tags) => saving.change({ tags })}
      />
    ),
    other: (tags) =>
      tags.length > 0 ? <StatusTags tags={shownTags(tags)} max={9} /> : <p>{t('item.noStatus')}</p>,
  },
  feedback: {
    Editor: ItemNote,
    other: (text) => <blockquote dir="auto">{text === '' ? t('conflict.emptyNote') : text}</blockquote>,
  },
};

const NAMES = Object.keys(FIELDS) as (keyof CreatorListItemValues)[];

/** Editors of every field of an item. */
export const ItemFields = (props: EditorProps) =>
  NAMES.map((name) => <ItemField key={name} field={name} {...props} />);

/** The editor of one field of an item. */
export function ItemField({ field, ...props }: EditorProps & { field: keyof CreatorListItemValues }) {
  const { Editor } = FIELDS[field];
  return <Editor {...props} />;
}

function OtherValue<Name extends keyof CreatorListItemValues>({ of, name }: { of: SomeValues; name: Name }) {
  const value: CreatorListItemValues[Name] | undefined = of[name];
  return value === undefined ? null : FIELDS[name].other(value);
}

/** An edit conflict: the other version, and the choice between the two. */
export function ItemMeeting({ saving }: { saving: ItemSaving }) {
  const { conflict } = saving;
  if (!conflict) return null;
  const overwrote = conflict.kind === 'overwrote';
  const met = NAMES.filter((name) => conflict[name] !== undefined);
  const sentence = {
    what: met.length === 1 && met[0] ? met[0] : 'both',
    name: conflict.by,
  };
  return (
    <section className="list-item-conflict" role="alert">
      <p className="t-medium">{t(overwrote ? 'conflict.overwrote' : 'conflict.replaced', sentence)}</p>
      {met.map((name) => (
        <OtherValue key={name} of={conflict} name={name} />
      ))}
      <div className="t-row">
        <Button size="row" onClick={saving.takeOther}>
          {overwrote ? t('conflict.useTheirs') : t('conflict.useMine')}
        </Button>
        <Button size="row" kind="quiet" onClick={saving.dismiss}>
          {overwrote ? t('conflict.keepMine') : t('conflict.keepTheirs')}
        </Button>
      </div>
    </section>
  );
}
