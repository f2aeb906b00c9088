import { useQuery } from '@tanstack/react-query';
import { type EmailTemplate, templateText } from '@troupe/domain/outreach/email-template';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import type { TemplateFields } from './use-template-form.ts';

interface TemplateConflictProps {
  /** The template as it is saved now. */
  theirs: EmailTemplate;
  /** The fields that differ from the form. */
  differing: readonly (keyof TemplateFields)[];
  onTheirs: () => void;
  onMine: () => void;
}

const NAMES: Record<keyof TemplateFields, string> = {
  label: 'Label',
  subject: 'Subject',
  template: 'Body',
  campaigns: 'Default campaigns',
};

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
    campaigns: titles.join(', ') || 'None',
  };
  return (
    <div className="template-meanwhile" role="alert">
      <p className="t-medium">
        {theirs.updatedBy ?? 'Someone'} changed this template <Ago at={theirs.updated} /> while you were
        editing. Your text is kept.
      </p>
      <dl>
        {differing.map((field) => (
          <div key={field}>
            <dt className="t-12 t-ink2">Their {NAMES[field].toLowerCase()}</dt>
            <dd dir="auto">{texts[field]}</dd>
          </div>
        ))}
      </dl>
      <div className="t-row t-wrap">
        <Button size="row" onClick={onTheirs}>
          Use theirs
        </Button>
        <Button size="row" onClick={onMine}>
          Keep mine
        </Button>
      </div>
    </div>
  );
}
