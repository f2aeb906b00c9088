import { useQuery } from '@tanstack/react-query';
import { type EmailTemplate, templateText } from '@troupe/domain/outreach/email-template';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Children } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { t } from '../messages/messages.gen.ts';
import type { TemplateFields } from './use-template-form.ts';

interface TemplateConflictProps {
  /** The template as it is saved now. */
  theirs: EmailTemplate;
  /** The fields that differ from the form. */
  differing: readonly (keyof TemplateFields)[];
  onTheirs: () => void;
  onMine: () => void;
}

/** An edit conflict of a template: shows the other version and overwrites nothing without asking. */
export function TemplateConflict({ theirs, differing, onTheirs, onMine }: TemplateConflictProps) {
  const { data: brand } = useQuery(brandOptions(useBrandId()));
  const titles = (brand?.campaigns ?? [])
    .filter(({ id }) => theirs.metaData.campaigns.includes(id))
    .map(({ title }) => title);
  const texts: Record<keyof TemplateFields, string> = {
    label: theirs.label,
    subject: theirs.subject,
    template: templateText(theirs.template),
    campaigns: titles.join(', ') || t('conflict.noCampaigns'),
  };
  return (
    <div className="template-meanwhile" role="alert">
      <p className="t-medium">
        {Children.toArray(
          t.rich('conflict.text', {
            name: theirs.updatedBy ?? t('conflict.someone'),
            ago: () => <Ago at={theirs.updated} />,
          }),
        )}
      </p>
      <dl>
        {differing.map((field) => (
          <div key={field}>
            <dt className="t-12 t-ink2">{t(`conflict.their.${field}`)}</dt>
            <dd dir="auto">{texts[field]}</dd>
          </div>
        ))}
      </dl>
      <div className="t-row t-wrap">
        <Button size="row" onClick={onTheirs}>
          {t('conflict.theirs')}
        </Button>
        <Button size="row" onClick={onMine}>
          {t('conflict.mine')}
        </Button>
      </div>
    </div>
  );
}
