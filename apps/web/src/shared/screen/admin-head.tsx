import { PageHeader } from '@troupe/ui/layout/page-header';
import { Tabs } from '@troupe/ui/layout/tabs';
import type { ReactNode } from 'react';
import { SheetHead } from './screen.tsx';

const SECTIONS = [
  { label: 'Brands', href: '/admin' },
  { label: 'Providers', href: '/admin/providers' },
  { label: 'Jobs', href: '/admin/jobs' },
  { label: 'Billing', href: '/admin/billing' },
  { label: 'Demos', href: '/admin/demo-requests' },
  { label: 'Features', href: '/admin/features' },
] as const;

interface AdminHeadProps {
  title: (typeof SECTIONS)[number]['label'];
  subtitle: string;
  actions?: ReactNode;
}

/** The head of a part of the administration, with the way to the others. */
export function AdminHead({ title, subtitle, actions }: AdminHeadProps) {
  return (
    <SheetHead>
      <PageHeader
        title={title}
        crumbs={title === 'Brands' ? [] : [{ label: 'Administration', href: '/admin' }]}
        subtitle={subtitle}
        actions={actions}
      />
      <Tabs label="Administration" items={SECTIONS.map((one) => ({ ...one, active: one.label === title }))} />
    </SheetHead>
  );
}
