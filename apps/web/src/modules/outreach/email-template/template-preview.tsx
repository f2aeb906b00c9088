import { useQuery } from '@tanstack/react-query';
import { previewEmailTemplate } from '@troupe/contract/outreach/email-template';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { Segmented } from '@troupe/ui/field/segmented';
import { Scrollable } from '@troupe/ui/layout/scrollable';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { EmailFrame } from '../../../shared/email-frame.tsx';
import { t } from '../messages/messages.gen.ts';
import { previewFailureText } from './email-template-queries.ts';
import type { TemplateFields } from './use-template-form.ts';

type Form = 'html' | 'text';

/** The email as it will arrive, rendered by the server. */
export function TemplatePreview({ values }: { values: TemplateFields }) {
  const brandId = useBrandId();
  const [form, setForm] = useState<Form>('html');
  const { template, subject, campaigns } = values;
  const body = { template, subject, ...(campaigns[0] ? { campaignId: campaigns[0] } : {}) };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['email-template', 'preview', brandId, body],
    queryFn: ({ signal }) => client.call(previewEmailTemplate, { params: { brandId }, body }, { signal }),
    retry: false,
    gcTime: 0,
  });
  if (error) {
    return <ErrorState title={previewFailureText(error)} busy={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return (
      <Loading label={t('preview.loading')}>
        <SkeletonText lines={6} />
      </Loading>
    );
  }
  return (
    <div className="template-preview">
      <div className="t-row t-wrap">
        <p className="t-grow">
          <span className="t-ink3">{t('template.subject')}</span>{' '}
          <span className="t-medium">{data.subject}</span>
        </p>
        <Segmented<Form>
          label={t('preview.format')}
          value={form}
          onChange={setForm}
          options={[
            { value: 'html', label: t('preview.html') },
            { value: 'text', label: t('preview.text') },
          ]}
        />
      </div>
      {form === 'html' ? (
        <EmailFrame html={data.preview} />
      ) : (
        <Scrollable as="pre" aria-label={t('preview.textLabel')}>
          {data.text}
        </Scrollable>
      )}
      <p className="t-12 t-ink3">{t('preview.sample')}</p>
    </div>
  );
}
