import { IconCopy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { EmailTemplate } from '@troupe/domain/outreach/email-template';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { useArrowList } from '@troupe/ui/hooks';
import { RowActions, Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { Section } from '@troupe/ui/layout/section';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { templatesOptions, useTemplateWrites } from './email-template-queries.ts';
import './email-template.css';
import { t } from '../messages/messages.gen.ts';

/** The email templates of the brand; the one in the URL opens over the screen. */
export default function TemplateList() {
  const navigate = useNavigate();
  const onOpen = (template: string) =>
    void navigate({
      to: location.pathname,
      search: { template },
      hash: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  const brandId = useBrandId();
  const { data: brand } = useQuery(brandOptions(brandId));
  const query = useQuery(templatesOptions(brandId));
  const { data } = query;
  const templates = data?.messageTemplates;
  const make = (
    <Button icon={<IconPlus size={16} />} onClick={() => onOpen('NEW')}>
      {t('template.new')}
    </Button>
  );
  return (
    <Section
      id="email-templates"
      title={t('templates.title')}
      subtitle={templates && templates.length > 0 ? t('templates.subtitle') : undefined}
      actions={templates && templates.length > 0 ? make : undefined}
    >
      <LoadState what={t('templates.what')} query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
      {templates?.length === 0 && brand && (
        <EmptyState
          title={t('templates.none', { brand: brand.name })}
          text={t('templates.noneText')}
          drawing="seats"
          actions={make}
        />
      )}
      {templates && templates.length > 0 && <TemplateTable templates={templates} onOpen={onOpen} />}
    </Section>
  );
}

interface TemplateProps {
  /** Opens a template by id, or a new one for `NEW`. */
  onOpen: (templateId: string) => void;
}

/** Templates as rows; arrow keys move, Enter opens. */
function TemplateTable({ templates, onOpen }: TemplateProps & { templates: readonly EmailTemplate[] }) {
  const { rowProps } = useArrowList({ keys: templates.map(({ id }) => id), onOpen });
  return (
    <Table label={t('templates.title')} bleed className="template-table">
      <thead>
        <tr>
          <Th>{t('template.label')}</Th>
          <Th data-wide>{t('template.subject')}</Th>
          <Th data-wide numeric>
            {t('templates.campaigns')}
          </Th>
          <Th data-wide numeric>
            {t('templates.changed')}
          </Th>
          <Th>
            <span className="t-hidden">{t('templates.actions')}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {templates.map((template) => (
          <Tr key={template.id} {...rowProps(template.id)} onOpen={() => onOpen(template.id)}>
            <Td className="t-name t-ellipsis template-label" dir="auto">
              {template.label}
            </Td>
            <Td data-wide className="t-ink2 t-ellipsis template-subject" dir="auto">
              {template.subject}
            </Td>
            <Td data-wide numeric>
              {template.metaData.campaigns.length || <span className="t-ink3">–</span>}
            </Td>
            <Td data-wide numeric>
              <Ago at={template.updated} />
            </Td>
            <Td>
              <TemplateMenu template={template} onOpen={onOpen} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function TemplateMenu({ template, onOpen }: TemplateProps & { template: EmailTemplate }) {
  const { duplicate, remove } = useTemplateWrites();
  const copy = () => {
    duplicate.mutate(template, {
      onSuccess: ({ emailTemplate }) =>
        notify.success(t('template.created', { label: emailTemplate.label }), {
          action: { label: t('action.open'), onClick: () => onOpen(emailTemplate.id) },
        }),
    });
  };
  return (
    <RowActions>
      <MoreMenu
        label={t('templates.moreAbout', { label: template.label })}
        items={[
          { label: t('action.edit'), icon: <IconPencil size={18} />, onClick: () => onOpen(template.id) },
          { label: t('action.duplicate'), icon: <IconCopy size={18} />, onClick: copy },
          'divider',
          {
            label: t('action.remove'),
            icon: <IconTrash size={18} />,
            danger: true,
            onClick: () => remove.mutate(template),
          },
        ]}
      />
    </RowActions>
  );
}
