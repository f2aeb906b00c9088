import type { ComponentType } from 'react';

/** A section of the account: a `<Section id>` of `@troupe/ui` with the same id and title. */
export interface AccountSection {
  /** The anchor: `/account#team`. */
  id: string;
  title: string;
  /** The label of the page it starts; sections without one are on the page before. */
  page?: string;
  /** Its code, loaded when it comes near the view. The component takes no properties and reads its own data. */
  load: () => Promise<{ default: ComponentType }>;
}

/** The sections of the account in their order. A new one is one entry here. */
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
    page: 'Brand',
    load: () => import('../../../modules/account/brand/account-brand.tsx'),
  },
  {
    id: 'team',
    title: 'Team',
    page: 'Team',
    load: () => import('./team.tsx'),
  },
  {
    id: 'email-settings',
    title: 'Email settings',
    page: 'Email settings',
    load: () => import('../../../modules/outreach/email-domain/email-settings.tsx'),
  },
  {
    id: 'email-templates',
    title: 'Email templates',
    page: 'Email templates',
    load: () => import('../../../modules/outreach/email-template/template-list.tsx'),
  },
  {
    id: 'store',
    title: 'Store',
    page: 'Store',
    load: () => import('../../../modules/commerce/store/account-store.tsx'),
  },
  {
    id: 'connected-services',
    title: 'Connected services',
    page: 'Connected services',
    load: () => import('./connected-services.tsx'),
  },
  {
    id: 'notifications',
    title: 'Notifications',
    page: 'Notifications',
    load: () => import('../../../modules/inbox/notification/account-notifications.tsx'),
  },
  {
    id: 'api-keys',
    title: 'API keys',
    page: 'API and webhooks',
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
    page: 'Audit log',
    load: () => import('../../../modules/account/audit-log/account-audit-log.tsx'),
  },
  {
    id: 'export',
    title: 'Export',
    page: 'Data',
    load: () => import('../../../modules/operations/brand-export/account-export.tsx'),
  },
  {
    id: 'close-account',
    title: 'Close the account',
    load: () => import('../../../modules/account/brand-closing/account-closing.tsx'),
  },
];

/** A page of the account with its URL: `/account/team`. */
export interface AccountPage {
  /** The last part of its URL, which is the id of its first section; null for `/account`. */
  id: string | null;
  label: string;
  sections: readonly AccountSection[];
}

/** The pages of the account in the order of their list. */
export const accountPages: readonly AccountPage[] = accountSections.reduce<
  { id: string | null; label: string; sections: AccountSection[] }[]
>(
  (pages, section) => {
    if (section.page) pages.push({ id: section.id, label: section.page, sections: [section] });
    else pages.at(-1)?.sections.push(section);
    return pages;
  },
  [{ id: null, label: 'Plan and usage', sections: [] }],
);

/** Returns the page that a section is on; the first one for any other name. */
export function pageWith(section: string | undefined): AccountPage {
  const found = accountPages.find(({ sections }) => sections.some(({ id }) => id === section));
  return found ?? (accountPages[0] as AccountPage);
}
