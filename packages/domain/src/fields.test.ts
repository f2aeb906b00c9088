import { expect, test } from 'vitest';
import type { z } from 'zod';
import { Ability } from './account/ability.ts';
import { Acting } from './account/acting.ts';
import { ApiKey, ApiKeyScope } from './account/api-key.ts';
import { AuditActorKind, AuditEntry, AuditObject, AuditOutcome } from './account/audit-log.ts';
import { BrandClosing, Subscription } from './account/brand.ts';
import { BrandRole } from './account/brand-role.ts';
import { Team, TeamInvitation, TeamInvite, TeamInviteState, TeamMember, TeamSeats } from './account/team.ts';
import { BrandProfile, Role, User } from './account/user.ts';
import {
  BillingEvent,
  BillingEventState,
  Difference,
  DifferenceKind,
  Reconciliation,
} from './billing/billing-event.ts';
import { CreditBalance, CreditEntry } from './billing/credit.ts';
import { AddOnId, CreditPackId, Period, PlanChoice, PlanId } from './billing/plan.ts';
import { HeldSubscription, Invoice, InvoiceStatus, SubscriptionKind } from './billing/subscription.ts';
import { Agreement, Offer, OfferAnswer, OfferSide, OfferState } from './campaigns/agreement.ts';
import { Campaign, CampaignDetails, CampaignStatus, CampaignSummary } from './campaigns/campaign.ts';
import {
  ContentPreview,
  ContentStatus,
  EarlierVersion,
  Shoutout,
  Story,
  Upload,
} from './campaigns/campaign-content.ts';
import { CampaignMetrics, Measured, MetricItem } from './campaigns/campaign-metrics.ts';
import { Invite, InviteBrief, SkipReason } from './campaigns/invite.ts';
import {
  Answer,
  ClaimedProfile,
  OptIn,
  OptInChange,
  OptInEvent,
  OptInStatus,
  Rating,
  Shipment,
  ShippingAddress,
} from './campaigns/opt-in.ts';
import { OwnPayable, Payable, PayableEvent, PayableSeen, PayableSum } from './campaigns/payable.ts';
import { OwnPayoutAccount, PayoutSettings } from './campaigns/payout.ts';
import { Collaboration, Usage } from './campaigns/usage.ts';
import {
  Order,
  OrderAttribute,
  OrderDiscount,
  OrderLine,
  OrderSource,
  OrderStatus,
} from './commerce/order.ts';
import { OrderImport, OrderImportRow, OrderImportState, OrderRowOutcome } from './commerce/order-import.ts';
import { Store, StorePlatform, StoreStatus } from './commerce/store.ts';
import {
  AudienceData,
  AudienceReport,
  AudienceShare,
  AudienceSubset,
  PurchasedReport,
} from './discovery/audience-report.ts';
import {
  AccountState,
  ContactCost,
  ContactState,
  ContentThumbnail,
  CreatorListMention,
  CreatorRefresh,
  FigureOrigin,
  ShopSales,
} from './discovery/creator.ts';
import { CreatorList, CreatorListItem } from './discovery/creator-list.ts';
import { CreatorResult, CreatorSort, MatchReason, SavedSearch } from './discovery/creator-search.ts';
import { ProviderState } from './discovery/provider.ts';
import { Brand } from './inbox/brand-overview.ts';
import {
  Attachment,
  Conversation,
  ConversationCampaign,
  EmailBlock,
  EmailOriginal,
  EmailPart,
  EmailParty,
  EmailSide,
  LiveEvent,
  Message,
  MessageEmail,
  MessageKind,
  NewAttachment,
  SavedReply,
  ScanState,
} from './inbox/conversation.ts';
import { Notification, NotificationChannel, NotificationKind } from './inbox/notification.ts';
import { AdminBrand, AdminMember, FailedJob, JobQueue } from './operations/admin.ts';
import { BrandExport, BrandExportStatus } from './operations/brand-export.ts';
import { OutgoingWebhook, WebhookAttempt, WebhookDelivery } from './operations/outgoing-webhook.ts';
import { DomainRecord, DomainStatus, EmailDomain } from './outreach/email-domain.ts';
import { EmailTemplate } from './outreach/email-template.ts';
import { MailKind, MailQueue, MailStatus, SuppressionReason } from './outreach/mail.ts';
import { DemoRequest } from './site/demo-request.ts';
import { ProductUpdate } from './site/product-update.ts';
import { PendingCounts, WelcomeState, WelcomeStep } from './site/welcome.ts';

/** Unwraps optional, nullable and list schemas. */
function objectIn(schema: z.ZodType): z.ZodObject {
  const { def } = schema as unknown as { def: { innerType?: z.ZodType; element?: z.ZodType } };
  const inner = def.innerType ?? def.element;
  return inner ? objectIn(inner) : (schema as z.ZodObject);
}

/** Lists the fields of an object schema, with nested objects in brackets. */
const fieldsOf = (schema: z.ZodType): string => Object.keys(objectIn(schema).shape ?? {}).join(' ');

/** All fields API responses can contain; unlisted fields are never sent. */
test.each<[string, z.ZodType, string]>([
  ['Acting', Acting, 'id brandId brandName name expires'],
  ['Agreement', Agreement, 'fee currency deliverables draftDue liveDue usageRights'],
  ['Offer', Offer, 'number side state terms created answered'],
  ['AdminBrand', AdminBrand, 'id name website created closed plan pastDue credits members campaigns'],
  ['AdminBrand.plan', AdminBrand.shape.plan, 'id period'],
  ['AdminBrand.campaigns', AdminBrand.shape.campaigns, 'all published'],
  ['AdminMember', AdminMember, 'id name email role administrator'],
  ['JobQueue', JobQueue, 'name waiting retrying active failed completed oldest'],
  ['FailedJob', FailedJob, 'id created failed tries message'],
  ['ApiKey', ApiKey, 'id name scope hint created createdBy expires lastUsed revoked'],
  ['AudienceShare', AudienceShare, 'code name weight'],
  [
    'AudienceData',
    AudienceData,
    'audience_ages audience_geo audience_genders audience_reachability audience_languages audience_interests',
  ],
  ['AudienceData.audience_geo', AudienceData.shape.audience_geo, 'countries'],
  ['AudienceSubset', AudienceSubset, 'success error data'],
  [
    'AudienceReport',
    AudienceReport,
    'report_info user_profile audience_followers audience_likers audience_commenters',
  ],
  ['AudienceReport.report_info', AudienceReport.shape.report_info, 'report_id created'],
  ['AudienceReport.user_profile', AudienceReport.shape.user_profile, 'username'],
  [
    'PurchasedReport',
    PurchasedReport,
    'id created purchased purchasedBy ageDays updates subsets socialProfile',
  ],
  ['AuditObject', AuditObject, 'kind id name campaignId'],
  ['AuditEntry', AuditEntry, 'id created action title actor object outcome problem ip agent'],
  ['AuditEntry.actor', AuditEntry.shape.actor, 'kind id name as'],
  ['BillingEvent', BillingEvent, 'id type state note occurred received processed attempts brand'],
  ['BillingEvent.brand', BillingEvent.shape.brand, 'id name'],
  ['Difference', Difference, 'kind what id brandId text repaired'],
  ['Reconciliation', Reconciliation, 'id started ended compared differences failure'],
  ['Ability', Ability, 'allowed reason'],
  ['Subscription', Subscription, 'id planId period status'],
  [
    'Brand.abilities',
    Brand.shape.abilities,
    'manageTeam manageBilling manageEmailDomain importForEveryone sendInvites buyReports',
  ],
  ['Brand.campaigns', Brand.shape.campaigns, 'id title status unreadMessageCount'],
  ['Brand.emailTemplates', Brand.shape.emailTemplates, 'id label'],
  ['BrandClosing', BrandClosing, 'brandId brandName closed deletes'],
  ['BrandExport', BrandExport, 'id status withFiles done total counts bytes created by finished expires url'],
  [
    'Campaign',
    Campaign,
    'id title slug socialChannels maxPaidAmount metaData status unreadMessageCount created updated',
  ],
  ['Campaign.metaData', Campaign.shape.metaData, 'emailTemplate'],
  [
    'CampaignDetails.funnel',
    CampaignDetails.shape.funnel,
    'listed invited visited optedIn approved submitted live own',
  ],
  [
    'CampaignDetails.counts',
    CampaignDetails.shape.counts,
    'optIns shoutouts stories uploads contentPreviews untaggedPosts',
  ],
  ['CampaignDetails.collaborations', CampaignDetails.shape.collaborations, 'used limit'],
  ['CampaignDetails.gaps', CampaignDetails.shape.gaps, 'step field message'],
  ['Measured', Measured, 'value items unknown'],
  [
    'MetricItem',
    MetricItem,
    'id kind platform username url published views reach likes comments saves shares asOf',
  ],
  [
    'CampaignMetrics',
    CampaignMetrics,
    'reach views likes comments saves shares engagements contentCount engagementRate engagementRateOf currency spent agreed costPerEngagement earnedMediaValue earnedMediaRates items byCreator byPlatform byDay missing asOf',
  ],
  [
    'CampaignMetrics.byCreator',
    CampaignMetrics.shape.byCreator,
    'username platform items engagements views fee',
  ],
  ['CampaignMetrics.byPlatform', CampaignMetrics.shape.byPlatform, 'platform items engagements views'],
  ['CampaignMetrics.byDay', CampaignMetrics.shape.byDay, 'day items engagements views'],
  ['CampaignMetrics.missing', CampaignMetrics.shape.missing, 'url username reason text'],
  [
    'Upload.creator',
    Upload.shape.creator,
    'optInId socialProfileId platform username fullname profilePicUrl',
  ],
  [
    'Upload',
    Upload,
    'id creator name type bytes width height seconds url thumbnailUrl scan status usableUntil created',
  ],
  ['EarlierVersion', EarlierVersion, 'version kind caption uploads created'],
  [
    'ContentPreview',
    ContentPreview,
    'id creator kind caption status version comments uploads earlier liveUrl created updated',
  ],
  ['ContentPreview.comments', ContentPreview.shape.comments, 'id by side text created'],
  [
    'Shoutout',
    Shoutout,
    'id creator url platform kind title thumbnailUrl published figures history asOf source failure',
  ],
  ['Shoutout.figures', Shoutout.shape.figures, 'views reach likes comments saves shares'],
  ['Shoutout.history', Shoutout.shape.history, 'at figures'],
  ['Story', Story, 'id creator url thumbnailUrl published expires figures asOf source failure'],
  ['Attachment', Attachment, 'id name type bytes url scan'],
  ['NewAttachment', NewAttachment, 'id name type bytes'],
  ['EmailParty', EmailParty, 'name address'],
  [
    'MessageEmail',
    MessageEmail,
    'direction subject from to status statusReason sent inviteId fromMailbox hasMore doubt',
  ],
  ['EmailPart', EmailPart, 'text quoted'],
  [
    'EmailOriginal',
    EmailOriginal,
    'direction subject from to status statusReason sent inviteId fromMailbox doubt parts html',
  ],
  [
    'Message',
    Message,
    'id conversationId campaignId optInId number kind text by attachments byEmail email created read sendAt',
  ],
  ['Message.by', Message.shape.by, 'id name'],
  ['EmailSide', EmailSide, 'to from blocked blockedReason subject'],
  ['ConversationCampaign', ConversationCampaign, 'campaignId title optInId status inviteStatus unread'],
  [
    'Conversation',
    Conversation,
    'id optInId campaignId campaignTitle status campaigns creator last unread starred assignedTo snoozedUntil',
  ],
  [
    'Conversation.creator',
    Conversation.shape.creator,
    'id username fullname platform profilePicUrl verified',
  ],
  ['Conversation.assignedTo', Conversation.shape.assignedTo, 'id name'],
  ['LiveEvent', LiveEvent, 'id type campaignId optInId data'],
  ['SavedReply', SavedReply, 'id label text'],
  ['FigureOrigin', FigureOrigin, 'source asOf'],
  ['ShopSales', ShopSales, 'user_id units_sold avg_gmv_revenue currency'],
  ['ContactState', ContactState, 'is_verified contactsFetched contactsError'],
  ['ContactState.contactsError', ContactState.shape.contactsError, 'message'],
  ['ContactCost', ContactCost, 'credits providerTokens'],
  ['CreatorListMention', CreatorListMention, 'id savedDate creatorList'],
  ['CreatorListMention.creatorList', CreatorListMention.shape.creatorList, 'id title'],
  ['ContentThumbnail', ContentThumbnail, 'url title type persistent_thumbnail_url'],
  ['CreatorRefresh', CreatorRefresh, 'state message readAt next'],
  [
    'CreatorList',
    CreatorList,
    'id title description itemCount contactCount owner created updated archived archivedDate',
  ],
  [
    'CreatorListItem',
    CreatorListItem,
    'id tags feedback savedDate updated updatedBy version archived archivedDate creatorList openFlags custom review socialProfile',
  ],
  ['CreatorListItem.creatorList', CreatorListItem.shape.creatorList, 'id title'],
  ['MatchReason', MatchReason, 'field parts names'],
  ['MatchReason.parts', MatchReason.shape.parts, 'text match'],
  ['CreatorResult.lists', CreatorResult.shape.lists, 'id title'],
  ['SavedSearch', SavedSearch, 'id screen name query personal created'],
  ['CreditEntry', CreditEntry, 'id kind amount balance reason by created'],
  ['CreditBalance', CreditBalance, 'balance reserved'],
  ['DemoRequest', DemoRequest, 'id name email company website budget message source heldBack mail created'],
  ['DemoRequest.mail', DemoRequest.shape.mail, 'status reason'],
  ['DomainRecord', DomainRecord, 'purpose name type value priority status found problem'],
  [
    'EmailDomain',
    EmailDomain,
    'id domain fromName fromAddress status records selector nextSelector dailyCap spacingSeconds checked verified created',
  ],
  ['EmailTemplate', EmailTemplate, 'id label subject template metaData version updatedBy created updated'],
  ['EmailTemplate.metaData', EmailTemplate.shape.metaData, 'campaigns isHTML'],
  [
    'Invite',
    Invite,
    'id status statusReason savedDate scheduledFor sentDate repliedDate visitedDate savedBy campaignId socialProfileId creatorListId templateId subject conversationId optInId reply followUp metaData',
  ],
  ['Invite.metaData', Invite.shape.metaData, 'profile campaignTitle'],
  [
    'Invite.metaData.profile',
    Invite.shape.metaData.shape.profile,
    'username fullname platform profilePicUrl',
  ],
  ['InviteBrief', InviteBrief, 'brandName brandWebsite creatorName profile email campaign'],
  ['InviteBrief.profile', InviteBrief.shape.profile, 'platform username'],
  [
    'InviteBrief.campaign',
    InviteBrief.shape.campaign,
    'id title socialChannels maxPaidAmount open coverUrl description currency product commissionPercent deliverables draftDue liveDue closes usageRights hashtags mentions disclosure',
  ],
  ['MailQueue', MailQueue, 'waiting deferred uncertain sentToday dailyCap spacingSeconds next last'],
  ['Notification', Notification, 'id brandId kind title text href created read'],
  [
    'OutgoingWebhook',
    OutgoingWebhook,
    'id url description events enabled disabledReason failingSince formerSecretUntil created',
  ],
  ['Rating', Rating, 'content creativity communication overall'],
  ['ShippingAddress', ShippingAddress, 'name street city postcode region country phone'],
  ['Shipment', Shipment, 'state address carrier tracking shipped received'],
  ['Answer', Answer, 'questionId question answer'],
  ['OptInEvent', OptInEvent, 'id kind text by created'],
  [
    'OptIn',
    OptIn,
    'id campaignId status reason unseen unreadMessageCount created updated version pitch askedFee answers agreement agreed offer askedTerms undoUntil termsAccepted rating shipment socialProfile abilities',
  ],
  ['OptIn.abilities', OptIn.shape.abilities, 'approve reopen decline complete remind'],
  ['OptIn.rating', OptIn.shape.rating, 'content creativity communication overall average'],
  ['OptInChange', OptInChange, 'status reason rating agreement shipment version undoable'],
  ['OptInChange.shipment', OptInChange.shape.shipment, 'state carrier tracking'],
  [
    'ClaimedProfile',
    ClaimedProfile,
    'socialProfileId platform username fullname profilePicUrl followerCount state code proofs',
  ],
  [
    'Payable',
    Payable,
    'id optInId campaignId campaignTitle statementId username fullname platform profilePicUrl fee processingFee currency state reason failure sending payoutState payBy reference created updated paid brandPays method payee version abilities',
  ],
  ['Payable.abilities', Payable.shape.abilities, 'due approved paid failed pay'],
  [
    'OwnPayable',
    OwnPayable,
    'id optInId statementId campaignTitle brandName fee processingFee currency state reason failure sending payoutState payBy reference created updated paid creatorGets',
  ],
  ['OwnPayoutAccount', OwnPayoutAccount, 'status country missing bankFailure checked'],
  ['PayoutSettings', PayoutSettings, 'method paymentDays version'],
  ['PayableEvent', PayableEvent, 'id text by created'],
  ['PayableSeen', PayableSeen, 'id version'],
  ['PayableSum', PayableSum, 'state currency count brandPays'],
  ['WebhookAttempt', WebhookAttempt, 'at status ms error excerpt'],
  ['WebhookDelivery', WebhookDelivery, 'id eventId type status created next attempts payload'],
  [
    'OrderImport',
    OrderImport,
    'id fileName kind state storeId storeName rows imported merged skipped rejected error created finished',
  ],
  ['OrderImportRow', OrderImportRow, 'row line outcome name reason orderId'],
  ['OrderDiscount', OrderDiscount, 'code amount type'],
  ['OrderAttribute', OrderAttribute, 'name value'],
  ['OrderLine', OrderLine, 'id title sku quantity price discount productId giftCard'],
  [
    'Order',
    Order,
    'id storeId shop source externalId name status counted placed updated cancelled financialStatus fulfillmentStatus currency total subtotal discount tax shipping refunded net presentment discounts attributes lines ref landingSite hasCustomer',
  ],
  ['Order.presentment', Order.shape.presentment, 'currency total'],
  ['ProductUpdate', ProductUpdate, 'id day title text'],
  ['ProviderState', ProviderState, 'name configured openUntil quotas lastCall lastFailure'],
  ['ProviderState.quotas', ProviderState.shape.quotas, 'name used limit resets'],
  ['ProviderState.lastFailure', ProviderState.shape.lastFailure, 'at message'],
  [
    'Store',
    Store,
    'id platform shop name currency status scopes missingScopes connectedAt lastOrderAt lastSyncAt orderCount error',
  ],
  ['HeldSubscription.change', HeldSubscription.shape.change, 'planId name period price at'],
  ['Invoice', Invoice, 'id date status total due refunded currency lines'],
  ['Invoice.lines', Invoice.shape.lines, 'text amount'],
  ['TeamMember', TeamMember, 'userId email firstName lastName role joined'],
  ['TeamInvite', TeamInvite, 'id email role invitedBy sent expires expired trouble'],
  ['TeamPlaces', TeamSeats, 'members invited limit'],
  ['Team', Team, 'members invites places'],
  ['TeamInvitation', TeamInvitation, 'brandName invitedBy email role expires state'],
  ['Usage', Usage, 'asOf team collaborations credits'],
  ['Usage.collaborations', Usage.shape.collaborations, 'used limit resets months'],
  ['Usage.collaborations.months', Usage.shape.collaborations.shape.months, 'month count'],
  ['Usage.credits', Usage.shape.credits, 'balance reserved monthly days'],
  ['Usage.credits.days', Usage.shape.credits.shape.days, 'day spent'],
  ['Collaboration', Collaboration, 'optInId campaignId campaignTitle platform username fullname approved'],
  ['BrandProfile', BrandProfile, 'brandId role brand'],
  ['BrandProfile.brand', BrandProfile.shape.brand, 'id name'],
  [
    'User',
    User,
    'id email firstName lastName role brandProfiles extraData pictureUrl timeZone locale language',
  ],
  ['User.extraData', User.shape.extraData, 'selectedBrand readUpdate'],
  ['WelcomeState', WelcomeState, 'step doneAt name count'],
  ['Waiting', PendingCounts, 'optIns previews messages'],
])('%s has exactly these fields', (_name, schema, fields) => {
  expect(fieldsOf(schema)).toBe(fields);
});

test('extended shapes add their own fields', () => {
  const beyond = (schema: z.ZodObject, base: z.ZodObject) =>
    Object.keys(schema.shape)
      .filter((name) => !(name in base.shape))
      .join(' ');
  expect(beyond(CampaignSummary, Campaign)).toBe(
    'coverUrl currency commissionPercent published liveDue optInCount pendingCount unseenCount',
  );
  expect(beyond(CampaignDetails, CampaignSummary)).toBe(
    'brandId brief version gaps funnel counts collaborations',
  );
  expect(beyond(HeldSubscription, Subscription)).toBe(
    'kind name price currency started termEnds ends endsIfCancelled pastDue due change',
  );
});

test.each<[string, { options: readonly string[] }, string]>([
  ['ApiKeyScope', ApiKeyScope, 'read write'],
  ['AuditActorKind', AuditActorKind, 'person api-key administrator'],
  ['AuditOutcome', AuditOutcome, 'done refused failed unknown'],
  ['BillingEventState', BillingEventState, 'received processed ignored failed'],
  [
    'DifferenceKind',
    DifferenceKind,
    'missed not_at_provider unknown_customer unknown_price two_plans credits_missing unreadable checkout_stuck',
  ],
  ['BrandRole', BrandRole, 'owner member'],
  ['OfferSide', OfferSide, 'brand creator'],
  ['OfferState', OfferState, 'offered accepted declined countered withdrawn'],
  ['OfferAnswer', OfferAnswer, 'accept decline withdraw'],
  ['MessageKind', MessageKind, 'brand creator note event'],
  ['ScanState', ScanState, 'waiting clean infected off'],
  ['MessageEmail.direction', MessageEmail.shape.direction, 'in out'],
  ['EmailBlock', EmailBlock, 'subscription_required email_domain_required no_contact suppressed'],
  [
    'LiveEvent.type',
    LiveEvent.shape.type,
    'message read typing opt-in content campaign notification brand store listening reset',
  ],
  [
    'SkipReason',
    SkipReason,
    'no_contact suppressed already_invited invited_by_teammate contacted_by_brand not_found',
  ],
  ['OptInStatus', OptInStatus, 'pending approved rejected completed withdrawn'],
  ['Shipment.state', Shipment.shape.state, 'none asked ready shipped received'],
  ['ClaimedProfile.state', ClaimedProfile.shape.state, 'waiting claimed'],
  ['ClaimedProfile.proofs', ClaimedProfile.shape.proofs.element, 'bio connect'],
  ['ContentPreview.comments.side', ContentPreview.shape.comments.element.shape.side, 'brand creator'],
  ['CampaignMetrics.engagementRateOf', CampaignMetrics.shape.engagementRateOf.unwrap(), 'reach views'],
  [
    'CampaignMetrics.missing.reason',
    CampaignMetrics.shape.missing.element.shape.reason,
    'window tag handle permission',
  ],
  ['OrderImportState', OrderImportState, 'waiting running done failed'],
  ['OrderRowOutcome', OrderRowOutcome, 'imported merged skipped rejected'],
  ['OrderSource', OrderSource, 'store import'],
  ['OrderStatus', OrderStatus, 'open partly_refunded refunded cancelled test gift'],
  ['BrandExportStatus', BrandExportStatus, 'waiting running done failed expired'],
  ['CampaignStatus', CampaignStatus, 'draft publish paused completed archived'],
  ['ContentStatus', ContentStatus, 'preview change_requested approved live'],
  ['AccountState', AccountState, 'read renamed private restricted gone not-connected'],
  ['CreatorSort', CreatorSort, 'relevance followers engagement views updated'],
  ['DomainStatus', DomainStatus, 'pending verified failed broken'],
  ['MailStatus', MailStatus, 'queued sending sent deferred bounced failed uncertain suppressed cancelled'],
  ['MailKind', MailKind, 'invite email test message notice'],
  ['SuppressionReason', SuppressionReason, 'bounce complaint unsubscribe'],
  [
    'NotificationKind',
    NotificationKind,
    'opt-in message content affiliate listening safety analytics search rights domain payment',
  ],
  ['NotificationChannel', NotificationChannel, 'app mail off'],
  ['PlanId', PlanId, 'self-serve starter trailblazer bespoke'],
  ['Period', Period, 'monthly yearly'],
  ['AddOnId', AddOnId, 'affiliate paid-ads-management social-media-content-management'],
  ['CreditPackId', CreditPackId, 'credits-10 credits-50 credits-200'],
  [
    'PlanChoice',
    PlanChoice,
    'self-serve-monthly self-serve-yearly starter-monthly starter-yearly trailblazer-monthly trailblazer-yearly bespoke-monthly bespoke-yearly',
  ],
  ['StorePlatform', StorePlatform, 'shopify'],
  ['StoreStatus', StoreStatus, 'connected needs_reconnect uninstalled disconnected'],
  ['InvoiceStatus', InvoiceStatus, 'paid posted payment_due not_paid voided pending'],
  ['SubscriptionKind', SubscriptionKind, 'plan affiliate addon'],
  ['TeamInviteState', TeamInviteState, 'open expired withdrawn accepted'],
  ['Role', Role, 'administrator brand creator'],
  ['WelcomeStep', WelcomeStep, 'creator email-domain plan campaign invite store'],
  ['MatchReason.field', MatchReason.shape.field, 'username name bio category country language post topic'],
  ['DomainRecord.purpose', DomainRecord.shape.purpose, 'spf dkim dmarc return-path'],
  ['DomainRecord.type', DomainRecord.shape.type, 'TXT CNAME MX'],
  ['Upload.scan', Upload.shape.scan, 'waiting clean infected off'],
  ['MetricItem.kind', MetricItem.shape.kind, 'shoutout story'],
  ['Subscription.period', Subscription.shape.period, 'monthly yearly'],
  ['Subscription.status', Subscription.shape.status, 'active cancelled'],
])('%s has exactly these values', (_name, { options }, words) => {
  expect(options.join(' ')).toBe(words);
});
