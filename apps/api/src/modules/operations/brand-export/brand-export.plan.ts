/** A table in the archive, and which of its rows belong to the brand. */
export interface ExportedTable {
  /** The name of its files. */
  name: string;
  table: string;
  /** SQL condition on the table as `t`, with `$brand` for the brand's ID. */
  rows: string;
  order?: string;
  /** The columns to export, if the table has others that aren't the brand's; by default all but hidden ones. */
  columns?: readonly string[];
  /** SQL expressions that replace columns. */
  instead?: Readonly<Record<string, string>>;
}

const own = (name: string, table: string, order = 't.id'): ExportedTable => ({
  name,
  table,
  rows: 't.brand_id = $brand',
  order,
});

/** SQL for a text of an email `t` without the token of the personal link in invites and follow-ups. */
const withoutLink = (text: string) => `coalesce((select replace(${text}, i.token, '...') from invite i
  where i.mail_id = t.id or i.id = (select f.invite_id from follow_up_step s join follow_up f on f.id = s.follow_up_id
    where s.mail_id = t.id)), ${text})`;

const ofOptIn = (name: string, table: string, order: string): ExportedTable => ({
  name,
  table,
  rows: 't.opt_in_id in (select id from opt_in where brand_id = $brand)',
  order,
});

/** Everything in an archive. Other tables are listed in `LEFT_OUT` with a reason. */
export const EXPORTED_TABLES: readonly ExportedTable[] = [
  { name: 'brand', table: 'brand', rows: 't.id = $brand' },
  own('team', 'brand_member', 't.user_id'),
  {
    name: 'people',
    table: 'person',
    rows: 't.id in (select user_id from brand_member where brand_id = $brand)',
    columns: ['id', 'email', 'first_name', 'last_name', 'created_at'],
  },
  own('team-invites', 'team_invite'),
  own('subscriptions', 'subscription'),
  own('checkouts', 'checkout'),
  own('billing', 'billing_state'),
  own('credits', 'credit_entry', 't.number'),
  own('creator-lists', 'creator_list'),
  own('creator-list-items', 'creator_list_item'),
  {
    ...own('list-review-links', 'list_review'),
    columns: [
      ...[
        'id',
        'list_id',
        'label',
        'generation',
        'shows',
        'expires_at',
        'closed_at',
        'created_at',
        'user_id',
      ],
    ],
  },
  own('list-reviewers', 'list_reviewer'),
  own('list-votes', 'list_vote'),
  own('list-comments', 'list_comment'),
  {
    name: 'creators',
    table: 'creator',
    rows: `t.brand_id = $brand or t.brand_id is null and (
      t.id in (select creator_id from creator_list_item where brand_id = $brand)
      or t.id in (select creator_id from opt_in where brand_id = $brand and removed_at is null)
      or t.id in (select creator_id from invite where brand_id = $brand))`,
    columns: [
      ...['id', 'brand_id', 'platform', 'social_id', 'username', 'fullname', 'bio', 'profile_pic_url'],
      ...['profile_url', 'country', 'language', 'categories', 'follower_count', 'engagement', 'avg_views'],
      ...['figures', 'verified', 'channels', 'contact_email', 'updated_at'],
    ],
    // Contact emails of shared profiles are licensed or belong to other brands.
    instead: { contact_email: 'case when t.brand_id is not null then t.contact_email end' },
  },
  own('creator-contacts', 'creator_contact'),
  own('saved-searches', 'saved_search'),
  own('saved-search-alerts', 'saved_search_alert', 't.saved_search_id, t.user_id'),
  own('saved-search-matches', 'saved_search_match', 't.saved_search_id, t.creator_id'),
  own('imports', 'creator_import'),
  {
    name: 'import-rows',
    table: 'creator_import_row',
    rows: 't.import_id in (select id from creator_import where brand_id = $brand)',
    order: 't.import_id, t.row',
  },
  own('audience-reports', 'audience_report'),
  own('audience-purchases', 'audience_purchase'),
  own('outside-searches', 'outside_search'),
  {
    name: 'outside-search-results',
    table: 'outside_hit',
    rows: 't.search_id in (select id from outside_search where brand_id = $brand)',
    order: 't.search_id, t.position',
  },
  own('email-domains', 'email_domain'),
  own('email-templates', 'email_template'),
  own('sequences', 'sequence'),
  own('campaigns', 'campaign'),
  {
    name: 'campaign-changes',
    table: 'campaign_change',
    rows: 't.campaign_id in (select id from campaign where brand_id = $brand)',
  },
  own('invites', 'invite'),
  own('follow-ups', 'follow_up', 't.started_at, t.id'),
  own('follow-up-steps', 'follow_up_step', 't.follow_up_id, t.number'),
  {
    ...own('mails', 'mail'),
    // Redact personal links: they are for the creator only.
    instead: {
      html: withoutLink('t.html'),
      plain: withoutLink('t.plain'),
    },
  },
  own('mails-received', 'inbound_mail'),
  own('mailboxes', 'mailbox'),
  own('mailbox-emails', 'mailbox_email'),
  own('suppressed-addresses', 'suppression'),
  {
    ...own('opt-ins', 'opt_in'),
    // Anonymize creators who deleted their account; agreements stay.
    instead: {
      creator_id: 'case when t.removed_at is null then t.creator_id end',
      invite_id: 'case when t.removed_at is null then t.invite_id end',
    },
  },
  ofOptIn('opt-in-offers', 'opt_in_offer', 't.opt_in_id, t.number'),
  ofOptIn('opt-in-history', 'opt_in_event', 't.id'),
  own('agreement-template', 'agreement_template', 't.brand_id'),
  own('agreements', 'agreement', 't.opt_in_id, t.number'),
  {
    ...own('conversations', 'conversation'),
    instead: {
      creator_id: `case when not exists (select from conversation_campaign l join opt_in o on o.id = l.opt_in_id
        where l.conversation_id = t.id and o.removed_at is not null) then t.creator_id end`,
    },
  },
  own('conversation-campaigns', 'conversation_campaign', 't.conversation_id, t.campaign_id'),
  {
    name: 'messages',
    table: 'message',
    rows: 't.conversation_id in (select id from conversation where brand_id = $brand)',
  },
  own('saved-replies', 'saved_reply'),
  own('content-previews', 'content_preview'),
  {
    name: 'content-versions',
    table: 'content_version',
    rows: 't.preview_id in (select id from content_preview where brand_id = $brand)',
    order: 't.preview_id, t.version',
  },
  {
    name: 'content-comments',
    table: 'preview_comment',
    rows: 't.preview_id in (select id from content_preview where brand_id = $brand)',
  },
  own('live-posts', 'live_post'),
  own('untagged-posts', 'untagged_post'),
  own('uploads', 'upload'),
  // An unsent file belongs to the person who uploaded it.
  { ...own('attachments', 'attachment'), rows: 't.brand_id = $brand and t.message_id is not null' },
  own('payables', 'payable'),
  {
    name: 'payable-history',
    table: 'payable_event',
    rows: 't.payable_id in (select id from payable where brand_id = $brand)',
  },
  own('payouts', 'payout'),
  own('payout-settings', 'payout_setting', 't.brand_id'),
  own('stores', 'store'),
  own('orders', 'store_order'),
  own('refunds', 'store_refund'),
  own('disputes', 'store_dispute'),
  own('order-imports', 'order_import'),
  {
    name: 'order-import-rows',
    table: 'order_import_row',
    rows: 't.import_id in (select id from order_import where brand_id = $brand)',
    order: 't.import_id, t.row',
  },
  own('store-privacy-requests', 'store_privacy_request'),
  // The creator's address is theirs; the store's order has it.
  { ...own('gifts', 'gift'), instead: { address: 'null' } },
  own('affiliate-program', 'affiliate_program', 't.brand_id'),
  own('affiliate-program-changes', 'affiliate_program_change', 't.version'),
  {
    ...own('affiliates', 'affiliate'),
    // Affiliates who accepted terms have an account until they delete it.
    instead: {
      creator_id: 'case when t.terms_accepted_at is null or t.user_id is not null then t.creator_id end',
    },
  },
  own('affiliate-changes', 'affiliate_change', 't.affiliate_id, t.version'),
  own('affiliate-links', 'affiliate_link'),
  own('affiliate-codes', 'affiliate_code'),
  own('affiliate-touches', 'touch'),
  own('affiliate-attributions', 'attribution', 't.order_id, t.revision'),
  own('affiliate-claims', 'attribution_claim'),
  own('affiliate-commissions', 'commission', 't.number'),
  own('affiliate-statements', 'commission_statement'),
  own('affiliate-statement-lines', 'commission_statement_line', 't.statement_id, t.commission_id'),
  own('affiliate-alerts', 'affiliate_alert'),
  own('affiliate-clicks', 'affiliate_click_quarter', 't.bucket, t.link_id, t.verdict'),
  own('monitors', 'monitor'),
  {
    name: 'monitor-queries',
    table: 'monitor_query',
    rows: 't.monitor_id in (select id from monitor where brand_id = $brand)',
    order: 't.monitor_id, t.version',
  },
  {
    ...own('listening-sources', 'listening_source'),
    columns: ['id', 'kind', 'host', 'name', 'state', 'quota', 'created_at', 'updated_at'],
  },
  own('monitor-mentions', 'monitor_mention'),
  {
    name: 'mentions',
    table: 'mention',
    rows: 't.deleted_at is null and t.id in (select mention_id from monitor_mention where brand_id = $brand)',
    order: 't.id',
    columns: [
      ...[
        'id',
        'source_kind',
        'external_id',
        'author_id',
        'kind',
        'url',
        'title',
        'text',
        'lang',
        'lang_sure',
      ],
      ...['published_at', 'seen_at', 'edited_at', 'reply_to', 'links', 'tags', 'cluster_id', 'figures'],
      'figures_at',
    ],
  },
  {
    name: 'mention-authors',
    table: 'mention_author',
    rows: 't.id in (select author_id from monitor_mention where brand_id = $brand)',
    order: 't.id',
  },
  own('author-creators', 'author_creator', 't.author_id'),
  own(
    'listening-quarters',
    'listening_quarter',
    't.monitor_id, t.bucket, t.source_kind, t.lang, t.sentiment',
  ),
  own('listening-settings', 'listening_setting', 't.brand_id'),
  own('mention-alerts', 'mention_alert'),
  own('listening-digests', 'listening_digest', 't.user_id'),
  own('listening-digests-sent', 'listening_digest_slot', 't.user_id, t.day'),
  {
    ...own('sentiment-models', 'sentiment_model'),
    columns: ['id', 'lang', 'version', 'n', 'card', 'report', 'active', 'created_at'],
  },
  own('safety-rules', 'safety_rule', 't.category, t.version'),
  own('safety-flags', 'safety_flag'),
  {
    name: 'safety-evidence',
    table: 'safety_evidence',
    rows: 't.flag_id in (select id from safety_flag where brand_id = $brand)',
    order: 't.id',
  },
  own('safety-checks', 'safety_check', 't.creator_id'),
  own('costs', 'cost_entry'),
  own('analytics-settings', 'analytics_setting', 't.brand_id'),
  own('lift-studies', 'lift_study'),
  own('forecasts', 'forecast_record'),
  own('benchmark-sharing', 'benchmark_sharing', 't.brand_id'),
  own('benchmark-figures', 'benchmark_item', 't.campaign_id, t.formula, t.currency'),
  own('reports', 'report'),
  own('report-versions', 'report_version', 't.report_id, t.version'),
  own('report-schedules', 'report_schedule'),
  own('report-runs', 'report_run'),
  own('report-emails', 'report_mail', 't.mail_id'),
  {
    ...own('report-links', 'report_share'),
    columns: [
      ...[
        'id',
        'report_id',
        'run_id',
        'label',
        'generation',
        'expires_at',
        'revoked_at',
        'view_limit',
        'views',
      ],
      ...['last_seen_at', 'created_at', 'rotated_at', 'user_id'],
    ],
  },
  own('report-link-views', 'report_share_view'),
  own('report-logo', 'report_logo', 't.brand_id'),
  own('api-keys', 'api_key'),
  own('outgoing-webhooks', 'outgoing_webhook'),
  own('audit-log', 'audit_entry'),
];

/** Tables with a brand's rows that aren't exported, with the reason. */
export const EXCLUDED_TABLES: Record<string, string> = {
  creator_audience: 'which of `audience-reports` is the newest of a creator',
  audience_share: 'shares of `audience-reports`, for searches',
  affiliate_click: 'single clicks of visitors expire; affiliate-clicks has their totals',
  affiliate_click_total: 'sums of `affiliate-clicks`',
  affiliate_click_day: 'sums of `affiliate-clicks`',
  affiliate_sales_quarter: 'sums of `orders` and `commissions`',
  affiliate_sales_stale: 'sums that are being counted',
  commission_total: 'sums of `commissions`',
  analytics_quarter: 'sums of `orders`, `commissions` and other tables',
  analytics_day: 'sums of `orders`, `commissions` and other tables',
  analytics_week: 'sums of `orders`, `commissions` and other tables',
  analytics_stale: 'sums that are being counted',
  analytics_check: 'results of the nightly comparison of sums',
  monitor_replay: 'test runs of queries, kept for a day only',
  brand_export: 'the archives themselves',
  notification: 'personal to each user',
  personal_view: 'personal to each user',
  provider_share: 'rate limiting of providers',
  billing_event: 'raw billing events; their results are in `billing`',
  payout_event: 'raw payout events; their results are in `payouts` and `payables`',
  store_event: 'raw store events; their results are in `orders` and `refunds`',
  brand_closing: 'empty while the brand is open',
  acting: 'staff sessions; their actions are in `audit-log`',
  mail_pace: 'internal state of sending',
  mailbox_search: 'internal state of reading mailboxes',
  creator_contact_fetch: 'lookups in progress',
  creator_peer: 'typical engagement of shared creators',
  creator_picture: 'pictures being copied; the copies are in `creators`',
  webhook_event: 'already delivered, and kept for 30 days only',
  webhook_delivery: 'already delivered, and kept for 30 days only',
};

/** Columns never exported: secrets, storage keys and internal state. */
export const HIDDEN_COLUMNS: ReadonlySet<string> = new Set([
  ...['hash', 'secret', 'former_secret', 'token', 'token_hash', 'reply_token', 'unsubscribe_token'],
  ...['token_sha256', 'password_hash', 'password', 'lease_holder', 'lease_until'],
  ...[
    'request_key',
    'idempotency_key',
    'file_key',
    'file_keys',
    'thumbnail_key',
    'raw_key',
    'subject_id',
    'sender',
  ],
  ...['undo', 'original', 'extra_data', 'search_text', 'search_words', 'client_id'],
  ...['access_token', 'refresh_token', 'former_refresh_token', 'token_version', 'customer_key'],
  'buyer_email_key',
  // Fingerprints of mentions, and what checks of creators compare.
  'simhash',
  ...['item_key', 'text_hash', 'content_hash', 'rules_hash'],
  ...[
    'own_buyer_keys',
    'signing_secret',
    'former_secret_until',
    'followers_key',
    'engagement_key',
    'views_key',
    'fit_key',
    'topic_words',
    'topics_version',
  ],
]);
