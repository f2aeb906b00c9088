import { useQuery } from '@tanstack/react-query';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { TextArea, TextField } from '@troupe/ui/field/field';
import { useBriefField, useEditor } from '../brief/brief-field.tsx';
import { PickField } from '../brief/pick-field.tsx';
import { categoriesOptions } from '../campaign-queries.ts';
import { CheckRow } from './check-row.tsx';

const platforms = Object.keys(PLATFORM_NAMES) as Platform[];

/** What the campaign is called, what it is about and where it runs. */
export function StepBasics() {
  const { brief, change } = useEditor();
  const categories = useQuery(categoriesOptions()).data?.categories ?? [];
  const title = useBriefField('title', 'Title');
  const slug = useBriefField('slug', 'Campaign URL');
  const description = useBriefField('description', 'Description');
  const channels = useBriefField('socialChannels', 'Channels');
  const category = useBriefField('categories', 'Categories');
  return (
    <>
      <TextField
        {...title}
        size="form"
        maxLength={160}
        data-autofocus
        value={brief.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextField
        {...slug}
        size="form"
        maxLength={80}
        help="The last part of the campaign URL. Lowercase letters, numbers and hyphens."
        value={brief.slug}
        onChange={(event) => change({ slug: event.target.value.toLowerCase().replace(/\s+/g, '-') })}
      />
      <TextArea
        {...description}
        size="form"
        rows={4}
        maxLength={10_000}
        help="Describe the campaign for creators."
        value={brief.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <CheckRow
        {...channels}
        options={platforms.map((value) => ({ value, label: PLATFORM_NAMES[value] }))}
        value={brief.socialChannels}
        onChange={(socialChannels) => change({ socialChannels })}
      />
      <PickField
        {...category}
        none="None yet"
        most={10}
        options={categories.map((value) => ({ value, label: value }))}
        value={brief.categories}
        onChange={(next) => change({ categories: next })}
      />
    </>
  );
}
