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
  { id: 'usage', title: 'Usage', load: () => import('../../../modules/campaigns/usage/account-usage.tsx') },
  {
    id: 'subscription',
    title: 'Subscription',
    load: () => import('../../../modules/billing/subscription/account-subscription.tsx'),
  },
  { id: 'credits', title: 'Credit entries', load: () => import('./newest-credits.tsx') },
  { id: 'payments', title: 'Payments to creators', load: () => import('./newest-payables.tsx') },
  {
    id: 'brand',
    title: 'Brand details',
    tab: 'Brand',
    load: () => import('../../../modules/account/brand/account-brand.tsx'),
  },
  {
    id: 'team',
    title: 'Team',
    tab: 'Team',
    load: () => import('./team.tsx'),
  },
  {
    id: 'email-settings',
    title: 'Email settings',
    tab: 'Email settings',
    load: () => import('../../../modules/outreach/email-domain/email-settings.tsx'),
  },
  {
    id: 'email-templates',
    title: 'Email templates',
    tab: 'Email templates',
    load: () => import('../../../modules/outreach/email-template/template-list.tsx'),
  },
  {
    id: 'store',
    title: 'Store',
    tab: 'Store',
    load: () => import('../../../modules/commerce/store/account-store.tsx'),
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
    load: () => import('../../../modules/inbox/notification/account-notifications.tsx'),
  },
  {
    id: 'api-keys',
    title: 'API keys',
    tab: 'API and webhooks',
    load: () => import('../../../modules/account/api-key/account-api-keys.tsx'),
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    load: () => import('../../../modules/operations/outgoing-webhook/account-webhooks.tsx'),
  },
  {
    id: 'audit-log',
    title: 'Audit log',
    tab: 'Audit log',
    load: () => import('../../../modules/account/audit-log/account-audit-log.tsx'),
  },
  {
    id: 'export',
    title: 'Export',
    tab: 'Data',
    load: () => import('../../../modules/operations/brand-export/account-export.tsx'),
  },
  {
    id: 'close-account',
    title: 'Close the account',
    load: () => import('../../../modules/account/brand-closing/account-closing.tsx'),
  },
];
