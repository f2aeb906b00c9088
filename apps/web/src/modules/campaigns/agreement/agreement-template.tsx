import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getAgreementTemplate, saveAgreementTemplate } from '@troupe/contract/campaigns/agreement';
import { CallError } from '@troupe/contract/client';
import { defaultClauses } from '@troupe/domain/campaigns/agreement/agreement-text';
import { AGREEMENT_PLACEHOLDERS, AgreementClauses } from '@troupe/domain/campaigns/agreement-document';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonText } from '@troupe/ui/feedback/skeleton';
import { TextArea } from '@troupe/ui/field/field';
import { Section } from '@troupe/ui/layout/section';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { errorsOf } from '../../../shared/call/field-errors.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from './messages/messages.gen.ts';
import './agreement.css';

const templateOptions = (brandId: string) => callOptions(getAgreementTemplate, { params: { brandId } });
const PLACEHOLDERS = AGREEMENT_PLACEHOLDERS.map((name) => `{${name}}`).join(', ');

/** The clauses with which the brand's new agreements start. */
export default function AgreementTemplate() {
  const brandId = useBrandId();
  const query = useQuery(templateOptions(brandId));
  return (
    <Section id="agreements" title={t('title')} subtitle={t('subtitle')}>
      <LoadState what={t('what')} query={query}>
        <SkeletonText lines={8} />
      </LoadState>
      {query.data && <Editor key={brandId} brandId={brandId} template={query.data} />}
    </Section>
  );
}

interface EditorProps {
  brandId: string;
  template: { clauses: string; version: number };
}

function Editor({ brandId, template }: EditorProps) {
  const queryClient = useQueryClient();
  const { queryKey } = templateOptions(brandId);
  const form = useDraftForm({
    draft: `agreement-template.${brandId}`,
    saved: { clauses: template.clauses },
    validate: ({ clauses }) => ({ clauses: errorsOf(AgreementClauses, clauses)[''] }),
  });
  const { clauses } = form.values;
  const save = useMutation({
    mutationFn: () =>
      client.call(saveAgreementTemplate, {
        params: { brandId },
        body: { clauses, version: template.version },
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved);
      notify.success(t('saved'));
    },
    onError: (error) => {
      if (!(error instanceof CallError) || error.status !== 409) return;
      // The next save replaces what the teammate wrote; discarding shows it.
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  const changed = clauses !== template.clauses;
  const failure = save.error && (isConflict(save.error) ? t('conflict') : errorText(save.error));
  return (
    <div className="agreement-template">
      <TextArea
        label={t('clauses')}
        help={t('placeholders', { list: PLACEHOLDERS })}
        rows={18}
        maxLength={15_000}
        value={clauses}
        error={form.errors.clauses ?? failure ?? undefined}
        onChange={(event) => form.change({ clauses: event.target.value })}
      />
      <div className="t-row t-wrap">
        <Button
          kind="main"
          busy={save.isPending}
          disabledReason={changed ? undefined : t('unchanged')}
          onClick={form.submit(() => save.mutate())}
        >
          {t('save')}
        </Button>
        {changed && (
          <Button
            onClick={() => {
              save.reset();
              form.discard();
            }}
          >
            {t('discard')}
          </Button>
        )}
        {clauses !== defaultClauses() && (
          <Button kind="quiet" onClick={() => form.change({ clauses: defaultClauses() })}>
            {t('useDefault')}
          </Button>
        )}
      </div>
    </div>
  );
}

const isConflict = (error: unknown): boolean => error instanceof CallError && error.status === 409;
