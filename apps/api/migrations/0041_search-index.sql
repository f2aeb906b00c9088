CREATE TABLE "search_change" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"changed_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_index" (
	"name" text PRIMARY KEY NOT NULL,
	"mapping" integer NOT NULL,
	"state" text NOT NULL,
	"position" uuid,
	"creators" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"serving_at" timestamptz(3),
	"reconciled_at" timestamptz(3),
	"differences" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_change_creator" ON "search_change" USING btree ("creator_id");--> statement-breakpoint
-- Versions of documents in the search engine: the newest one wins, in whatever order they arrive. A batch takes its
-- version before it reads its creators, so a higher version is never older.
CREATE SEQUENCE search_version;--> statement-breakpoint
-- Queues creators whose documents in the search engine are outdated.
CREATE FUNCTION search_creator_added() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO public.search_change (creator_id) SELECT id FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE FUNCTION search_creator_removed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO public.search_change (creator_id) SELECT id FROM removed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_growth_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO public.search_change (creator_id) SELECT creator_id FROM changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER search_creator_added AFTER INSERT ON creator REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION search_creator_added();--> statement-breakpoint
CREATE TRIGGER search_creator_changed AFTER UPDATE ON creator REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_creator_changed();--> statement-breakpoint
CREATE TRIGGER search_creator_removed AFTER DELETE ON creator REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION search_creator_removed();--> statement-breakpoint
CREATE TRIGGER search_growth_added AFTER INSERT ON creator_growth REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_growth_changed();--> statement-breakpoint
CREATE TRIGGER search_growth_changed AFTER UPDATE ON creator_growth REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_growth_changed();--> statement-breakpoint
CREATE TRIGGER search_growth_removed AFTER DELETE ON creator_growth REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_growth_changed();--> statement-breakpoint
-- Without a search engine, changes cost nothing.
ALTER TABLE creator DISABLE TRIGGER search_creator_added;--> statement-breakpoint
ALTER TABLE creator DISABLE TRIGGER search_creator_changed;--> statement-breakpoint
ALTER TABLE creator DISABLE TRIGGER search_creator_removed;--> statement-breakpoint
ALTER TABLE creator_growth DISABLE TRIGGER search_growth_added;--> statement-breakpoint
ALTER TABLE creator_growth DISABLE TRIGGER search_growth_changed;--> statement-breakpoint
ALTER TABLE creator_growth DISABLE TRIGGER search_growth_removed;
