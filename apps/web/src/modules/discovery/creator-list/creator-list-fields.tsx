import type { CreatorListFields } from '@troupe/domain/discovery/creator-list';
import { Ago } from '@troupe/ui/content/ago';
import { Avatar } from '@troupe/ui/content/avatar';
import { TextArea, TextField } from '@troupe/ui/field/field';
import { exactNumber } from '@troupe/ui/lib/format';
import type { ReactNode } from 'react';
import type { ListRow } from './creator-list-queries.ts';
import { t } from './messages/messages.gen.ts';

const EMPTY: CreatorListFields = { title: '', description: '' };

/** Returns the editable fields of a list; empty ones for a new list. */
export const filledIn = ({ title, description } = EMPTY): CreatorListFields => ({ title, description });

interface ListFieldsProps {
  values: CreatorListFields;
  errors: Partial<Record<string, string>>;
  onChange: (part: Partial<CreatorListFields>) => void;
}

/** The form fields of a list. */
export const ListFields = ({ values, errors, onChange }: ListFieldsProps) => (
  <>
    <TextField
      label={t('field.title')}
      size="form"
      dir="auto"
      value={values.title}
      error={errors.title}
      data-autofocus
      onChange={(event) => onChange({ title: event.target.value })}
    />
    <TextArea
      label={t('field.description')}
      rows={3}
      dir="auto"
      value={values.description}
      error={errors.description}
      onChange={(event) => onChange({ description: event.target.value })}
    />
  </>
);

interface ListColumn {
  head: 'owner' | 'lastAdded' | 'creators' | 'withContact' | 'updated';
  /** Hidden on phones. */
  wide?: true;
  numeric?: true;
  cell: (list: ListRow) => ReactNode;
}

/** Columns of the overview after title and description. */
export const LIST_COLUMNS: readonly ListColumn[] = [
  {
    head: 'owner',
    wide: true,
    cell: ({ owner }) => (
      <span className="t-ink2" dir="auto">
        {owner?.name}
      </span>
    ),
  },
  { head: 'lastAdded', wide: true, cell: ({ preview }) => <Faces of={preview} /> },
  { head: 'creators', numeric: true, cell: ({ itemCount }) => exactNumber(itemCount) },
  {
    head: 'withContact',
    wide: true,
    numeric: true,
    cell: ({ contactCount }) => exactNumber(contactCount),
  },
  {
    head: 'updated',
    numeric: true,
    cell: ({ updated }) => (
      <span className="t-ink2">
        <Ago at={updated} />
      </span>
    ),
  },
];

function Faces({ of }: { of: ListRow['preview'] }) {
  const names = of.map(({ fullname }) => fullname).join(', ');
  return (
    <span className="list-table-faces" title={names}>
      {of.map(({ id, fullname, profilePicUrl }) => (
        <Avatar key={id} name={fullname} src={profilePicUrl} size={24} />
      ))}
      <span className="t-hidden">{names}</span>
    </span>
  );
}
