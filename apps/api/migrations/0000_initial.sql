-- The schema of the first release: extensions, functions, tables with their indexes, triggers, foreign keys.

CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Folds text to lower case without accents; styled characters (NFKD) become plain ones.
CREATE FUNCTION creator_fold(text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(CASE WHEN (octet_length($1) = char_length($1)) THEN $1 ELSE NORMALIZE(regexp_replace(NORMALIZE($1, NFKD), '[\u0300-\u036f\u064b-\u065f\u0670]'::text, ''::text, 'g'::text), NFC) END);

-- Splits folded text into words. Not PostgreSQL's text search parser: its results depend on the locale (with "C", an
-- emoji sticks to the next word), and it takes "anna.fit" for a host name. Scripts without spaces are split into pairs of
-- adjacent characters plus the last one of a run; each emoji is one word. The domain implements the same rule for queries;
-- a test compares the two.
CREATE FUNCTION creator_words(folded text) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
declare
  spaceless constant text := '\u0e01-\u0e5b\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f';
  pictures constant text := '\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2460-\u24ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\u3297\u3299\U0001f000-\U0001f3fa\U0001f400-\U0001faff';
  -- Variation selectors, joiners and skin tones among them.
  gaps constant text := '\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u0640\u066a-\u066d\u06d4\u2000-\u203b\u203d-\u2048\u204a-\u206f\u20a0-\u20cf\u2200-\u22ff\u2400-\u245f\u2500-\u259f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\ufe00-\ufe6f\ufeff\uff00-\uff0f\ufff0-\uffff\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff';
  spaced text;
  plain text;
  pairs text[] := '{}';
begin
  if octet_length(folded) = char_length(folded) then
    spaced := regexp_replace(folded, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', ' ', 'g');
  else
    spaced := regexp_replace(folded, '[' || gaps || ']+', ' ', 'g');
    if spaced ~ ('[' || pictures || ']') then
      spaced := regexp_replace(spaced, '([' || pictures || '])', ' \1 ', 'g');
    end if;
    if spaced ~ ('[' || spaceless || ']') then
      plain := regexp_replace(spaced, '(^|[^' || spaceless || '])[' || spaceless || ']', '\1', 'g');
      pairs := array(
        select pair[1] from regexp_matches(spaced, '[' || spaceless || ']{2}', 'g') pair
        union select pair[1] from regexp_matches(plain, '[' || spaceless || ']{2}', 'g') pair
        union select pair[1] from regexp_matches(spaced, '[' || spaceless || '](?![' || spaceless || '])', 'g') pair
      );
      spaced := regexp_replace(spaced, '[' || spaceless || ']+', ' ', 'g');
    end if;
  end if;
  -- A word that is longer than the index can hold is known by its beginning.
  if octet_length(spaced) > 2000 then
    spaced := regexp_replace(spaced, '([^ ]{200})[^ ]+', '\1', 'g');
  end if;
  return pairs || array_remove(string_to_array(spaced, ' '), '');
end $$;

-- Prefixes the words of handle and name with @, unlike those of the bio: nearly every handle is a unique word, which a
-- prefix search on bios would have to skip.
CREATE FUNCTION creator_search_words(username text, fullname text, bio text) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
declare
  name_words text[] := public.creator_words(public.creator_fold(username || ' ' || fullname));
begin
  return array_to_tsvector(
    string_to_array('@' || array_to_string(name_words, ' @'), ' ')
    || public.creator_words(public.creator_fold(left(bio, 4000)))
  );
end $$;

-- Returns every sequence of five characters of a name, for searching long terms inside names: each matches few names,
-- while trigrams took 4 ms per term with a million creators.
CREATE FUNCTION creator_name_parts(name text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select array(select substr(name, at, 5) from generate_series(1, length(name) - 4) at)
$$;

-- Makes processes drop their cached standing of a brand when one of its subscriptions changes.
CREATE FUNCTION announce_standing() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('standing_changed', coalesce(NEW.brand_id, OLD.brand_id)::text);
  RETURN NULL;
END $$;

-- The audit log is append-only. Allowed: adding the outcome once, clearing the name of a deleted person, deleting the
-- log of a deleted brand, and the sweep of old entries.
CREATE FUNCTION audit_entry_keep() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_setting('troupe.audit_sweep', true) = 'on'
      OR NOT EXISTS (SELECT FROM brand WHERE id = OLD.brand_id)
    THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF OLD.outcome IS NULL AND NEW.outcome IS NOT NULL
      AND (OLD.object_id IS NULL OR NEW.object_id = OLD.object_id)
      AND to_jsonb(NEW) - '{outcome,problem,object_id}'::text[] = to_jsonb(OLD) - '{outcome,problem,object_id}'::text[]
    THEN RETURN NEW; END IF;
    IF NEW.user_id IS NULL
      AND to_jsonb(NEW) - 'user_id' = to_jsonb(OLD) - 'user_id'
      AND NOT EXISTS (SELECT FROM person WHERE id = OLD.user_id)
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- Labels the conversation with the creator of a new opt-in, creating it if needed.
CREATE FUNCTION conversation_of_opt_in() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  found uuid;
BEGIN
  INSERT INTO conversation AS v (id, brand_id, creator_id, last_at)
  VALUES (gen_random_uuid(), NEW.brand_id, NEW.creator_id, NEW.created_at)
  ON CONFLICT (brand_id, creator_id) DO UPDATE SET last_at = greatest(v.last_at, excluded.last_at)
  RETURNING v.id INTO found;
  INSERT INTO conversation_campaign AS l (conversation_id, campaign_id, brand_id, opt_in_id, last_at)
  VALUES (found, NEW.campaign_id, NEW.brand_id, NEW.id, NEW.created_at)
  ON CONFLICT (conversation_id, campaign_id)
    DO UPDATE SET opt_in_id = excluded.opt_in_id, last_at = greatest(l.last_at, excluded.last_at);
  RETURN NULL;
END $$;

-- The credit ledger is append-only. Foreign keys may do two things: delete the ledger of a deleted brand, and clear the
-- name of a deleted person.
CREATE FUNCTION credit_entry_keep() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM brand WHERE id = OLD.brand_id) THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF NEW.user_id IS NULL
      AND to_jsonb(NEW) - 'user_id' = to_jsonb(OLD) - 'user_id'
      AND NOT EXISTS (SELECT FROM person WHERE id = OLD.user_id)
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'the credit ledger is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- Numbers events at commit, under a lock that each transaction takes last: a client that has seen event 7 can ask for
-- "after 7" without missing uncommitted ones. The lock adds no cost, because PostgreSQL serializes the commits of
-- transactions that notify.
CREATE FUNCTION live_event_number() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7700010);
  UPDATE live_event SET id = nextval('live_event_id_seq') WHERE id = NEW.id;
  PERFORM pg_notify('live_event', '');
  RETURN NULL;
END $$;

-- Marks the first offer as agreed when an opt-in starts out approved.
CREATE FUNCTION opt_in_agreed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NEW.agreed_number IS NULL AND NEW.status IN ('approved', 'completed') THEN NEW.agreed_number := 1; END IF;
  RETURN NEW;
END $$;

-- Gives every new opt-in its first offer.
CREATE FUNCTION opt_in_first_offer() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO opt_in_offer (opt_in_id, number, side, state, terms, user_id, created_at, answered_at)
  VALUES (NEW.id, 1, 'creator',
    CASE WHEN NEW.agreed_number = 1 THEN 'accepted' WHEN NEW.status = 'withdrawn' THEN 'withdrawn' ELSE 'offered' END,
    CASE WHEN NEW.agreed_number = 1 THEN NEW.agreement
      ELSE NEW.agreement || jsonb_build_object('fee', NEW.asked_fee) END,
    NEW.user_id, NEW.created_at,
    CASE WHEN NEW.agreed_number = 1 THEN coalesce(NEW.approved_at, NEW.created_at)
      WHEN NEW.status = 'withdrawn' THEN NEW.updated_at END);
  RETURN NULL;
END $$;

-- Makes the terms of an offer immutable.
CREATE FUNCTION opt_in_offer_keep() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (NEW.opt_in_id, NEW.number, NEW.side, NEW.terms, NEW.created_at)
    IS DISTINCT FROM (OLD.opt_in_id, OLD.number, OLD.side, OLD.terms, OLD.created_at) THEN
    RAISE EXCEPTION 'the terms of an offer never change: add a version';
  END IF;
  RETURN NEW;
END $$;

CREATE TABLE acting (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  administrator_id uuid NOT NULL,
  user_id uuid NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  CONSTRAINT acting_pkey PRIMARY KEY (id)
);
CREATE INDEX acting_of ON acting (administrator_id, created_at DESC NULLS LAST);

CREATE TABLE api_key (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  scope text NOT NULL,
  hash text NOT NULL,
  hint text NOT NULL,
  created_by uuid,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  CONSTRAINT api_key_pkey PRIMARY KEY (id)
);
CREATE INDEX api_key_brand ON api_key (brand_id, id DESC NULLS LAST);
CREATE UNIQUE INDEX api_key_hash ON api_key (hash);
CREATE UNIQUE INDEX api_key_user ON api_key (user_id);

CREATE TABLE attachment (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  message_id uuid,
  user_id uuid,
  file_key text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  bytes bigint NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  scan text DEFAULT 'off'::text NOT NULL,
  conversation_id uuid NOT NULL,
  CONSTRAINT attachment_pkey PRIMARY KEY (id)
);
CREATE INDEX attachment_conversation ON attachment (conversation_id);
CREATE INDEX attachment_loose ON attachment (created_at) WHERE (message_id IS NULL);
CREATE INDEX attachment_message ON attachment (message_id);
CREATE INDEX attachment_user ON attachment (user_id);
CREATE INDEX attachment_waiting ON attachment (created_at) WHERE (scan = 'waiting'::text);

CREATE TABLE audience_purchase (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  user_id uuid,
  state text DEFAULT 'open'::text NOT NULL,
  outcome text,
  report_id uuid,
  idempotency_key text,
  started_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  ended_at timestamp(3) with time zone,
  CONSTRAINT audience_purchase_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX audience_purchase_key ON audience_purchase (brand_id, idempotency_key);
CREATE UNIQUE INDEX audience_purchase_open ON audience_purchase (brand_id, creator_id) WHERE (state = 'open'::text);

CREATE TABLE audience_report (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  provider_report_id text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  purchased_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  purchased_by uuid,
  report jsonb NOT NULL,
  original jsonb NOT NULL,
  CONSTRAINT audience_report_pkey PRIMARY KEY (id)
);
CREATE INDEX audience_report_creator ON audience_report (brand_id, creator_id, created_at DESC NULLS LAST);
CREATE INDEX audience_report_page ON audience_report (brand_id, purchased_at DESC NULLS LAST, id DESC NULLS LAST);

CREATE TABLE audit_entry (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  user_id uuid,
  actor_kind text NOT NULL,
  action text NOT NULL,
  title text NOT NULL,
  object_kind text,
  object_id uuid,
  outcome text,
  problem text,
  ip text NOT NULL,
  agent text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  as_user_id uuid,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entry_action ON audit_entry (brand_id, action, id DESC NULLS LAST);
CREATE INDEX audit_entry_age ON audit_entry (created_at);
CREATE INDEX audit_entry_page ON audit_entry (brand_id, id DESC NULLS LAST);
CREATE INDEX audit_entry_user ON audit_entry (brand_id, user_id, id DESC NULLS LAST);

CREATE TABLE billing_event (
  id text NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  state text DEFAULT 'received'::text NOT NULL,
  note text,
  brand_id uuid,
  occurred_at timestamp(3) with time zone NOT NULL,
  received_at timestamp(3) with time zone NOT NULL,
  processed_at timestamp(3) with time zone,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamp(3) with time zone,
  CONSTRAINT billing_event_pkey PRIMARY KEY (id)
);
CREATE INDEX billing_event_brand ON billing_event (brand_id);
CREATE INDEX billing_event_due ON billing_event (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX billing_event_received ON billing_event (received_at DESC NULLS LAST, id DESC NULLS LAST);

CREATE TABLE billing_state (
  kind text NOT NULL,
  id text NOT NULL,
  brand_id uuid NOT NULL,
  subscription_id text,
  version bigint NOT NULL,
  date timestamp(3) with time zone NOT NULL,
  content jsonb NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT billing_state_kind_id_pk PRIMARY KEY (kind, id)
);
CREATE INDEX billing_state_brand ON billing_state (brand_id, kind, date DESC NULLS LAST);
CREATE INDEX billing_state_subscription ON billing_state (subscription_id);

CREATE TABLE brand (
  id uuid NOT NULL,
  name text NOT NULL,
  website text NOT NULL,
  description text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  closed_at timestamp(3) with time zone,
  CONSTRAINT brand_pkey PRIMARY KEY (id)
);
CREATE INDEX brand_name ON brand (lower(name));

CREATE TABLE brand_closing (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  user_id uuid,
  members jsonb NOT NULL,
  closed_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  delete_at timestamp(3) with time zone NOT NULL,
  billing_ended_at timestamp(3) with time zone,
  undone_at timestamp(3) with time zone,
  undone_by text,
  CONSTRAINT brand_closing_pkey PRIMARY KEY (id)
);
CREATE INDEX brand_closing_due ON brand_closing (delete_at) WHERE (undone_at IS NULL);
CREATE UNIQUE INDEX brand_closing_one ON brand_closing (brand_id) WHERE (undone_at IS NULL);

CREATE TABLE brand_export (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  user_id uuid,
  status text DEFAULT 'waiting'::text NOT NULL,
  with_files boolean NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  total integer DEFAULT 0 NOT NULL,
  counts jsonb DEFAULT '{}'::jsonb NOT NULL,
  file_key text,
  bytes bigint,
  tries integer DEFAULT 0 NOT NULL,
  beat_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  finished_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  CONSTRAINT brand_export_pkey PRIMARY KEY (id)
);
CREATE INDEX brand_export_brand ON brand_export (brand_id, id DESC NULLS LAST);
CREATE UNIQUE INDEX brand_export_one ON brand_export (brand_id) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]));

CREATE TABLE brand_member (
  brand_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT brand_member_brand_id_user_id_pk PRIMARY KEY (brand_id, user_id)
);
CREATE INDEX brand_member_user ON brand_member (user_id);

CREATE TABLE campaign (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  title text NOT NULL,
  slug text NOT NULL,
  social_channels text[] DEFAULT '{}'::text[] NOT NULL,
  max_paid_amount bigint,
  meta_data jsonb DEFAULT '{}'::jsonb NOT NULL,
  status text DEFAULT 'draft'::text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  brief jsonb DEFAULT '{}'::jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  published_at timestamp(3) with time zone,
  CONSTRAINT campaign_pkey PRIMARY KEY (id)
);
CREATE INDEX campaign_brand ON campaign (brand_id, created_at);
CREATE UNIQUE INDEX campaign_slug ON campaign (brand_id, slug);

CREATE TABLE campaign_change (
  id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  kind text NOT NULL,
  fields text[] DEFAULT '{}'::text[] NOT NULL,
  before jsonb DEFAULT '{}'::jsonb NOT NULL,
  after jsonb DEFAULT '{}'::jsonb NOT NULL,
  user_id uuid,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT campaign_change_pkey PRIMARY KEY (id)
);
CREATE INDEX campaign_change_of ON campaign_change (campaign_id, created_at DESC NULLS LAST);

CREATE TABLE checkout (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  user_id uuid,
  kind text NOT NULL,
  offer_id text NOT NULL,
  period text,
  setup_fee boolean DEFAULT false NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  hosted_page_id text,
  url text,
  expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  completed_at timestamp(3) with time zone,
  returned_at timestamp(3) with time zone,
  invoice_id text,
  subscription_id text,
  paid integer,
  look_at timestamp(3) with time zone NOT NULL,
  looks integer DEFAULT 0 NOT NULL,
  CONSTRAINT checkout_pkey PRIMARY KEY (id)
);
CREATE INDEX checkout_brand ON checkout (brand_id, created_at);
CREATE UNIQUE INDEX checkout_hosted_page ON checkout (hosted_page_id);
CREATE INDEX checkout_open ON checkout (look_at) WHERE (state = 'open'::text);

CREATE TABLE content (
  id uuid NOT NULL,
  creator_id uuid NOT NULL,
  url text NOT NULL,
  published_at timestamp(3) with time zone NOT NULL,
  title text DEFAULT ''::text NOT NULL,
  type text NOT NULL,
  format text NOT NULL,
  thumbnail_url text,
  view_count bigint,
  like_count bigint,
  dislike_count bigint,
  comment_count bigint,
  save_count bigint,
  share_count bigint,
  CONSTRAINT content_pkey PRIMARY KEY (id)
);
CREATE INDEX content_recent ON content (creator_id, published_at DESC NULLS LAST);
CREATE UNIQUE INDEX content_url ON content (creator_id, url);

CREATE TABLE content_preview (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  opt_in_id uuid NOT NULL,
  kind text NOT NULL,
  caption text DEFAULT ''::text NOT NULL,
  status text DEFAULT 'preview'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  live_url text,
  live_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT content_preview_pkey PRIMARY KEY (id)
);
CREATE INDEX content_preview_opt_in ON content_preview (opt_in_id);
CREATE INDEX content_preview_page ON content_preview (campaign_id, created_at DESC NULLS LAST, id DESC NULLS LAST);

CREATE TABLE content_version (
  preview_id uuid NOT NULL,
  version integer NOT NULL,
  kind text NOT NULL,
  caption text NOT NULL,
  file_keys text[] NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  replaced_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT content_version_preview_id_version_pk PRIMARY KEY (preview_id, version)
);

CREATE TABLE conversation (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  last_number integer DEFAULT 0 NOT NULL,
  unread integer DEFAULT 0 NOT NULL,
  last_at timestamp(3) with time zone,
  starred boolean DEFAULT false NOT NULL,
  assigned_to uuid,
  snoozed_until timestamp(3) with time zone,
  CONSTRAINT conversation_pkey PRIMARY KEY (id)
);
CREATE INDEX conversation_creator ON conversation (creator_id);
CREATE UNIQUE INDEX conversation_once ON conversation (brand_id, creator_id);
CREATE INDEX conversation_page ON conversation (brand_id, last_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX conversation_snoozed ON conversation (snoozed_until) WHERE (snoozed_until IS NOT NULL);
CREATE INDEX conversation_with_unread ON conversation (brand_id) WHERE (unread > 0);

CREATE TABLE conversation_campaign (
  conversation_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  brand_id uuid NOT NULL,
  opt_in_id uuid,
  last_number integer DEFAULT 0 NOT NULL,
  last_creator_number integer DEFAULT 0 NOT NULL,
  creator_read integer DEFAULT 0 NOT NULL,
  creator_mailed integer DEFAULT 0 NOT NULL,
  unread integer DEFAULT 0 NOT NULL,
  last_at timestamp(3) with time zone,
  CONSTRAINT conversation_campaign_conversation_id_campaign_id_pk PRIMARY KEY (conversation_id, campaign_id)
);
CREATE UNIQUE INDEX conversation_campaign_opt_in ON conversation_campaign (opt_in_id);
CREATE INDEX conversation_campaign_page ON conversation_campaign (campaign_id, last_at DESC NULLS LAST, conversation_id DESC NULLS LAST);
CREATE INDEX conversation_campaign_unread ON conversation_campaign (brand_id, campaign_id) WHERE (unread > 0);

CREATE TABLE conversation_mail (
  mail_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  campaign_id uuid,
  CONSTRAINT conversation_mail_pkey PRIMARY KEY (mail_id)
);
CREATE INDEX conversation_mail_of ON conversation_mail (conversation_id);

CREATE TABLE creator (
  id uuid NOT NULL,
  brand_id uuid,
  platform text NOT NULL,
  social_id text,
  username text NOT NULL,
  fullname text DEFAULT ''::text NOT NULL,
  bio text DEFAULT ''::text NOT NULL,
  profile_pic_url text,
  profile_url text NOT NULL,
  country character(2),
  language text,
  categories text[] DEFAULT '{}'::text[] NOT NULL,
  follower_count bigint,
  engagement double precision,
  avg_views bigint,
  figures jsonb DEFAULT '{}'::jsonb NOT NULL,
  verified boolean DEFAULT false NOT NULL,
  user_id text,
  contact_email text,
  contacts_fetched_at timestamp(3) with time zone,
  contacts_error text,
  shop jsonb,
  channels jsonb DEFAULT '[]'::jsonb NOT NULL,
  connected_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  followers_key bigint GENERATED ALWAYS AS (COALESCE(follower_count, ('-1'::integer)::bigint)) STORED NOT NULL,
  engagement_key double precision GENERATED ALWAYS AS (COALESCE(engagement, ('-1'::integer)::double precision)) STORED NOT NULL,
  views_key bigint GENERATED ALWAYS AS (COALESCE(avg_views, ('-1'::integer)::bigint)) STORED NOT NULL,
  name_text text GENERATED ALWAYS AS (creator_fold(((username || ' '::text) || fullname))) STORED NOT NULL,
  words tsvector GENERATED ALWAYS AS (creator_search_words(username, fullname, bio)) STORED NOT NULL,
  CONSTRAINT creator_pkey PRIMARY KEY (id)
);
ALTER TABLE ONLY creator ALTER COLUMN categories SET STATISTICS 500;
ALTER TABLE ONLY creator ALTER COLUMN name_text SET STATISTICS 300;
ALTER TABLE ONLY creator ALTER COLUMN words SET STATISTICS 300;
CREATE INDEX creator_by_category ON creator USING gin (categories, language) WHERE (brand_id IS NULL);
-- Counts and sorts within a country by index-only scan.
CREATE INDEX creator_by_country ON creator (country, platform, language, followers_key DESC, id DESC) INCLUDE (categories, verified, engagement_key, views_key, updated_at) WHERE (brand_id IS NULL);
CREATE INDEX creator_by_engagement ON creator (engagement_key DESC, id DESC) WHERE (brand_id IS NULL);
CREATE INDEX creator_by_followers ON creator (followers_key DESC, id DESC) WHERE (brand_id IS NULL);
CREATE INDEX creator_by_handle ON creator (lower(username) text_pattern_ops) WHERE (brand_id IS NULL);
CREATE INDEX creator_by_name ON creator USING gin (name_text gin_trgm_ops, platform) WHERE (brand_id IS NULL);
CREATE INDEX creator_by_name_part ON creator USING gin (creator_name_parts(name_text), platform) WHERE (brand_id IS NULL);
CREATE INDEX creator_by_updated ON creator (updated_at DESC, id DESC) WHERE (brand_id IS NULL);
CREATE INDEX creator_by_views ON creator (views_key DESC, id DESC) WHERE (brand_id IS NULL);
-- Nearly every search filters by platform, so the index includes it.
CREATE INDEX creator_by_words ON creator USING gin (words, platform) WHERE (brand_id IS NULL);
CREATE INDEX creator_country_followers ON creator (country, followers_key DESC, id DESC) WHERE (brand_id IS NULL);
CREATE INDEX creator_own_country ON creator (brand_id, country, platform, followers_key DESC, id DESC) WHERE (brand_id IS NOT NULL);
CREATE INDEX creator_own_engagement ON creator (brand_id, engagement_key DESC, id DESC) WHERE (brand_id IS NOT NULL);
CREATE INDEX creator_own_followers ON creator (brand_id, followers_key DESC, id DESC) WHERE (brand_id IS NOT NULL);
-- Every search scans the pending list. With the default 4 MB, a search took 112 ms (p95) during an import; with 1 MB it
-- took 72 ms, and the import 7% longer.
CREATE INDEX creator_own_search ON creator USING gin (brand_id, words, name_text gin_trgm_ops, platform, country, categories, language) WITH (gin_pending_list_limit='1024') WHERE (brand_id IS NOT NULL);
CREATE INDEX creator_own_updated ON creator (brand_id, updated_at DESC, id DESC) WHERE (brand_id IS NOT NULL);
CREATE INDEX creator_own_views ON creator (brand_id, views_key DESC, id DESC) WHERE (brand_id IS NOT NULL);
-- Views depend on the platform: Instagram reports none.
CREATE INDEX creator_platform_views ON creator (platform, views_key DESC, id DESC) WHERE (brand_id IS NULL);
CREATE UNIQUE INDEX creator_private_handle ON creator (brand_id, platform, lower(username)) WHERE (brand_id IS NOT NULL);
CREATE INDEX creator_registered ON creator (followers_key DESC, id DESC) INCLUDE (platform, country, language, categories) WHERE ((brand_id IS NULL) AND (user_id IS NOT NULL));
CREATE UNIQUE INDEX creator_shared_handle ON creator (platform, lower(username)) WHERE (brand_id IS NULL);
-- Few creators are verified: 0.8 ms with a separate index, 6 ms without.
CREATE INDEX creator_verified_category ON creator USING gin (categories, language, platform, country) WHERE ((brand_id IS NULL) AND verified);
-- Shows the planner how rare a handle is; it doesn't get that from partial indexes.
CREATE STATISTICS creator_handle ON lower(username) FROM creator;

CREATE TABLE creator_claim (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  code text NOT NULL,
  claimed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  by_invite boolean DEFAULT false NOT NULL,
  CONSTRAINT creator_claim_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX creator_claim_mine ON creator_claim (user_id, creator_id);
CREATE UNIQUE INDEX creator_claim_once ON creator_claim (creator_id) WHERE (claimed_at IS NOT NULL);

CREATE TABLE creator_connection (
  creator_id uuid NOT NULL,
  open_id text NOT NULL,
  access_token text NOT NULL,
  access_expires_at timestamp(3) with time zone NOT NULL,
  refresh_token text NOT NULL,
  refresh_expires_at timestamp(3) with time zone NOT NULL,
  withdrawn_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT creator_connection_pkey PRIMARY KEY (creator_id)
);

CREATE TABLE creator_contact (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  email text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT creator_contact_pkey PRIMARY KEY (id)
);
CREATE INDEX creator_contact_creator ON creator_contact (creator_id);
CREATE UNIQUE INDEX creator_contact_once ON creator_contact (brand_id, creator_id);

CREATE TABLE creator_contact_fetch (
  creator_id uuid NOT NULL,
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  credits integer NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT creator_contact_fetch_pkey PRIMARY KEY (creator_id)
);

CREATE TABLE creator_import (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  created_by uuid,
  file_name text NOT NULL,
  state text DEFAULT 'draft'::text NOT NULL,
  facts jsonb NOT NULL,
  header_row integer NOT NULL,
  records integer NOT NULL,
  rows integer NOT NULL,
  platform text,
  platform_per_row boolean NOT NULL,
  platform_reason text NOT NULL,
  columns jsonb NOT NULL,
  as_of timestamp(3) with time zone NOT NULL,
  for_everyone boolean DEFAULT false NOT NULL,
  list_id uuid,
  "position" bigint DEFAULT 0 NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  added integer DEFAULT 0 NOT NULL,
  linked integer DEFAULT 0 NOT NULL,
  already integer DEFAULT 0 NOT NULL,
  repeated integer DEFAULT 0 NOT NULL,
  rejected integer DEFAULT 0 NOT NULL,
  error text,
  undo jsonb,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  CONSTRAINT creator_import_pkey PRIMARY KEY (id)
);
CREATE INDEX creator_import_brand ON creator_import (brand_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX creator_import_busy ON creator_import (state) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text, 'cancelling'::text, 'undoing'::text]));

CREATE TABLE creator_import_row (
  import_id uuid NOT NULL,
  "row" integer NOT NULL,
  line integer,
  outcome text NOT NULL,
  key text,
  creator_id uuid,
  name text NOT NULL,
  platform text,
  username text,
  reason text,
  field text,
  suggestion text,
  cells jsonb,
  dismissed boolean DEFAULT false NOT NULL,
  listed boolean DEFAULT false NOT NULL,
  contact boolean DEFAULT false NOT NULL,
  before jsonb,
  CONSTRAINT creator_import_row_import_id_row_pk PRIMARY KEY (import_id, "row")
);
CREATE INDEX creator_import_row_creator ON creator_import_row (creator_id);
CREATE UNIQUE INDEX creator_import_row_key ON creator_import_row (import_id, key) WHERE (key IS NOT NULL);
CREATE INDEX creator_import_row_outcome ON creator_import_row (import_id, outcome, "row");

CREATE TABLE creator_list (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  title text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  archived_at timestamp(3) with time zone,
  CONSTRAINT creator_list_pkey PRIMARY KEY (id)
);
CREATE INDEX creator_list_brand ON creator_list (brand_id, updated_at DESC NULLS LAST);

CREATE TABLE creator_list_item (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  list_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  feedback text DEFAULT ''::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  saved_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_by uuid,
  archived_at timestamp(3) with time zone,
  CONSTRAINT creator_list_item_pkey PRIMARY KEY (id)
);
CREATE INDEX creator_list_item_archived ON creator_list_item (brand_id, archived_at DESC NULLS LAST) WHERE (archived_at IS NOT NULL);
CREATE INDEX creator_list_item_creator ON creator_list_item (brand_id, creator_id);
CREATE INDEX creator_list_item_creator_id ON creator_list_item (creator_id);
CREATE UNIQUE INDEX creator_list_item_once ON creator_list_item (list_id, creator_id);
CREATE INDEX creator_list_item_page ON creator_list_item (list_id, saved_at DESC NULLS LAST, id DESC NULLS LAST);

CREATE TABLE creator_open_claim (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  platform text NOT NULL,
  username text NOT NULL,
  code text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT creator_open_claim_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX creator_open_claim_once ON creator_open_claim (user_id, platform, lower(username));

CREATE TABLE creator_picture (
  creator_id uuid NOT NULL,
  import_id uuid NOT NULL,
  url text NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  reason text,
  requested_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT creator_picture_pkey PRIMARY KEY (creator_id)
);
CREATE INDEX creator_picture_import ON creator_picture (import_id, state);

CREATE TABLE creator_refresh (
  creator_id uuid NOT NULL,
  asked_at timestamp(3) with time zone,
  tried_at timestamp(3) with time zone,
  read_at timestamp(3) with time zone,
  state text,
  message text,
  next_at timestamp(3) with time zone,
  content_from timestamp(3) with time zone,
  CONSTRAINT creator_refresh_pkey PRIMARY KEY (creator_id)
);
CREATE INDEX creator_refresh_tried ON creator_refresh (tried_at);

CREATE TABLE credit_entry (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  number integer NOT NULL,
  kind text NOT NULL,
  amount integer NOT NULL,
  balance integer NOT NULL,
  reason text NOT NULL,
  reference text NOT NULL,
  user_id uuid,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT credit_entry_not_below_zero CHECK ((balance >= 0)),
  CONSTRAINT credit_entry_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX credit_entry_number ON credit_entry (brand_id, number);
CREATE UNIQUE INDEX credit_entry_once ON credit_entry (brand_id, kind, reference);

CREATE TABLE demo_request (
  id uuid NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  company text NOT NULL,
  website text NOT NULL,
  budget text NOT NULL,
  message text NOT NULL,
  source jsonb,
  fingerprint text NOT NULL,
  held_back text,
  mail_id uuid,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT demo_request_pkey PRIMARY KEY (id)
);
CREATE INDEX demo_request_created ON demo_request (created_at, id);
CREATE INDEX demo_request_fingerprint ON demo_request (fingerprint, created_at);
CREATE INDEX demo_request_mail ON demo_request (mail_id);

CREATE TABLE email_domain (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  domain text NOT NULL,
  from_name text NOT NULL,
  from_address text NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  states jsonb DEFAULT '{}'::jsonb NOT NULL,
  daily_cap integer NOT NULL,
  spacing_seconds double precision NOT NULL,
  checked_at timestamp(3) with time zone,
  verified_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT email_domain_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX email_domain_brand ON email_domain (brand_id);
CREATE INDEX email_domain_checked ON email_domain (checked_at);

CREATE TABLE email_domain_key (
  id uuid NOT NULL,
  domain_id uuid NOT NULL,
  selector text NOT NULL,
  public_key text NOT NULL,
  private_key text NOT NULL,
  state text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  retired_at timestamp(3) with time zone,
  CONSTRAINT email_domain_key_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX email_domain_key_selector ON email_domain_key (domain_id, selector);

CREATE TABLE email_template (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  label text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  campaign_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  removed_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  updated_by uuid,
  request_key text,
  CONSTRAINT email_template_pkey PRIMARY KEY (id)
);
CREATE INDEX email_template_brand ON email_template (brand_id, updated_at DESC NULLS LAST);
CREATE UNIQUE INDEX email_template_request ON email_template (brand_id, request_key);

CREATE TABLE inbound_mail (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  mail_id uuid NOT NULL,
  kind text NOT NULL,
  message_id text NOT NULL,
  from_address text NOT NULL,
  subject text NOT NULL,
  visible text NOT NULL,
  trust text NOT NULL,
  raw_key text NOT NULL,
  size bigint NOT NULL,
  received_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  body text,
  CONSTRAINT inbound_mail_pkey PRIMARY KEY (id)
);
CREATE INDEX inbound_mail_brand ON inbound_mail (brand_id, received_at DESC NULLS LAST);
CREATE UNIQUE INDEX inbound_mail_once ON inbound_mail (mail_id, message_id);

CREATE TABLE invite (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  list_id uuid,
  template_id uuid,
  mail_id uuid NOT NULL,
  token text NOT NULL,
  saved_by uuid,
  saved_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  scheduled_for timestamp(3) with time zone,
  visited_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  request_key text,
  CONSTRAINT invite_pkey PRIMARY KEY (id)
);
CREATE INDEX invite_creator ON invite (brand_id, creator_id, saved_at DESC NULLS LAST);
CREATE INDEX invite_creator_id ON invite (creator_id);
CREATE UNIQUE INDEX invite_mail ON invite (mail_id);
CREATE UNIQUE INDEX invite_once ON invite (campaign_id, creator_id) WHERE (cancelled_at IS NULL);
CREATE INDEX invite_page ON invite (brand_id, saved_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX invite_request ON invite (brand_id, request_key) WHERE (request_key IS NOT NULL);
CREATE UNIQUE INDEX invite_token ON invite (token);

CREATE TABLE live_event (
  id bigserial NOT NULL,
  audience text NOT NULL,
  type text NOT NULL,
  campaign_id uuid,
  opt_in_id uuid,
  data jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT live_event_pkey PRIMARY KEY (id)
);
CREATE INDEX live_event_audience ON live_event (audience, id);
CREATE INDEX live_event_created ON live_event (created_at);

CREATE TABLE live_post (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  opt_in_id uuid NOT NULL,
  preview_id uuid,
  kind text NOT NULL,
  platform text NOT NULL,
  url text NOT NULL,
  title text DEFAULT ''::text NOT NULL,
  thumbnail_url text,
  published_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  figures jsonb NOT NULL,
  history jsonb DEFAULT '[]'::jsonb NOT NULL,
  as_of timestamp(3) with time zone,
  source text NOT NULL,
  failure text,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT live_post_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX live_post_once ON live_post (campaign_id, url);
CREATE INDEX live_post_opt_in ON live_post (opt_in_id);
CREATE INDEX live_post_page ON live_post (campaign_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX live_post_preview ON live_post (preview_id);

CREATE TABLE mail (
  id uuid NOT NULL,
  brand_id uuid,
  kind text NOT NULL,
  to_address text NOT NULL,
  to_name text DEFAULT ''::text NOT NULL,
  subject text NOT NULL,
  html text NOT NULL,
  plain text NOT NULL,
  message_id text NOT NULL,
  in_reply_to text,
  reply_token text NOT NULL,
  unsubscribe_token text,
  status text DEFAULT 'queued'::text NOT NULL,
  status_reason text,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  sending_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  bounced_at timestamp(3) with time zone,
  replied_at timestamp(3) with time zone,
  unsubscribed_at timestamp(3) with time zone,
  answer text,
  sender integer,
  purpose text,
  reply_to text,
  message_references text,
  CONSTRAINT mail_of_brand CHECK (((brand_id IS NOT NULL) OR (kind = 'notice'::text))),
  CONSTRAINT mail_pkey PRIMARY KEY (id)
);
CREATE INDEX mail_due ON mail (brand_id, due_at, id) WHERE (status = ANY (ARRAY['queued'::text, 'deferred'::text]));
CREATE UNIQUE INDEX mail_message_id ON mail (message_id);
CREATE INDEX mail_notice_due ON mail (due_at, id) WHERE ((status = ANY (ARRAY['queued'::text, 'deferred'::text])) AND (kind = 'notice'::text));
CREATE INDEX mail_purpose ON mail (brand_id, created_at) WHERE (purpose IS NOT NULL);
CREATE UNIQUE INDEX mail_reply_token ON mail (reply_token);
CREATE INDEX mail_sending ON mail (sending_at) WHERE (status = 'sending'::text);
CREATE INDEX mail_sent ON mail (brand_id, sent_at DESC NULLS LAST);
CREATE INDEX mail_uncertain ON mail (brand_id) WHERE (status = 'uncertain'::text);
CREATE UNIQUE INDEX mail_unsubscribe_token ON mail (unsubscribe_token);

CREATE TABLE mail_pace (
  brand_id uuid NOT NULL,
  next_at timestamp(3) with time zone NOT NULL,
  day text NOT NULL,
  sent integer NOT NULL,
  CONSTRAINT mail_pace_pkey PRIMARY KEY (brand_id)
);

CREATE TABLE marketing_source (
  user_id uuid NOT NULL,
  campaign text NOT NULL,
  medium text NOT NULL,
  source text NOT NULL,
  content text NOT NULL,
  term text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT marketing_source_pkey PRIMARY KEY (user_id)
);
CREATE INDEX marketing_source_created ON marketing_source (created_at);

CREATE TABLE message (
  id uuid NOT NULL,
  opt_in_id uuid,
  number integer,
  client_id uuid NOT NULL,
  kind text NOT NULL,
  text text NOT NULL,
  user_id uuid,
  author_name text NOT NULL,
  by_email boolean DEFAULT false NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  send_at timestamp(3) with time zone,
  creator_number integer,
  read_at timestamp(3) with time zone,
  conversation_id uuid NOT NULL,
  campaign_id uuid,
  mail_id uuid,
  inbound_mail_id uuid,
  doubt text,
  CONSTRAINT message_pkey PRIMARY KEY (id)
);
CREATE INDEX message_campaign ON message (conversation_id, campaign_id, number);
CREATE UNIQUE INDEX message_client ON message (conversation_id, client_id);
CREATE UNIQUE INDEX message_creator_number ON message (opt_in_id, creator_number);
CREATE INDEX message_due ON message (send_at) WHERE (number IS NULL);
CREATE INDEX message_inbound_mail ON message (inbound_mail_id);
CREATE INDEX message_mail ON message (mail_id);
CREATE UNIQUE INDEX message_number ON message (conversation_id, number);
CREATE INDEX message_unmailed ON message (created_at) WHERE ((read_at IS NULL) AND (kind = 'brand'::text));
CREATE INDEX message_unread ON message (conversation_id, number) WHERE (read_at IS NULL);

CREATE TABLE notification (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  brand_id uuid,
  kind text NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  href text NOT NULL,
  reference text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  read_at timestamp(3) with time zone,
  mailed_at timestamp(3) with time zone,
  CONSTRAINT notification_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX notification_once ON notification (user_id, reference);
CREATE INDEX notification_page ON notification (user_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX notification_read ON notification (read_at) WHERE (read_at IS NOT NULL);
CREATE INDEX notification_reference ON notification (reference text_pattern_ops);
CREATE INDEX notification_unmailed ON notification (created_at) WHERE ((mailed_at IS NULL) AND (read_at IS NULL));
CREATE INDEX notification_unread ON notification (user_id) WHERE (read_at IS NULL);

CREATE TABLE notification_preference (
  user_id uuid NOT NULL,
  preferences jsonb NOT NULL,
  CONSTRAINT notification_preference_pkey PRIMARY KEY (user_id)
);

CREATE TABLE opt_in (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  user_id uuid,
  invite_id uuid,
  status text DEFAULT 'pending'::text NOT NULL,
  reason text,
  pitch text DEFAULT ''::text NOT NULL,
  asked_fee bigint,
  answers jsonb DEFAULT '[]'::jsonb NOT NULL,
  agreement jsonb NOT NULL,
  rating jsonb,
  shipment jsonb NOT NULL,
  terms_version integer NOT NULL,
  terms_accepted_at timestamp(3) with time zone NOT NULL,
  unseen boolean DEFAULT true NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  approved_at timestamp(3) with time zone,
  reminded_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  removed_at timestamp(3) with time zone,
  agreed_number integer,
  undo jsonb,
  CONSTRAINT opt_in_pkey PRIMARY KEY (id)
);
CREATE INDEX opt_in_approved ON opt_in (brand_id, approved_at) WHERE (approved_at IS NOT NULL);
CREATE UNIQUE INDEX opt_in_once ON opt_in (campaign_id, creator_id);
CREATE INDEX opt_in_page ON opt_in (campaign_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX opt_in_status ON opt_in (campaign_id, status, created_at DESC NULLS LAST);
CREATE INDEX opt_in_undo ON opt_in (id) WHERE (undo IS NOT NULL);
CREATE INDEX opt_in_user ON opt_in (user_id, updated_at DESC NULLS LAST);

CREATE TABLE opt_in_event (
  id uuid NOT NULL,
  opt_in_id uuid NOT NULL,
  kind text NOT NULL,
  text text NOT NULL,
  user_id uuid,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT opt_in_event_pkey PRIMARY KEY (id)
);
CREATE INDEX opt_in_event_of ON opt_in_event (opt_in_id, id);

CREATE TABLE opt_in_offer (
  opt_in_id uuid NOT NULL,
  number integer NOT NULL,
  side text NOT NULL,
  state text DEFAULT 'offered'::text NOT NULL,
  terms jsonb NOT NULL,
  user_id uuid,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  answered_at timestamp(3) with time zone,
  CONSTRAINT opt_in_offer_opt_in_id_number_pk PRIMARY KEY (opt_in_id, number)
);
CREATE UNIQUE INDEX opt_in_offer_open ON opt_in_offer (opt_in_id) WHERE (state = 'offered'::text);

CREATE TABLE order_import (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  store_id uuid,
  created_by uuid,
  file_name text NOT NULL,
  kind text NOT NULL,
  currency text,
  state text NOT NULL,
  rows integer NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  imported integer DEFAULT 0 NOT NULL,
  merged integer DEFAULT 0 NOT NULL,
  skipped integer DEFAULT 0 NOT NULL,
  rejected integer DEFAULT 0 NOT NULL,
  error text,
  created_at timestamp(3) with time zone NOT NULL,
  finished_at timestamp(3) with time zone,
  CONSTRAINT order_import_pkey PRIMARY KEY (id)
);
CREATE INDEX order_import_brand ON order_import (brand_id, created_at DESC NULLS LAST, id DESC NULLS LAST);

CREATE TABLE order_import_row (
  import_id uuid NOT NULL,
  "row" integer NOT NULL,
  line integer,
  outcome text NOT NULL,
  name text NOT NULL,
  reason text,
  order_id uuid,
  CONSTRAINT order_import_row_import_id_row_pk PRIMARY KEY (import_id, "row")
);
CREATE INDEX order_import_row_order ON order_import_row (order_id);
CREATE INDEX order_import_row_outcome ON order_import_row (import_id, outcome, "row");

CREATE TABLE outgoing_webhook (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  url text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  events text[] NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  disabled_reason text,
  failing_since timestamp(3) with time zone,
  secret text NOT NULL,
  former_secret text,
  former_secret_until timestamp(3) with time zone,
  created_by uuid,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT outgoing_webhook_pkey PRIMARY KEY (id)
);
CREATE INDEX outgoing_webhook_brand ON outgoing_webhook (brand_id);

CREATE TABLE payable (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  opt_in_id uuid NOT NULL,
  fee bigint NOT NULL,
  processing_fee bigint NOT NULL,
  currency text NOT NULL,
  state text DEFAULT 'due'::text NOT NULL,
  held boolean DEFAULT false NOT NULL,
  reason text,
  reference text,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  paid_at timestamp(3) with time zone,
  CONSTRAINT payable_once UNIQUE (opt_in_id),
  CONSTRAINT payable_pkey PRIMARY KEY (id)
);
CREATE INDEX payable_page ON payable (brand_id, created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (NOT held);

CREATE TABLE payable_event (
  id uuid NOT NULL,
  payable_id uuid NOT NULL,
  text text NOT NULL,
  user_id uuid,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT payable_event_pkey PRIMARY KEY (id)
);
CREATE INDEX payable_event_of ON payable_event (payable_id, id);

CREATE TABLE person (
  id uuid NOT NULL,
  subject text,
  email text NOT NULL,
  first_name text DEFAULT ''::text NOT NULL,
  last_name text DEFAULT ''::text NOT NULL,
  role text DEFAULT 'brand'::text NOT NULL,
  extra_data jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  picture text,
  time_zone text,
  locale text,
  email_as_of timestamp(3) with time zone,
  CONSTRAINT person_pkey PRIMARY KEY (id),
  CONSTRAINT person_subject_unique UNIQUE (subject)
);
CREATE INDEX person_email ON person (lower(email));

CREATE TABLE preview_comment (
  id uuid NOT NULL,
  preview_id uuid NOT NULL,
  side text NOT NULL,
  user_id uuid,
  author_name text NOT NULL,
  text text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT preview_comment_pkey PRIMARY KEY (id)
);
CREATE INDEX preview_comment_of ON preview_comment (preview_id, id);

CREATE TABLE provider_quota (
  provider text NOT NULL,
  quota text NOT NULL,
  window_start timestamp(3) with time zone NOT NULL,
  used double precision DEFAULT 0 NOT NULL,
  "limit" double precision,
  resets_at timestamp(3) with time zone,
  CONSTRAINT provider_quota_provider_quota_window_start_pk PRIMARY KEY (provider, quota, window_start)
);

CREATE TABLE provider_share (
  provider text NOT NULL,
  brand_id uuid NOT NULL,
  day text NOT NULL,
  used double precision NOT NULL,
  CONSTRAINT provider_share_provider_brand_id_day_pk PRIMARY KEY (provider, brand_id, day)
);

CREATE TABLE provider_state (
  provider text NOT NULL,
  last_call_at timestamp(3) with time zone,
  last_failure_at timestamp(3) with time zone,
  last_failure text,
  open_until timestamp(3) with time zone,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  failures_in_a_row integer DEFAULT 0 NOT NULL,
  CONSTRAINT provider_state_pkey PRIMARY KEY (provider)
);

CREATE UNLOGGED TABLE rate_limit (
  key text NOT NULL,
  count integer NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limit_expiry ON rate_limit (expires_at);

CREATE TABLE reconciliation (
  id uuid NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  compared integer DEFAULT 0 NOT NULL,
  differences jsonb DEFAULT '[]'::jsonb NOT NULL,
  failure text,
  CONSTRAINT reconciliation_pkey PRIMARY KEY (id)
);
CREATE INDEX reconciliation_started ON reconciliation (started_at DESC NULLS LAST);

CREATE TABLE saved_reply (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  label text NOT NULL,
  text text NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT saved_reply_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX saved_reply_label ON saved_reply (brand_id, lower(label));

CREATE TABLE saved_search (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT saved_search_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX saved_search_name ON saved_search (brand_id, lower(name));

CREATE TABLE store (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  platform text NOT NULL,
  shop text NOT NULL,
  name text NOT NULL,
  currency text,
  status text NOT NULL,
  scopes text[] DEFAULT '{}'::text[] NOT NULL,
  access_token text,
  access_expires_at timestamp(3) with time zone,
  refresh_token text,
  refresh_expires_at timestamp(3) with time zone,
  former_refresh_token text,
  token_version integer DEFAULT 0 NOT NULL,
  connected_by uuid,
  connected_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  subscribed boolean DEFAULT false NOT NULL,
  synced_to timestamp(3) with time zone,
  last_sync_at timestamp(3) with time zone,
  error text,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT store_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX store_held ON store (platform, shop) WHERE (status = ANY (ARRAY['connected'::text, 'needs_reconnect'::text]));
CREATE UNIQUE INDEX store_of_brand ON store (brand_id, platform, shop);
CREATE INDEX store_shop ON store (shop);

CREATE TABLE store_code (
  hash text NOT NULL,
  store_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT store_code_pkey PRIMARY KEY (hash)
);

CREATE TABLE store_event (
  key text NOT NULL,
  shop text NOT NULL,
  topic text NOT NULL,
  body text NOT NULL,
  triggered_at timestamp(3) with time zone NOT NULL,
  received_at timestamp(3) with time zone NOT NULL,
  state text DEFAULT 'received'::text NOT NULL,
  note text,
  brand_id uuid,
  attempts integer DEFAULT 0 NOT NULL,
  processed_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  CONSTRAINT store_event_pkey PRIMARY KEY (key)
);
CREATE INDEX store_event_brand ON store_event (brand_id);
CREATE INDEX store_event_due ON store_event (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX store_event_received ON store_event (received_at);

CREATE TABLE store_lease (
  name text NOT NULL,
  holder uuid NOT NULL,
  until timestamp(3) with time zone NOT NULL,
  CONSTRAINT store_lease_pkey PRIMARY KEY (name)
);

CREATE TABLE store_order (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  store_id uuid,
  external_id text NOT NULL,
  source text NOT NULL,
  name text NOT NULL,
  placed_at timestamp(3) with time zone NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  told_at timestamp(3) with time zone NOT NULL,
  cancelled_at timestamp(3) with time zone,
  financial_status text,
  fulfillment_status text,
  test boolean NOT NULL,
  currency text NOT NULL,
  total bigint DEFAULT 0 NOT NULL,
  subtotal bigint DEFAULT 0 NOT NULL,
  discount bigint DEFAULT 0 NOT NULL,
  tax bigint DEFAULT 0 NOT NULL,
  shipping bigint DEFAULT 0 NOT NULL,
  taxes_included boolean NOT NULL,
  presentment_currency text,
  presentment_total bigint,
  refunded bigint DEFAULT 0 NOT NULL,
  net bigint DEFAULT 0 NOT NULL,
  status text NOT NULL,
  counted boolean NOT NULL,
  discounts jsonb NOT NULL,
  discount_codes text[] DEFAULT '{}'::text[] NOT NULL,
  attributes jsonb NOT NULL,
  lines jsonb NOT NULL,
  ref text,
  landing_site text,
  referring_site text,
  customer_key text,
  redacted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT store_order_once UNIQUE NULLS NOT DISTINCT (brand_id, store_id, external_id),
  CONSTRAINT store_order_pkey PRIMARY KEY (id)
);
CREATE INDEX store_order_code ON store_order USING gin (discount_codes);
CREATE INDEX store_order_customer ON store_order (store_id, customer_key) WHERE (customer_key IS NOT NULL);
CREATE INDEX store_order_page ON store_order (brand_id, placed_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX store_order_search ON store_order USING gin (brand_id, name gin_trgm_ops, ref gin_trgm_ops);
CREATE INDEX store_order_store ON store_order (store_id, placed_at DESC NULLS LAST, id DESC NULLS LAST);

CREATE TABLE store_privacy_request (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  shop text NOT NULL,
  kind text NOT NULL,
  orders integer NOT NULL,
  note text NOT NULL,
  requested_at timestamp(3) with time zone NOT NULL,
  done_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT store_privacy_request_pkey PRIMARY KEY (id)
);
CREATE INDEX store_privacy_request_brand ON store_privacy_request (brand_id, done_at DESC NULLS LAST);

CREATE TABLE store_refund (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  store_id uuid,
  order_external_id text NOT NULL,
  external_id text NOT NULL,
  money bigint DEFAULT 0 NOT NULL,
  currency text NOT NULL,
  goods bigint,
  goods_tax bigint DEFAULT 0 NOT NULL,
  refunded_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT store_refund_once UNIQUE NULLS NOT DISTINCT (brand_id, store_id, external_id),
  CONSTRAINT store_refund_pkey PRIMARY KEY (id)
);
CREATE INDEX store_refund_order ON store_refund (brand_id, order_external_id);
CREATE INDEX store_refund_store ON store_refund (store_id);

CREATE TABLE subscription (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  kind text NOT NULL,
  plan_id text NOT NULL,
  period text NOT NULL,
  status text NOT NULL,
  past_due boolean DEFAULT false NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  provider_id text,
  price integer,
  currency text DEFAULT 'USD'::text NOT NULL,
  term_ends_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  due integer DEFAULT 0 NOT NULL,
  due_since timestamp(3) with time zone,
  next_item_price_id text,
  bound_since timestamp(3) with time zone,
  CONSTRAINT subscription_pkey PRIMARY KEY (id)
);
CREATE INDEX subscription_brand ON subscription (brand_id);
CREATE INDEX subscription_due ON subscription (due_since) WHERE (due_since IS NOT NULL);
CREATE UNIQUE INDEX subscription_provider ON subscription (provider_id);

CREATE TABLE suppression (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  address text NOT NULL,
  reason text NOT NULL,
  detail text,
  mail_id uuid,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT suppression_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX suppression_once ON suppression (brand_id, lower(address));

CREATE TABLE team_invite (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  token text NOT NULL,
  invited_by uuid,
  mail_id uuid,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  sent_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  withdrawn_at timestamp(3) with time zone,
  accepted_at timestamp(3) with time zone,
  accepted_by uuid,
  CONSTRAINT team_invite_pkey PRIMARY KEY (id)
);
CREATE INDEX team_invite_brand ON team_invite (brand_id, created_at DESC NULLS LAST);
CREATE INDEX team_invite_email ON team_invite (email) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));
CREATE UNIQUE INDEX team_invite_once ON team_invite (brand_id, email) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));
CREATE UNIQUE INDEX team_invite_token ON team_invite (token);

CREATE TABLE upload (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  opt_in_id uuid NOT NULL,
  preview_id uuid,
  user_id uuid,
  name text NOT NULL,
  type text NOT NULL,
  bytes bigint NOT NULL,
  hash text NOT NULL,
  file_key text NOT NULL,
  thumbnail_key text,
  width integer,
  height integer,
  seconds double precision,
  scan text DEFAULT 'waiting'::text NOT NULL,
  usable_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT upload_pkey PRIMARY KEY (id)
);
CREATE INDEX upload_file ON upload (file_key);
CREATE UNIQUE INDEX upload_once ON upload (opt_in_id, hash) WHERE (preview_id IS NULL);
CREATE INDEX upload_page ON upload (campaign_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX upload_preview ON upload (preview_id) WHERE (preview_id IS NOT NULL);
CREATE INDEX upload_rights ON upload (usable_until) WHERE (usable_until IS NOT NULL);
CREATE INDEX upload_same ON upload (opt_in_id, hash);
CREATE INDEX upload_waiting ON upload (created_at) WHERE (scan = 'waiting'::text);

CREATE TABLE webhook_delivery (
  id uuid NOT NULL,
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  brand_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  log jsonb DEFAULT '[]'::jsonb NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (due_at) WHERE (status = 'pending'::text);
CREATE INDEX webhook_delivery_event ON webhook_delivery (event_id);
CREATE INDEX webhook_delivery_of ON webhook_delivery (webhook_id, number DESC NULLS LAST);

CREATE TABLE webhook_event (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT webhook_event_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_event_age ON webhook_event (created_at);
CREATE INDEX webhook_event_brand ON webhook_event (brand_id);

CREATE TRIGGER announce_standing AFTER INSERT OR DELETE OR UPDATE ON subscription FOR EACH ROW EXECUTE FUNCTION announce_standing();
CREATE TRIGGER audit_entry_keep_all BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_keep();
CREATE TRIGGER audit_entry_keep_rows BEFORE DELETE OR UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_entry_keep();
CREATE TRIGGER conversation_of_opt_in AFTER INSERT ON opt_in FOR EACH ROW EXECUTE FUNCTION conversation_of_opt_in();
CREATE TRIGGER credit_entry_keep_all BEFORE TRUNCATE ON credit_entry FOR EACH STATEMENT EXECUTE FUNCTION credit_entry_keep();
CREATE TRIGGER credit_entry_keep_rows BEFORE DELETE OR UPDATE ON credit_entry FOR EACH ROW EXECUTE FUNCTION credit_entry_keep();
CREATE CONSTRAINT TRIGGER live_event_number AFTER INSERT ON live_event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION live_event_number();
CREATE TRIGGER opt_in_agreed BEFORE INSERT ON opt_in FOR EACH ROW EXECUTE FUNCTION opt_in_agreed();
CREATE TRIGGER opt_in_first_offer AFTER INSERT ON opt_in FOR EACH ROW EXECUTE FUNCTION opt_in_first_offer();
CREATE TRIGGER opt_in_offer_keep BEFORE UPDATE ON opt_in_offer FOR EACH ROW EXECUTE FUNCTION opt_in_offer_keep();

ALTER TABLE acting ADD CONSTRAINT acting_administrator_id_person_id_fk FOREIGN KEY (administrator_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE acting ADD CONSTRAINT acting_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE acting ADD CONSTRAINT acting_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE api_key ADD CONSTRAINT api_key_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE api_key ADD CONSTRAINT api_key_created_by_person_id_fk FOREIGN KEY (created_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE api_key ADD CONSTRAINT api_key_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE attachment ADD CONSTRAINT attachment_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE attachment ADD CONSTRAINT attachment_conversation_id_conversation_id_fk FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE;
ALTER TABLE attachment ADD CONSTRAINT attachment_message_id_message_id_fk FOREIGN KEY (message_id) REFERENCES message(id) ON DELETE CASCADE;
ALTER TABLE attachment ADD CONSTRAINT attachment_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE audience_purchase ADD CONSTRAINT audience_purchase_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE audience_purchase ADD CONSTRAINT audience_purchase_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE audience_purchase ADD CONSTRAINT audience_purchase_report_id_audience_report_id_fk FOREIGN KEY (report_id) REFERENCES audience_report(id);
ALTER TABLE audience_purchase ADD CONSTRAINT audience_purchase_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE audience_report ADD CONSTRAINT audience_report_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE audience_report ADD CONSTRAINT audience_report_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE audience_report ADD CONSTRAINT audience_report_purchased_by_person_id_fk FOREIGN KEY (purchased_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE billing_event ADD CONSTRAINT billing_event_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE SET NULL;
ALTER TABLE billing_state ADD CONSTRAINT billing_state_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE brand_closing ADD CONSTRAINT brand_closing_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE brand_closing ADD CONSTRAINT brand_closing_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE brand_export ADD CONSTRAINT brand_export_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE brand_export ADD CONSTRAINT brand_export_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE brand_member ADD CONSTRAINT brand_member_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE brand_member ADD CONSTRAINT brand_member_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE campaign ADD CONSTRAINT campaign_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE campaign_change ADD CONSTRAINT campaign_change_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE campaign_change ADD CONSTRAINT campaign_change_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE checkout ADD CONSTRAINT checkout_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE checkout ADD CONSTRAINT checkout_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE content ADD CONSTRAINT content_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE content_preview ADD CONSTRAINT content_preview_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE content_preview ADD CONSTRAINT content_preview_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE content_preview ADD CONSTRAINT content_preview_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE CASCADE;
ALTER TABLE content_version ADD CONSTRAINT content_version_preview_id_content_preview_id_fk FOREIGN KEY (preview_id) REFERENCES content_preview(id) ON DELETE CASCADE;
ALTER TABLE conversation ADD CONSTRAINT conversation_assigned_to_person_id_fk FOREIGN KEY (assigned_to) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE conversation ADD CONSTRAINT conversation_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE conversation_campaign ADD CONSTRAINT conversation_campaign_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE conversation_campaign ADD CONSTRAINT conversation_campaign_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE conversation_campaign ADD CONSTRAINT conversation_campaign_conversation_id_conversation_id_fk FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE;
ALTER TABLE conversation_campaign ADD CONSTRAINT conversation_campaign_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE SET NULL;
ALTER TABLE conversation ADD CONSTRAINT conversation_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE conversation_mail ADD CONSTRAINT conversation_mail_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE SET NULL;
ALTER TABLE conversation_mail ADD CONSTRAINT conversation_mail_conversation_id_conversation_id_fk FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE;
ALTER TABLE conversation_mail ADD CONSTRAINT conversation_mail_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE CASCADE;
ALTER TABLE creator ADD CONSTRAINT creator_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE creator_claim ADD CONSTRAINT creator_claim_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE creator_claim ADD CONSTRAINT creator_claim_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE creator_connection ADD CONSTRAINT creator_connection_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE creator_contact ADD CONSTRAINT creator_contact_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE creator_contact ADD CONSTRAINT creator_contact_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE creator_contact_fetch ADD CONSTRAINT creator_contact_fetch_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE creator_contact_fetch ADD CONSTRAINT creator_contact_fetch_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE creator_import ADD CONSTRAINT creator_import_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE creator_import ADD CONSTRAINT creator_import_created_by_person_id_fk FOREIGN KEY (created_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE creator_import ADD CONSTRAINT creator_import_list_id_creator_list_id_fk FOREIGN KEY (list_id) REFERENCES creator_list(id) ON DELETE SET NULL;
ALTER TABLE creator_import_row ADD CONSTRAINT creator_import_row_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE SET NULL;
ALTER TABLE creator_import_row ADD CONSTRAINT creator_import_row_import_id_creator_import_id_fk FOREIGN KEY (import_id) REFERENCES creator_import(id) ON DELETE CASCADE;
ALTER TABLE creator_list ADD CONSTRAINT creator_list_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE creator_list_item ADD CONSTRAINT creator_list_item_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE creator_list_item ADD CONSTRAINT creator_list_item_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE creator_list_item ADD CONSTRAINT creator_list_item_list_id_creator_list_id_fk FOREIGN KEY (list_id) REFERENCES creator_list(id) ON DELETE CASCADE;
ALTER TABLE creator_list_item ADD CONSTRAINT creator_list_item_updated_by_person_id_fk FOREIGN KEY (updated_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE creator_open_claim ADD CONSTRAINT creator_open_claim_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE creator_picture ADD CONSTRAINT creator_picture_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE creator_refresh ADD CONSTRAINT creator_refresh_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE credit_entry ADD CONSTRAINT credit_entry_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE credit_entry ADD CONSTRAINT credit_entry_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE demo_request ADD CONSTRAINT demo_request_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE SET NULL;
ALTER TABLE email_domain ADD CONSTRAINT email_domain_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE email_domain_key ADD CONSTRAINT email_domain_key_domain_id_email_domain_id_fk FOREIGN KEY (domain_id) REFERENCES email_domain(id) ON DELETE CASCADE;
ALTER TABLE email_template ADD CONSTRAINT email_template_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE email_template ADD CONSTRAINT email_template_updated_by_person_id_fk FOREIGN KEY (updated_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE inbound_mail ADD CONSTRAINT inbound_mail_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE inbound_mail ADD CONSTRAINT inbound_mail_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE CASCADE;
ALTER TABLE invite ADD CONSTRAINT invite_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE invite ADD CONSTRAINT invite_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE invite ADD CONSTRAINT invite_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE invite ADD CONSTRAINT invite_list_id_creator_list_id_fk FOREIGN KEY (list_id) REFERENCES creator_list(id) ON DELETE SET NULL;
ALTER TABLE invite ADD CONSTRAINT invite_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id);
ALTER TABLE invite ADD CONSTRAINT invite_saved_by_person_id_fk FOREIGN KEY (saved_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE invite ADD CONSTRAINT invite_template_id_email_template_id_fk FOREIGN KEY (template_id) REFERENCES email_template(id) ON DELETE SET NULL;
ALTER TABLE live_post ADD CONSTRAINT live_post_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE live_post ADD CONSTRAINT live_post_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE live_post ADD CONSTRAINT live_post_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE CASCADE;
ALTER TABLE live_post ADD CONSTRAINT live_post_preview_id_content_preview_id_fk FOREIGN KEY (preview_id) REFERENCES content_preview(id) ON DELETE SET NULL;
ALTER TABLE mail ADD CONSTRAINT mail_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE mail_pace ADD CONSTRAINT mail_pace_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE marketing_source ADD CONSTRAINT marketing_source_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE message ADD CONSTRAINT message_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE SET NULL;
ALTER TABLE message ADD CONSTRAINT message_conversation_id_conversation_id_fk FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE;
ALTER TABLE message ADD CONSTRAINT message_inbound_mail_id_inbound_mail_id_fk FOREIGN KEY (inbound_mail_id) REFERENCES inbound_mail(id) ON DELETE SET NULL;
ALTER TABLE message ADD CONSTRAINT message_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE SET NULL;
ALTER TABLE message ADD CONSTRAINT message_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE SET NULL;
ALTER TABLE message ADD CONSTRAINT message_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE notification ADD CONSTRAINT notification_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE notification_preference ADD CONSTRAINT notification_preference_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE notification ADD CONSTRAINT notification_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE opt_in ADD CONSTRAINT opt_in_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE opt_in ADD CONSTRAINT opt_in_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE opt_in ADD CONSTRAINT opt_in_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE opt_in_event ADD CONSTRAINT opt_in_event_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE CASCADE;
ALTER TABLE opt_in_event ADD CONSTRAINT opt_in_event_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE opt_in ADD CONSTRAINT opt_in_invite_id_invite_id_fk FOREIGN KEY (invite_id) REFERENCES invite(id) ON DELETE SET NULL;
ALTER TABLE opt_in_offer ADD CONSTRAINT opt_in_offer_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE CASCADE;
ALTER TABLE opt_in_offer ADD CONSTRAINT opt_in_offer_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE opt_in ADD CONSTRAINT opt_in_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE order_import ADD CONSTRAINT order_import_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE order_import ADD CONSTRAINT order_import_created_by_person_id_fk FOREIGN KEY (created_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE order_import_row ADD CONSTRAINT order_import_row_import_id_order_import_id_fk FOREIGN KEY (import_id) REFERENCES order_import(id) ON DELETE CASCADE;
ALTER TABLE order_import_row ADD CONSTRAINT order_import_row_order_id_store_order_id_fk FOREIGN KEY (order_id) REFERENCES store_order(id) ON DELETE SET NULL;
ALTER TABLE order_import ADD CONSTRAINT order_import_store_id_store_id_fk FOREIGN KEY (store_id) REFERENCES store(id) ON DELETE SET NULL;
ALTER TABLE outgoing_webhook ADD CONSTRAINT outgoing_webhook_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE outgoing_webhook ADD CONSTRAINT outgoing_webhook_created_by_person_id_fk FOREIGN KEY (created_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE payable ADD CONSTRAINT payable_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE payable_event ADD CONSTRAINT payable_event_payable_id_payable_id_fk FOREIGN KEY (payable_id) REFERENCES payable(id) ON DELETE CASCADE;
ALTER TABLE payable_event ADD CONSTRAINT payable_event_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE payable ADD CONSTRAINT payable_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE CASCADE;
ALTER TABLE preview_comment ADD CONSTRAINT preview_comment_preview_id_content_preview_id_fk FOREIGN KEY (preview_id) REFERENCES content_preview(id) ON DELETE CASCADE;
ALTER TABLE preview_comment ADD CONSTRAINT preview_comment_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE provider_share ADD CONSTRAINT provider_share_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE saved_reply ADD CONSTRAINT saved_reply_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE saved_search ADD CONSTRAINT saved_search_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE store ADD CONSTRAINT store_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE store_code ADD CONSTRAINT store_code_store_id_store_id_fk FOREIGN KEY (store_id) REFERENCES store(id) ON DELETE CASCADE;
ALTER TABLE store ADD CONSTRAINT store_connected_by_person_id_fk FOREIGN KEY (connected_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE store_event ADD CONSTRAINT store_event_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE SET NULL;
ALTER TABLE store_order ADD CONSTRAINT store_order_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE store_order ADD CONSTRAINT store_order_store_id_store_id_fk FOREIGN KEY (store_id) REFERENCES store(id) ON DELETE CASCADE;
ALTER TABLE store_privacy_request ADD CONSTRAINT store_privacy_request_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE store_refund ADD CONSTRAINT store_refund_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE store_refund ADD CONSTRAINT store_refund_store_id_store_id_fk FOREIGN KEY (store_id) REFERENCES store(id) ON DELETE CASCADE;
ALTER TABLE subscription ADD CONSTRAINT subscription_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE suppression ADD CONSTRAINT suppression_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE suppression ADD CONSTRAINT suppression_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE SET NULL;
ALTER TABLE team_invite ADD CONSTRAINT team_invite_accepted_by_person_id_fk FOREIGN KEY (accepted_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE team_invite ADD CONSTRAINT team_invite_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE team_invite ADD CONSTRAINT team_invite_invited_by_person_id_fk FOREIGN KEY (invited_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE team_invite ADD CONSTRAINT team_invite_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE SET NULL;
ALTER TABLE upload ADD CONSTRAINT upload_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE upload ADD CONSTRAINT upload_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE upload ADD CONSTRAINT upload_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE CASCADE;
ALTER TABLE upload ADD CONSTRAINT upload_preview_id_content_preview_id_fk FOREIGN KEY (preview_id) REFERENCES content_preview(id) ON DELETE SET NULL;
ALTER TABLE upload ADD CONSTRAINT upload_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_event_id_webhook_event_id_fk FOREIGN KEY (event_id) REFERENCES webhook_event(id) ON DELETE CASCADE;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_webhook_id_outgoing_webhook_id_fk FOREIGN KEY (webhook_id) REFERENCES outgoing_webhook(id) ON DELETE CASCADE;
ALTER TABLE webhook_event ADD CONSTRAINT webhook_event_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
