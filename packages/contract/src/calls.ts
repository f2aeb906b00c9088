import * as acting from './account/acting.ts';
import * as apiKey from './account/api-key.ts';
import * as auditLog from './account/audit-log.ts';
import * as brand from './account/brand.ts';
import * as brandClosing from './account/brand-closing.ts';
import * as team from './account/team.ts';
import * as user from './account/user.ts';
import * as affiliate from './affiliate/affiliate.ts';
import * as affiliateAlert from './affiliate/affiliate-alert.ts';
import * as affiliateAnalytics from './affiliate/affiliate-analytics.ts';
import * as affiliateCode from './affiliate/affiliate-code.ts';
import * as affiliateLink from './affiliate/affiliate-link.ts';
import * as affiliateProgram from './affiliate/affiliate-program.ts';
import * as attribution from './affiliate/attribution.ts';
import * as commission from './affiliate/commission.ts';
import * as commissionStatement from './affiliate/commission-statement.ts';
import * as rehearsal from './affiliate/rehearsal.ts';
import * as analytics from './analytics/analytics.ts';
import * as benchmark from './analytics/benchmark.ts';
import * as cohort from './analytics/cohort.ts';
import * as costEntry from './analytics/cost-entry.ts';
import * as exchangeRate from './analytics/exchange-rate.ts';
import * as forecast from './analytics/forecast.ts';
import * as liftStudy from './analytics/lift-study.ts';
import * as report from './analytics/report.ts';
import * as reportRun from './analytics/report-run.ts';
import * as reportSchedule from './analytics/report-schedule.ts';
import * as reportShare from './analytics/report-share.ts';
import * as billing from './billing/billing.ts';
import * as credit from './billing/credit.ts';
import type { Call } from './call.ts';
import * as agreement from './campaigns/agreement.ts';
import * as campaign from './campaigns/campaign.ts';
import * as campaignContent from './campaigns/campaign-content.ts';
import * as creatorApp from './campaigns/creator-app.ts';
import * as creatorConnection from './campaigns/creator-connection.ts';
import * as followUp from './campaigns/follow-up.ts';
import * as invite from './campaigns/invite.ts';
import * as optIn from './campaigns/opt-in.ts';
import * as ownContent from './campaigns/own-content.ts';
import * as payable from './campaigns/payable.ts';
import * as payout from './campaigns/payout.ts';
import * as untaggedPost from './campaigns/untagged-post.ts';
import * as usage from './campaigns/usage.ts';
import * as gift from './commerce/gift.ts';
import * as order from './commerce/order.ts';
import * as orderImport from './commerce/order-import.ts';
import * as store from './commerce/store.ts';
import * as audienceReport from './discovery/audience-report.ts';
import * as content from './discovery/content.ts';
import * as creator from './discovery/creator.ts';
import * as creatorImport from './discovery/creator-import.ts';
import * as creatorList from './discovery/creator-list.ts';
import * as listBoard from './discovery/list-board.ts';
import * as listReview from './discovery/list-review.ts';
import * as outsideSearch from './discovery/outside-search.ts';
import * as safetyFlag from './discovery/safety-flag.ts';
import * as searchAlert from './discovery/search-alert.ts';
import * as sentence from './discovery/sentence.ts';
import * as similar from './discovery/similar.ts';
import * as brandOverview from './inbox/brand-overview.ts';
import * as conversation from './inbox/conversation.ts';
import * as notification from './inbox/notification.ts';
import * as ownConversation from './inbox/own-conversation.ts';
import * as creatorPrivacy from './listening/creator-privacy.ts';
import * as listeningDigest from './listening/listening-digest.ts';
import * as listeningSource from './listening/listening-source.ts';
import * as listeningSummary from './listening/listening-summary.ts';
import * as mention from './listening/mention.ts';
import * as mentionAlert from './listening/mention-alert.ts';
import * as monitor from './listening/monitor.ts';
import * as safetyRule from './listening/safety-rule.ts';
import * as admin from './operations/admin.ts';
import * as brandExport from './operations/brand-export.ts';
import * as outgoingWebhook from './operations/outgoing-webhook.ts';
import * as emailDomain from './outreach/email-domain.ts';
import * as emailTemplate from './outreach/email-template.ts';
import * as mail from './outreach/mail.ts';
import * as mailbox from './outreach/mailbox.ts';
import * as sequence from './outreach/sequence.ts';
import * as demoRequest from './site/demo-request.ts';
import * as marketingSource from './site/marketing-source.ts';
import * as productUpdate from './site/product-update.ts';
import * as support from './site/support.ts';
import * as welcome from './site/welcome.ts';

/** All calls. The API reference and the access tests are generated from this list. */
export const calls: readonly Call[] = [
  user,
  brandOverview,
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
  untaggedPost,
  optIn,
  agreement,
  creatorApp,
  creatorConnection,
  ownContent,
  conversation,
  ownConversation,
  payable,
  payout,
  notification,
  content,
  creator,
  creatorImport,
  creatorList,
  listBoard,
  listReview,
  searchAlert,
  sentence,
  similar,
  outsideSearch,
  safetyFlag,
  emailDomain,
  emailTemplate,
  followUp,
  invite,
  sequence,
  mail,
  mailbox,
  audienceReport,
  credit,
  billing,
  store,
  order,
  gift,
  orderImport,
  affiliateProgram,
  attribution,
  affiliateAnalytics,
  rehearsal,
  commission,
  commissionStatement,
  affiliate,
  affiliateLink,
  affiliateCode,
  affiliateAlert,
  monitor,
  safetyRule,
  mention,
  listeningSummary,
  listeningDigest,
  creatorPrivacy,
  mentionAlert,
  listeningSource,
  analytics,
  costEntry,
  exchangeRate,
  liftStudy,
  forecast,
  cohort,
  benchmark,
  report,
  reportSchedule,
  reportRun,
  reportShare,
  marketingSource,
  productUpdate,
  support,
  demoRequest,
  welcome,
  admin,
  acting,
].flatMap((noun) => Object.values<Call>(noun as unknown as Record<string, Call>));
