-- What the creator search stands on, beyond what the table definitions can say. Words are told apart here and
-- not by the text search parser, because that one sees letters differently under each locale (with "C" an
-- emoji sticks to the word beside it) and takes "anna.fit" for a host. packages/domain/src/creator-words.ts
-- says the same for queries; a test holds the two together.
create extension if not exists pg_trgm;
--> statement-breakpoint
create extension if not exists btree_gin;
--> statement-breakpoint
-- Lower case without accents, styled letters (NFKD) as plain ones.
create function creator_fold(text) returns text language sql immutable strict parallel safe
return lower(
  case when octet_length($1) = char_length($1) then $1
  else normalize(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g'), NFC) end
);
--> statement-breakpoint
-- The words of a folded text. Scripts written without spaces give each pair of neighbouring characters and the
-- last one of a run, an emoji is a word of its own.
create function creator_words(folded text) returns text[] language plpgsql immutable strict parallel safe as $$
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
--> statement-breakpoint
-- The words of the bio as they are, those of handle and name behind an @: nearly every handle is a word of its own,
-- and looking for unfinished words would have to pass them all.
create function creator_search_words(username text, fullname text, bio text) returns tsvector
language plpgsql immutable strict parallel safe as $$
declare
  name_words text[] := public.creator_words(public.creator_fold(username || ' ' || fullname));
begin
  return array_to_tsvector(
    string_to_array('@' || array_to_string(name_words, ' @'), ' ')
    || public.creator_words(public.creator_fold(left(bio, 4000)))
  );
end $$;
--> statement-breakpoint
alter table creator
  add column followers_key bigint not null generated always as (coalesce(follower_count, -1)) stored,
  add column engagement_key double precision not null generated always as (coalesce(engagement, -1)) stored,
  add column views_key bigint not null generated always as (coalesce(avg_views, -1)) stored,
  add column name_text text not null generated always as (creator_fold(username || ' ' || fullname)) stored,
  add column words tsvector not null generated always as (creator_search_words(username, fullname, bio)) stored;
--> statement-breakpoint
alter table creator
  alter column categories set statistics 500,
  alter column words set statistics 300,
  alter column name_text set statistics 300;
--> statement-breakpoint
-- Lets the planner know how rare a handle is; it does not ask partial indexes.
create statistics creator_handle on (lower(username)) from creator;
--> statement-breakpoint
-- Creators shared by all brands. An index for each order, and those that begin with what is asked for most.
create index creator_by_followers on creator (followers_key desc, id desc) where brand_id is null;
--> statement-breakpoint
create index creator_by_engagement on creator (engagement_key desc, id desc) where brand_id is null;
--> statement-breakpoint
create index creator_by_views on creator (views_key desc, id desc) where brand_id is null;
--> statement-breakpoint
create index creator_by_updated on creator (updated_at desc, id desc) where brand_id is null;
--> statement-breakpoint
create index creator_country_followers on creator (country, followers_key desc, id desc) where brand_id is null;
--> statement-breakpoint
-- Views hang on the platform: Instagram gives none.
create index creator_platform_views on creator (platform, views_key desc, id desc) where brand_id is null;
--> statement-breakpoint
create index creator_registered on creator (followers_key desc, id desc)
  include (platform, country, language, categories) where brand_id is null and user_id is not null;
--> statement-breakpoint
-- Counts and sorts within a country without looking at the creators themselves.
create index creator_by_country on creator (country, platform, language, followers_key desc, id desc)
  include (categories, verified, engagement_key, views_key, updated_at) where brand_id is null;
--> statement-breakpoint
create index creator_by_handle on creator (lower(username) text_pattern_ops) where brand_id is null;
--> statement-breakpoint
-- The platform is asked for so often that it stands beside the words.
create index creator_by_words on creator using gin (words, platform) where brand_id is null;
--> statement-breakpoint
create index creator_by_name on creator using gin (name_text gin_trgm_ops, platform) where brand_id is null;
--> statement-breakpoint
create index creator_by_category on creator using gin (categories, language, verified) where brand_id is null;
--> statement-breakpoint
-- Those that one brand sees.
create index creator_own_followers on creator (brand_id, followers_key desc, id desc) where brand_id is not null;
--> statement-breakpoint
create index creator_own_engagement on creator (brand_id, engagement_key desc, id desc) where brand_id is not null;
--> statement-breakpoint
create index creator_own_views on creator (brand_id, views_key desc, id desc) where brand_id is not null;
--> statement-breakpoint
create index creator_own_updated on creator (brand_id, updated_at desc, id desc) where brand_id is not null;
--> statement-breakpoint
create index creator_own_search on creator
  using gin (brand_id, words, name_text gin_trgm_ops, platform, country, categories, language)
  where brand_id is not null;
