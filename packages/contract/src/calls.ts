import * as admin from './admin.ts';
import * as apiKey from './api-key.ts';
import * as audienceReport from './audience-report.ts';
import * as auditLog from './audit-log.ts';
import * as billing from './billing.ts';
import * as brand from './brand.ts';
import * as brandClosing from './brand-closing.ts';
import * as brandExport from './brand-export.ts';
import type { Call } from './call.ts';
import * as campaign from './campaign.ts';
import * as campaignContent from './campaign-content.ts';
import * as content from './content.ts';
import * as conversation from './conversation.ts';
import * as creator from './creator.ts';
import * as creatorApp from './creator-app.ts';
import * as creatorConnection from './creator-connection.ts';
import * as creatorImport from './creator-import.ts';
import * as creatorList from './creator-list.ts';
import * as credit from './credit.ts';
import * as demoRequest from './demo-request.ts';
import * as emailDomain from './email-domain.ts';
import * as emailTemplate from './email-template.ts';
import * as invite from './invite.ts';
import * as mail from './mail.ts';
import * as marketingSource from './marketing-source.ts';
import * as notification from './notification.ts';
import * as optIn from './opt-in.ts';
import * as order from './order.ts';
import * as orderImport from './order-import.ts';
import * as outgoingWebhook from './outgoing-webhook.ts';
import * as ownContent from './own-content.ts';
import * as ownConversation from './own-conversation.ts';
import * as payable from './payable.ts';
import * as productUpdate from './product-update.ts';
import * as store from './store.ts';
import * as support from './support.ts';
import * as team from './team.ts';
import * as usage from './usage.ts';
import * as user from './user.ts';
import * as welcome from './welcome.ts';

/** Every call there is. Documentation and the access tests are made from this list. */
export const calls: readonly Call[] = [
  user,
  brand,
  team,
  usage,
  apiKey,
  auditLog,
  outgoingWebhook,
  brandExport,
  brandClosing,
  campaign,
  campaignContent,
  optIn,
  creatorApp,
  creatorConnection,
  ownContent,
  conversation,
  ownConversation,
  payable,
  notification,
  content,
  creator,
  creatorImport,
  creatorList,
  emailDomain,
  emailTemplate,
  invite,
  mail,
  audienceReport,
  credit,
  billing,
  store,
  order,
  orderImport,
  marketingSource,
  productUpdate,
  support,
  demoRequest,
  welcome,
  admin,
].flatMap((noun) => Object.values<Call>(noun as unknown as Record<string, Call>));
