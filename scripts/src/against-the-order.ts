/**
 * Imports against the order of modules, as `from to`. Each is to become a domain event, or to move to the module that it
 * asks about; the check also refuses a line here that is no longer needed.
 */
export const againstTheOrder: readonly string[] = [
  'api/account/team/team-invite.queries.ts api/outreach/mail/mail.table.ts',
  'api/account/team/team-invite.table.ts api/outreach/mail/mail.table.ts',
  'api/account/team/team.queries.ts api/billing/subscription/subscription.table.ts',
  'api/account/team/team.queries.ts api/inbox/conversation/conversation.table.ts',
  'api/account/team/team.queries.ts api/inbox/notification/notification.table.ts',
  'api/billing/payment-news.ts api/inbox/notification/notification.queries.ts',
  'api/campaigns/campaign-content.ts api/inbox/conversation/message-event.queries.ts',
  'api/campaigns/campaign-content.ts api/inbox/notification/notification.queries.ts',
  'api/campaigns/invite-creators.ts api/inbox/conversation/conversation-mail.queries.ts',
  'api/campaigns/live-posts.ts api/inbox/conversation/message-event.queries.ts',
  'api/campaigns/own-offers.ts api/inbox/notification/notification.queries.ts',
  'api/campaigns/payables.ts api/inbox/notification/notification.queries.ts',
  'api/campaigns/take-part.ts api/inbox/notification/notification.queries.ts',
  'api/discovery/creator/creator.queries.ts api/campaigns/invite/invite.table.ts',
  'api/outreach/email-template/email-template-letter.queries.ts api/campaigns/campaign/campaign.table.ts',
  'api/outreach/email-template/email-template.queries.ts api/campaigns/campaign/campaign.table.ts',
  'api/outreach/email-template/email-template.queries.ts api/campaigns/invite/invite.table.ts',
  'api/outreach/mail/mail-sending.queries.ts api/campaigns/invite/invite.table.ts',
  'api/outreach/send-mail.ts api/inbox/conversation/conversation-mail.queries.ts',
  'domain/account/brand.ts domain/campaigns/campaign.ts',
  'domain/account/brand.ts domain/outreach/email-domain.ts',
];
