import type { ComponentType } from 'react';
import { t } from '../../-screens/messages/messages.gen.ts';

/** A section of the account: a `<Section id>` of `@troupe/ui` with the same id and title. */
export interface AccountSection {
  /** The anchor: `/account#team`. */
  id: string;
  title: () => string;
  /** The label of the page it starts; sections without one are on the page before. */
  page?: () => string;
  /** Its code, loaded when it comes near the view. The component takes no properties and reads its own data. */
  load: () => Promise<{ default: ComponentType }>;
}

/** The sections of the account in their order. A new one is one entry here. */
export const accountSections: readonly AccountSection[] = [
  {
    id: 'usage',
    title: () => t('account.section.usage'),
    load: () => import('../../../modules/campaigns/usage/account-usage.tsx'),
  },
  {
    id: 'subscription',
    title: () => t('account.section.subscription'),
    load: () => import('../../../modules/billing/subscription/account-subscription.tsx'),
  },
  { id: 'credits', title: () => t('account.section.credits'), load: () => import('./newest-credits.tsx') },
  { id: 'payments', title: () => t('account.section.payments'), load: () => import('./newest-payables.tsx') },
  {
    id: 'brand',
    title: () => t('account.section.brand'),
    page: () => t('account.page.brand'),
    load: () => import('../../../modules/account/brand/account-brand.tsx'),
  },
  {
    id: 'team',
    title: () => t('account.section.team'),
    page: () => t('account.section.team'),
    load: () => import('./team.tsx'),
  },
  {
    id: 'email-settings',
    title: () => t('account.section.email-settings'),
    page: () => t('account.section.email-settings'),
    load: () => import('../../../modules/outreach/email-domain/email-settings.tsx'),
  },
  {
    id: 'mailboxes',
    title: () => t('account.section.mailboxes'),
    page: () => t('account.section.mailboxes'),
    load: () => import('../../../modules/outreach/mailbox/account-mailboxes.tsx'),
  },
  {
    id: 'email-templates',
    title: () => t('account.section.email-templates'),
    page: () => t('account.section.email-templates'),
    load: () => import('../../../modules/outreach/email-template/template-list.tsx'),
  },
  {
    id: 'sequences',
    title: () => t('account.section.sequences'),
    load: () => import('../../../modules/outreach/sequence/sequence-list.tsx'),
  },
  {
    id: 'agreements',
    title: () => t('account.section.agreements'),
    page: () => t('account.page.agreements'),
    load: () => import('../../../modules/campaigns/agreement/agreement-template.tsx'),
  },
  {
    id: 'store',
    title: () => t('account.section.store'),
    page: () => t('account.section.store'),
    load: () => import('../../../modules/commerce/store/account-store.tsx'),
  },
  {
    id: 'connected-services',
    title: () => t('account.section.connected-services'),
    page: () => t('account.section.connected-services'),
    load: () => import('./connected-services.tsx'),
  },
  {
    id: 'brand-safety',
    title: () => t('account.section.brand-safety'),
    page: () => t('account.section.brand-safety'),
    load: () => import('../../../modules/listening/safety-rule/account-safety.tsx'),
  },
  {
    id: 'notifications',
    title: () => t('account.section.notifications'),
    page: () => t('account.section.notifications'),
    load: () => import('../../../modules/inbox/notification/account-notifications.tsx'),
  },
  {
    id: 'listening-digest',
    title: () => t('account.section.listening-digest'),
    load: () => import('../../../modules/listening/summary/digest-setting.tsx'),
  },
  {
    id: 'api-keys',
    title: () => t('account.section.api-keys'),
    page: () => t('account.page.api-keys'),
    load: () => import('../../../modules/account/api-key/account-api-keys.tsx'),
  },
  {
    id: 'webhooks',
    title: () => t('account.section.webhooks'),
    load: () => import('../../../modules/operations/outgoing-webhook/account-webhooks.tsx'),
  },
  {
    id: 'audit-log',
    title: () => t('account.section.audit-log'),
    page: () => t('account.section.audit-log'),
    load: () => import('../../../modules/account/audit-log/account-audit-log.tsx'),
  },
  {
    id: 'export',
    title: () => t('account.section.export'),
    page: () => t('account.page.export'),
    load: () => import('../../../modules/operations/brand-export/account-export.tsx'),
  },
  {
    id: 'close-account',
    title: () => t('account.section.close-account'),
    load: () => import('../../../modules/account/brand-closing/account-closing.tsx'),
  },
];

/** A page of the account with its URL: `/account/team`. */
export interface AccountPage {
  /** The last part of its URL, which is the id of its first section; null for `/account`. */
  id: string | null;
  label: () => string;
  sections: readonly AccountSection[];
}

/** The pages of the account in the order of their list. */
export const accountPages: readonly AccountPage[] = accountSections.reduce<
  { id: string | null; label: () => string; sections: AccountSection[] }[]
>(
  (pages, section) => {
    if (section.page) pages.push({ id: section.id, label: section.page, sections: [section] });
    else pages.at(-1)?.sections.push(section);
    return pages;
  },
  [{ id: null, label: () => t('account.page.plan'), sections: [] }],
);

/** Returns the page that a section is on; the first one for any other name. */
export function pageWith(section: string | undefined): AccountPage {
  const found = accountPages.find(({ sections }) => sections.some(({ id }) => id === section));
  return found ?? (accountPages[0] as AccountPage);
}
