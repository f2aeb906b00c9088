import { PageHeader } from '@troupe/ui/layout/page-header';
import { Tabs } from '@troupe/ui/layout/tabs';
import type { ReactNode } from 'react';
import { t } from '../messages/messages.gen.ts';
import { SheetHead } from './screen.tsx';

const SECTIONS = ['brands', 'providers', 'jobs', 'billing', 'demo-requests', 'opt-outs', 'features'] as const;

const hrefOf = (section: (typeof SECTIONS)[number]) =>
  section === 'brands' ? '/admin' : `/admin/${section}`;

interface AdminHeadProps {
  section: (typeof SECTIONS)[number];
  subtitle: string;
  actions?: ReactNode;
}

/** The head of a part of the administration, with the way to the others. */
export function AdminHead({ section, subtitle, actions }: AdminHeadProps) {
  return (
    <SheetHead>
      <PageHeader
        title={t(`admin.${section}`)}
        crumbs={section === 'brands' ? [] : [{ label: t('admin'), href: '/admin' }]}
        subtitle={subtitle}
        actions={actions}
      />
      <Tabs
        label={t('admin')}
        items={SECTIONS.map((one) => ({
          label: t(`admin.${one}`),
          href: hrefOf(one),
          active: one === section,
        }))}
      />
    </SheetHead>
  );
}
