import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createCreatorList } from '@troupe/contract/discovery/creator-list';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { TextField } from '@troupe/ui/field/field';
import { PickList } from '@troupe/ui/field/pick-list';
import { exactNumber } from '@troupe/ui/lib/format';
import type { KeyboardEvent } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraft } from '../../../shared/draft.ts';
import { allListsOptions } from '../../../shared/screen/recruitment-frame.tsx';
import { t } from './messages/messages.gen.ts';

const NO_LIST = 'none';

/** Chooses the list of the creators, or creates one. */
export function ListChoice(props: { listId: string | null; onChange: (listId: string | null) => void }) {
  const { listId, onChange } = props;
  const query = useQuery(allListsOptions(useBrandId()));
  if (query.error && !query.data)
    return (
      <ErrorState
        title={t('lists.loadFailed')}
        text={errorText(query.error)}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data)
    return (
      <div className="settings-form">
        <Loading label={t('lists.loading')}>
          <SkeletonText lines={3} />
        </Loading>
      </div>
    );
  return (
    <PickList
      label={t('settings.list')}
      searchable
      placeholder={t('lists.find')}
      options={[
        { value: NO_LIST, label: t('settings.noList') },
        ...query.data.lists.map(({ id, title, itemCount }) => ({
          value: id,
          label: title,
          hint: exactNumber(itemCount),
        })),
      ]}
      value={[listId ?? NO_LIST]}
      onChange={([value]) => value && onChange(value === NO_LIST ? null : value)}
      foot={<NewList onMade={onChange} />}
    />
  );
}

function NewList({ onMade }: { onMade: (listId: string) => void }) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const { text: title, change: setTitle, discard } = useDraft('creator-import.new-list', '');
  const create = useMutation({
    mutationFn: () => client.call(createCreatorList, { params: { brandId }, body: { title: title.trim() } }),
    onSuccess: (list) => {
      discard();
      void queryClient.invalidateQueries({ queryKey: ['creator-list'] });
      onMade(list.id);
    },
  });
  const make = () => {
    if (title.trim() && !create.isPending) create.mutate();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    make();
  };
  return (
    <div className="list-choice-new">
      <TextField
        label={t('lists.new')}
        value={title}
        maxLength={200}
        placeholder={t('lists.title')}
        error={create.error ? errorText(create.error) : undefined}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        busy={create.isPending}
        disabledReason={title.trim() ? undefined : t('lists.enterTitle')}
        onClick={make}
      >
        {t('lists.create')}
      </Button>
    </div>
  );
}
