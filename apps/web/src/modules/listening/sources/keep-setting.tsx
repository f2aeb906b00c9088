import { useQuery } from '@tanstack/react-query';
import { changeListeningSettings } from '@troupe/contract/listening/mention';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { TextField } from '@troupe/ui/field/field';
import { Section } from '@troupe/ui/layout/section';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { settingsOptions, useListeningWrite } from '../../../shared/listening/listening-queries.ts';
import { t } from './messages/messages.gen.ts';

/** How long the texts of mentions are kept. */
export function KeepSetting({ owner }: { owner: boolean }) {
  const { data } = useQuery(settingsOptions(useBrandId()));
  return data ? <KeepForm key={data.keepDays} keepDays={data.keepDays} owner={owner} /> : null;
}

function KeepForm({ keepDays, owner }: { keepDays: number; owner: boolean }) {
  const brandId = useBrandId();
  const valid = (days: string) => /^\d{1,3}$/.test(days) && Number(days) >= 7 && Number(days) <= 730;
  const form = useDraftForm({
    draft: `listening-keep.${brandId}`,
    saved: { days: String(keepDays) },
    validate: ({ days }) => (valid(days.trim()) ? {} : { days: t('keep.range') }),
  });
  const save = useListeningWrite(
    (days: number) => client.call(changeListeningSettings, { params: { brandId }, body: { keepDays: days } }),
    { failed: t('saveFailed'), onError: (error) => form.refused(error) },
  );
  const submit = form.submit(async ({ days }) => {
    const saved = await save.mutateAsync(Number(days)).catch(() => null);
    if (!saved) return;
    form.discard();
    notify.success(t('keep.saved', { count: saved.keepDays }));
  });
  return (
    <Section title={t('keep.title')}>
      <form
        className="source-keep"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t('keep.days')}
          help={t('keep.help')}
          inputMode="numeric"
          maxLength={3}
          disabled={!owner}
          value={form.values.days}
          error={form.errors.days ?? form.errors.keepDays}
          onChange={(event) => form.change({ days: event.target.value })}
        />
        <Button
          type="submit"
          busy={form.busy}
          disabledReason={owner ? undefined : t('ownersOnly')}
          className="listening-beside-field"
        >
          {t('save')}
        </Button>
      </form>
    </Section>
  );
}
