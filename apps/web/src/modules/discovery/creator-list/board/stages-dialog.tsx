import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { updateListStages } from '@troupe/contract/discovery/list-board';
import type { ListStage } from '@troupe/domain/discovery/list-field';
import { MAX_STAGES, STAGE_COLORS } from '@troupe/domain/discovery/list-field-limits';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { useDraftForm } from '../../../../shared/form.ts';
import { EntryActions, moved } from '../custom/entries.tsx';
import { t } from './messages/messages.gen.ts';
import '../custom/fields-dialog.css';

interface StagesDialogProps {
  list: { id: string };
  stages: readonly ListStage[];
  onClose: () => void;
}

/** The stages of a board: names, colors and their order. */
export default function StagesDialog({ list, stages: stored, onClose }: StagesDialogProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  // The stages as of opening, since the board keeps refreshing.
  const [seen] = useState(() => stored.map(({ id }) => id));
  const form = useDraftForm({ draft: `creator-list.${list.id}.stages`, saved: { stages: [...stored] } });
  const { stages } = form.values;
  const write = (next: ListStage[]) => {
    form.setErrors({});
    form.change({ stages: next });
  };
  const put = (id: string, part: Partial<ListStage>) =>
    write(stages.map((stage) => (stage.id === id ? Object.assign({}, stage, part) : stage)));
  const submit = form.submit(async (typed) => {
    try {
      await client.call(updateListStages, {
        params: { brandId, id: list.id },
        body: { stages: typed.stages, seen },
      });
      form.discard();
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['creator-list'] });
    } catch (error) {
      if (!form.refused(error)) notify.failure(t('stages.notSaved'), { detail: errorText(error) });
    }
  });
  const add = () => {
    const color = STAGE_COLORS[(stages.length + 1) % STAGE_COLORS.length] ?? 'gray';
    write([...stages, { id: crypto.randomUUID(), name: '', color }]);
  };
  return (
    <Dialog
      open
      title={t('stages.title')}
      width={560}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <p className="t-ink2">{t('stages.text')}</p>
      {form.errors.stages && (
        <p className="fields-error" role="alert">
          {form.errors.stages}
        </p>
      )}
      <ol className="fields-list">
        {stages.map((stage, at) => {
          const name = stage.name || t('stages.unnamed');
          return (
            <li key={stage.id} className="board-stage">
              <TextField
                label={t('stages.name')}
                dir="auto"
                maxLength={60}
                value={stage.name}
                error={form.errors[`stages.${at}.name`]}
                onChange={({ target }) => put(stage.id, { name: target.value })}
              />
              <SelectField
                label={t('stages.color')}
                value={stage.color}
                lead={<span className="board-stage-color" data-color={stage.color} aria-hidden="true" />}
                options={STAGE_COLORS.map((color) => ({ value: color, label: t(`color.${color}`) }))}
                onChange={({ target }) => put(stage.id, { color: target.value as ListStage['color'] })}
              />
              <EntryActions
                name={name}
                at={at}
                count={stages.length}
                onMove={(by) => write(moved(stages, at, at + by))}
                onRemove={() => write(stages.filter(({ id }) => id !== stage.id))}
              />
            </li>
          );
        })}
      </ol>
      <Button
        icon={<IconPlus size={16} />}
        disabledReason={stages.length >= MAX_STAGES ? t('stages.most', { count: MAX_STAGES }) : undefined}
        onClick={add}
      >
        {t('stages.add')}
      </Button>
    </Dialog>
  );
}
