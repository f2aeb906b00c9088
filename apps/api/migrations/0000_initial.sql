-- The schema of the first release by module: tables with their indexes, then foreign keys, functions and triggers. A module
-- uses only earlier ones.

CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Module account

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

CREATE TABLE brand_member (
  brand_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT brand_member_brand_id_user_id_pk PRIMARY KEY (brand_id, user_id)
);
CREATE INDEX brand_member_user ON brand_member (user_id);

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
  language text,
  browser_language text,
  CONSTRAINT person_pkey PRIMARY KEY (id),
  CONSTRAINT person_subject_unique UNIQUE (subject)
);
CREATE INDEX person_email ON person (lower(email));

ALTER TABLE acting ADD CONSTRAINT acting_administrator_id_person_id_fk FOREIGN KEY (administrator_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE acting ADD CONSTRAINT acting_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE acting ADD CONSTRAINT acting_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE api_key ADD CONSTRAINT api_key_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE api_key ADD CONSTRAINT api_key_created_by_person_id_fk FOREIGN KEY (created_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE api_key ADD CONSTRAINT api_key_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE brand_closing ADD CONSTRAINT brand_closing_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE brand_closing ADD CONSTRAINT brand_closing_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE brand_member ADD CONSTRAINT brand_member_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE brand_member ADD CONSTRAINT brand_member_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;

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
CREATE TRIGGER audit_entry_keep_all BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_keep();
CREATE TRIGGER audit_entry_keep_rows BEFORE DELETE OR UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_entry_keep();

-- Instead of foreign keys, which locked the brand and the person for each entry.
CREATE FUNCTION audit_entry_of_brand() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM audit_entry WHERE brand_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_entry_of_brand AFTER DELETE ON brand FOR EACH ROW EXECUTE FUNCTION audit_entry_of_brand();

CREATE FUNCTION audit_entry_of_person() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE audit_entry SET user_id = NULL WHERE user_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_entry_of_person AFTER DELETE ON person FOR EACH ROW EXECUTE FUNCTION audit_entry_of_person();

-- Module billing

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

ALTER TABLE billing_event ADD CONSTRAINT billing_event_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE SET NULL;
ALTER TABLE billing_state ADD CONSTRAINT billing_state_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE checkout ADD CONSTRAINT checkout_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE checkout ADD CONSTRAINT checkout_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE credit_entry ADD CONSTRAINT credit_entry_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE credit_entry ADD CONSTRAINT credit_entry_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE subscription ADD CONSTRAINT subscription_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;

-- Makes processes drop their cached standing of a brand when one of its subscriptions changes.
CREATE FUNCTION announce_standing() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('standing_changed', coalesce(NEW.brand_id, OLD.brand_id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER announce_standing AFTER INSERT OR DELETE OR UPDATE ON subscription FOR EACH ROW EXECUTE FUNCTION announce_standing();

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
CREATE TRIGGER credit_entry_keep_all BEFORE TRUNCATE ON credit_entry FOR EACH STATEMENT EXECUTE FUNCTION credit_entry_keep();
CREATE TRIGGER credit_entry_keep_rows BEFORE DELETE OR UPDATE ON credit_entry FOR EACH ROW EXECUTE FUNCTION credit_entry_keep();

-- Module discovery

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

CREATE TABLE audience_share (
  brand_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  kind text NOT NULL,
  code text NOT NULL,
  weight double precision NOT NULL,
  CONSTRAINT audience_share_brand_id_creator_id_kind_code_pk PRIMARY KEY (brand_id, creator_id, kind, code)
);
CREATE INDEX audience_share_found ON audience_share (brand_id, kind, code, weight, creator_id);
-- Kinds and codes depend on each other: the planner would expect far too few creators.
CREATE STATISTICS audience_share_values (mcv) ON brand_id, kind, code FROM audience_share;
ALTER STATISTICS audience_share_values SET STATISTICS 1000;

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
  -- Written by the trigger creator_index, because topics and posts are part of them.
  words tsvector NOT NULL,
  sample boolean DEFAULT false NOT NULL,
  topics text[] DEFAULT '{}'::text[] NOT NULL,
  topic_words tsvector,
  topics_version integer,
  last_post_at timestamp(3) with time zone,
  fit_key double precision DEFAULT '-1000'::integer NOT NULL,
  CONSTRAINT creator_pkey PRIMARY KEY (id)
);
ALTER TABLE creator ALTER COLUMN categories SET STATISTICS 500;
ALTER TABLE creator ALTER COLUMN name_text SET STATISTICS 300;
ALTER TABLE creator ALTER COLUMN words SET STATISTICS 300;
CREATE INDEX creator_by_category ON creator USING gin (categories, language) WHERE (brand_id IS NULL);
CREATE INDEX creator_by_engagement ON creator (engagement_key DESC, id DESC) WHERE (brand_id IS NULL);
CREATE INDEX creator_by_fit ON creator (fit_key DESC, id DESC) WHERE (brand_id IS NULL);
CREATE INDEX creator_by_followers ON creator (followers_key DESC, id DESC) WHERE (brand_id IS NULL);
CREATE INDEX creator_by_handle ON creator (lower(username) text_pattern_ops) WHERE (brand_id IS NULL);
CREATE INDEX creator_by_name ON creator USING gin (name_text gin_trgm_ops, platform) WHERE (brand_id IS NULL);
CREATE INDEX creator_by_name_part ON creator USING gin (creator_name_parts(name_text), platform) WHERE (brand_id IS NULL);
-- Counts and sorts within a country by index-only scan.
CREATE INDEX creator_by_place ON creator (country, platform, language, followers_key DESC, id DESC) INCLUDE (categories, verified, engagement_key, views_key, updated_at, fit_key) WHERE (brand_id IS NULL);
CREATE INDEX creator_by_updated ON creator (updated_at DESC, id DESC) WHERE (brand_id IS NULL);
CREATE INDEX creator_by_views ON creator (views_key DESC, id DESC) WHERE (brand_id IS NULL);
-- Nearly every search filters by platform, so the index includes it.
CREATE INDEX creator_by_words ON creator USING gin (words, platform) WHERE (brand_id IS NULL);
CREATE INDEX creator_contact_email ON creator (lower(TRIM(BOTH FROM contact_email))) WHERE (contact_email IS NOT NULL);
CREATE INDEX creator_country_fit ON creator (country, fit_key DESC, id DESC) WHERE (brand_id IS NULL);
CREATE INDEX creator_country_followers ON creator (country, followers_key DESC, id DESC) WHERE (brand_id IS NULL);
CREATE INDEX creator_own_country ON creator (brand_id, country, platform, followers_key DESC, id DESC) WHERE (brand_id IS NOT NULL);
CREATE INDEX creator_own_engagement ON creator (brand_id, engagement_key DESC, id DESC) WHERE (brand_id IS NOT NULL);
CREATE INDEX creator_own_fit ON creator (brand_id, fit_key DESC, id DESC) WHERE (brand_id IS NOT NULL);
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
CREATE INDEX creator_social_id ON creator (social_id, platform) WHERE (social_id IS NOT NULL);
CREATE INDEX creator_topics_version ON creator (topics_version);
-- Few creators are verified: 0.8 ms with a separate index, 6 ms without.
CREATE INDEX creator_verified_category ON creator USING gin (categories, language, platform, country) WHERE ((brand_id IS NULL) AND verified);
-- Shows the planner how rare a handle is; it doesn't get that from partial indexes.
CREATE STATISTICS creator_handle ON lower(username) FROM creator;

CREATE TABLE creator_audience (
  brand_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  report_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  known boolean NOT NULL,
  version integer NOT NULL,
  CONSTRAINT creator_audience_brand_id_creator_id_pk PRIMARY KEY (brand_id, creator_id)
);
CREATE INDEX creator_audience_report ON creator_audience (report_id);

CREATE TABLE creator_connection (
  creator_id uuid NOT NULL,
  open_id text NOT NULL,
  access_token text NOT NULL,
  access_expires_at timestamp(3) with time zone NOT NULL,
  refresh_token text NOT NULL,
  refresh_expires_at timestamp(3) with time zone NOT NULL,
  withdrawn_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  scopes text[],
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
CREATE INDEX creator_contact_address ON creator_contact (brand_id, lower(TRIM(BOTH FROM email)));
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

CREATE TABLE creator_figure_day (
  creator_id uuid NOT NULL,
  day date NOT NULL,
  source text NOT NULL,
  followers bigint,
  engagement double precision,
  avg_views bigint,
  CONSTRAINT creator_figure_day_creator_id_day_pk PRIMARY KEY (creator_id, day)
);

CREATE TABLE creator_growth (
  creator_id uuid NOT NULL,
  days30 double precision,
  days90 double precision,
  CONSTRAINT creator_growth_pkey PRIMARY KEY (creator_id)
);
CREATE INDEX creator_growth_30 ON creator_growth (days30) WHERE (days30 IS NOT NULL);
CREATE INDEX creator_growth_90 ON creator_growth (days90) WHERE (days90 IS NOT NULL);

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
  item_count integer DEFAULT 0 NOT NULL,
  contact_count integer DEFAULT 0 NOT NULL,
  sample boolean DEFAULT false NOT NULL,
  owner_id uuid,
  fields jsonb DEFAULT '[]'::jsonb NOT NULL,
  stages jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT creator_list_pkey PRIMARY KEY (id)
);
CREATE INDEX creator_list_brand ON creator_list (brand_id, updated_at DESC NULLS LAST);
CREATE INDEX creator_list_owner ON creator_list (owner_id);

CREATE TABLE creator_list_contact_change (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  list_id uuid NOT NULL,
  by integer NOT NULL,
  CONSTRAINT creator_list_contact_change_pkey PRIMARY KEY (id)
);
CREATE INDEX creator_list_contact_change_list ON creator_list_contact_change (list_id);

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
  custom jsonb DEFAULT '{}'::jsonb NOT NULL,
  stage_id uuid,
  stage_rank double precision,
  review jsonb,
  CONSTRAINT creator_list_item_pkey PRIMARY KEY (id)
);
CREATE INDEX creator_list_item_archived ON creator_list_item (brand_id, archived_at DESC NULLS LAST) WHERE (archived_at IS NOT NULL);
CREATE INDEX creator_list_item_creator ON creator_list_item (brand_id, creator_id, saved_at DESC NULLS LAST, archived_at, list_id);
CREATE INDEX creator_list_item_creator_id ON creator_list_item (creator_id);
CREATE UNIQUE INDEX creator_list_item_once ON creator_list_item (list_id, creator_id);
CREATE INDEX creator_list_item_page ON creator_list_item (list_id, saved_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (archived_at IS NULL);
CREATE INDEX creator_list_item_stage ON creator_list_item (list_id, stage_id, stage_rank, id) WHERE ((archived_at IS NULL) AND (stage_id IS NOT NULL));

CREATE TABLE creator_peer (
  platform text NOT NULL,
  size integer NOT NULL,
  engagement double precision NOT NULL,
  creators integer NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT creator_peer_platform_size_pk PRIMARY KEY (platform, size)
);

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

CREATE TABLE list_comment (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  item_id uuid NOT NULL,
  user_id uuid,
  reviewer_id uuid,
  text text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT list_comment_pkey PRIMARY KEY (id)
);
CREATE INDEX list_comment_brand ON list_comment (brand_id);
CREATE INDEX list_comment_item ON list_comment (item_id, created_at, id);
CREATE INDEX list_comment_reviewer ON list_comment (reviewer_id);
CREATE INDEX list_comment_user ON list_comment (user_id);

CREATE TABLE list_review (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  list_id uuid NOT NULL,
  label text NOT NULL,
  token_sha256 text NOT NULL,
  generation integer DEFAULT 1 NOT NULL,
  password_hash text,
  shows jsonb NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  closed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  user_id uuid,
  CONSTRAINT list_review_pkey PRIMARY KEY (id)
);
CREATE INDEX list_review_brand ON list_review (brand_id);
CREATE INDEX list_review_list ON list_review (list_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE UNIQUE INDEX list_review_token ON list_review (token_sha256);
CREATE INDEX list_review_user ON list_review (user_id);

CREATE TABLE list_reviewer (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  review_id uuid,
  name text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT list_reviewer_pkey PRIMARY KEY (id)
);
CREATE INDEX list_reviewer_brand ON list_reviewer (brand_id);
CREATE INDEX list_reviewer_review ON list_reviewer (review_id);

CREATE TABLE list_vote (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  item_id uuid NOT NULL,
  user_id uuid,
  reviewer_id uuid,
  vote text NOT NULL,
  voted_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT list_vote_pkey PRIMARY KEY (id)
);
CREATE INDEX list_vote_brand ON list_vote (brand_id);
CREATE INDEX list_vote_by_reviewer ON list_vote (reviewer_id);
CREATE INDEX list_vote_by_user ON list_vote (user_id);
CREATE UNIQUE INDEX list_vote_reviewer ON list_vote (item_id, reviewer_id) WHERE (reviewer_id IS NOT NULL);
CREATE UNIQUE INDEX list_vote_user ON list_vote (item_id, user_id) WHERE (user_id IS NOT NULL);

CREATE TABLE outside_hit (
  search_id uuid NOT NULL,
  "position" integer NOT NULL,
  account_id text NOT NULL,
  username text NOT NULL,
  fullname text NOT NULL,
  profile_url text NOT NULL,
  picture_url text,
  followers bigint,
  engagement double precision,
  avg_views bigint,
  verified boolean NOT NULL,
  known boolean NOT NULL,
  CONSTRAINT outside_hit_search_id_position_pk PRIMARY KEY (search_id, "position")
);

CREATE TABLE outside_search (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  user_id uuid,
  vendor text NOT NULL,
  platform text NOT NULL,
  filters jsonb NOT NULL,
  fingerprint text NOT NULL,
  page integer NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  outcome text,
  credits integer NOT NULL,
  total bigint,
  more boolean DEFAULT false NOT NULL,
  idempotency_key text,
  started_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT outside_search_pkey PRIMARY KEY (id)
);
CREATE INDEX outside_search_expires ON outside_search (expires_at);
CREATE INDEX outside_search_kept ON outside_search (brand_id, fingerprint, expires_at);
CREATE UNIQUE INDEX outside_search_key ON outside_search (brand_id, idempotency_key);
CREATE UNIQUE INDEX outside_search_open ON outside_search (brand_id, fingerprint, page) WHERE (state = 'open'::text);
CREATE INDEX outside_search_started ON outside_search (brand_id, started_at);

CREATE TABLE personal_view (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  user_id uuid NOT NULL,
  screen text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT personal_view_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX personal_view_name ON personal_view (brand_id, user_id, screen, lower(name));
CREATE INDEX personal_view_user ON personal_view (user_id);

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

CREATE TABLE safety_check (
  brand_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  checked_at timestamp(3) with time zone NOT NULL,
  content_hash text NOT NULL,
  rules_hash text NOT NULL,
  posts integer NOT NULL,
  without_text integer NOT NULL,
  has_bio boolean NOT NULL,
  CONSTRAINT safety_check_brand_id_creator_id_pk PRIMARY KEY (brand_id, creator_id)
);
CREATE INDEX safety_check_creator ON safety_check (creator_id);

CREATE TABLE safety_evidence (
  id uuid NOT NULL,
  flag_id uuid NOT NULL,
  kind text NOT NULL,
  item_key text NOT NULL,
  text_hash text NOT NULL,
  url text,
  published_at timestamp(3) with time zone,
  found_at timestamp(3) with time zone NOT NULL,
  rule_version integer NOT NULL,
  parts jsonb NOT NULL,
  figures jsonb,
  CONSTRAINT safety_evidence_pkey PRIMARY KEY (id),
  CONSTRAINT safety_evidence_once UNIQUE (flag_id, item_key, text_hash)
);

CREATE TABLE safety_flag (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  category text NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  rule_version integer NOT NULL,
  raised_at timestamp(3) with time zone NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  decided_by uuid,
  decided_at timestamp(3) with time zone,
  reason text DEFAULT ''::text NOT NULL,
  CONSTRAINT safety_flag_pkey PRIMARY KEY (id),
  CONSTRAINT safety_flag_once UNIQUE (brand_id, creator_id, category)
);
CREATE INDEX safety_flag_open ON safety_flag (creator_id, brand_id) WHERE (state = 'open'::text);
CREATE INDEX safety_flag_recent ON safety_flag (brand_id, changed_at DESC NULLS LAST, id DESC NULLS LAST);

CREATE TABLE saved_search (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  screen text DEFAULT 'creator-search'::text NOT NULL,
  checked_at timestamp(3) with time zone,
  alert_problem text,
  CONSTRAINT saved_search_pkey PRIMARY KEY (id)
);
CREATE INDEX saved_search_checked ON saved_search (checked_at) WHERE (checked_at IS NOT NULL);
CREATE UNIQUE INDEX saved_search_name ON saved_search (brand_id, screen, lower(name));

CREATE TABLE saved_search_alert (
  saved_search_id uuid NOT NULL,
  user_id uuid NOT NULL,
  brand_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT saved_search_alert_saved_search_id_user_id_pk PRIMARY KEY (saved_search_id, user_id)
);
CREATE INDEX saved_search_alert_brand ON saved_search_alert (brand_id);
CREATE INDEX saved_search_alert_user ON saved_search_alert (user_id);

CREATE TABLE saved_search_match (
  saved_search_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  brand_id uuid NOT NULL,
  found_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT saved_search_match_saved_search_id_creator_id_pk PRIMARY KEY (saved_search_id, creator_id)
);
CREATE INDEX saved_search_match_brand ON saved_search_match (brand_id);
CREATE INDEX saved_search_match_creator ON saved_search_match (creator_id);

CREATE TABLE search_change (
  seq bigserial NOT NULL,
  creator_id uuid NOT NULL,
  changed_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT search_change_pkey PRIMARY KEY (seq)
);
CREATE INDEX search_change_creator ON search_change (creator_id);

CREATE TABLE search_index (
  name text NOT NULL,
  mapping integer NOT NULL,
  state text NOT NULL,
  "position" uuid,
  creators bigint DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  serving_at timestamp(3) with time zone,
  reconciled_at timestamp(3) with time zone,
  differences integer DEFAULT 0 NOT NULL,
  rejected integer DEFAULT 0 NOT NULL,
  CONSTRAINT search_index_pkey PRIMARY KEY (name)
);

-- Versions of documents in the search engine: the newest one wins, in whatever order they arrive. A batch takes its
-- version before it reads its creators, so a higher version is never older.
CREATE SEQUENCE search_version;

ALTER TABLE audience_purchase ADD CONSTRAINT audience_purchase_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE audience_purchase ADD CONSTRAINT audience_purchase_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE audience_purchase ADD CONSTRAINT audience_purchase_report_id_audience_report_id_fk FOREIGN KEY (report_id) REFERENCES audience_report(id);
ALTER TABLE audience_purchase ADD CONSTRAINT audience_purchase_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE audience_report ADD CONSTRAINT audience_report_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE audience_report ADD CONSTRAINT audience_report_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE audience_report ADD CONSTRAINT audience_report_purchased_by_person_id_fk FOREIGN KEY (purchased_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE audience_share ADD CONSTRAINT audience_share_of FOREIGN KEY (brand_id, creator_id) REFERENCES creator_audience(brand_id, creator_id) ON DELETE CASCADE;
ALTER TABLE content ADD CONSTRAINT content_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE creator ADD CONSTRAINT creator_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE creator_audience ADD CONSTRAINT creator_audience_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE creator_audience ADD CONSTRAINT creator_audience_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE creator_audience ADD CONSTRAINT creator_audience_report_id_audience_report_id_fk FOREIGN KEY (report_id) REFERENCES audience_report(id) ON DELETE CASCADE;
ALTER TABLE creator_connection ADD CONSTRAINT creator_connection_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE creator_contact ADD CONSTRAINT creator_contact_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE creator_contact ADD CONSTRAINT creator_contact_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE creator_contact_fetch ADD CONSTRAINT creator_contact_fetch_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE creator_contact_fetch ADD CONSTRAINT creator_contact_fetch_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE creator_figure_day ADD CONSTRAINT creator_figure_day_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE creator_growth ADD CONSTRAINT creator_growth_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE creator_import ADD CONSTRAINT creator_import_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE creator_import ADD CONSTRAINT creator_import_created_by_person_id_fk FOREIGN KEY (created_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE creator_import ADD CONSTRAINT creator_import_list_id_creator_list_id_fk FOREIGN KEY (list_id) REFERENCES creator_list(id) ON DELETE SET NULL;
ALTER TABLE creator_import_row ADD CONSTRAINT creator_import_row_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE SET NULL;
ALTER TABLE creator_import_row ADD CONSTRAINT creator_import_row_import_id_creator_import_id_fk FOREIGN KEY (import_id) REFERENCES creator_import(id) ON DELETE CASCADE;
ALTER TABLE creator_list ADD CONSTRAINT creator_list_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE creator_list ADD CONSTRAINT creator_list_owner_id_person_id_fk FOREIGN KEY (owner_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE creator_list_contact_change ADD CONSTRAINT creator_list_contact_change_list_id_creator_list_id_fk FOREIGN KEY (list_id) REFERENCES creator_list(id) ON DELETE CASCADE;
ALTER TABLE creator_list_item ADD CONSTRAINT creator_list_item_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE creator_list_item ADD CONSTRAINT creator_list_item_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE creator_list_item ADD CONSTRAINT creator_list_item_list_id_creator_list_id_fk FOREIGN KEY (list_id) REFERENCES creator_list(id) ON DELETE CASCADE;
ALTER TABLE creator_list_item ADD CONSTRAINT creator_list_item_updated_by_person_id_fk FOREIGN KEY (updated_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE creator_picture ADD CONSTRAINT creator_picture_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE creator_refresh ADD CONSTRAINT creator_refresh_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE list_comment ADD CONSTRAINT list_comment_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE list_comment ADD CONSTRAINT list_comment_item_id_creator_list_item_id_fk FOREIGN KEY (item_id) REFERENCES creator_list_item(id) ON DELETE CASCADE;
ALTER TABLE list_comment ADD CONSTRAINT list_comment_reviewer_id_list_reviewer_id_fk FOREIGN KEY (reviewer_id) REFERENCES list_reviewer(id) ON DELETE CASCADE;
ALTER TABLE list_comment ADD CONSTRAINT list_comment_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE list_review ADD CONSTRAINT list_review_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE list_review ADD CONSTRAINT list_review_list_id_creator_list_id_fk FOREIGN KEY (list_id) REFERENCES creator_list(id) ON DELETE CASCADE;
ALTER TABLE list_review ADD CONSTRAINT list_review_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE list_reviewer ADD CONSTRAINT list_reviewer_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE list_reviewer ADD CONSTRAINT list_reviewer_review_id_list_review_id_fk FOREIGN KEY (review_id) REFERENCES list_review(id) ON DELETE SET NULL;
ALTER TABLE list_vote ADD CONSTRAINT list_vote_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE list_vote ADD CONSTRAINT list_vote_item_id_creator_list_item_id_fk FOREIGN KEY (item_id) REFERENCES creator_list_item(id) ON DELETE CASCADE;
ALTER TABLE list_vote ADD CONSTRAINT list_vote_reviewer_id_list_reviewer_id_fk FOREIGN KEY (reviewer_id) REFERENCES list_reviewer(id) ON DELETE CASCADE;
ALTER TABLE list_vote ADD CONSTRAINT list_vote_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE outside_hit ADD CONSTRAINT outside_hit_search_id_outside_search_id_fk FOREIGN KEY (search_id) REFERENCES outside_search(id) ON DELETE CASCADE;
ALTER TABLE outside_search ADD CONSTRAINT outside_search_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE outside_search ADD CONSTRAINT outside_search_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE personal_view ADD CONSTRAINT personal_view_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE personal_view ADD CONSTRAINT personal_view_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE provider_share ADD CONSTRAINT provider_share_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE safety_check ADD CONSTRAINT safety_check_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE safety_check ADD CONSTRAINT safety_check_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE safety_evidence ADD CONSTRAINT safety_evidence_flag_id_safety_flag_id_fk FOREIGN KEY (flag_id) REFERENCES safety_flag(id) ON DELETE CASCADE;
ALTER TABLE safety_flag ADD CONSTRAINT safety_flag_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE safety_flag ADD CONSTRAINT safety_flag_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE safety_flag ADD CONSTRAINT safety_flag_decided_by_person_id_fk FOREIGN KEY (decided_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE saved_search ADD CONSTRAINT saved_search_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE saved_search_alert ADD CONSTRAINT saved_search_alert_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE saved_search_alert ADD CONSTRAINT saved_search_alert_saved_search_id_saved_search_id_fk FOREIGN KEY (saved_search_id) REFERENCES saved_search(id) ON DELETE CASCADE;
ALTER TABLE saved_search_alert ADD CONSTRAINT saved_search_alert_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE saved_search_match ADD CONSTRAINT saved_search_match_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE saved_search_match ADD CONSTRAINT saved_search_match_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE saved_search_match ADD CONSTRAINT saved_search_match_saved_search_id_saved_search_id_fk FOREIGN KEY (saved_search_id) REFERENCES saved_search(id) ON DELETE CASCADE;

-- Returns whether a brand has contact details of a creator: its own or fetched ones.
CREATE FUNCTION creator_contact_known(creator_id uuid, brand_id uuid) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  SELECT EXISTS (SELECT FROM creator c WHERE c.id = $1 AND c.contacts_fetched_at IS NOT NULL AND c.contacts_error IS NULL)
    OR EXISTS (SELECT FROM creator_contact k WHERE k.creator_id = $1 AND k.brand_id = $2)
$$;

-- How well a creator fits a search beside its words: engagement compared with creators of the same platform and size,
-- times freshness, times reachability. Freshness halves every 180 days; as a logarithm, its part grows with the date
-- instead of shrinking with age, so the order doesn't depend on the time and can be indexed. The domain implements the
-- same (`creatorFit`); a test compares them.
CREATE FUNCTION creator_fit_key(platform text, followers bigint, engagement double precision, freshness timestamp with time zone, reach double precision) RETURNS double precision
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
DECLARE
  class integer := public.creator_size(followers);
  typical double precision := (SELECT peer.engagement FROM public.creator_peer peer WHERE peer.platform = $1 AND peer.size = class);
BEGIN
  typical := coalesce(typical, (ARRAY[6, 5, 4, 3, 2.5, 2, 1.6, 1.3, 1.1, 1]::double precision[])[class + 1]);
  RETURN ln(reach * CASE WHEN $3 IS NULL THEN 0.5 ELSE least(2, greatest(0.1, $3 / typical)) END) / ln(2::double precision)
    + extract(epoch FROM least($4, now()))::double precision / 86400 / 180;
END $$;

-- Writes what the search sorts and finds a creator by, and marks its topics as outdated when its texts change.
CREATE FUNCTION creator_index() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.words := public.creator_search_words(NEW.username, NEW.fullname, NEW.bio) || coalesce(NEW.topic_words, '');
  ELSIF (NEW.username, NEW.fullname, NEW.bio, NEW.categories, NEW.language, NEW.topic_words)
      IS DISTINCT FROM (OLD.username, OLD.fullname, OLD.bio, OLD.categories, OLD.language, OLD.topic_words) THEN
    NEW.words := public.creator_search_words(NEW.username, NEW.fullname, NEW.bio) || coalesce(NEW.topic_words, '');
    IF NEW.topics_version IS NOT DISTINCT FROM OLD.topics_version AND NEW.topic_words IS NOT DISTINCT FROM OLD.topic_words THEN
      NEW.topics_version := NULL;
    END IF;
  END IF;
  NEW.fit_key := public.creator_fit_key(NEW.platform, NEW.follower_count, NEW.engagement, coalesce(NEW.last_post_at, NEW.updated_at),
    CASE WHEN NEW.user_id IS NOT NULL OR NEW.contact_email IS NOT NULL THEN 1
      WHEN NEW.contacts_error IS NOT NULL OR NEW.contacts_fetched_at IS NOT NULL THEN 0.5 ELSE 0.8 END);
  RETURN NEW;
END $$;
CREATE TRIGGER creator_index BEFORE INSERT OR UPDATE ON creator FOR EACH ROW EXECUTE FUNCTION creator_index();

-- Counts fetched contact details on the lists of all brands, unless a brand has its own.
CREATE FUNCTION creator_list_count_contacts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO creator_list_contact_change (list_id, by)
  SELECT i.list_id, CASE WHEN NEW.contacts_fetched_at IS NOT NULL AND NEW.contacts_error IS NULL THEN 1 ELSE -1 END
  FROM creator_list_item i
  WHERE i.creator_id = NEW.id AND i.archived_at IS NULL
    AND NOT EXISTS (SELECT FROM creator_contact k WHERE k.creator_id = i.creator_id AND k.brand_id = i.brand_id);
  RETURN NULL;
END $$;
CREATE TRIGGER creator_list_count_contacts AFTER UPDATE OF contacts_fetched_at, contacts_error ON creator FOR EACH ROW WHEN ((((old.contacts_fetched_at IS NOT NULL) AND (old.contacts_error IS NULL)) <> ((new.contacts_fetched_at IS NOT NULL) AND (new.contacts_error IS NULL)))) EXECUTE FUNCTION creator_list_count_contacts();

-- A trigger covers every writer of items, including cascades and later features.
CREATE FUNCTION creator_list_count_items() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE creator_list l SET item_count = l.item_count + c.items, contact_count = l.contact_count + c.contacts
    FROM (SELECT list_id, count(*) AS items, count(*) FILTER (WHERE creator_contact_known(creator_id, brand_id)) AS contacts
      FROM new_items WHERE archived_at IS NULL GROUP BY list_id) c
    WHERE l.id = c.list_id;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE creator_list l SET item_count = l.item_count - c.items, contact_count = l.contact_count - c.contacts
    FROM (SELECT list_id, count(*) AS items, count(*) FILTER (WHERE creator_contact_known(creator_id, brand_id)) AS contacts
      FROM old_items WHERE archived_at IS NULL GROUP BY list_id) c
    WHERE l.id = c.list_id;
  -- Most updates are of tags and notes.
  ELSIF EXISTS (SELECT FROM new_items n JOIN old_items o ON o.id = n.id
    WHERE n.list_id <> o.list_id OR (n.archived_at IS NULL) <> (o.archived_at IS NULL)) THEN
    UPDATE creator_list l SET item_count = l.item_count + c.items, contact_count = l.contact_count + c.contacts
    FROM (SELECT list_id, sum(by) AS items, coalesce(sum(by) FILTER (WHERE creator_contact_known(creator_id, brand_id)), 0) AS contacts
      FROM (SELECT list_id, creator_id, brand_id, 1 AS by FROM new_items WHERE archived_at IS NULL
        UNION ALL
        SELECT list_id, creator_id, brand_id, -1 FROM old_items WHERE archived_at IS NULL) moved
      GROUP BY list_id) c
    WHERE l.id = c.list_id AND (c.items <> 0 OR c.contacts <> 0);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER creator_list_count_added AFTER INSERT ON creator_list_item REFERENCING NEW TABLE AS new_items FOR EACH STATEMENT EXECUTE FUNCTION creator_list_count_items();
CREATE TRIGGER creator_list_count_changed AFTER UPDATE ON creator_list_item REFERENCING OLD TABLE AS old_items NEW TABLE AS new_items FOR EACH STATEMENT EXECUTE FUNCTION creator_list_count_items();
CREATE TRIGGER creator_list_count_removed AFTER DELETE ON creator_list_item REFERENCING OLD TABLE AS old_items FOR EACH STATEMENT EXECUTE FUNCTION creator_list_count_items();

-- Counts a brand's own contact details on its lists, unless they were already fetched.
CREATE FUNCTION creator_list_count_own_contacts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO creator_list_contact_change (list_id, by)
  SELECT i.list_id, count(*) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
  FROM contacts k
  JOIN creator_list_item i ON i.brand_id = k.brand_id AND i.creator_id = k.creator_id AND i.archived_at IS NULL
  JOIN creator c ON c.id = k.creator_id
  WHERE c.contacts_fetched_at IS NULL OR c.contacts_error IS NOT NULL
  GROUP BY i.list_id;
  RETURN NULL;
END $$;
CREATE TRIGGER creator_list_count_own_contacts_added AFTER INSERT ON creator_contact REFERENCING NEW TABLE AS contacts FOR EACH STATEMENT EXECUTE FUNCTION creator_list_count_own_contacts();
CREATE TRIGGER creator_list_count_own_contacts_removed AFTER DELETE ON creator_contact REFERENCING OLD TABLE AS contacts FOR EACH STATEMENT EXECUTE FUNCTION creator_list_count_own_contacts();

-- Size class of a creator, for comparing engagement. The domain implements the same (`creatorSize`); a test compares them.
CREATE FUNCTION creator_size(followers bigint) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN width_bucket(COALESCE(followers, (0)::bigint), ARRAY[(1000)::bigint, (3000)::bigint, (10000)::bigint, (30000)::bigint, (100000)::bigint, (300000)::bigint, (1000000)::bigint, (3000000)::bigint, (10000000)::bigint]);

-- Queues creators whose documents in the search engine are outdated.
CREATE FUNCTION search_creator_added() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO public.search_change (creator_id) SELECT id FROM added;
  RETURN NULL;
END $$;
CREATE TRIGGER search_creator_added AFTER INSERT ON creator REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION search_creator_added();

CREATE FUNCTION search_creator_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO public.search_change (creator_id)
  SELECT now.id FROM changed now JOIN former was ON was.id = now.id
  WHERE (now.brand_id, now.platform, now.username, now.name_text, now.country, now.language, now.categories, now.words,
      now.followers_key, now.engagement_key, now.views_key, now.updated_at, now.fit_key, now.verified,
      now.user_id IS NULL, now.contact_email IS NULL)
    IS DISTINCT FROM (was.brand_id, was.platform, was.username, was.name_text, was.country, was.language, was.categories, was.words,
      was.followers_key, was.engagement_key, was.views_key, was.updated_at, was.fit_key, was.verified,
      was.user_id IS NULL, was.contact_email IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER search_creator_changed AFTER UPDATE ON creator REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_creator_changed();

CREATE FUNCTION search_creator_removed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO public.search_change (creator_id) SELECT id FROM removed;
  RETURN NULL;
END $$;
CREATE TRIGGER search_creator_removed AFTER DELETE ON creator REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION search_creator_removed();

CREATE FUNCTION search_growth_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO public.search_change (creator_id) SELECT creator_id FROM changed;
  RETURN NULL;
END $$;

SET default_tablespace = '';

SET default_table_access_method = heap;
CREATE TRIGGER search_growth_added AFTER INSERT ON creator_growth REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_growth_changed();
CREATE TRIGGER search_growth_changed AFTER UPDATE ON creator_growth REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_growth_changed();
CREATE TRIGGER search_growth_removed AFTER DELETE ON creator_growth REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_growth_changed();

-- Without a search engine, changes cost nothing.
ALTER TABLE creator DISABLE TRIGGER search_creator_added;
ALTER TABLE creator DISABLE TRIGGER search_creator_changed;
ALTER TABLE creator DISABLE TRIGGER search_creator_removed;
ALTER TABLE creator_growth DISABLE TRIGGER search_growth_added;
ALTER TABLE creator_growth DISABLE TRIGGER search_growth_changed;
ALTER TABLE creator_growth DISABLE TRIGGER search_growth_removed;

-- Module outreach

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
  stopped jsonb,
  resumed_at timestamp(3) with time zone,
  resumed_by uuid,
  placement jsonb,
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
  from_address text,
  CONSTRAINT mail_of_brand CHECK (((brand_id IS NOT NULL) OR (kind = 'notice'::text))),
  CONSTRAINT mail_pkey PRIMARY KEY (id)
);
CREATE INDEX mail_bounced ON mail (brand_id, bounced_at) WHERE (bounced_at IS NOT NULL);
CREATE INDEX mail_due ON mail (brand_id, due_at, id) WHERE (status = ANY (ARRAY['queued'::text, 'deferred'::text]));
CREATE INDEX mail_follow_up_due ON mail (brand_id, due_at, id) WHERE ((status = ANY (ARRAY['queued'::text, 'deferred'::text])) AND (purpose = 'follow-up'::text));
CREATE UNIQUE INDEX mail_message_id ON mail (message_id);
CREATE INDEX mail_notice_due ON mail (due_at, id) WHERE ((status = ANY (ARRAY['queued'::text, 'deferred'::text])) AND (kind = 'notice'::text));
CREATE INDEX mail_purpose ON mail (brand_id, created_at) WHERE (purpose IS NOT NULL);
CREATE INDEX mail_recipient ON mail (brand_id, lower(to_address), created_at) WHERE (kind = ANY (ARRAY['invite'::text, 'email'::text]));
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
  follow_up_next boolean DEFAULT false NOT NULL,
  CONSTRAINT mail_pace_pkey PRIMARY KEY (brand_id)
);

CREATE TABLE mailbox (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  user_id uuid NOT NULL,
  shared boolean DEFAULT false NOT NULL,
  address text NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  provider text NOT NULL,
  imap jsonb NOT NULL,
  smtp jsonb NOT NULL,
  username text NOT NULL,
  password text,
  access_token text,
  access_expires_at timestamp(3) with time zone,
  refresh_token text,
  version integer DEFAULT 1 NOT NULL,
  status text DEFAULT 'connected'::text NOT NULL,
  problem text,
  is_sender boolean DEFAULT false NOT NULL,
  daily_cap integer NOT NULL,
  spacing_seconds double precision NOT NULL,
  folders jsonb DEFAULT '{}'::jsonb NOT NULL,
  imported integer DEFAULT 0 NOT NULL,
  next_sync_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  synced_at timestamp(3) with time zone,
  lease_holder uuid,
  lease_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  stopped jsonb,
  resumed_at timestamp(3) with time zone,
  resumed_by uuid,
  access text DEFAULT 'imap'::text NOT NULL,
  CONSTRAINT mailbox_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX mailbox_address ON mailbox (brand_id, lower(address));
CREATE INDEX mailbox_due ON mailbox (next_sync_at) WHERE (status = 'connected'::text);
CREATE UNIQUE INDEX mailbox_sender ON mailbox (brand_id) WHERE is_sender;
CREATE INDEX mailbox_user ON mailbox (user_id);

CREATE TABLE mailbox_search (
  mailbox_id uuid NOT NULL,
  address text NOT NULL,
  CONSTRAINT mailbox_search_mailbox_id_address_pk PRIMARY KEY (mailbox_id, address)
);

CREATE TABLE sequence (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  name text NOT NULL,
  steps jsonb NOT NULL,
  weekdays_only boolean DEFAULT true NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_by uuid,
  request_key text,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  removed_at timestamp(3) with time zone,
  CONSTRAINT sequence_pkey PRIMARY KEY (id)
);
CREATE INDEX sequence_brand ON sequence (brand_id, updated_at DESC NULLS LAST);
CREATE UNIQUE INDEX sequence_request ON sequence (brand_id, request_key);

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

ALTER TABLE email_domain ADD CONSTRAINT email_domain_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE email_domain ADD CONSTRAINT email_domain_resumed_by_person_id_fk FOREIGN KEY (resumed_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE email_domain_key ADD CONSTRAINT email_domain_key_domain_id_email_domain_id_fk FOREIGN KEY (domain_id) REFERENCES email_domain(id) ON DELETE CASCADE;
ALTER TABLE email_template ADD CONSTRAINT email_template_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE email_template ADD CONSTRAINT email_template_updated_by_person_id_fk FOREIGN KEY (updated_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE inbound_mail ADD CONSTRAINT inbound_mail_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE inbound_mail ADD CONSTRAINT inbound_mail_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE CASCADE;
ALTER TABLE mail ADD CONSTRAINT mail_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE mail_pace ADD CONSTRAINT mail_pace_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE mailbox ADD CONSTRAINT mailbox_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE mailbox ADD CONSTRAINT mailbox_resumed_by_person_id_fk FOREIGN KEY (resumed_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE mailbox ADD CONSTRAINT mailbox_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE mailbox_search ADD CONSTRAINT mailbox_search_mailbox_id_mailbox_id_fk FOREIGN KEY (mailbox_id) REFERENCES mailbox(id) ON DELETE CASCADE;
ALTER TABLE sequence ADD CONSTRAINT sequence_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE sequence ADD CONSTRAINT sequence_updated_by_person_id_fk FOREIGN KEY (updated_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE suppression ADD CONSTRAINT suppression_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE suppression ADD CONSTRAINT suppression_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE SET NULL;
ALTER TABLE team_invite ADD CONSTRAINT team_invite_accepted_by_person_id_fk FOREIGN KEY (accepted_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE team_invite ADD CONSTRAINT team_invite_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE team_invite ADD CONSTRAINT team_invite_invited_by_person_id_fk FOREIGN KEY (invited_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE team_invite ADD CONSTRAINT team_invite_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE SET NULL;

-- Module campaigns

CREATE TABLE agreement (
  opt_in_id uuid NOT NULL,
  number integer NOT NULL,
  brand_id uuid NOT NULL,
  offer_number integer NOT NULL,
  terms jsonb NOT NULL,
  clauses text NOT NULL,
  text text NOT NULL,
  hash text NOT NULL,
  brand_signer text,
  brand_user_id uuid,
  brand_accepted_at timestamp(3) with time zone,
  creator_signer text,
  creator_user_id uuid,
  creator_accepted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  language text DEFAULT 'en'::text NOT NULL,
  CONSTRAINT agreement_opt_in_id_number_pk PRIMARY KEY (opt_in_id, number)
);
CREATE INDEX agreement_brand ON agreement (brand_id, opt_in_id);

CREATE TABLE agreement_template (
  brand_id uuid NOT NULL,
  clauses text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT agreement_template_pkey PRIMARY KEY (brand_id)
);

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
  sample boolean DEFAULT false NOT NULL,
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

CREATE TABLE follow_up (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  invite_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  sequence_id uuid NOT NULL,
  state text DEFAULT 'running'::text NOT NULL,
  stop text,
  zone text NOT NULL,
  zone_source text NOT NULL,
  last_mail_id uuid NOT NULL,
  skipped_at timestamp(3) with time zone,
  next_at timestamp(3) with time zone,
  started_by uuid,
  started_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  changed_by uuid,
  changed_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT follow_up_pkey PRIMARY KEY (id)
);
CREATE INDEX follow_up_brand ON follow_up (brand_id, started_at);
CREATE INDEX follow_up_campaign ON follow_up (campaign_id);
CREATE INDEX follow_up_creator ON follow_up (creator_id);
CREATE INDEX follow_up_due ON follow_up (next_at) WHERE (state = 'running'::text);
CREATE UNIQUE INDEX follow_up_invite ON follow_up (invite_id);
CREATE INDEX follow_up_on_its_way ON follow_up (last_mail_id) WHERE ((state = 'running'::text) AND (next_at IS NULL));
CREATE INDEX follow_up_sequence ON follow_up (sequence_id);

CREATE TABLE follow_up_step (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  follow_up_id uuid NOT NULL,
  step_id uuid NOT NULL,
  number integer NOT NULL,
  condition text NOT NULL,
  mail_id uuid,
  decided_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT follow_up_step_pkey PRIMARY KEY (id)
);
CREATE INDEX follow_up_step_brand ON follow_up_step (brand_id);
CREATE UNIQUE INDEX follow_up_step_mail ON follow_up_step (mail_id);
CREATE UNIQUE INDEX follow_up_step_once ON follow_up_step (follow_up_id, step_id);

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
CREATE INDEX live_post_published ON live_post (brand_id, published_at);

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

CREATE TABLE payable (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  opt_in_id uuid,
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
  statement_id uuid,
  creator_id uuid,
  user_id uuid,
  title text,
  sending boolean DEFAULT false NOT NULL,
  pay_by timestamp(3) with time zone,
  CONSTRAINT payable_of_one CHECK (((opt_in_id IS NULL) <> (statement_id IS NULL))),
  CONSTRAINT payable_pkey PRIMARY KEY (id),
  CONSTRAINT payable_once UNIQUE (opt_in_id),
  CONSTRAINT payable_statement UNIQUE (statement_id)
);
CREATE INDEX payable_page ON payable (brand_id, created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (NOT held);
CREATE INDEX payable_user ON payable (user_id) WHERE (user_id IS NOT NULL);

CREATE TABLE payable_event (
  id uuid NOT NULL,
  payable_id uuid NOT NULL,
  text text NOT NULL,
  user_id uuid,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT payable_event_pkey PRIMARY KEY (id)
);
CREATE INDEX payable_event_of ON payable_event (payable_id, id);

CREATE TABLE payout (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  payable_id uuid NOT NULL,
  number integer NOT NULL,
  account_id text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  state text NOT NULL,
  transfer_id text,
  failure text,
  vendor_code text,
  requested_by uuid,
  created_at timestamp(3) with time zone NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  due_at timestamp(3) with time zone,
  settled_at timestamp(3) with time zone,
  CONSTRAINT payout_positive CHECK ((amount > 0)),
  CONSTRAINT payout_pkey PRIMARY KEY (id),
  CONSTRAINT payout_number UNIQUE (payable_id, number),
  CONSTRAINT payout_transfer UNIQUE (transfer_id)
);
CREATE INDEX payout_brand ON payout (brand_id);
CREATE INDEX payout_due ON payout (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX payout_once ON payout (payable_id) WHERE (state = ANY (ARRAY['sending'::text, 'sent'::text]));

CREATE TABLE payout_account (
  user_id uuid NOT NULL,
  account_id text NOT NULL,
  country text NOT NULL,
  submitted boolean NOT NULL,
  receives boolean NOT NULL,
  pays_out boolean NOT NULL,
  missing jsonb NOT NULL,
  in_review boolean NOT NULL,
  rejected boolean NOT NULL,
  bank_failure text,
  bank_at timestamp(3) with time zone,
  checked_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT payout_account_pkey PRIMARY KEY (user_id),
  CONSTRAINT payout_account_id UNIQUE (account_id)
);

CREATE TABLE payout_event (
  id text NOT NULL,
  type text NOT NULL,
  brand_id uuid,
  occurred_at timestamp(3) with time zone NOT NULL,
  body text NOT NULL,
  state text DEFAULT 'received'::text NOT NULL,
  note text,
  received_at timestamp(3) with time zone NOT NULL,
  processed_at timestamp(3) with time zone,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamp(3) with time zone,
  CONSTRAINT payout_event_pkey PRIMARY KEY (id)
);
CREATE INDEX payout_event_brand ON payout_event (brand_id);
CREATE INDEX payout_event_due ON payout_event (due_at) WHERE (due_at IS NOT NULL);

CREATE TABLE payout_setting (
  brand_id uuid NOT NULL,
  method text NOT NULL,
  payment_days integer NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT payout_setting_pkey PRIMARY KEY (brand_id)
);

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

CREATE TABLE untagged_post (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  opt_in_id uuid NOT NULL,
  mention_id uuid NOT NULL,
  platform text NOT NULL,
  url text NOT NULL,
  published_at timestamp(3) with time zone NOT NULL,
  dismissed_at timestamp(3) with time zone,
  dismissed_by uuid,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT untagged_post_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX untagged_post_once ON untagged_post (campaign_id, url);
CREATE INDEX untagged_post_opt_in ON untagged_post (opt_in_id);

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

ALTER TABLE agreement ADD CONSTRAINT agreement_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE agreement ADD CONSTRAINT agreement_brand_user_id_person_id_fk FOREIGN KEY (brand_user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE agreement ADD CONSTRAINT agreement_creator_user_id_person_id_fk FOREIGN KEY (creator_user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE agreement ADD CONSTRAINT agreement_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE CASCADE;
ALTER TABLE agreement_template ADD CONSTRAINT agreement_template_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE campaign ADD CONSTRAINT campaign_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE campaign_change ADD CONSTRAINT campaign_change_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE campaign_change ADD CONSTRAINT campaign_change_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE content_preview ADD CONSTRAINT content_preview_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE content_preview ADD CONSTRAINT content_preview_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE content_preview ADD CONSTRAINT content_preview_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE CASCADE;
ALTER TABLE content_version ADD CONSTRAINT content_version_preview_id_content_preview_id_fk FOREIGN KEY (preview_id) REFERENCES content_preview(id) ON DELETE CASCADE;
ALTER TABLE creator_claim ADD CONSTRAINT creator_claim_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE creator_claim ADD CONSTRAINT creator_claim_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE creator_open_claim ADD CONSTRAINT creator_open_claim_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE follow_up ADD CONSTRAINT follow_up_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE follow_up ADD CONSTRAINT follow_up_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE follow_up ADD CONSTRAINT follow_up_changed_by_person_id_fk FOREIGN KEY (changed_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE follow_up ADD CONSTRAINT follow_up_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE follow_up ADD CONSTRAINT follow_up_invite_id_invite_id_fk FOREIGN KEY (invite_id) REFERENCES invite(id) ON DELETE CASCADE;
ALTER TABLE follow_up ADD CONSTRAINT follow_up_last_mail_id_mail_id_fk FOREIGN KEY (last_mail_id) REFERENCES mail(id);
ALTER TABLE follow_up ADD CONSTRAINT follow_up_sequence_id_sequence_id_fk FOREIGN KEY (sequence_id) REFERENCES sequence(id) ON DELETE CASCADE;
ALTER TABLE follow_up ADD CONSTRAINT follow_up_started_by_person_id_fk FOREIGN KEY (started_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE follow_up_step ADD CONSTRAINT follow_up_step_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE follow_up_step ADD CONSTRAINT follow_up_step_follow_up_id_follow_up_id_fk FOREIGN KEY (follow_up_id) REFERENCES follow_up(id) ON DELETE CASCADE;
ALTER TABLE follow_up_step ADD CONSTRAINT follow_up_step_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id);
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
ALTER TABLE opt_in ADD CONSTRAINT opt_in_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE opt_in ADD CONSTRAINT opt_in_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE opt_in ADD CONSTRAINT opt_in_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE opt_in ADD CONSTRAINT opt_in_invite_id_invite_id_fk FOREIGN KEY (invite_id) REFERENCES invite(id) ON DELETE SET NULL;
ALTER TABLE opt_in ADD CONSTRAINT opt_in_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE opt_in_event ADD CONSTRAINT opt_in_event_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE CASCADE;
ALTER TABLE opt_in_event ADD CONSTRAINT opt_in_event_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE opt_in_offer ADD CONSTRAINT opt_in_offer_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE CASCADE;
ALTER TABLE opt_in_offer ADD CONSTRAINT opt_in_offer_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE payable ADD CONSTRAINT payable_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE payable ADD CONSTRAINT payable_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE payable ADD CONSTRAINT payable_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE CASCADE;
ALTER TABLE payable ADD CONSTRAINT payable_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE payable_event ADD CONSTRAINT payable_event_payable_id_payable_id_fk FOREIGN KEY (payable_id) REFERENCES payable(id) ON DELETE CASCADE;
ALTER TABLE payable_event ADD CONSTRAINT payable_event_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE payout ADD CONSTRAINT payout_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE payout ADD CONSTRAINT payout_payable_id_payable_id_fk FOREIGN KEY (payable_id) REFERENCES payable(id) ON DELETE CASCADE;
ALTER TABLE payout ADD CONSTRAINT payout_requested_by_person_id_fk FOREIGN KEY (requested_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE payout_account ADD CONSTRAINT payout_account_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE payout_event ADD CONSTRAINT payout_event_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE SET NULL;
ALTER TABLE payout_setting ADD CONSTRAINT payout_setting_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE preview_comment ADD CONSTRAINT preview_comment_preview_id_content_preview_id_fk FOREIGN KEY (preview_id) REFERENCES content_preview(id) ON DELETE CASCADE;
ALTER TABLE preview_comment ADD CONSTRAINT preview_comment_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE untagged_post ADD CONSTRAINT untagged_post_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE untagged_post ADD CONSTRAINT untagged_post_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE untagged_post ADD CONSTRAINT untagged_post_dismissed_by_person_id_fk FOREIGN KEY (dismissed_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE untagged_post ADD CONSTRAINT untagged_post_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE CASCADE;
ALTER TABLE upload ADD CONSTRAINT upload_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE upload ADD CONSTRAINT upload_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE upload ADD CONSTRAINT upload_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE CASCADE;
ALTER TABLE upload ADD CONSTRAINT upload_preview_id_content_preview_id_fk FOREIGN KEY (preview_id) REFERENCES content_preview(id) ON DELETE SET NULL;
ALTER TABLE upload ADD CONSTRAINT upload_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;

-- Makes an agreement that both sides accepted immutable. Erasing a creator's account removes their name from it.
CREATE FUNCTION agreement_keep() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF OLD.creator_accepted_at IS NOT NULL AND (
    (NEW.opt_in_id, NEW.number, NEW.offer_number, NEW.terms, NEW.hash, NEW.language, NEW.brand_signer,
      NEW.brand_accepted_at, NEW.creator_accepted_at, NEW.created_at)
    IS DISTINCT FROM (OLD.opt_in_id, OLD.number, OLD.offer_number, OLD.terms, OLD.hash, OLD.language, OLD.brand_signer,
      OLD.brand_accepted_at, OLD.creator_accepted_at, OLD.created_at)
    OR (NEW.creator_signer IS NOT NULL
      AND (NEW.creator_signer, NEW.text, NEW.clauses) IS DISTINCT FROM (OLD.creator_signer, OLD.text, OLD.clauses))) THEN
    RAISE EXCEPTION 'an accepted agreement never changes: add a version';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER agreement_keep BEFORE UPDATE ON agreement FOR EACH ROW EXECUTE FUNCTION agreement_keep();

-- Marks the first offer as agreed when an opt-in starts out approved.
CREATE FUNCTION opt_in_agreed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NEW.agreed_number IS NULL AND NEW.status IN ('approved', 'completed') THEN NEW.agreed_number := 1; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER opt_in_agreed BEFORE INSERT ON opt_in FOR EACH ROW EXECUTE FUNCTION opt_in_agreed();

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
CREATE TRIGGER opt_in_first_offer AFTER INSERT ON opt_in FOR EACH ROW EXECUTE FUNCTION opt_in_first_offer();

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
CREATE TRIGGER opt_in_offer_keep BEFORE UPDATE ON opt_in_offer FOR EACH ROW EXECUTE FUNCTION opt_in_offer_keep();

CREATE FUNCTION payout_is_final() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if (new.payable_id, new.number, new.account_id, new.amount, new.currency, new.created_at)
    is distinct from (old.payable_id, old.number, old.account_id, old.amount, old.currency, old.created_at)
    or old.state in ('failed', 'returned')
      and (new.state, new.transfer_id, new.failure) is distinct from (old.state, old.transfer_id, old.failure)
      -- Its transfer was found later.
      and not (old.state = 'failed' and new.state = 'sent'
        and old.transfer_id is null and new.transfer_id is not null and new.failure is null)
  then
    raise exception 'a payout cannot be changed';
  end if;
  return new;
end $$;
CREATE TRIGGER payout_is_final BEFORE UPDATE ON payout FOR EACH ROW EXECUTE FUNCTION payout_is_final();

-- Module inbox

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

CREATE TABLE mailbox_email (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  mailbox_id uuid,
  direction text NOT NULL,
  message_id text NOT NULL,
  message_references text,
  creator_address text NOT NULL,
  own_address text NOT NULL,
  subject text NOT NULL,
  visible text NOT NULL,
  body text,
  sent_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT mailbox_email_pkey PRIMARY KEY (id)
);
CREATE INDEX mailbox_email_brand ON mailbox_email (brand_id, message_id);
CREATE INDEX mailbox_email_mailbox ON mailbox_email (mailbox_id);
CREATE UNIQUE INDEX mailbox_email_once ON mailbox_email (conversation_id, message_id);

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
  mailbox_email_id uuid,
  CONSTRAINT message_pkey PRIMARY KEY (id)
);
CREATE INDEX message_campaign ON message (conversation_id, campaign_id, number);
CREATE UNIQUE INDEX message_client ON message (conversation_id, client_id);
CREATE UNIQUE INDEX message_creator_number ON message (opt_in_id, creator_number);
CREATE INDEX message_due ON message (send_at) WHERE (number IS NULL);
CREATE INDEX message_email ON message (conversation_id, number DESC NULLS LAST) WHERE ((mail_id IS NOT NULL) OR (inbound_mail_id IS NOT NULL));
CREATE INDEX message_inbound_mail ON message (inbound_mail_id);
CREATE INDEX message_mail ON message (mail_id);
CREATE INDEX message_mailbox_email ON message (mailbox_email_id) WHERE (mailbox_email_id IS NOT NULL);
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

CREATE TABLE saved_reply (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  label text NOT NULL,
  text text NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT saved_reply_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX saved_reply_label ON saved_reply (brand_id, lower(label));

ALTER TABLE attachment ADD CONSTRAINT attachment_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE attachment ADD CONSTRAINT attachment_conversation_id_conversation_id_fk FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE;
ALTER TABLE attachment ADD CONSTRAINT attachment_message_id_message_id_fk FOREIGN KEY (message_id) REFERENCES message(id) ON DELETE CASCADE;
ALTER TABLE attachment ADD CONSTRAINT attachment_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE conversation ADD CONSTRAINT conversation_assigned_to_person_id_fk FOREIGN KEY (assigned_to) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE conversation ADD CONSTRAINT conversation_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE conversation ADD CONSTRAINT conversation_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE conversation_campaign ADD CONSTRAINT conversation_campaign_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE conversation_campaign ADD CONSTRAINT conversation_campaign_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE conversation_campaign ADD CONSTRAINT conversation_campaign_conversation_id_conversation_id_fk FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE;
ALTER TABLE conversation_campaign ADD CONSTRAINT conversation_campaign_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE SET NULL;
ALTER TABLE conversation_mail ADD CONSTRAINT conversation_mail_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE SET NULL;
ALTER TABLE conversation_mail ADD CONSTRAINT conversation_mail_conversation_id_conversation_id_fk FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE;
ALTER TABLE conversation_mail ADD CONSTRAINT conversation_mail_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE CASCADE;
ALTER TABLE mailbox_email ADD CONSTRAINT mailbox_email_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE mailbox_email ADD CONSTRAINT mailbox_email_conversation_id_conversation_id_fk FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE;
ALTER TABLE mailbox_email ADD CONSTRAINT mailbox_email_mailbox_id_mailbox_id_fk FOREIGN KEY (mailbox_id) REFERENCES mailbox(id) ON DELETE SET NULL;
ALTER TABLE message ADD CONSTRAINT message_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE SET NULL;
ALTER TABLE message ADD CONSTRAINT message_conversation_id_conversation_id_fk FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE;
ALTER TABLE message ADD CONSTRAINT message_inbound_mail_id_inbound_mail_id_fk FOREIGN KEY (inbound_mail_id) REFERENCES inbound_mail(id) ON DELETE SET NULL;
ALTER TABLE message ADD CONSTRAINT message_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE SET NULL;
ALTER TABLE message ADD CONSTRAINT message_mailbox_email_id_mailbox_email_id_fk FOREIGN KEY (mailbox_email_id) REFERENCES mailbox_email(id) ON DELETE SET NULL;
ALTER TABLE message ADD CONSTRAINT message_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE SET NULL;
ALTER TABLE message ADD CONSTRAINT message_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE notification ADD CONSTRAINT notification_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE notification ADD CONSTRAINT notification_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE notification_preference ADD CONSTRAINT notification_preference_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE saved_reply ADD CONSTRAINT saved_reply_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;

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
CREATE TRIGGER conversation_of_opt_in AFTER INSERT ON opt_in FOR EACH ROW EXECUTE FUNCTION conversation_of_opt_in();

-- Numbers committed events with a negative ID in order and announces them; returns how many. Uses a lock, so that a
-- higher number is never visible before a lower one: a client that has seen event 7 can ask for "after 7".
CREATE FUNCTION number_live_events(most integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$
DECLARE
  numbered integer;
BEGIN
  PERFORM pg_advisory_xact_lock(7700010);
  WITH written AS (
    SELECT id FROM live_event WHERE id < 0 ORDER BY id DESC LIMIT most FOR UPDATE SKIP LOCKED
  ), next AS MATERIALIZED (
    SELECT id, nextval('live_event_id_seq') AS number FROM written
  )
  UPDATE live_event SET id = next.number FROM next WHERE live_event.id = next.id;
  GET DIAGNOSTICS numbered = ROW_COUNT;
  IF numbered > 0 THEN PERFORM pg_notify('live_event', ''); END IF;
  RETURN numbered;
END $$;

-- Module commerce

CREATE TABLE gift (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  opt_in_id uuid NOT NULL,
  store_id uuid NOT NULL,
  status text DEFAULT 'offered'::text NOT NULL,
  problem text,
  products jsonb NOT NULL,
  max_items integer NOT NULL,
  max_value bigint,
  currency text NOT NULL,
  message text DEFAULT ''::text NOT NULL,
  lines jsonb DEFAULT '[]'::jsonb NOT NULL,
  address jsonb,
  attempted_at timestamp(3) with time zone,
  failures integer DEFAULT 0 NOT NULL,
  draft_id text,
  order_id text,
  order_name text,
  cost bigint,
  cost_basis text,
  carrier text,
  tracking_number text,
  tracking_url text,
  due_at timestamp(3) with time zone,
  reminders integer DEFAULT 0 NOT NULL,
  offered_by uuid,
  version integer DEFAULT 1 NOT NULL,
  chosen_at timestamp(3) with time zone,
  ordered_at timestamp(3) with time zone,
  shipped_at timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  shipping_cost bigint,
  CONSTRAINT gift_pkey PRIMARY KEY (id)
);
CREATE INDEX gift_delivered ON gift (delivered_at) WHERE ((status = 'delivered'::text) AND (reminders < 3));
CREATE INDEX gift_due ON gift (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX gift_open ON gift (opt_in_id) WHERE (status = ANY (ARRAY['offered'::text, 'chosen'::text, 'ordered'::text, 'shipped'::text]));
CREATE INDEX gift_opt_in ON gift (opt_in_id);
CREATE INDEX gift_order ON gift (store_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX gift_page ON gift (brand_id, created_at DESC NULLS LAST, id DESC NULLS LAST);

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

CREATE TABLE store_dispute (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  store_id uuid NOT NULL,
  order_external_id text NOT NULL,
  external_id text NOT NULL,
  state text NOT NULL,
  reason text,
  opened_at timestamp(3) with time zone,
  finalized_at timestamp(3) with time zone,
  told_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT store_dispute_pkey PRIMARY KEY (id),
  CONSTRAINT store_dispute_once UNIQUE (store_id, external_id)
);
CREATE INDEX store_dispute_order ON store_dispute (brand_id, order_external_id);

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
  buyer_email_key text,
  CONSTRAINT store_order_pkey PRIMARY KEY (id),
  CONSTRAINT store_order_once UNIQUE NULLS NOT DISTINCT (brand_id, store_id, external_id)
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
  lines jsonb,
  CONSTRAINT store_refund_pkey PRIMARY KEY (id),
  CONSTRAINT store_refund_once UNIQUE NULLS NOT DISTINCT (brand_id, store_id, external_id)
);
CREATE INDEX store_refund_order ON store_refund (brand_id, order_external_id);
CREATE INDEX store_refund_store ON store_refund (store_id);

ALTER TABLE gift ADD CONSTRAINT gift_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE gift ADD CONSTRAINT gift_offered_by_person_id_fk FOREIGN KEY (offered_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE gift ADD CONSTRAINT gift_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE CASCADE;
ALTER TABLE gift ADD CONSTRAINT gift_store_id_store_id_fk FOREIGN KEY (store_id) REFERENCES store(id) ON DELETE CASCADE;
ALTER TABLE order_import ADD CONSTRAINT order_import_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE order_import ADD CONSTRAINT order_import_created_by_person_id_fk FOREIGN KEY (created_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE order_import ADD CONSTRAINT order_import_store_id_store_id_fk FOREIGN KEY (store_id) REFERENCES store(id) ON DELETE SET NULL;
ALTER TABLE order_import_row ADD CONSTRAINT order_import_row_import_id_order_import_id_fk FOREIGN KEY (import_id) REFERENCES order_import(id) ON DELETE CASCADE;
ALTER TABLE order_import_row ADD CONSTRAINT order_import_row_order_id_store_order_id_fk FOREIGN KEY (order_id) REFERENCES store_order(id) ON DELETE SET NULL;
ALTER TABLE store ADD CONSTRAINT store_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE store ADD CONSTRAINT store_connected_by_person_id_fk FOREIGN KEY (connected_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE store_code ADD CONSTRAINT store_code_store_id_store_id_fk FOREIGN KEY (store_id) REFERENCES store(id) ON DELETE CASCADE;
ALTER TABLE store_dispute ADD CONSTRAINT store_dispute_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE store_dispute ADD CONSTRAINT store_dispute_store_id_store_id_fk FOREIGN KEY (store_id) REFERENCES store(id) ON DELETE CASCADE;
ALTER TABLE store_event ADD CONSTRAINT store_event_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE SET NULL;
ALTER TABLE store_order ADD CONSTRAINT store_order_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE store_order ADD CONSTRAINT store_order_store_id_store_id_fk FOREIGN KEY (store_id) REFERENCES store(id) ON DELETE CASCADE;
ALTER TABLE store_privacy_request ADD CONSTRAINT store_privacy_request_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE store_refund ADD CONSTRAINT store_refund_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE store_refund ADD CONSTRAINT store_refund_store_id_store_id_fk FOREIGN KEY (store_id) REFERENCES store(id) ON DELETE CASCADE;

-- Module affiliate

CREATE TABLE affiliate (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  user_id uuid,
  opt_in_id uuid,
  campaign_id uuid,
  state text NOT NULL,
  rate_bp integer,
  repeat_rate_bp integer,
  terms jsonb,
  terms_version integer,
  terms_accepted_at timestamp(3) with time zone,
  offered jsonb,
  since timestamp(3) with time zone,
  until timestamp(3) with time zone,
  own_buyer_keys text[] DEFAULT '{}'::text[] NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  invited_by uuid,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT affiliate_pkey PRIMARY KEY (id),
  CONSTRAINT affiliate_once UNIQUE (brand_id, creator_id)
);
CREATE INDEX affiliate_campaign ON affiliate (campaign_id);
CREATE INDEX affiliate_creator ON affiliate (creator_id);
CREATE INDEX affiliate_opt_in ON affiliate (opt_in_id);
CREATE INDEX affiliate_page ON affiliate (brand_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX affiliate_user ON affiliate (user_id);

CREATE TABLE affiliate_alert (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  affiliate_id uuid,
  day text NOT NULL,
  figures jsonb NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  user_id uuid,
  reason text,
  settled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT affiliate_alert_pkey PRIMARY KEY (id),
  CONSTRAINT affiliate_alert_once UNIQUE (brand_id, kind, subject, day)
);
CREATE INDEX affiliate_alert_page ON affiliate_alert (brand_id, created_at DESC NULLS LAST, id DESC NULLS LAST);

CREATE TABLE affiliate_change (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  affiliate_id uuid NOT NULL,
  version integer NOT NULL,
  state text NOT NULL,
  terms jsonb,
  terms_version integer,
  own_rate_bp integer,
  user_id uuid,
  reason text,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT affiliate_change_pkey PRIMARY KEY (id),
  CONSTRAINT affiliate_change_once UNIQUE (affiliate_id, version)
);

CREATE TABLE affiliate_click (
  at timestamp(3) with time zone NOT NULL,
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  link_id uuid NOT NULL,
  verdict text NOT NULL,
  reason text,
  visitor_key bytea,
  device text NOT NULL,
  browser_family text NOT NULL,
  referrer_host text,
  source_label text,
  paid_marker text,
  stand_down_seen boolean NOT NULL,
  search_term text,
  CONSTRAINT affiliate_click_id_at_pk PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE INDEX affiliate_click_at ON ONLY affiliate_click USING brin (at);
CREATE INDEX affiliate_click_link ON ONLY affiliate_click (link_id, at);

CREATE TABLE affiliate_click_day (
  brand_id uuid NOT NULL,
  day date NOT NULL,
  affiliate_id uuid NOT NULL,
  n integer NOT NULL,
  CONSTRAINT affiliate_click_day_brand_id_day_affiliate_id_pk PRIMARY KEY (brand_id, day, affiliate_id)
);
CREATE INDEX affiliate_click_day_of ON affiliate_click_day (affiliate_id);

CREATE TABLE affiliate_click_late (
  bucket timestamp(3) with time zone NOT NULL,
  marked_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT affiliate_click_late_pkey PRIMARY KEY (bucket)
);

CREATE TABLE affiliate_click_quarter (
  link_id uuid NOT NULL,
  bucket timestamp(3) with time zone NOT NULL,
  verdict text NOT NULL,
  brand_id uuid NOT NULL,
  n integer NOT NULL,
  first_of_day integer NOT NULL,
  CONSTRAINT affiliate_click_quarter_link_id_bucket_verdict_pk PRIMARY KEY (link_id, bucket, verdict)
);
CREATE INDEX affiliate_click_quarter_brand ON affiliate_click_quarter (brand_id, bucket);
CREATE INDEX affiliate_click_quarter_bucket ON affiliate_click_quarter (bucket);

CREATE TABLE affiliate_click_salt (
  day date NOT NULL,
  sealed text NOT NULL,
  CONSTRAINT affiliate_click_salt_pkey PRIMARY KEY (day)
);

CREATE TABLE affiliate_click_total (
  brand_id uuid NOT NULL,
  bucket timestamp(3) with time zone NOT NULL,
  verdict text NOT NULL,
  n integer NOT NULL,
  first_of_day integer NOT NULL,
  CONSTRAINT affiliate_click_total_brand_id_bucket_verdict_pk PRIMARY KEY (brand_id, bucket, verdict)
);

CREATE TABLE affiliate_code (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  store_id uuid NOT NULL,
  affiliate_id uuid NOT NULL,
  campaign_id uuid,
  code text NOT NULL,
  folded text NOT NULL,
  external_id text,
  adopted boolean DEFAULT false NOT NULL,
  kind text NOT NULL,
  value_bp integer,
  value_minor bigint,
  currency text,
  starts_at timestamp(3) with time zone NOT NULL,
  ends_at timestamp(3) with time zone,
  usage_limit integer,
  once_per_buyer boolean DEFAULT false NOT NULL,
  state text NOT NULL,
  error text,
  owned_from timestamp(3) with time zone NOT NULL,
  owned_until timestamp(3) with time zone,
  replaces_id uuid,
  checked_at timestamp(3) with time zone,
  created_by uuid,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT affiliate_code_pkey PRIMARY KEY (id),
  -- A code of a store belongs to one creator at a time. Owning nothing, as after a refusal by the store, is an empty range.
  CONSTRAINT affiliate_code_owner EXCLUDE USING gist (store_id WITH =, folded WITH =, tstzrange(owned_from, owned_until) WITH &&)
);
CREATE INDEX affiliate_code_campaign ON affiliate_code (campaign_id);
CREATE INDEX affiliate_code_folded ON affiliate_code (store_id, folded);
CREATE INDEX affiliate_code_of ON affiliate_code (affiliate_id);
CREATE INDEX affiliate_code_page ON affiliate_code (brand_id, created_at DESC NULLS LAST, id DESC NULLS LAST);

CREATE TABLE affiliate_link (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  affiliate_id uuid NOT NULL,
  campaign_id uuid,
  slug text NOT NULL,
  store_id uuid,
  path text NOT NULL,
  code_id uuid,
  label text DEFAULT ''::text NOT NULL,
  state text DEFAULT 'active'::text NOT NULL,
  ends_at timestamp(3) with time zone,
  created_by uuid,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT affiliate_link_pkey PRIMARY KEY (id),
  CONSTRAINT affiliate_link_brand_id UNIQUE (brand_id, id),
  CONSTRAINT affiliate_link_slug UNIQUE (slug)
);
CREATE INDEX affiliate_link_campaign ON affiliate_link (campaign_id);
CREATE INDEX affiliate_link_code ON affiliate_link (code_id);
CREATE INDEX affiliate_link_of ON affiliate_link (affiliate_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX affiliate_link_page ON affiliate_link (brand_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX affiliate_link_store ON affiliate_link (store_id);

CREATE TABLE affiliate_program (
  brand_id uuid NOT NULL,
  state text NOT NULL,
  version integer NOT NULL,
  rules jsonb NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  signing_secret text NOT NULL,
  signer text NOT NULL,
  CONSTRAINT affiliate_program_pkey PRIMARY KEY (brand_id)
);

CREATE TABLE affiliate_program_change (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  version integer NOT NULL,
  state text NOT NULL,
  rules jsonb NOT NULL,
  user_id uuid,
  reason text,
  effective_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT affiliate_program_change_pkey PRIMARY KEY (id),
  CONSTRAINT affiliate_program_change_once UNIQUE (brand_id, version)
);

CREATE TABLE affiliate_retired_slug (
  slug text NOT NULL,
  retired_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT affiliate_retired_slug_pkey PRIMARY KEY (slug)
);

CREATE TABLE affiliate_sales_quarter (
  brand_id uuid NOT NULL,
  affiliate_id uuid,
  bucket timestamp(3) with time zone NOT NULL,
  currency text NOT NULL,
  decided integer NOT NULL,
  credited integer NOT NULL,
  uncredited integer NOT NULL,
  held integer NOT NULL,
  "returning" integer NOT NULL,
  coded integer NOT NULL,
  linked integer NOT NULL,
  coded_and_linked integer NOT NULL,
  net bigint NOT NULL,
  refunded bigint NOT NULL,
  commission bigint NOT NULL,
  CONSTRAINT affiliate_sales_quarter_once UNIQUE NULLS NOT DISTINCT (affiliate_id, brand_id, bucket, currency)
);
CREATE INDEX affiliate_sales_quarter_bucket ON affiliate_sales_quarter (brand_id, bucket);

CREATE TABLE affiliate_sales_stale (
  brand_id uuid NOT NULL,
  bucket timestamp(3) with time zone NOT NULL,
  marked_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT affiliate_sales_stale_brand_id_bucket_pk PRIMARY KEY (brand_id, bucket)
);

CREATE TABLE attribution (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  order_id uuid NOT NULL,
  revision integer NOT NULL,
  program_version integer,
  rule text NOT NULL,
  shares jsonb NOT NULL,
  evidence jsonb NOT NULL,
  "returning" boolean,
  user_id uuid,
  manual boolean DEFAULT false NOT NULL,
  reason text,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT attribution_pkey PRIMARY KEY (id),
  CONSTRAINT attribution_once UNIQUE (order_id, revision)
);
CREATE INDEX attribution_brand ON attribution (brand_id, at DESC NULLS LAST);
CREATE INDEX attribution_manual ON attribution (brand_id) WHERE manual;

CREATE TABLE attribution_claim (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  affiliate_id uuid NOT NULL,
  order_name text NOT NULL,
  order_day text,
  note text DEFAULT ''::text NOT NULL,
  order_id uuid,
  state text DEFAULT 'open'::text NOT NULL,
  answer text,
  answered_by uuid,
  answered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT attribution_claim_pkey PRIMARY KEY (id),
  CONSTRAINT attribution_claim_once UNIQUE (affiliate_id, order_name)
);
CREATE INDEX attribution_claim_page ON attribution_claim (brand_id, created_at DESC NULLS LAST, id DESC NULLS LAST);

CREATE TABLE commission (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  affiliate_id uuid NOT NULL,
  order_id uuid,
  order_name text,
  placed_at timestamp(3) with time zone,
  campaign_id uuid,
  number integer NOT NULL,
  kind text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  basis bigint NOT NULL,
  lines jsonb NOT NULL,
  attribution_revision integer,
  matures_at timestamp(3) with time zone NOT NULL,
  user_id uuid,
  reason text,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT commission_pkey PRIMARY KEY (id),
  CONSTRAINT commission_number UNIQUE (brand_id, number)
);
CREATE INDEX commission_affiliate ON commission (affiliate_id, currency, matures_at);
CREATE INDEX commission_at ON commission (brand_id, at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX commission_matures ON commission (brand_id, matures_at, currency, amount);
CREATE INDEX commission_order ON commission (order_id, affiliate_id) WHERE (order_id IS NOT NULL);
CREATE INDEX commission_without_order ON commission (brand_id, at) WHERE (order_id IS NULL);

CREATE TABLE commission_statement (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  affiliate_id uuid NOT NULL,
  number integer NOT NULL,
  currency text NOT NULL,
  from_at timestamp(3) with time zone NOT NULL,
  until_at timestamp(3) with time zone NOT NULL,
  zone text NOT NULL,
  carried_in bigint NOT NULL,
  earned bigint NOT NULL,
  taken_back bigint NOT NULL,
  bonus bigint NOT NULL,
  due bigint NOT NULL,
  carried_out bigint NOT NULL,
  state text NOT NULL,
  brand_name text NOT NULL,
  creator_name text NOT NULL,
  previous_sha256 text,
  sha256 text NOT NULL,
  signature text NOT NULL,
  signer text NOT NULL,
  approved_by uuid,
  approved_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT commission_statement_pkey PRIMARY KEY (id),
  CONSTRAINT commission_statement_month UNIQUE (affiliate_id, currency, until_at),
  CONSTRAINT commission_statement_once UNIQUE (affiliate_id, currency, number)
);
CREATE INDEX commission_statement_page ON commission_statement (brand_id, created_at DESC NULLS LAST, id DESC NULLS LAST);

CREATE TABLE commission_statement_line (
  commission_id uuid NOT NULL,
  brand_id uuid NOT NULL,
  statement_id uuid NOT NULL,
  CONSTRAINT commission_statement_line_pkey PRIMARY KEY (commission_id)
);
CREATE INDEX commission_statement_line_brand ON commission_statement_line (brand_id);
CREATE INDEX commission_statement_line_of ON commission_statement_line (statement_id);

CREATE TABLE commission_total (
  affiliate_id uuid NOT NULL,
  currency text NOT NULL,
  brand_id uuid NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT commission_total_affiliate_id_currency_pk PRIMARY KEY (affiliate_id, currency)
);
CREATE INDEX commission_total_brand ON commission_total (brand_id);

CREATE TABLE touch (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  order_id uuid NOT NULL,
  kind text NOT NULL,
  value text NOT NULL,
  "position" integer NOT NULL,
  discount bigint DEFAULT 0 NOT NULL,
  affiliate_id uuid,
  link_id uuid,
  code_id uuid,
  paid_search boolean DEFAULT false NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  source text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT touch_pkey PRIMARY KEY (id),
  CONSTRAINT touch_once UNIQUE (order_id, kind, value)
);
CREATE INDEX touch_affiliate ON touch (affiliate_id, at);
CREATE INDEX touch_brand ON touch (brand_id);

ALTER TABLE affiliate ADD CONSTRAINT affiliate_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE affiliate ADD CONSTRAINT affiliate_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE SET NULL;
ALTER TABLE affiliate ADD CONSTRAINT affiliate_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id);
ALTER TABLE affiliate ADD CONSTRAINT affiliate_invited_by_person_id_fk FOREIGN KEY (invited_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE affiliate ADD CONSTRAINT affiliate_opt_in_id_opt_in_id_fk FOREIGN KEY (opt_in_id) REFERENCES opt_in(id) ON DELETE SET NULL;
ALTER TABLE affiliate ADD CONSTRAINT affiliate_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE affiliate_alert ADD CONSTRAINT affiliate_alert_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE affiliate_alert ADD CONSTRAINT affiliate_alert_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE affiliate_change ADD CONSTRAINT affiliate_change_affiliate_id_affiliate_id_fk FOREIGN KEY (affiliate_id) REFERENCES affiliate(id) ON DELETE CASCADE;
ALTER TABLE affiliate_change ADD CONSTRAINT affiliate_change_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE affiliate_change ADD CONSTRAINT affiliate_change_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE affiliate_click_day ADD CONSTRAINT affiliate_click_day_affiliate_id_affiliate_id_fk FOREIGN KEY (affiliate_id) REFERENCES affiliate(id) ON DELETE CASCADE;
ALTER TABLE affiliate_click_day ADD CONSTRAINT affiliate_click_day_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE affiliate_click_quarter ADD CONSTRAINT affiliate_click_quarter_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE affiliate_click_quarter ADD CONSTRAINT affiliate_click_quarter_link_id_affiliate_link_id_fk FOREIGN KEY (link_id) REFERENCES affiliate_link(id) ON DELETE CASCADE;
ALTER TABLE affiliate_click_total ADD CONSTRAINT affiliate_click_total_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE affiliate_code ADD CONSTRAINT affiliate_code_affiliate_id_affiliate_id_fk FOREIGN KEY (affiliate_id) REFERENCES affiliate(id) ON DELETE CASCADE;
ALTER TABLE affiliate_code ADD CONSTRAINT affiliate_code_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE affiliate_code ADD CONSTRAINT affiliate_code_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE SET NULL;
ALTER TABLE affiliate_code ADD CONSTRAINT affiliate_code_created_by_person_id_fk FOREIGN KEY (created_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE affiliate_code ADD CONSTRAINT affiliate_code_store_id_store_id_fk FOREIGN KEY (store_id) REFERENCES store(id) ON DELETE CASCADE;
ALTER TABLE affiliate_link ADD CONSTRAINT affiliate_link_affiliate_id_affiliate_id_fk FOREIGN KEY (affiliate_id) REFERENCES affiliate(id) ON DELETE CASCADE;
ALTER TABLE affiliate_link ADD CONSTRAINT affiliate_link_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE affiliate_link ADD CONSTRAINT affiliate_link_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE SET NULL;
ALTER TABLE affiliate_link ADD CONSTRAINT affiliate_link_code_id_affiliate_code_id_fk FOREIGN KEY (code_id) REFERENCES affiliate_code(id) ON DELETE SET NULL;
ALTER TABLE affiliate_link ADD CONSTRAINT affiliate_link_created_by_person_id_fk FOREIGN KEY (created_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE affiliate_link ADD CONSTRAINT affiliate_link_store_id_store_id_fk FOREIGN KEY (store_id) REFERENCES store(id) ON DELETE SET NULL;
ALTER TABLE affiliate_program ADD CONSTRAINT affiliate_program_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE affiliate_program_change ADD CONSTRAINT affiliate_program_change_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE affiliate_program_change ADD CONSTRAINT affiliate_program_change_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE affiliate_sales_quarter ADD CONSTRAINT affiliate_sales_quarter_affiliate_id_affiliate_id_fk FOREIGN KEY (affiliate_id) REFERENCES affiliate(id) ON DELETE CASCADE;
ALTER TABLE affiliate_sales_quarter ADD CONSTRAINT affiliate_sales_quarter_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE affiliate_sales_stale ADD CONSTRAINT affiliate_sales_stale_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE attribution ADD CONSTRAINT attribution_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE attribution ADD CONSTRAINT attribution_order_id_store_order_id_fk FOREIGN KEY (order_id) REFERENCES store_order(id) ON DELETE CASCADE;
ALTER TABLE attribution ADD CONSTRAINT attribution_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE attribution_claim ADD CONSTRAINT attribution_claim_answered_by_person_id_fk FOREIGN KEY (answered_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE attribution_claim ADD CONSTRAINT attribution_claim_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE attribution_claim ADD CONSTRAINT attribution_claim_order_id_store_order_id_fk FOREIGN KEY (order_id) REFERENCES store_order(id) ON DELETE SET NULL;
ALTER TABLE commission ADD CONSTRAINT commission_affiliate_id_affiliate_id_fk FOREIGN KEY (affiliate_id) REFERENCES affiliate(id) ON DELETE CASCADE;
ALTER TABLE commission ADD CONSTRAINT commission_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE commission ADD CONSTRAINT commission_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE commission_statement ADD CONSTRAINT commission_statement_affiliate_id_affiliate_id_fk FOREIGN KEY (affiliate_id) REFERENCES affiliate(id) ON DELETE CASCADE;
ALTER TABLE commission_statement ADD CONSTRAINT commission_statement_approved_by_person_id_fk FOREIGN KEY (approved_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE commission_statement ADD CONSTRAINT commission_statement_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE commission_statement_line ADD CONSTRAINT commission_statement_line_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE commission_statement_line ADD CONSTRAINT commission_statement_line_commission_id_commission_id_fk FOREIGN KEY (commission_id) REFERENCES commission(id) ON DELETE CASCADE;
ALTER TABLE commission_statement_line ADD CONSTRAINT commission_statement_line_statement_id_commission_statement_id_ FOREIGN KEY (statement_id) REFERENCES commission_statement(id) ON DELETE CASCADE;
ALTER TABLE commission_total ADD CONSTRAINT commission_total_affiliate_id_affiliate_id_fk FOREIGN KEY (affiliate_id) REFERENCES affiliate(id) ON DELETE CASCADE;
ALTER TABLE commission_total ADD CONSTRAINT commission_total_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE touch ADD CONSTRAINT touch_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE touch ADD CONSTRAINT touch_order_id_store_order_id_fk FOREIGN KEY (order_id) REFERENCES store_order(id) ON DELETE CASCADE;
ALTER TABLE payable ADD CONSTRAINT payable_statement_of FOREIGN KEY (statement_id) REFERENCES commission_statement(id) ON DELETE CASCADE;

-- What a link credits depends on its affiliate too. Click hosts read only the links that a change is about.
CREATE FUNCTION affiliate_announce() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NEW.state IS DISTINCT FROM OLD.state THEN
    PERFORM pg_notify('affiliate_link_changed', 'affiliate:' || NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER affiliate_announce AFTER UPDATE OF state ON affiliate FOR EACH ROW EXECUTE FUNCTION affiliate_announce();

-- Totals of clicks follow the quarter hours of links in the same transaction. Those of a deleted brand go with it.
CREATE FUNCTION affiliate_click_added() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO affiliate_click_total AS t (brand_id, bucket, verdict, n, first_of_day)
    SELECT brand_id, bucket, verdict, sum(n), sum(first_of_day) FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (brand_id, bucket, verdict)
      DO UPDATE SET n = t.n + excluded.n, first_of_day = t.first_of_day + excluded.first_of_day;
  INSERT INTO affiliate_click_day AS t (brand_id, day, affiliate_id, n)
    SELECT a.brand_id, (a.bucket AT TIME ZONE 'UTC')::date, l.affiliate_id, sum(a.n)
    FROM added a JOIN affiliate_link l ON l.id = a.link_id WHERE a.verdict = 'person' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (brand_id, day, affiliate_id) DO UPDATE SET n = t.n + excluded.n;
  RETURN NULL;
END $$;
CREATE TRIGGER affiliate_click_added AFTER INSERT ON affiliate_click_quarter REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION affiliate_click_added();

CREATE FUNCTION affiliate_click_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE affiliate_click_total t SET n = t.n + c.n, first_of_day = t.first_of_day + c.first_of_day
    FROM (SELECT brand_id, bucket, verdict, sum(n) AS n, sum(first_of_day) AS first_of_day FROM (
        SELECT brand_id, bucket, verdict, n, first_of_day FROM added
        UNION ALL SELECT brand_id, bucket, verdict, -n, -first_of_day FROM gone) both_of GROUP BY 1, 2, 3) c
    WHERE t.brand_id = c.brand_id AND t.bucket = c.bucket AND t.verdict = c.verdict;
  UPDATE affiliate_click_day t SET n = t.n + c.n
    FROM (SELECT a.brand_id, (a.bucket AT TIME ZONE 'UTC')::date AS day, l.affiliate_id, sum(a.n) AS n FROM (
        SELECT brand_id, bucket, link_id, n FROM added WHERE verdict = 'person'
        UNION ALL SELECT brand_id, bucket, link_id, -n FROM gone WHERE verdict = 'person') a
      JOIN affiliate_link l ON l.id = a.link_id GROUP BY 1, 2, 3) c
    WHERE t.brand_id = c.brand_id AND t.day = c.day AND t.affiliate_id = c.affiliate_id;
  RETURN NULL;
END $$;
CREATE TRIGGER affiliate_click_changed AFTER UPDATE ON affiliate_click_quarter REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION affiliate_click_changed();

-- Drops the partitions of all days before this one. A partition in use is left for the next time.
CREATE FUNCTION affiliate_click_drop(before date) RETURNS integer
    LANGUAGE plpgsql
    SET lock_timeout TO '2s'
    AS $$
DECLARE
  name text;
  dropped integer := 0;
BEGIN
  FOR name IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'affiliate_click'::regclass AND c.relname ~ '^affiliate_click_[0-9]{8}$'
      AND to_date(right(c.relname, 8), 'YYYYMMDD') < before
    ORDER BY c.relname
  LOOP
    BEGIN
      EXECUTE format('DROP TABLE %I', name);
      dropped := dropped + 1;
    EXCEPTION WHEN lock_not_available THEN NULL;
    END;
  END LOOP;
  RETURN dropped;
END $$;

CREATE FUNCTION affiliate_click_gone() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE affiliate_click_total t SET n = t.n - g.n, first_of_day = t.first_of_day - g.first_of_day
    FROM (SELECT brand_id, bucket, verdict, sum(n) AS n, sum(first_of_day) AS first_of_day FROM gone GROUP BY 1, 2, 3) g
    WHERE t.brand_id = g.brand_id AND t.bucket = g.bucket AND t.verdict = g.verdict;
  UPDATE affiliate_click_day t SET n = t.n - g.n
    FROM (SELECT a.brand_id, (a.bucket AT TIME ZONE 'UTC')::date AS day, l.affiliate_id, sum(a.n) AS n
      FROM gone a JOIN affiliate_link l ON l.id = a.link_id WHERE a.verdict = 'person' GROUP BY 1, 2, 3) g
    WHERE t.brand_id = g.brand_id AND t.day = g.day AND t.affiliate_id = g.affiliate_id;
  RETURN NULL;
END $$;
CREATE TRIGGER affiliate_click_gone AFTER DELETE ON affiliate_click_quarter REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION affiliate_click_gone();

-- Makes the partition of a day (UTC). It is attached rather than created in place, which would hold up writing.
CREATE FUNCTION affiliate_click_partition(day date) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  name text := 'affiliate_click_' || to_char(day, 'YYYYMMDD');
BEGIN
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(7401017);
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE affiliate_click INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
  EXECUTE format('ALTER TABLE affiliate_click ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    name, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
END $$;

CREATE FUNCTION affiliate_code_announce() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('affiliate_link_changed', 'code:' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER affiliate_code_announce AFTER UPDATE OF code, state ON affiliate_code FOR EACH ROW EXECUTE FUNCTION affiliate_code_announce();

-- Books and the history that they are calculated from are append-only. Foreign keys may do two things: delete the rows
-- of a deleted brand, and clear the name of a deleted person.
CREATE FUNCTION affiliate_history_keep() RETURNS trigger
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
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER affiliate_change_keep BEFORE DELETE OR UPDATE ON affiliate_change FOR EACH ROW EXECUTE FUNCTION affiliate_history_keep();
CREATE TRIGGER affiliate_program_change_keep BEFORE DELETE OR UPDATE ON affiliate_program_change FOR EACH ROW EXECUTE FUNCTION affiliate_history_keep();
CREATE TRIGGER commission_keep BEFORE DELETE OR UPDATE ON commission FOR EACH ROW EXECUTE FUNCTION affiliate_history_keep();
CREATE TRIGGER commission_statement_line_keep BEFORE UPDATE ON commission_statement_line FOR EACH ROW EXECUTE FUNCTION affiliate_history_keep();

-- Click hosts keep all links in memory; a change is announced with the slug, or empty for changes of many links.
CREATE FUNCTION affiliate_link_announce() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('affiliate_link_changed', coalesce(NEW.slug, OLD.slug));
  RETURN NULL;
END $$;
CREATE TRIGGER affiliate_link_announce AFTER INSERT OR DELETE OR UPDATE ON affiliate_link FOR EACH ROW EXECUTE FUNCTION affiliate_link_announce();

-- Clicks have no foreign keys: those of a deleted brand are deleted with its links.
CREATE FUNCTION affiliate_link_clicks() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM affiliate_click WHERE link_id IN (SELECT id FROM gone);
  RETURN NULL;
END $$;
CREATE TRIGGER affiliate_link_clicks AFTER DELETE ON affiliate_link REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION affiliate_link_clicks();

CREATE FUNCTION affiliate_link_fresh() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT FROM affiliate_retired_slug WHERE slug = NEW.slug) THEN
    RAISE EXCEPTION 'slug % was used before', NEW.slug
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'affiliate_link_slug', TABLE = 'affiliate_link';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER affiliate_link_fresh BEFORE INSERT ON affiliate_link FOR EACH ROW EXECUTE FUNCTION affiliate_link_fresh();

-- A slug is never used again: not after its brand is gone either, because it may be printed somewhere.
CREATE FUNCTION affiliate_link_retire() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO affiliate_retired_slug (slug) VALUES (OLD.slug) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER affiliate_link_retire AFTER DELETE ON affiliate_link FOR EACH ROW EXECUTE FUNCTION affiliate_link_retire();

CREATE FUNCTION affiliate_program_announce() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.state IS DISTINCT FROM OLD.state
    OR NEW.rules->'standDown' IS DISTINCT FROM OLD.rules->'standDown'
  THEN
    PERFORM pg_notify('affiliate_link_changed', 'brand:' || NEW.brand_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER affiliate_program_announce AFTER INSERT OR UPDATE ON affiliate_program FOR EACH ROW EXECUTE FUNCTION affiliate_program_announce();

-- Marks quarter hours of orders whose decision or signs changed. A mark that another transaction holds is waited for, so
-- that counting never misses a change that was made before it.
CREATE FUNCTION affiliate_sales_decided() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO affiliate_sales_stale AS s (brand_id, bucket, marked_at)
    SELECT DISTINCT o.brand_id, date_bin('15 minutes', o.placed_at, timestamptz 'epoch'), statement_timestamp()
    FROM added a JOIN store_order o ON o.id = a.order_id ORDER BY 1, 2
    ON CONFLICT (brand_id, bucket) DO UPDATE SET marked_at = excluded.marked_at;
  RETURN NULL;
END $$;
CREATE TRIGGER affiliate_sales_decided AFTER INSERT ON attribution REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION affiliate_sales_decided();
CREATE TRIGGER affiliate_sales_touch_changed AFTER UPDATE ON touch REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION affiliate_sales_decided();
CREATE TRIGGER affiliate_sales_touched AFTER INSERT ON touch REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION affiliate_sales_decided();

-- Marks quarter hours of orders that changed or are gone. Orders without a decision have no place in the totals.
CREATE FUNCTION affiliate_sales_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO affiliate_sales_stale AS s (brand_id, bucket, marked_at)
    SELECT DISTINCT c.brand_id, date_bin('15 minutes', c.placed_at, timestamptz 'epoch'), statement_timestamp()
    FROM changed c
    WHERE EXISTS (SELECT FROM brand WHERE id = c.brand_id) AND EXISTS (
      SELECT FROM affiliate_program WHERE brand_id = c.brand_id) ORDER BY 1, 2
    ON CONFLICT (brand_id, bucket) DO UPDATE SET marked_at = excluded.marked_at;
  RETURN NULL;
END $$;
CREATE TRIGGER affiliate_sales_order_gone AFTER DELETE ON store_order REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION affiliate_sales_order();
CREATE TRIGGER affiliate_sales_order_is AFTER UPDATE ON store_order REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION affiliate_sales_order();
CREATE TRIGGER affiliate_sales_order_was AFTER UPDATE ON store_order REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION affiliate_sales_order();

-- Decisions are append-only. They go with their order, when a store is removed, and with their brand.
CREATE FUNCTION attribution_keep() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM store_order WHERE id = OLD.order_id)
      OR NOT EXISTS (SELECT FROM brand WHERE id = OLD.brand_id)
    THEN RETURN OLD; END IF;
  ELSIF NEW.user_id IS NULL
    AND to_jsonb(NEW) - 'user_id' = to_jsonb(OLD) - 'user_id'
    AND NOT EXISTS (SELECT FROM person WHERE id = OLD.user_id)
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'attribution is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER attribution_keep BEFORE DELETE OR UPDATE ON attribution FOR EACH ROW EXECUTE FUNCTION attribution_keep();

CREATE FUNCTION commission_added() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO commission_total AS t (affiliate_id, currency, brand_id, amount)
    SELECT affiliate_id, currency, brand_id, sum(amount) FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2
    ON CONFLICT (affiliate_id, currency) DO UPDATE SET amount = t.amount + excluded.amount;
  INSERT INTO affiliate_sales_stale AS s (brand_id, bucket, marked_at)
    SELECT DISTINCT o.brand_id, date_bin('15 minutes', o.placed_at, timestamptz 'epoch'), statement_timestamp()
    FROM added a JOIN store_order o ON o.id = a.order_id ORDER BY 1, 2
    ON CONFLICT (brand_id, bucket) DO UPDATE SET marked_at = excluded.marked_at;
  RETURN NULL;
END $$;
CREATE TRIGGER commission_added AFTER INSERT ON commission REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION commission_added();

-- What a statement says is signed; only its approval may change.
CREATE FUNCTION commission_statement_keep() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM brand WHERE id = OLD.brand_id) THEN RETURN OLD; END IF;
  ELSIF to_jsonb(NEW) - '{state,approved_by,approved_at}'::text[]
      = to_jsonb(OLD) - '{state,approved_by,approved_at}'::text[]
    AND (NEW.state = OLD.state OR (OLD.state = 'open' AND NEW.state = 'approved'))
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'commission_statement is closed: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER commission_statement_keep BEFORE DELETE OR UPDATE ON commission_statement FOR EACH ROW EXECUTE FUNCTION commission_statement_keep();

CREATE FUNCTION commission_truncate() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: TRUNCATE refused', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER commission_truncate BEFORE TRUNCATE ON commission FOR EACH STATEMENT EXECUTE FUNCTION commission_truncate();

-- Module listening

CREATE TABLE author_creator (
  brand_id uuid NOT NULL,
  author_id uuid NOT NULL,
  creator_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT author_creator_brand_id_author_id_pk PRIMARY KEY (brand_id, author_id)
);
CREATE INDEX author_creator_of ON author_creator (creator_id);

CREATE TABLE author_opt_out (
  id uuid NOT NULL,
  source_kind text NOT NULL,
  handle text NOT NULL,
  external_id text,
  created_at timestamp(3) with time zone NOT NULL,
  origin text DEFAULT 'administrator'::text NOT NULL,
  creator_id uuid,
  user_id uuid,
  CONSTRAINT author_opt_out_pkey PRIMARY KEY (id),
  CONSTRAINT author_opt_out_once UNIQUE (source_kind, handle)
);
CREATE INDEX author_opt_out_creator ON author_opt_out (creator_id);
CREATE INDEX author_opt_out_external ON author_opt_out (source_kind, external_id);
CREATE INDEX author_opt_out_user ON author_opt_out (user_id);

CREATE TABLE listening_digest (
  brand_id uuid NOT NULL,
  user_id uuid NOT NULL,
  frequency text NOT NULL,
  weekday smallint NOT NULL,
  hour smallint NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT listening_digest_brand_id_user_id_pk PRIMARY KEY (brand_id, user_id)
);

CREATE TABLE listening_digest_slot (
  brand_id uuid NOT NULL,
  user_id uuid NOT NULL,
  day date NOT NULL,
  mail_id uuid,
  mentions integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT listening_digest_slot_brand_id_user_id_day_pk PRIMARY KEY (brand_id, user_id, day)
);
CREATE INDEX listening_digest_slot_mail ON listening_digest_slot (mail_id);

CREATE TABLE listening_quarter (
  monitor_id uuid NOT NULL,
  bucket timestamp(3) with time zone NOT NULL,
  source_kind text NOT NULL,
  lang text NOT NULL,
  sentiment text NOT NULL,
  brand_id uuid NOT NULL,
  n integer NOT NULL,
  clusters integer NOT NULL,
  reach bigint NOT NULL,
  reach_known integer NOT NULL,
  CONSTRAINT listening_quarter_monitor_id_bucket_source_kind_lang_sentiment_ PRIMARY KEY (monitor_id, bucket, source_kind, lang, sentiment)
);
CREATE INDEX listening_quarter_brand ON listening_quarter (brand_id, bucket);

CREATE TABLE listening_setting (
  brand_id uuid NOT NULL,
  keep_days integer NOT NULL,
  CONSTRAINT listening_setting_pkey PRIMARY KEY (brand_id)
);

CREATE TABLE listening_source (
  id uuid NOT NULL,
  kind text NOT NULL,
  host text DEFAULT ''::text NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  brand_id uuid,
  credentials text,
  settings jsonb DEFAULT '{}'::jsonb NOT NULL,
  state text DEFAULT 'active'::text NOT NULL,
  last_ok_at timestamp(3) with time zone,
  last_problem text,
  last_problem_at timestamp(3) with time zone,
  failures integer DEFAULT 0 NOT NULL,
  quota jsonb,
  due_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT listening_source_pkey PRIMARY KEY (id),
  CONSTRAINT listening_source_once UNIQUE NULLS NOT DISTINCT (brand_id, kind, host)
);
CREATE INDEX listening_source_due ON listening_source (due_at) WHERE (due_at IS NOT NULL);

CREATE TABLE mention (
  id uuid NOT NULL,
  source_kind text NOT NULL,
  external_id text NOT NULL,
  source_id uuid,
  author_id uuid,
  kind text DEFAULT 'post'::text NOT NULL,
  url text,
  canonical_url text,
  title text,
  text text NOT NULL,
  lang text,
  lang_sure boolean DEFAULT false NOT NULL,
  published_at timestamp(3) with time zone NOT NULL,
  seen_at timestamp(3) with time zone NOT NULL,
  edited_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  reply_to text,
  links text[] DEFAULT '{}'::text[] NOT NULL,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  names text[] DEFAULT '{}'::text[] NOT NULL,
  simhash bigint,
  blocks integer[] DEFAULT '{}'::integer[] NOT NULL,
  cluster_id uuid NOT NULL,
  figures jsonb,
  figures_at timestamp(3) with time zone,
  figures_due_at timestamp(3) with time zone,
  CONSTRAINT mention_pkey PRIMARY KEY (id),
  CONSTRAINT mention_once UNIQUE (source_kind, external_id)
);
CREATE INDEX mention_blocks ON mention USING gin (blocks);
CREATE INDEX mention_by_author ON mention (author_id);
CREATE INDEX mention_cluster ON mention (cluster_id);
CREATE INDEX mention_deleted ON mention (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX mention_figures_due ON mention (figures_due_at) WHERE (figures_due_at IS NOT NULL);
CREATE INDEX mention_source ON mention (source_id, published_at);
CREATE INDEX mention_words ON mention USING gin ((((COALESCE(title, ''::text) || ' '::text) || text)) gin_trgm_ops);

CREATE TABLE mention_alert (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  monitor_id uuid NOT NULL,
  rule text NOT NULL,
  bucket timestamp(3) with time zone NOT NULL,
  seen integer NOT NULL,
  expected double precision NOT NULL,
  p double precision,
  top_clusters jsonb DEFAULT '[]'::jsonb NOT NULL,
  figures jsonb DEFAULT '{}'::jsonb NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  user_id uuid,
  reason text,
  settled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT mention_alert_pkey PRIMARY KEY (id),
  CONSTRAINT mention_alert_once UNIQUE (monitor_id, rule, bucket)
);
CREATE INDEX mention_alert_page ON mention_alert (brand_id, created_at, id);

CREATE TABLE mention_author (
  id uuid NOT NULL,
  source_kind text NOT NULL,
  external_id text NOT NULL,
  handle text NOT NULL,
  name text,
  url text,
  followers bigint,
  as_of timestamp(3) with time zone,
  first_seen_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT mention_author_pkey PRIMARY KEY (id),
  CONSTRAINT mention_author_once UNIQUE (source_kind, external_id)
);
CREATE INDEX mention_author_handle ON mention_author (source_kind, handle);

CREATE TABLE monitor_query (
  monitor_id uuid NOT NULL,
  version integer NOT NULL,
  query text NOT NULL,
  languages text[] DEFAULT '{}'::text[] NOT NULL,
  sources text[] DEFAULT '{}'::text[] NOT NULL,
  user_id uuid,
  at timestamp(3) with time zone NOT NULL,
  replay jsonb,
  CONSTRAINT monitor_query_monitor_id_version_pk PRIMARY KEY (monitor_id, version)
);

CREATE TABLE monitor (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  set_name text,
  query text NOT NULL,
  query_version integer DEFAULT 1 NOT NULL,
  languages text[] DEFAULT '{}'::text[] NOT NULL,
  sources text[] DEFAULT '{}'::text[] NOT NULL,
  alert_rules jsonb NOT NULL,
  state text DEFAULT 'active'::text NOT NULL,
  pause_reason text,
  subject_id uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT monitor_pkey PRIMARY KEY (id)
);
CREATE INDEX monitor_active ON monitor (id) WHERE (state = 'active'::text);
CREATE INDEX monitor_brand ON monitor (brand_id, created_at);
CREATE UNIQUE INDEX monitor_subject ON monitor (brand_id, subject_id) WHERE (subject_id IS NOT NULL);

CREATE TABLE monitor_mention (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  monitor_id uuid NOT NULL,
  mention_id uuid NOT NULL,
  cluster_id uuid NOT NULL,
  author_id uuid NOT NULL,
  source_kind text NOT NULL,
  lang text,
  published_at timestamp(3) with time zone NOT NULL,
  seen_at timestamp(3) with time zone NOT NULL,
  query_version integer NOT NULL,
  why text[] DEFAULT '{}'::text[] NOT NULL,
  spans jsonb DEFAULT '[]'::jsonb NOT NULL,
  relevance real,
  sentiment smallint,
  sentiment_p real[],
  model_version integer,
  person_sentiment smallint,
  person_relevant boolean,
  corrected_by uuid,
  corrected_at timestamp(3) with time zone,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  state text DEFAULT 'new'::text NOT NULL,
  assignee_id uuid,
  note text DEFAULT ''::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  forget_at timestamp(3) with time zone NOT NULL,
  is_voice boolean DEFAULT true NOT NULL,
  CONSTRAINT monitor_mention_pkey PRIMARY KEY (id),
  CONSTRAINT monitor_mention_once UNIQUE (monitor_id, mention_id)
);
CREATE INDEX monitor_mention_assignee ON monitor_mention (brand_id, assignee_id, published_at) WHERE (assignee_id IS NOT NULL);
CREATE INDEX monitor_mention_author ON monitor_mention (brand_id, author_id, published_at);
CREATE INDEX monitor_mention_brand ON monitor_mention (brand_id, published_at, id);
CREATE INDEX monitor_mention_cluster ON monitor_mention (brand_id, cluster_id, published_at);
CREATE INDEX monitor_mention_corrected ON monitor_mention (brand_id, corrected_at) WHERE (corrected_at IS NOT NULL);
CREATE INDEX monitor_mention_forget ON monitor_mention (forget_at);
CREATE INDEX monitor_mention_judged ON monitor_mention (brand_id, published_at, id) WHERE (person_relevant IS NOT NULL);
CREATE INDEX monitor_mention_language ON monitor_mention (brand_id, lang, published_at, id);
CREATE INDEX monitor_mention_mention ON monitor_mention (mention_id);
CREATE INDEX monitor_mention_monitor ON monitor_mention (monitor_id, published_at, id);
CREATE INDEX monitor_mention_new ON monitor_mention (monitor_id) WHERE (state = 'new'::text);
CREATE INDEX monitor_mention_sentiment ON monitor_mention (brand_id, COALESCE(person_sentiment, sentiment), published_at, id);
CREATE INDEX monitor_mention_source ON monitor_mention (brand_id, source_kind, published_at, id);
CREATE INDEX monitor_mention_state ON monitor_mention (brand_id, state, published_at, id);
CREATE INDEX monitor_mention_tagged ON monitor_mention (brand_id, published_at, id) WHERE (tags <> '{}'::text[]);

CREATE TABLE monitor_replay (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  user_id uuid,
  query text NOT NULL,
  languages text[] DEFAULT '{}'::text[] NOT NULL,
  sources text[] DEFAULT '{}'::text[] NOT NULL,
  state text DEFAULT 'queued'::text NOT NULL,
  progress integer DEFAULT 0 NOT NULL,
  figures jsonb,
  problem text,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT monitor_replay_pkey PRIMARY KEY (id)
);
CREATE INDEX monitor_replay_brand ON monitor_replay (brand_id, created_at);

CREATE TABLE relevance_model (
  monitor_id uuid NOT NULL,
  weights bytea NOT NULL,
  n integer NOT NULL,
  irrelevant integer NOT NULL,
  report jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT relevance_model_pkey PRIMARY KEY (monitor_id)
);

CREATE TABLE safety_rule (
  brand_id uuid NOT NULL,
  category text NOT NULL,
  version integer NOT NULL,
  state text NOT NULL,
  items integer NOT NULL,
  days integer NOT NULL,
  query text,
  names text[] NOT NULL,
  user_id uuid,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT safety_rule_brand_id_category_version_pk PRIMARY KEY (brand_id, category, version)
);

CREATE TABLE sentiment_model (
  id uuid NOT NULL,
  brand_id uuid,
  lang text NOT NULL,
  version integer NOT NULL,
  weights bytea,
  n integer NOT NULL,
  card jsonb,
  report jsonb DEFAULT '{}'::jsonb NOT NULL,
  active boolean NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sentiment_model_pkey PRIMARY KEY (id),
  CONSTRAINT sentiment_model_once UNIQUE NULLS NOT DISTINCT (brand_id, lang, version)
);
CREATE UNIQUE INDEX sentiment_model_active ON sentiment_model (brand_id, lang) WHERE active;

CREATE TABLE source_cursor (
  source_id uuid NOT NULL,
  host text DEFAULT ''::text NOT NULL,
  cursor text NOT NULL,
  event_at timestamp(3) with time zone,
  saved_at timestamp(3) with time zone NOT NULL,
  due_at timestamp(3) with time zone,
  CONSTRAINT source_cursor_source_id_host_pk PRIMARY KEY (source_id, host)
);

CREATE TABLE source_gap (
  id uuid NOT NULL,
  source_id uuid NOT NULL,
  from_at timestamp(3) with time zone NOT NULL,
  to_at timestamp(3) with time zone,
  reason text NOT NULL,
  filled_at timestamp(3) with time zone,
  CONSTRAINT source_gap_pkey PRIMARY KEY (id)
);
CREATE INDEX source_gap_of ON source_gap (source_id, from_at);

ALTER TABLE author_creator ADD CONSTRAINT author_creator_author_id_mention_author_id_fk FOREIGN KEY (author_id) REFERENCES mention_author(id) ON DELETE CASCADE;
ALTER TABLE author_creator ADD CONSTRAINT author_creator_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE author_creator ADD CONSTRAINT author_creator_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE CASCADE;
ALTER TABLE author_opt_out ADD CONSTRAINT author_opt_out_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE SET NULL;
ALTER TABLE author_opt_out ADD CONSTRAINT author_opt_out_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE listening_digest ADD CONSTRAINT listening_digest_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE listening_digest ADD CONSTRAINT listening_digest_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE listening_digest_slot ADD CONSTRAINT listening_digest_slot_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE listening_digest_slot ADD CONSTRAINT listening_digest_slot_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE SET NULL;
ALTER TABLE listening_digest_slot ADD CONSTRAINT listening_digest_slot_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;
ALTER TABLE listening_quarter ADD CONSTRAINT listening_quarter_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE listening_quarter ADD CONSTRAINT listening_quarter_monitor_id_monitor_id_fk FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE;
ALTER TABLE listening_setting ADD CONSTRAINT listening_setting_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE listening_source ADD CONSTRAINT listening_source_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE mention ADD CONSTRAINT mention_author_id_mention_author_id_fk FOREIGN KEY (author_id) REFERENCES mention_author(id) ON DELETE CASCADE;
ALTER TABLE mention ADD CONSTRAINT mention_source_id_listening_source_id_fk FOREIGN KEY (source_id) REFERENCES listening_source(id) ON DELETE SET NULL;
ALTER TABLE mention_alert ADD CONSTRAINT mention_alert_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE mention_alert ADD CONSTRAINT mention_alert_monitor_id_monitor_id_fk FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE;
ALTER TABLE mention_alert ADD CONSTRAINT mention_alert_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE monitor_query ADD CONSTRAINT monitor_query_monitor_id_monitor_id_fk FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE;
ALTER TABLE monitor_query ADD CONSTRAINT monitor_query_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE monitor ADD CONSTRAINT monitor_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE monitor_mention ADD CONSTRAINT monitor_mention_assignee_id_person_id_fk FOREIGN KEY (assignee_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE monitor_mention ADD CONSTRAINT monitor_mention_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE monitor_mention ADD CONSTRAINT monitor_mention_corrected_by_person_id_fk FOREIGN KEY (corrected_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE monitor_mention ADD CONSTRAINT monitor_mention_mention_id_mention_id_fk FOREIGN KEY (mention_id) REFERENCES mention(id) ON DELETE CASCADE;
ALTER TABLE monitor_mention ADD CONSTRAINT monitor_mention_monitor_id_monitor_id_fk FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE;
ALTER TABLE monitor_replay ADD CONSTRAINT monitor_replay_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE monitor_replay ADD CONSTRAINT monitor_replay_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE relevance_model ADD CONSTRAINT relevance_model_monitor_id_monitor_id_fk FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE;
ALTER TABLE safety_rule ADD CONSTRAINT safety_rule_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE safety_rule ADD CONSTRAINT safety_rule_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE sentiment_model ADD CONSTRAINT sentiment_model_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE source_cursor ADD CONSTRAINT source_cursor_source_id_listening_source_id_fk FOREIGN KEY (source_id) REFERENCES listening_source(id) ON DELETE CASCADE;
ALTER TABLE source_gap ADD CONSTRAINT source_gap_source_id_listening_source_id_fk FOREIGN KEY (source_id) REFERENCES listening_source(id) ON DELETE CASCADE;

CREATE FUNCTION announce_monitors() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('monitors_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER monitor_announce AFTER INSERT OR DELETE OR UPDATE OF query, languages, sources, state ON monitor FOR EACH STATEMENT EXECUTE FUNCTION announce_monitors();

-- Module analytics

CREATE TABLE analytics_check (
  id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  days integer NOT NULL,
  quarters integer NOT NULL,
  brand_id uuid NOT NULL,
  CONSTRAINT analytics_check_pkey PRIMARY KEY (id)
);
CREATE INDEX analytics_check_brand ON analytics_check (brand_id, at DESC NULLS LAST);

CREATE TABLE analytics_day (
  brand_id uuid NOT NULL,
  campaign_id uuid,
  affiliate_id uuid,
  day date NOT NULL,
  currency text NOT NULL,
  credited integer NOT NULL,
  linked integer NOT NULL,
  net bigint NOT NULL,
  refunded bigint NOT NULL,
  commission bigint NOT NULL,
  clicks integer NOT NULL,
  visitors integer NOT NULL,
  CONSTRAINT analytics_day_once UNIQUE NULLS NOT DISTINCT (brand_id, day, campaign_id, affiliate_id, currency)
);
CREATE INDEX analytics_day_affiliate ON analytics_day (affiliate_id);
CREATE INDEX analytics_day_campaign ON analytics_day (campaign_id);

CREATE TABLE analytics_quarter (
  brand_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  affiliate_id uuid,
  bucket timestamp(3) with time zone NOT NULL,
  currency text NOT NULL,
  credited integer NOT NULL,
  linked integer NOT NULL,
  net bigint NOT NULL,
  refunded bigint NOT NULL,
  commission bigint NOT NULL,
  CONSTRAINT analytics_quarter_once UNIQUE NULLS NOT DISTINCT (campaign_id, affiliate_id, bucket, currency)
);
CREATE INDEX analytics_quarter_bucket ON analytics_quarter (brand_id, bucket);

CREATE TABLE analytics_setting (
  brand_id uuid NOT NULL,
  margin_bp integer,
  emv boolean NOT NULL,
  emv_shared boolean NOT NULL,
  currency text,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT analytics_setting_pkey PRIMARY KEY (brand_id)
);

CREATE TABLE analytics_stale (
  brand_id uuid NOT NULL,
  bucket timestamp(3) with time zone NOT NULL,
  orders boolean NOT NULL,
  marked_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT analytics_stale_brand_id_bucket_pk PRIMARY KEY (brand_id, bucket)
);

CREATE TABLE analytics_week (
  brand_id uuid NOT NULL,
  campaign_id uuid,
  affiliate_id uuid,
  week date NOT NULL,
  currency text NOT NULL,
  credited integer NOT NULL,
  linked integer NOT NULL,
  net bigint NOT NULL,
  refunded bigint NOT NULL,
  commission bigint NOT NULL,
  clicks integer NOT NULL,
  visitors integer NOT NULL,
  CONSTRAINT analytics_week_once UNIQUE NULLS NOT DISTINCT (brand_id, week, campaign_id, affiliate_id, currency)
);
CREATE INDEX analytics_week_affiliate ON analytics_week (affiliate_id);
CREATE INDEX analytics_week_campaign ON analytics_week (campaign_id);

CREATE TABLE benchmark_item (
  brand_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  formula text NOT NULL,
  version integer NOT NULL,
  currency text,
  value double precision NOT NULL,
  CONSTRAINT benchmark_item_once UNIQUE NULLS NOT DISTINCT (campaign_id, formula, currency)
);
CREATE INDEX benchmark_item_brand ON benchmark_item (brand_id);
CREATE INDEX benchmark_item_formula ON benchmark_item (formula, version);

CREATE TABLE benchmark_sharing (
  brand_id uuid NOT NULL,
  shared boolean NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  user_id uuid,
  counted_at timestamp(3) with time zone,
  CONSTRAINT benchmark_sharing_pkey PRIMARY KEY (brand_id)
);

CREATE TABLE cost_entry (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  campaign_id uuid,
  creator_id uuid,
  day date NOT NULL,
  kind text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  source text NOT NULL,
  note text DEFAULT ''::text NOT NULL,
  reference text,
  user_id uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT cost_entry_pkey PRIMARY KEY (id)
);
CREATE INDEX cost_entry_campaign ON cost_entry (campaign_id) WHERE (campaign_id IS NOT NULL);
CREATE INDEX cost_entry_creator ON cost_entry (creator_id) WHERE (creator_id IS NOT NULL);
CREATE INDEX cost_entry_page ON cost_entry (brand_id, day DESC NULLS LAST, id DESC NULLS LAST);
CREATE UNIQUE INDEX cost_entry_reference ON cost_entry (brand_id, reference) WHERE (reference IS NOT NULL);

CREATE TABLE exchange_rate (
  currency text NOT NULL,
  day date NOT NULL,
  per_euro numeric(20,10) NOT NULL,
  source text NOT NULL,
  loaded_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT exchange_rate_currency_day_pk PRIMARY KEY (currency, day)
);

CREATE TABLE forecast_record (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  measure text NOT NULL,
  currency text,
  zone text NOT NULL,
  made_on date NOT NULL,
  until date NOT NULL,
  days jsonb NOT NULL,
  formula_version integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  scored_at timestamp(3) with time zone,
  within_80 integer,
  within_95 integer,
  CONSTRAINT forecast_record_pkey PRIMARY KEY (id),
  CONSTRAINT forecast_record_once UNIQUE NULLS NOT DISTINCT (brand_id, measure, currency, made_on)
);
CREATE INDEX forecast_record_open ON forecast_record (until) WHERE (scored_at IS NULL);

CREATE TABLE lift_study (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  name text NOT NULL,
  campaign_id uuid,
  campaign_name text,
  posts jsonb NOT NULL,
  window_hours integer NOT NULL,
  baseline_weeks integer NOT NULL,
  excluded jsonb NOT NULL,
  zone text NOT NULL,
  formula_version integer NOT NULL,
  result jsonb NOT NULL,
  as_of timestamp(3) with time zone NOT NULL,
  user_id uuid,
  CONSTRAINT lift_study_pkey PRIMARY KEY (id)
);
CREATE INDEX lift_study_page ON lift_study (brand_id, as_of DESC NULLS LAST, id DESC NULLS LAST);

CREATE TABLE report (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  version integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT report_pkey PRIMARY KEY (id)
);
CREATE INDEX report_page ON report (brand_id, changed_at DESC NULLS LAST, id DESC NULLS LAST);

CREATE TABLE report_logo (
  brand_id uuid NOT NULL,
  png text NOT NULL,
  name text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT report_logo_pkey PRIMARY KEY (brand_id)
);

CREATE TABLE report_mail (
  mail_id uuid NOT NULL,
  brand_id uuid NOT NULL,
  run_id uuid NOT NULL,
  formats jsonb NOT NULL,
  CONSTRAINT report_mail_pkey PRIMARY KEY (mail_id)
);
CREATE INDEX report_mail_brand ON report_mail (brand_id);
CREATE INDEX report_mail_run ON report_mail (run_id);

CREATE TABLE report_run (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  report_id uuid NOT NULL,
  version integer NOT NULL,
  slot timestamp(3) with time zone,
  request_key text,
  as_of timestamp(3) with time zone NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  zone text NOT NULL,
  snapshot jsonb NOT NULL,
  items jsonb NOT NULL,
  sha256 text NOT NULL,
  outcome text NOT NULL,
  corrections integer NOT NULL,
  previous_run_id uuid,
  created_at timestamp(3) with time zone NOT NULL,
  user_id uuid,
  CONSTRAINT report_run_pkey PRIMARY KEY (id),
  CONSTRAINT report_run_request UNIQUE (report_id, request_key),
  CONSTRAINT report_run_slot UNIQUE (report_id, slot)
);
CREATE INDEX report_run_brand ON report_run (brand_id);
CREATE INDEX report_run_page ON report_run (report_id, created_at DESC NULLS LAST, id DESC NULLS LAST);

CREATE TABLE report_schedule (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  report_id uuid NOT NULL,
  version integer NOT NULL,
  form jsonb NOT NULL,
  next_at timestamp(3) with time zone,
  last_slot timestamp(3) with time zone,
  last_outcome text,
  failure text,
  retry_at timestamp(3) with time zone,
  attempts integer DEFAULT 0 NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  user_id uuid,
  members jsonb DEFAULT '{}'::jsonb NOT NULL,
  former jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT report_schedule_pkey PRIMARY KEY (id),
  CONSTRAINT report_schedule_one UNIQUE (report_id)
);
CREATE INDEX report_schedule_brand ON report_schedule (brand_id);
CREATE INDEX report_schedule_due ON report_schedule (next_at) WHERE (next_at IS NOT NULL);

CREATE TABLE report_share (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  report_id uuid NOT NULL,
  run_id uuid,
  label text NOT NULL,
  token_sha256 text NOT NULL,
  generation integer NOT NULL,
  password_hash text,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  view_limit integer,
  views integer DEFAULT 0 NOT NULL,
  last_seen_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  rotated_at timestamp(3) with time zone,
  user_id uuid,
  CONSTRAINT report_share_pkey PRIMARY KEY (id)
);
CREATE INDEX report_share_page ON report_share (brand_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX report_share_report ON report_share (report_id);
CREATE INDEX report_share_run ON report_share (run_id);
CREATE UNIQUE INDEX report_share_token ON report_share (token_sha256);

CREATE TABLE report_share_view (
  id uuid NOT NULL,
  brand_id uuid NOT NULL,
  share_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  agent text NOT NULL,
  browser text NOT NULL,
  kind text NOT NULL,
  CONSTRAINT report_share_view_pkey PRIMARY KEY (id)
);
CREATE INDEX report_share_view_at ON report_share_view (at);
CREATE INDEX report_share_view_brand ON report_share_view (brand_id);
CREATE INDEX report_share_view_page ON report_share_view (share_id, at DESC NULLS LAST);

CREATE TABLE report_version (
  report_id uuid NOT NULL,
  version integer NOT NULL,
  brand_id uuid NOT NULL,
  form jsonb NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  user_id uuid,
  CONSTRAINT report_version_report_id_version_pk PRIMARY KEY (report_id, version)
);
CREATE INDEX report_version_brand ON report_version (brand_id);

ALTER TABLE analytics_check ADD CONSTRAINT analytics_check_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE analytics_day ADD CONSTRAINT analytics_day_affiliate_id_affiliate_id_fk FOREIGN KEY (affiliate_id) REFERENCES affiliate(id) ON DELETE CASCADE;
ALTER TABLE analytics_day ADD CONSTRAINT analytics_day_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE analytics_day ADD CONSTRAINT analytics_day_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE analytics_quarter ADD CONSTRAINT analytics_quarter_affiliate_id_affiliate_id_fk FOREIGN KEY (affiliate_id) REFERENCES affiliate(id) ON DELETE CASCADE;
ALTER TABLE analytics_quarter ADD CONSTRAINT analytics_quarter_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE analytics_quarter ADD CONSTRAINT analytics_quarter_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE analytics_setting ADD CONSTRAINT analytics_setting_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE analytics_stale ADD CONSTRAINT analytics_stale_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE analytics_week ADD CONSTRAINT analytics_week_affiliate_id_affiliate_id_fk FOREIGN KEY (affiliate_id) REFERENCES affiliate(id) ON DELETE CASCADE;
ALTER TABLE analytics_week ADD CONSTRAINT analytics_week_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE analytics_week ADD CONSTRAINT analytics_week_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE benchmark_item ADD CONSTRAINT benchmark_item_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE benchmark_item ADD CONSTRAINT benchmark_item_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE CASCADE;
ALTER TABLE benchmark_sharing ADD CONSTRAINT benchmark_sharing_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE benchmark_sharing ADD CONSTRAINT benchmark_sharing_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE cost_entry ADD CONSTRAINT cost_entry_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE cost_entry ADD CONSTRAINT cost_entry_campaign_id_campaign_id_fk FOREIGN KEY (campaign_id) REFERENCES campaign(id) ON DELETE SET NULL;
ALTER TABLE cost_entry ADD CONSTRAINT cost_entry_creator_id_creator_id_fk FOREIGN KEY (creator_id) REFERENCES creator(id) ON DELETE SET NULL;
ALTER TABLE cost_entry ADD CONSTRAINT cost_entry_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE forecast_record ADD CONSTRAINT forecast_record_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE lift_study ADD CONSTRAINT lift_study_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE lift_study ADD CONSTRAINT lift_study_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE report ADD CONSTRAINT report_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE report_logo ADD CONSTRAINT report_logo_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE report_mail ADD CONSTRAINT report_mail_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE report_mail ADD CONSTRAINT report_mail_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE CASCADE;
ALTER TABLE report_mail ADD CONSTRAINT report_mail_run_id_report_run_id_fk FOREIGN KEY (run_id) REFERENCES report_run(id) ON DELETE CASCADE;
ALTER TABLE report_run ADD CONSTRAINT report_run_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE report_run ADD CONSTRAINT report_run_report_id_report_id_fk FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE;
ALTER TABLE report_run ADD CONSTRAINT report_run_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE report_schedule ADD CONSTRAINT report_schedule_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE report_schedule ADD CONSTRAINT report_schedule_report_id_report_id_fk FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE;
ALTER TABLE report_schedule ADD CONSTRAINT report_schedule_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE report_share ADD CONSTRAINT report_share_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE report_share ADD CONSTRAINT report_share_report_id_report_id_fk FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE;
ALTER TABLE report_share ADD CONSTRAINT report_share_run_id_report_run_id_fk FOREIGN KEY (run_id) REFERENCES report_run(id) ON DELETE CASCADE;
ALTER TABLE report_share ADD CONSTRAINT report_share_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE report_share_view ADD CONSTRAINT report_share_view_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE report_share_view ADD CONSTRAINT report_share_view_share_id_report_share_id_fk FOREIGN KEY (share_id) REFERENCES report_share(id) ON DELETE CASCADE;
ALTER TABLE report_version ADD CONSTRAINT report_version_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE report_version ADD CONSTRAINT report_version_report_id_report_id_fk FOREIGN KEY (report_id) REFERENCES report(id) ON DELETE CASCADE;
ALTER TABLE report_version ADD CONSTRAINT report_version_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;

CREATE FUNCTION analytics_clicks_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO analytics_stale AS s (brand_id, bucket, orders, marked_at)
    SELECT DISTINCT c.brand_id, c.bucket, false, statement_timestamp() FROM changed c
    WHERE c.verdict = 'person' AND EXISTS (SELECT FROM brand WHERE id = c.brand_id) ORDER BY 1, 2
    ON CONFLICT (brand_id, bucket) DO UPDATE SET marked_at = excluded.marked_at;
  RETURN NULL;
END $$;
CREATE TRIGGER analytics_clicks_added AFTER INSERT ON affiliate_click_quarter REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION analytics_clicks_changed();
CREATE TRIGGER analytics_clicks_changed AFTER UPDATE ON affiliate_click_quarter REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION analytics_clicks_changed();
CREATE TRIGGER analytics_clicks_gone AFTER DELETE ON affiliate_click_quarter REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION analytics_clicks_changed();

-- Clicks of a link belong to its campaign: when that changes, days with clicks are counted again.
CREATE FUNCTION analytics_link_moved() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO analytics_stale AS s (brand_id, bucket, orders, marked_at)
    SELECT DISTINCT q.brand_id, q.bucket, false, statement_timestamp()
    FROM affiliate_click_quarter q WHERE q.link_id = NEW.id AND q.verdict = 'person' ORDER BY 1, 2
    ON CONFLICT (brand_id, bucket) DO UPDATE SET marked_at = excluded.marked_at;
  RETURN NULL;
END $$;
CREATE TRIGGER analytics_link_moved AFTER UPDATE OF campaign_id ON affiliate_link FOR EACH ROW WHEN ((old.campaign_id IS DISTINCT FROM new.campaign_id)) EXECUTE FUNCTION analytics_link_moved();

-- Counting a quarter hour of sales takes its mark off. Here it is marked again, so that campaigns and days follow. Marks of
-- a deleted brand go with it.
CREATE FUNCTION analytics_sales_counted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO analytics_stale AS s (brand_id, bucket, orders, marked_at)
    SELECT c.brand_id, c.bucket, true, statement_timestamp() FROM counted c
    WHERE EXISTS (SELECT FROM brand WHERE id = c.brand_id) ORDER BY 1, 2
    ON CONFLICT (brand_id, bucket) DO UPDATE SET orders = true, marked_at = excluded.marked_at;
  RETURN NULL;
END $$;
CREATE TRIGGER analytics_sales_counted AFTER DELETE ON affiliate_sales_stale REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION analytics_sales_counted();

-- A trigger, because members also leave when accounts and brands are deleted.
CREATE FUNCTION report_recipient_left() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE report_schedule s SET version = s.version + 1, former = s.former || l.former,
      members = s.members - ARRAY(SELECT jsonb_array_elements_text(l.former)),
      form = jsonb_set(s.form, '{recipients}', l.kept)
    FROM report_schedule r CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(a.address) FILTER (WHERE r.members ->> a.address = OLD.user_id::text), '[]') AS former,
        coalesce(jsonb_agg(a.address ORDER BY a.place)
          FILTER (WHERE r.members ->> a.address IS DISTINCT FROM OLD.user_id::text), '[]') AS kept
      FROM jsonb_array_elements_text(r.form -> 'recipients') WITH ORDINALITY AS a (address, place)) l
    WHERE r.id = s.id AND s.brand_id = OLD.brand_id AND l.former <> '[]';
  RETURN NULL;
END $$;
CREATE TRIGGER report_recipient_left AFTER DELETE ON brand_member FOR EACH ROW EXECUTE FUNCTION report_recipient_left();

-- Module site

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

ALTER TABLE demo_request ADD CONSTRAINT demo_request_mail_id_mail_id_fk FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE SET NULL;
ALTER TABLE marketing_source ADD CONSTRAINT marketing_source_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE CASCADE;

-- Module operations

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

ALTER TABLE brand_export ADD CONSTRAINT brand_export_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE brand_export ADD CONSTRAINT brand_export_user_id_person_id_fk FOREIGN KEY (user_id) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE outgoing_webhook ADD CONSTRAINT outgoing_webhook_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE outgoing_webhook ADD CONSTRAINT outgoing_webhook_created_by_person_id_fk FOREIGN KEY (created_by) REFERENCES person(id) ON DELETE SET NULL;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_event_id_webhook_event_id_fk FOREIGN KEY (event_id) REFERENCES webhook_event(id) ON DELETE CASCADE;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_webhook_id_outgoing_webhook_id_fk FOREIGN KEY (webhook_id) REFERENCES outgoing_webhook(id) ON DELETE CASCADE;
ALTER TABLE webhook_event ADD CONSTRAINT webhook_event_brand_id_brand_id_fk FOREIGN KEY (brand_id) REFERENCES brand(id) ON DELETE CASCADE;

-- Platform

CREATE UNLOGGED TABLE rate_limit (
  key text NOT NULL,
  count integer NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limit_expiry ON rate_limit (expires_at);
