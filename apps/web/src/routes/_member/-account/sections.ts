import type { ComponentType } from 'react';

/** A part of the account screen: a `<Section id>` of `@troupe/ui` with the same id and title. */
export interface AccountSection {
  /** The anchor: `/account#team`. */
  id: string;
  title: string;
  /** Words of its tab; parts without one belong to the tab before. */
  tab?: string;
  /** Its code, loaded when it comes near the view. The component takes no properties and reads its own data. */
  load: () => Promise<{ default: ComponentType }>;
}

/** The parts of the account screen from top to bottom. A new one is one line here. */
export const accountSections: readonly AccountSection[] = [
  { id: 'usage', title: 'Usage', load: () => import('../../../features/usage/account-usage.tsx') },
  {
    id: 'subscription',
    title: 'Subscription',
    load: () => import('../../../features/subscription/account-subscription.tsx'),
  },
  { id: 'credits', title: 'Credit entries', load: () => import('./newest-credits.tsx') },
  { id: 'payments', title: 'Payments to creators', load: () => import('./newest-payables.tsx') },
  {
    id: 'brand',
    title: 'Brand details',
    tab: 'Brand',
    load: () => import('../../../features/brand/account-brand.tsx'),
  },
  { id: 'team', title: 'Team', tab: 'Team', load: () => import('../../../features/team/account-team.tsx') },
  {
    id: 'email-settings',
    title: 'Email settings',
    tab: 'Email settings',
    load: () => import('./email-settings.tsx'),
  },
  {
    id: 'email-templates',
    title: 'Email templates',
    tab: 'Email templates',
    load: () => import('./email-templates.tsx'),
  },
  {
    id: 'store',
    title: 'Store',
    tab: 'Store',
    load: () => import('../../../features/store/account-store.tsx'),
  },
  {
    id: 'connected-services',
    title: 'Connected services',
    tab: 'Connected services',
    load: () => import('./connected-services.tsx'),
  },
  {
    id: 'notifications',
    title: 'Notifications',
    tab: 'Notifications',
    load: () => import('../../../features/notification/account-notifications.tsx'),
  },
  {
    id: 'api-keys',
    title: 'API keys',
    tab: 'API and webhooks',
    load: () => import('../../../features/api-key/account-api-keys.tsx'),
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    load: () => import('../../../features/outgoing-webhook/account-webhooks.tsx'),
  },
  {
    id: 'audit-log',
    title: 'Audit log',
    tab: 'Audit log',
    load: () => import('../../../features/audit-log/account-audit-log.tsx'),
  },
  {
    id: 'export',
    title: 'Export',
    tab: 'Data',
    load: () => import('../../../features/brand-export/account-export.tsx'),
  },
  {
    id: 'close-account',
    title: 'Close the account',
    load: () => import('../../../features/brand-closing/account-closing.tsx'),
  },
];
