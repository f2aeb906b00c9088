/**
 * Imports against the order of modules, as `from to`. Each is to become a domain event, or to move to the module that it
 * asks about; the check also refuses a line here that is no longer needed.
 */
export const againstTheOrder: readonly string[] = [];

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
