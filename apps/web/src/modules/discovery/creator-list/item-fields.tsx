import type { CreatorListItemValues } from '@troupe/domain/discovery/creator-list';
import { Button } from '@troupe/ui/action/button';
import { StatusTags } from '@troupe/ui/content/status-tag';
import type { ComponentType, ReactNode } from 'react';
import type { SomeValues } from './item-changes.ts';
import { ItemNote } from './item-note.tsx';
import { ItemStatus, shownTags } from './item-status.tsx';
import type { ItemSaving } from './use-item-saving.ts';

interface EditorProps {
  /** Whose item it is. */
  name: string;
  saving: ItemSaving;
  /** How many tags are shown in full; two unless said otherwise. */
  tagsShown?: number;
}

/** One field of a list item on screens. */
interface ItemField<Value> {
  /** Its name in a sentence. */
  noun: string;
  /** Shows and edits the field on the card. Text fields have their own rows below the first. */
  Editor: ComponentType<EditorProps>;
  /** Shows the other side's value in an edit conflict. */
  other: (value: Value) => ReactNode;
}

/** The fields of a list item, in the order they are shown. */
const FIELDS: { readonly [Name in keyof CreatorListItemValues]: ItemField<CreatorListItemValues[Name]> } = {
  tags: {
    noun: 'status',
    Editor: ({ name, saving, tagsShown }) => (
      <ItemStatus
        name={name}
        shown={tagsShown}
        tags={saving.value('tags')}
        onChange={(tags) => saving.change({ tags })}
      />
    ),
    other: (tags) => (tags.length > 0 ? <StatusTags tags={shownTags(tags)} max={9} /> : <p>No status</p>),
  },
  feedback: {
    noun: 'note',
    Editor: ItemNote,
    other: (text) => <blockquote dir="auto">{text === '' ? 'An empty note' : text}</blockquote>,
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
  const what = new Intl.ListFormat('en').format(met.map((name) => FIELDS[name].noun).reverse());
  return (
    <section className="list-item-conflict" role="alert">
      <p className="t-medium">
        {overwrote
          ? `Your ${what} replaced the one ${conflict.by} saved while you were editing.`
          : `${conflict.by} has replaced your ${what}. You had:`}
      </p>
      {met.map((name) => (
        <OtherValue key={name} of={conflict} name={name} />
      ))}
      <div className="t-row">
        <Button size="row" onClick={saving.takeOther}>
          {overwrote ? 'Use theirs' : 'Use mine'}
        </Button>
        <Button size="row" kind="quiet" onClick={saving.dismiss}>
          {overwrote ? 'Keep mine' : 'Keep theirs'}
        </Button>
      </div>
    </section>
  );
}
