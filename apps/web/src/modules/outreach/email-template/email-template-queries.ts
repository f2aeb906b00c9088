import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import {
  duplicateEmailTemplate,
  listMessageTemplates,
  removeEmailTemplate,
  restoreEmailTemplate,
  saveEmailTemplate,
} from '@troupe/contract/outreach/email-template';
import type { EmailTemplate, EmailTemplateForm } from '@troupe/domain/outreach/email-template';
import { notify } from '@troupe/ui/feedback/notify';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from '../messages/messages.gen.ts';

/** Form values and, for an existing template, the version they are based on. */
type TemplateForm = EmailTemplateForm & { version?: number };

/** The email templates of a brand, last changed first. */
export const templatesOptions = (brandId: string) =>
  callOptions(listMessageTemplates, { params: { brandId } });

/** Template mutations; each invalidates dependent queries, including the brand. */
export function useTemplateWrites() {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const onSettled = () =>
    Promise.all(
      [['email-template'], ['brand', 'getBrand']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  const onError = (error: Error) => void notify.failure(errorText(error));
  /** Called from a notice, which outlives the row of the template. */
  const restore = async (template: EmailTemplate) => {
    try {
      await client.call(restoreEmailTemplate, { params: { brandId, id: template.id } });
      notify.success(t('template.restored', { label: template.label }));
    } catch (error) {
      onError(error as Error);
    }
    await onSettled();
  };
  return {
    save: useMutation({
      mutationFn: ({ id, form, key }: { id: string; form: TemplateForm; key: string }) =>
        client.call(saveEmailTemplate, { params: { brandId, id }, body: form }, { idempotencyKey: key }),
      onSettled,
    }),
    duplicate: useMutation({
      mutationFn: ({ id }: EmailTemplate) =>
        client.call(
          duplicateEmailTemplate,
          { params: { brandId, id } },
          { idempotencyKey: crypto.randomUUID() },
        ),
      onError,
      onSettled,
    }),
    remove: useMutation({
      mutationFn: ({ id }: EmailTemplate) => client.call(removeEmailTemplate, { params: { brandId, id } }),
      onSuccess: (_answer, template) =>
        notify.success(t('template.removed', { label: template.label }), {
          action: { label: t('action.undo'), onClick: () => void restore(template) },
        }),
      onError: (error, template) =>
        notify.failure(t('template.removeFailed', { label: template.label }), { detail: errorText(error) }),
      onSettled,
    }),
  };
}

/** The server's reason for a failed preview, or the standard sentence. */
export function previewFailureText(error: unknown): string {
  const text = error instanceof CallError ? error.body.error : undefined;
  return typeof text === 'string' && text.trim() ? text : t('template.previewFailed');
}
