CREATE TABLE "creator_peer" (
	"platform" text NOT NULL,
	"size" integer NOT NULL,
	"engagement" double precision NOT NULL,
	"creators" integer NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "creator_peer_platform_size_pk" PRIMARY KEY("platform","size")
);
--> statement-breakpoint
ALTER TABLE "creator" ADD COLUMN "topics" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "creator" ADD COLUMN "topic_words" "tsvector";--> statement-breakpoint
ALTER TABLE "creator" ADD COLUMN "topics_version" integer;--> statement-breakpoint
ALTER TABLE "creator" ADD COLUMN "last_post_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "creator" ADD COLUMN "fit_key" double precision DEFAULT -1000 NOT NULL;--> statement-breakpoint
CREATE INDEX "creator_topics_version" ON "creator" USING btree ("topics_version");--> statement-breakpoint
-- Existing rows keep their words; from now on the trigger writes them, because topics and posts are part of them.
ALTER TABLE creator ALTER COLUMN words DROP EXPRESSION;--> statement-breakpoint
-- Size class of a creator, for comparing engagement. The domain implements the same (`creatorSize`); a test compares them.
CREATE FUNCTION creator_size(followers bigint) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN width_bucket(coalesce(followers, 0), ARRAY[1000, 3000, 10000, 30000, 100000, 300000, 1000000, 3000000, 10000000]::bigint[]);
--> statement-breakpoint
-- How well a creator fits a search beside its words: engagement compared with creators of the same platform and size,
-- times freshness, times reachability. Freshness halves every 180 days; as a logarithm, its part grows with the date
-- instead of shrinking with age, so the order doesn't depend on the time and can be indexed. The domain implements the
-- same (`creatorFit`); a test compares them.
CREATE FUNCTION creator_fit_key(platform text, followers bigint, engagement double precision, freshness timestamptz, reach double precision) RETURNS double precision
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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER creator_index BEFORE INSERT OR UPDATE ON creator FOR EACH ROW EXECUTE FUNCTION creator_index();--> statement-breakpoint
CREATE INDEX creator_by_fit ON creator (fit_key DESC, id DESC) WHERE (brand_id IS NULL);--> statement-breakpoint
CREATE INDEX creator_country_fit ON creator (country, fit_key DESC, id DESC) WHERE (brand_id IS NULL);--> statement-breakpoint
CREATE INDEX creator_own_fit ON creator (brand_id, fit_key DESC, id DESC) WHERE (brand_id IS NOT NULL);--> statement-breakpoint
-- Like creator_by_country, whose place it takes, with the fit: counts and sorts within a country by index-only scan.
CREATE INDEX creator_by_place ON creator (country, platform, language, followers_key DESC, id DESC) INCLUDE (categories, verified, engagement_key, views_key, updated_at, fit_key) WHERE (brand_id IS NULL);--> statement-breakpoint
DROP INDEX creator_by_country;
