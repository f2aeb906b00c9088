import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { correctImportRow } from '@troupe/contract/discovery/creator-import';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import type { CreatorImport, ImportRow } from '@troupe/domain/discovery/creator-import/creator-import';
import { SEARCHED_PLATFORMS } from '@troupe/domain/discovery/platforms';
import { Button } from '@troupe/ui/action/button';
import { Avatar } from '@troupe/ui/content/avatar';
import { Pill } from '@troupe/ui/content/pill';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { Td, Tr } from '@troupe/ui/layout/data-table';
import type { SubmitEvent } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { useDraft } from '../../../../shared/draft.ts';
import { forgetImported, type ImportRowsPage, keepImport, rowsOptions } from '../creator-import-queries.ts';
import { fieldName } from '../import-labels.ts';
import { t } from '../messages/messages.gen.ts';
import { reasonText } from '../reason-text.ts';

interface RejectedRowProps {
  one: CreatorImport;
  row: ImportRow;
  /** Called when the row is done; `words` are announced. */
  onSettled: (row: number, words: string) => void;
}

const PLATFORMS = SEARCHED_PLATFORMS.map((value) => ({ value, label: PLATFORM_NAMES[value] }));

/** A rejected row. Edits survive a reload until the row is added. */
export function RejectedRow({ one, row, onSettled }: RejectedRowProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const field = row.field === 'skip' ? null : row.field;
  const draft = useDraft(`creator-import.${one.id}.${row.row}`, row.suggestion ?? '');
  const params = { brandId, importId: one.id, row: row.row };

  const add = useMutation({
    mutationFn: () =>
      client.call(correctImportRow, {
        params,
        body: { values: { [field ?? 'username']: draft.text.trim() } },
      }),
    onSuccess: (answer) => {
      draft.discard();
      onSettled(row.row, t('rejected.added', { row: row.row }));
      keepImport(queryClient, brandId, answer.import);
      forgetImported(queryClient, brandId, one.id);
    },
  });
  const dismiss = useMutation({
    mutationFn: (dismissed: boolean) => client.call(correctImportRow, { params, body: { dismissed } }),
    onSuccess: (answer) => {
      const { queryKey } = rowsOptions(brandId, one.id, 'rejected');
      queryClient.setQueryData<InfiniteData<ImportRowsPage, number>>(
        queryKey,
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              rows: page.rows.map((other) => (other.row === row.row ? answer.row : other)),
            })),
          },
      );
      keepImport(queryClient, brandId, answer.import);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (draft.text.trim() && !add.isPending) add.mutate();
  };
  const form = `correct-${row.row}`;
  const name = row.name || t('rejected.noName');
  return (
    <Tr data-dismissed={row.dismissed || undefined}>
      <Td numeric className="t-ink2">
        <span title={row.line === null ? undefined : t('rejected.line', { line: row.line })}>{row.row}</span>
      </Td>
      <Td>
        <span className="rejected-who">
          <Avatar name={name} size={24} />
          <span className="t-ellipsis" title={name}>
            {name}
          </span>
        </span>
      </Td>
      <Td className="rejected-reason">{row.reason && reasonText(row.reason)}</Td>
      <Td>
        {row.dismissed ? (
          <span className="t-ink3">{t('rejected.skipped')}</span>
        ) : field === null ? (
          <span className="t-ink3">{t('rejected.inFile')}</span>
        ) : (
          <form id={form} onSubmit={submit} className="rejected-form">
            {field === 'platform' ? (
              <SelectField
                data-correct={row.row}
                label={t('rejected.platform', { row: row.row })}
                hideLabel
                lead={<span className="rejected-lead">{t('settings.platform')}</span>}
                placeholder={t('rejected.choose')}
                options={PLATFORMS}
                value={draft.text}
                error={fieldError(add.error)}
                onChange={(event) => draft.change(event.target.value)}
              />
            ) : (
              <TextField
                data-correct={row.row}
                label={t('rejected.field', { field: fieldName(field), row: row.row })}
                hideLabel
                lead={<span className="rejected-lead">{fieldName(field)}</span>}
                trail={
                  row.suggestion !== null && draft.text === row.suggestion ? (
                    <Pill tone="iris">{t('rejected.suggested')}</Pill>
                  ) : undefined
                }
                placeholder={t('rejected.placeholder')}
                autoComplete="off"
                spellCheck={false}
                value={draft.text}
                error={fieldError(add.error)}
                onChange={(event) => draft.change(event.target.value)}
              />
            )}
          </form>
        )}
      </Td>
      <Td>
        <span className="rejected-actions">
          {dismiss.error && <span className="rejected-failure">{errorText(dismiss.error)}</span>}
          <Button
            kind="quiet"
            size="row"
            busy={dismiss.isPending}
            aria-label={
              row.dismissed
                ? t('rejected.restoreRow', { row: row.row })
                : t('rejected.skipRow', { row: row.row })
            }
            onClick={() => dismiss.mutate(!row.dismissed)}
          >
            {row.dismissed ? t('rejected.restore') : t('rejected.skip')}
          </Button>
          {!row.dismissed && field !== null && (
            <Button
              size="row"
              type="submit"
              form={form}
              busy={add.isPending}
              disabledReason={
                draft.text.trim() ? undefined : t('rejected.typeFirst', { field: t(`noun.${field}`) })
              }
              aria-label={t('rejected.addRow', { row: row.row })}
            >
              {t('rejected.add')}
            </Button>
          )}
        </span>
      </Td>
    </Tr>
  );
}

const fieldError = (error: unknown): string | undefined =>
  error
    ? (error instanceof CallError && Object.values(error.body.fields ?? {})[0]) || errorText(error)
    : undefined;
