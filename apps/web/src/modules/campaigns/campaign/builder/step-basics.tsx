import { useQuery } from '@tanstack/react-query';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { SEARCHED_PLATFORMS } from '@troupe/domain/discovery/platforms';
import { TextArea, TextField } from '@troupe/ui/field/field';
import { categoryOptions } from '../../../../shared/category/category-name.ts';
import { t } from '../../messages/messages.gen.ts';
import { useBriefField, useEditor } from '../brief/brief-field.tsx';
import { PickField } from '../brief/pick-field.tsx';
import { categoriesOptions } from '../campaign-queries.ts';
import { CheckRow } from './check-row.tsx';

/** Title, URL, description, channels and categories. */
export function StepBasics() {
  const { brief, change } = useEditor();
  const categories = useQuery(categoriesOptions()).data?.categories ?? [];
  const title = useBriefField('title', t('field.title'));
  const slug = useBriefField('slug', t('field.slug'));
  const description = useBriefField('description', t('field.description'));
  const channels = useBriefField('socialChannels', t('field.socialChannels'));
  const category = useBriefField('categories', t('field.categories'));
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
        help={t('basics.slugHelp')}
        value={brief.slug}
        onChange={(event) => change({ slug: event.target.value.toLowerCase().replace(/\s+/g, '-') })}
      />
      <TextArea
        {...description}
        size="form"
        rows={4}
        maxLength={10_000}
        help={t('basics.descriptionHelp')}
        value={brief.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <CheckRow
        {...channels}
        options={SEARCHED_PLATFORMS.map((value) => ({ value, label: PLATFORM_NAMES[value] }))}
        value={brief.socialChannels}
        onChange={(socialChannels) => change({ socialChannels })}
      />
      <PickField
        {...category}
        none={t('basics.noCategory')}
        most={10}
        options={categoryOptions(categories)}
        value={brief.categories}
        onChange={(next) => change({ categories: next })}
      />
    </>
  );
}
