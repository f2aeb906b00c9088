import type { CreatorListFields } from '@troupe/domain/discovery/creator-list';
import { Ago } from '@troupe/ui/content/ago';
import { Avatar } from '@troupe/ui/content/avatar';
import { TextArea, TextField } from '@troupe/ui/field/field';
import { exactNumber } from '@troupe/ui/lib/format';
import type { ReactNode } from 'react';
import type { ListRow } from './creator-list-queries.ts';

const EMPTY: CreatorListFields = { title: '', description: '' };

/** What a person filled in for a list, and nothing else of it; without one, what a new list starts from. */
export const filledIn = ({ title, description } = EMPTY): CreatorListFields => ({ title, description });

interface ListFieldsProps {
  values: CreatorListFields;
  errors: Partial<Record<string, string>>;
  onChange: (part: Partial<CreatorListFields>) => void;
}

/** The fields of a list as they are filled in. */
export const ListFields = ({ values, errors, onChange }: ListFieldsProps) => (
  <>
    <TextField
      label="Title"
      size="form"
      dir="auto"
      value={values.title}
      error={errors.title}
      data-autofocus
      onChange={(event) => onChange({ title: event.target.value })}
    />
    <TextArea
      label="Description"
      rows={3}
      dir="auto"
      value={values.description}
      error={errors.description}
      onChange={(event) => onChange({ description: event.target.value })}
    />
  </>
);

interface ListColumn {
  head: string;
  /** Left out on phones. */
  wide?: true;
  numeric?: true;
  cell: (list: ListRow) => ReactNode;
}

/** What the overview shows of a list, beside its title and description. */
export const LIST_COLUMNS: readonly ListColumn[] = [
  { head: 'Last added', wide: true, cell: ({ preview }) => <Faces of={preview} /> },
  { head: 'Creators', numeric: true, cell: ({ itemCount }) => exactNumber(itemCount) },
  {
    head: 'With contact info',
    wide: true,
    numeric: true,
    cell: ({ contactCount }) => exactNumber(contactCount),
  },
  {
    head: 'Last change',
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
