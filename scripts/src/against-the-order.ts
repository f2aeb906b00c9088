/**
 * Imports against the order of modules, as `from to`. Each is to become a domain event, or to move to the module that it
 * asks about; the check also refuses a line here that is no longer needed.
 */
export const againstTheOrder: readonly string[] = [
  'portal/account/profile/account-page.tsx contract/campaigns/creator-app.ts',
  'portal/account/profile/claim-profile.tsx contract/campaigns/creator-app.ts',
  'portal/account/profile/claim-profile.tsx domain/campaigns/opt-in.ts',
  'portal/account/profile/claim-profile.tsx domain/discovery/creator.ts',
  'portal/account/profile/claim-profile.tsx domain/discovery/platforms.ts',
  'portal/account/profile/connect-account.ts contract/campaigns/creator-connection.ts',
  'portal/account/profile/connect-account.ts domain/discovery/creator.ts',
  'portal/account/profile/connect-page.tsx contract/campaigns/creator-app.ts',
  'portal/account/profile/connect-page.tsx contract/campaigns/creator-connection.ts',
  'portal/account/profile/connection-list.tsx contract/campaigns/creator-connection.ts',
  'portal/account/profile/connection-list.tsx domain/discovery/creator.ts',
  'portal/account/profile/connection-list.tsx domain/discovery/platforms.ts',
  'portal/account/profile/mail-choices.tsx contract/inbox/notification.ts',
  'portal/account/profile/mail-choices.tsx domain/inbox/notification.ts',
  'portal/account/profile/profile-list.tsx contract/campaigns/creator-app.ts',
  'portal/account/profile/profile-list.tsx domain/discovery/platforms.ts',
  'portal/discovery/content/content-part.tsx domain/campaigns/campaign-content.ts',
  'portal/discovery/content/content-part.tsx domain/campaigns/content-kind-name.ts',
  'portal/discovery/content/hand-in-form.tsx contract/campaigns/own-content.ts',
  'portal/discovery/content/hand-in-form.tsx domain/campaigns/campaign-brief.ts',
  'portal/discovery/content/hand-in-form.tsx domain/campaigns/content-kind-name.ts',
  'portal/discovery/content/live-post-form.tsx contract/campaigns/own-content.ts',
  'portal/discovery/content/live-post-form.tsx domain/campaigns/campaign-brief.ts',
  'portal/discovery/content/live-post-form.tsx domain/campaigns/content-kind-name.ts',
  'web/account/team/account-team.tsx domain/billing/plan.ts',
];

/**
 * Folders and functions that are still too large: a folder, or a file and the name of its function. This list only gets
 * shorter too.
 */
export const tooLarge: readonly string[] = [
  'apps/api/src/demo/content.ts insertOfCampaign',
  'apps/api/src/modules/campaigns/campaign-content/own-content.queries.ts readOwnContent',
  'apps/api/src/modules/campaigns/campaign-content/upload.receive.ts receiveUploads',
  'apps/api/src/modules/campaigns/campaign/campaign.routes.ts campaignRoutes',
  'apps/api/src/modules/campaigns/claim-profile.ts claimProfiles',
  'apps/api/src/modules/campaigns/connect-account.ts connectAccounts',
  'apps/api/src/modules/campaigns/invite-creators.ts inviteCreators',
  'apps/api/src/modules/campaigns/opt-in/opt-in.routes.ts optInRoutes',
  'apps/api/src/modules/campaigns/uploads.ts uploads',
  'apps/api/src/modules/commerce/order/order-import.apply.queries.ts applyEntries',
  'apps/api/src/modules/commerce/store-connect.ts storeConnectRoutes',
  'apps/api/src/modules/inbox/conversation-email.ts conversationEmail',
  'apps/api/src/modules/inbox/conversation/attachment.ts attachments',
  'apps/api/src/modules/inbox/conversation/conversation.routes.ts conversationRoutes',
  'apps/api/src/modules/operations/close-brand.ts closeBrands',
];
