import { problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { actingRoutes } from '../modules/account/acting/acting.routes.ts';
import { apiKeyRoutes } from '../modules/account/api-key/api-key.routes.ts';
import { auditLogJobs, auditLogRoutes } from '../modules/account/audit-log/audit-log.routes.ts';
import { brandExists } from '../modules/account/brand/brand.queries.ts';
import { brandRoutes } from '../modules/account/brands.ts';
import { teams } from '../modules/account/teams.ts';
import { userRoutes } from '../modules/account/users.ts';
import { eraseAffiliates } from '../modules/affiliate/affiliate/affiliate-erase.queries.ts';
import { affiliateClickJobs } from '../modules/affiliate/affiliate-click/affiliate-click.jobs.ts';
import { affiliateModule } from '../modules/affiliate/affiliate-module.ts';
import { attributionJobs, subscribeAttributions } from '../modules/affiliate/attributions.ts';
import { subscribeCampaignCommissions } from '../modules/affiliate/campaign-commissions.ts';
import { readCreatorPrograms } from '../modules/affiliate/own-affiliates.ts';
import { analyticsModule } from '../modules/analytics/analytics-module.ts';
import { subscribeGiftCosts } from '../modules/analytics/gift-costs.ts';
import { anonymizeStudies } from '../modules/analytics/lift-study/lift-study.queries.ts';
import { reportMailFiles } from '../modules/analytics/report-emails.ts';
import { reportsModule } from '../modules/analytics/reports-module.ts';
import { billing } from '../modules/billing/billing.ts';
import { creditJobs, creditRoutes } from '../modules/billing/credit/credit.routes.ts';
import { agreements } from '../modules/campaigns/agreements.ts';
import { approvalUndo } from '../modules/campaigns/approval-undo.ts';
import { readCampaignTitle, unknownCampaigns } from '../modules/campaigns/campaign/campaign.queries.ts';
import {
  subscribeUntaggedPosts,
  untaggedPostRoutes,
} from '../modules/campaigns/campaign-content/untagged-post.routes.ts';
import { uploadLinks } from '../modules/campaigns/campaign-content/upload.link.ts';
import { campaignContent } from '../modules/campaigns/campaign-content.ts';
import { campaigns } from '../modules/campaigns/campaigns.ts';
import { changeInvite } from '../modules/campaigns/change-invite.ts';
import { claimProfiles } from '../modules/campaigns/claim-profile.ts';
import { connectAccounts } from '../modules/campaigns/connect-account.ts';
import { followUpWithheld, withdrawStep } from '../modules/campaigns/follow-up/follow-up-send.queries.ts';
import { followUps } from '../modules/campaigns/follow-ups.ts';
import { inviteRoutes } from '../modules/campaigns/invite/invite.routes.ts';
import {
  cancelClosed,
  inviteClosed,
  needTemplate,
} from '../modules/campaigns/invite/invite-change.queries.ts';
import { readInviteMentions } from '../modules/campaigns/invite/invited.queries.ts';
import { inviteCreators } from '../modules/campaigns/invite-creators.ts';
import { addLivePost, livePosts } from '../modules/campaigns/live-posts.ts';
import { liveStories } from '../modules/campaigns/live-stories.ts';
import { openCampaigns } from '../modules/campaigns/open-campaigns.ts';
import { optInRoutes } from '../modules/campaigns/opt-in/opt-in.routes.ts';
import { ownCopies } from '../modules/campaigns/opt-in/own-copy.jobs.ts';
import { optInToCampaign } from '../modules/campaigns/opt-in-to-campaign.ts';
import { ownOffers } from '../modules/campaigns/own-offers.ts';
import { ownOptIns } from '../modules/campaigns/own-opt-ins.ts';
import { payables, subscribePayables } from '../modules/campaigns/payables.ts';
import { payouts } from '../modules/campaigns/payouts.ts';
import { remindOptIns } from '../modules/campaigns/remind-opt-in.ts';
import { followUpJobs, subscribeFollowUps } from '../modules/campaigns/send-follow-ups.ts';
import { similarCreators } from '../modules/campaigns/similar-creators.ts';
import { uploads } from '../modules/campaigns/uploads.ts';
import { usage } from '../modules/campaigns/usage.ts';
import { eraseGifts, readGiftsOfCreator } from '../modules/commerce/gift/gift.queries.ts';
import { subscribeGifts } from '../modules/commerce/gift-events.ts';
import { gifts } from '../modules/commerce/gifts.ts';
import { importOrders } from '../modules/commerce/import-orders.ts';
import { stores } from '../modules/commerce/stores.ts';
import { audienceFilters } from '../modules/discovery/audience-coverage.ts';
import { audienceReports } from '../modules/discovery/buy-audience-report.ts';
import { readContent } from '../modules/discovery/content/content.queries.ts';
import { readBreakdowns } from '../modules/discovery/content/content-breakdown.queries.ts';
import { creatorJobs } from '../modules/discovery/creator/creator.jobs.ts';
import { creatorRoutes } from '../modules/discovery/creator/creator.routes.ts';
import type { CreatorSearch } from '../modules/discovery/creator/creator-search.ts';
import { creatorSentence } from '../modules/discovery/creator/creator-sentence.ts';
import { creatorAuthenticity } from '../modules/discovery/creator-authenticity.ts';
import { creatorHistory } from '../modules/discovery/creator-history.ts';
import { creatorListJobs, creatorListRoutes } from '../modules/discovery/creator-list/creator-list.routes.ts';
import { creatorListBoardRoutes } from '../modules/discovery/creator-list/creator-list-board.routes.ts';
import { readListMentions } from '../modules/discovery/creator-list/creator-list-mention.queries.ts';
import { creatorTopicJobs } from '../modules/discovery/creator-topics/creator-topics.jobs.ts';
import { creatorContacts } from '../modules/discovery/fetch-creator-contact.ts';
import { importCreators } from '../modules/discovery/import-creators.ts';
import { importPictures } from '../modules/discovery/import-pictures.ts';
import { listReviewRoutes } from '../modules/discovery/list-review/list-review.routes.ts';
import { providerGuard } from '../modules/discovery/provider/provider.queries.ts';
import { providerRoutes } from '../modules/discovery/provider/provider.routes.ts';
import { refreshCreators } from '../modules/discovery/refresh-creator.ts';
import { keepFigureDays } from '../modules/discovery/safety-flag/safety-check.queries.ts';
import { readOpenCategories } from '../modules/discovery/safety-flag/safety-flag.queries.ts';
import { safetyFlagRoutes } from '../modules/discovery/safety-flag/safety-flag.routes.ts';
import { savedSearchRoutes } from '../modules/discovery/saved-search/saved-search.routes.ts';
import { searchesOutside } from '../modules/discovery/search-outside.ts';
import { type Sources, socialSources } from '../modules/discovery/social-sources.ts';
import { watchSearches } from '../modules/discovery/watch-searches.ts';
import { brandOverview } from '../modules/inbox/brand-overview.ts';
import { subscribeContentNotices } from '../modules/inbox/content-events.ts';
import { conversations, releaseMember } from '../modules/inbox/conversations.ts';
import { creatorAccount } from '../modules/inbox/creator-account.ts';
import { dueReminders } from '../modules/inbox/due-reminders.ts';
import { liveEvents } from '../modules/inbox/live-events.ts';
import { subscribeLiveStreams } from '../modules/inbox/live-subscriber.ts';
import { mailboxes } from '../modules/inbox/mailboxes.ts';
import { notificationRoutes } from '../modules/inbox/notification/notification.routes.ts';
import { subscribeOptIns } from '../modules/inbox/opt-in-events.ts';
import { subscribePaymentNotices } from '../modules/inbox/payment-events.ts';
import { rightsReminders } from '../modules/inbox/rights-reminders.ts';
import { subscribeSearchAlerts } from '../modules/inbox/search-alerts.ts';
import { storyPreflight } from '../modules/inbox/story-preflight.ts';
import { takeOverConversations } from '../modules/inbox/take-over.ts';
import { eraseMentions, readCreatorPrivacy } from '../modules/listening/creator-privacy.ts';
import { creatorSafety } from '../modules/listening/creator-safety.ts';
import { creatorSponsorships } from '../modules/listening/creator-sponsorships.ts';
import { type Listening, listeningModule } from '../modules/listening/listening-module.ts';
import { readSightings } from '../modules/listening/mention/code-sighting.queries.ts';
import { readHeardPosts } from '../modules/listening/mention/heard-post.queries.ts';
import { adminRoutes } from '../modules/operations/admin/admin.routes.ts';
import { closeBrands } from '../modules/operations/close-brand.ts';
import { exportBrand } from '../modules/operations/export-brand.ts';
import {
  outgoingWebhooks,
  subscribeWebhooks,
  type WebhookService,
} from '../modules/operations/outgoing-webhooks.ts';
import { emailDomainJobs } from '../modules/outreach/email-domain/email-domain.jobs.ts';
import { emailDomainRoutes } from '../modules/outreach/email-domain/email-domain.routes.ts';
import { emailTemplateRoutes } from '../modules/outreach/email-template/email-template.routes.ts';
import { joinTeam } from '../modules/outreach/join-team.ts';
import { type MailService, sendMail } from '../modules/outreach/send-mail.ts';
import { testMailRoutes } from '../modules/outreach/send-test-mail.ts';
import { sequences } from '../modules/outreach/sequences.ts';
import { readTeam, teamInvites } from '../modules/outreach/team-invites.ts';
import { marketingSourceRoutes } from '../modules/site/marketing-source/marketing-source.routes.ts';
import { productUpdateRoutes } from '../modules/site/product-update/product-update.routes.ts';
import { demoRequests } from '../modules/site/request-demo.ts';
import { supportRoutes } from '../modules/site/support/support.routes.ts';
import { welcomeRoutes } from '../modules/site/welcome/welcome.routes.ts';
import type { TokenVerifier } from '../platform/access/token.ts';
import type { Api } from '../platform/api.ts';
import { connectionOf } from '../platform/database.ts';
import { fileRoutes } from '../platform/files/file.routes.ts';
import type { Files, VirusScan } from '../platform/files/files.ts';
import type { Listener } from '../platform/listen.ts';
import { iqdata } from '../providers/audience-data/iqdata.ts';
import { chargebee } from '../providers/billing/chargebee.ts';
import { dnsResolver } from '../providers/dns/resolver.ts';
import { ecb } from '../providers/exchange-rates/ecb.ts';
import { languageModel } from '../providers/language-model/openai.ts';
import { bluesky } from '../providers/mention-stream/bluesky.ts';
import { stripe } from '../providers/payout/stripe.ts';
import { clamd } from '../providers/scan/clamd.ts';
import { shopify } from '../providers/store/shopify.ts';
import type { Gate } from './implement.ts';

/** The dependencies of all modules. */
export interface ModuleParts {
  api: Api;
  server: FastifyInstance;
  listener: Listener;
  files: Files;
  tokens: TokenVerifier;
  gate: Gate;
  search: CreatorSearch;
}

/** The modules' work that runs beside requests. */
export interface ModuleWork {
  /** Resumes work left by a stopped process; call it where jobs run. */
  resume(): Promise<unknown>;
  mail: MailService;
  webhooks: WebhookService;
  live: { stop(): void };
  listening: Listening;
  uploads: { stop(): Promise<void> };
}

/** Wires every module in dependency order. */
export function wireModules(parts: ModuleParts): ModuleWork {
  const { api, server, listener, files } = parts;
  subscribeModules(api);
  wireAccount(parts);
  wireSite(parts);
  const sources = socialSources(api);
  const resumeDiscovery = wireDiscovery(parts, sources);
  const bills = billing(api, server, billingProvider(api));
  creditRoutes(api, (brandId) => brandExists(api.db, brandId));
  creditJobs(api);
  wireOutreach(parts);
  const scan = clamd(api.config.CLAMD_URL);
  const receiving = wireCampaigns(parts, sources, scan);
  const resumeOrderImports = wireCommerce(parts);
  affiliateClickJobs(api);
  attributionJobs(api);
  const { live, mailOfConversations, mailboxService } = wireInbox(parts, scan);
  affiliateModule({ api, platform: storePlatform(api) }, (brandId, windows) =>
    readSightings(api.pool, brandId, windows),
  );
  creatorSafety(api);
  creatorSponsorships(api);
  const listening = listeningModule(api, listener, { bluesky: blueskyStream(api) });
  analyticsModule(api, exchangeRateSource(api));
  reportsModule(api);
  fileRoutes(api, files);
  adminRoutes(api);
  exportBrand(api, files);
  closeBrands({ api, files, endBilling: bills.end });
  return {
    resume: () => Promise.all([resumeDiscovery(), resumeOrderImports(), bills.settle()]),
    live,
    listening,
    uploads: receiving,
    webhooks: outgoingWebhooks(api, listener),
    mail: sendMail({
      api,
      server,
      listener,
      files,
      conversations: mailOfConversations,
      vetoes: [
        { dropped: inviteClosed, cancel: cancelClosed },
        { dropped: followUpWithheld, cancel: withdrawStep },
      ],
      reportFiles: (mailId) => reportMailFiles(api, mailId),
      mailboxes: mailboxService,
    }),
  };
}

/** Subscribes modules to domain events in this order (`domain/domain-event.ts` lists the events). */
function subscribeModules(api: Api): void {
  subscribePayables(api);
  subscribeFollowUps(api);
  subscribeUntaggedPosts(api);
  subscribeGifts(api);
  subscribeAttributions(api);
  subscribeGiftCosts(api);
  subscribeCampaignCommissions(api);
  subscribeLiveStreams(api);
  subscribeOptIns(api);
  subscribeContentNotices(api);
  subscribePaymentNotices(api);
  subscribeSearchAlerts(api);
  subscribeWebhooks(api);
}

function wireAccount({ api, files }: ModuleParts): void {
  const { AUDIT_LOG_DAYS } = api.config;
  brandRoutes(api);
  actingRoutes(api);
  apiKeyRoutes(api);
  auditLogRoutes(api, AUDIT_LOG_DAYS);
  auditLogJobs(api, AUDIT_LOG_DAYS);
  userRoutes(api, files);
  teams(api, { readTeam, afterLeaving: releaseMember });
  teamInvites(api);
  joinTeam(api);
}

function wireSite({ api, server }: ModuleParts): void {
  marketingSourceRoutes(api);
  productUpdateRoutes(api);
  supportRoutes(api);
  demoRequests(api, server);
  welcomeRoutes(api);
}

/** Returns a function that resumes interrupted imports and purchases. */
function wireDiscovery({ api, files, search }: ModuleParts, sources: Sources): () => Promise<unknown> {
  const { config } = api;
  const content = { all: readContent };
  creatorRoutes(api, {
    search,
    content,
    mentions: { listItems: readListMentions, invites: readInviteMentions },
  });
  creatorSentence(api, sentenceAssistant(api));
  creatorJobs(api, content, keepFigureDays);
  creatorTopicJobs(api);
  savedSearchRoutes(api);
  watchSearches(api, search);
  audienceFilters(api, search);
  creatorListRoutes(api, { breakdowns: readBreakdowns }, (brandId, ids) =>
    readOpenCategories(api.pool, brandId, ids),
  );
  creatorListJobs(api);
  creatorListBoardRoutes(api);
  listReviewRoutes(api);
  safetyFlagRoutes(api);
  creatorHistory(api);
  creatorAuthenticity(api);
  providerRoutes(api, sources);
  refreshCreators(api, files);
  const pictures = importPictures({ api, files, config });
  const resumeImports = importCreators(api, files, pictures);
  const audience = audienceProvider(api);
  creatorContacts({ api, source: audience });
  const settlePurchases = audienceReports({ api, source: audience, files });
  const settleSearches = searchesOutside({ api, vendor: audience, copyPictures: pictures.request });
  return () => Promise.all([resumeImports(), settlePurchases(), settleSearches()]);
}

function wireOutreach({ api }: ModuleParts): void {
  const { config } = api;
  emailTemplateRoutes(api, {
    titleOf: readCampaignTitle,
    unknownAmong: unknownCampaigns,
    needTemplate,
  });
  const emailDomains = {
    api,
    createResolver: dnsResolver(config.DNS_SERVERS),
    hosts: { spfInclude: config.SPF_INCLUDE, returnPathHost: config.RETURN_PATH_HOST },
  };
  sequences(api);
  emailDomainRoutes(emailDomains);
  emailDomainJobs(emailDomains);
  testMailRoutes(api);
}

function wireCampaigns(
  { api, server, listener, files, gate }: ModuleParts,
  sources: Sources,
  scan: VirusScan,
): ModuleWork['uploads'] {
  const { config, clock } = api;
  usage(api);
  inviteRoutes(api);
  inviteCreators(api);
  changeInvite(api);
  followUps(api);
  followUpJobs(api);
  campaigns(api, files);
  const payoutParts = { api, provider: payoutProvider(api) };
  payables(payoutParts);
  payouts(payoutParts, server);
  optInRoutes(api, approvalUndo(api));
  agreements(api);
  remindOptIns(api);
  similarCreators(api);
  campaignContent(api);
  livePosts(api, files, sources);
  liveStories(api, files, sources);
  untaggedPostRoutes(api, {
    readHeardPosts: (brandId, mentionIds) => readHeardPosts(api.pool, brandId, mentionIds),
    addLivePost,
  });
  const linksOf = uploadLinks(config, () => clock.now(), 'creator');
  claimProfiles(api, sources);
  connectAccounts(api, sources);
  openCampaigns(api);
  optInToCampaign(api);
  ownCopies(api);
  ownOptIns(api, linksOf);
  ownOffers(api);
  creatorAccount(api, files, linksOf, {
    programs: { read: (userId) => readCreatorPrograms(api, userId), erase: eraseAffiliates },
    gifts: { read: (userId) => readGiftsOfCreator(api.db, userId), erase: eraseGifts },
    listening: { read: (userId) => readCreatorPrivacy(api, userId), erase: eraseMentions },
    analytics: { erase: (tx, userId) => anonymizeStudies(connectionOf(tx), userId) },
  });
  return uploads({
    api,
    server,
    files,
    scan,
    listener,
    async authorize(request) {
      const { caller } = await gate({ access: 'creator' }, request);
      if (!caller) throw problem('unauthenticated');
      return caller;
    },
  });
}

function wireInbox({ api, listener, files, tokens }: ModuleParts, scan: VirusScan) {
  brandOverview(api);
  takeOverConversations(api);
  notificationRoutes(api);
  rightsReminders(api);
  dueReminders(api);
  storyPreflight(api);
  const mailOfConversations = conversations(api, files, scan);
  return {
    mailOfConversations,
    mailboxService: mailboxes(api, { listener, files, conversations: mailOfConversations }),
    live: liveEvents(api, listener, tokens),
  };
}

/** Returns a function that resumes interrupted order imports. */
function wireCommerce({ api, server, files }: ModuleParts): () => Promise<unknown> {
  const platform = storePlatform(api);
  stores({ api, platform }, server);
  gifts({ api, platform });
  return importOrders({ api, platform }, files);
}

const blueskyStream = ({ config, db, clock }: Api) =>
  bluesky(
    {
      book: providerGuard(db, clock),
      clock,
      userAgent: `Troupe (+${config.WEB_ORIGIN})`,
      fromLoopback: config.PICTURES_FROM_LOOPBACK,
    },
    {
      streams: config.BLUESKY_STREAMS,
      url: config.BLUESKY_URL,
      accountUrl: config.BLUESKY_ACCOUNT_URL,
      handle: config.BLUESKY_HANDLE,
      appPassword: config.BLUESKY_APP_PASSWORD,
    },
  );

const exchangeRateSource = ({ config, db, clock }: Api) =>
  config.ECB_URL === ''
    ? null
    : ecb({ url: config.ECB_URL, timeoutMs: 20_000, book: providerGuard(db, clock) });

const sentenceAssistant = ({ config, db, clock }: Api) =>
  config.ASSISTANT_URL === ''
    ? null
    : languageModel({
        url: config.ASSISTANT_URL,
        key: config.ASSISTANT_KEY,
        model: config.ASSISTANT_MODEL,
        callsADay: config.ASSISTANT_CALLS_A_DAY,
        timeoutMs: config.ASSISTANT_TIMEOUT_MS,
        book: providerGuard(db, clock),
        clock,
      });

const audienceProvider = ({ config, db, clock }: Api) =>
  iqdata({
    url: config.AUDIENCE_URL,
    key: config.AUDIENCE_KEY,
    tokensADay: config.AUDIENCE_TOKENS_A_DAY,
    reportTimeoutMs: config.AUDIENCE_TIMEOUT_MS,
    otherTimeoutMs: Math.min(10_000, config.AUDIENCE_TIMEOUT_MS),
    book: providerGuard(db, clock),
  });

const billingProvider = ({ config, db, clock }: Api) =>
  chargebee({
    url: config.CHARGEBEE_URL,
    site: config.CHARGEBEE_SITE,
    key: config.CHARGEBEE_KEY,
    timeoutMs: config.CHARGEBEE_TIMEOUT_MS,
    book: providerGuard(db, clock),
  });

const payoutProvider = ({ config, db, clock }: Api) =>
  stripe({
    url: config.STRIPE_URL,
    key: config.STRIPE_KEY,
    webhookSecrets: config.STRIPE_WEBHOOK_SECRETS,
    country: config.STRIPE_COUNTRY,
    timeoutMs: config.STRIPE_TIMEOUT_MS,
    book: providerGuard(db, clock),
  });

const storePlatform = ({ config, db, clock, log }: Api) =>
  shopify({
    key: config.SHOPIFY_API_KEY,
    secret: config.SHOPIFY_API_SECRET,
    formerSecret: config.SHOPIFY_OLD_API_SECRET,
    scopes: config.SHOPIFY_SCOPES,
    version: config.SHOPIFY_API_VERSION,
    shopOrigin: config.SHOPIFY_SHOP_ORIGIN,
    timeoutMs: config.SHOPIFY_TIMEOUT_MS,
    book: providerGuard(db, clock),
    log,
  });
