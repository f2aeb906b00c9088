CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
CREATE TABLE "affiliate_code" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"affiliate_id" uuid NOT NULL,
	"campaign_id" uuid,
	"code" text NOT NULL,
	"folded" text NOT NULL,
	"external_id" text,
	"adopted" boolean DEFAULT false NOT NULL,
	"kind" text NOT NULL,
	"value_bp" integer,
	"value_minor" bigint,
	"currency" text,
	"starts_at" timestamptz(3) NOT NULL,
	"ends_at" timestamptz(3),
	"usage_limit" integer,
	"once_per_buyer" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"error" text,
	"owned_from" timestamptz(3) NOT NULL,
	"owned_until" timestamptz(3),
	"replaces_id" uuid,
	"checked_at" timestamptz(3),
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "affiliate_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"affiliate_id" uuid NOT NULL,
	"campaign_id" uuid,
	"slug" text NOT NULL,
	"store_id" uuid,
	"path" text NOT NULL,
	"code_id" uuid,
	"label" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"ends_at" timestamptz(3),
	"created_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "affiliate_link_slug" UNIQUE("slug"),
	CONSTRAINT "affiliate_link_brand_id" UNIQUE("brand_id","id")
);
--> statement-breakpoint
CREATE TABLE "affiliate_retired_slug" (
	"slug" text PRIMARY KEY NOT NULL,
	"retired_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "affiliate_program_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"rules" jsonb NOT NULL,
	"user_id" uuid,
	"reason" text,
	"effective_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "affiliate_program_change_once" UNIQUE("brand_id","version")
);
--> statement-breakpoint
CREATE TABLE "affiliate_program" (
	"brand_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"version" integer NOT NULL,
	"rules" jsonb NOT NULL,
	"updated_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "affiliate_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"affiliate_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"terms" jsonb,
	"terms_version" integer,
	"own_rate_bp" integer,
	"user_id" uuid,
	"reason" text,
	"at" timestamptz(3) NOT NULL,
	CONSTRAINT "affiliate_change_once" UNIQUE("affiliate_id","version")
);
--> statement-breakpoint
CREATE TABLE "affiliate" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"user_id" uuid,
	"opt_in_id" uuid,
	"campaign_id" uuid,
	"state" text NOT NULL,
	"rate_bp" integer,
	"repeat_rate_bp" integer,
	"terms" jsonb,
	"terms_version" integer,
	"terms_accepted_at" timestamptz(3),
	"offered" jsonb,
	"since" timestamptz(3),
	"until" timestamptz(3),
	"own_buyer_keys" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"invited_by" uuid,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "affiliate_once" UNIQUE("brand_id","creator_id")
);
--> statement-breakpoint
ALTER TABLE "affiliate_code" ADD CONSTRAINT "affiliate_code_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_code" ADD CONSTRAINT "affiliate_code_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_code" ADD CONSTRAINT "affiliate_code_affiliate_id_affiliate_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliate"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_code" ADD CONSTRAINT "affiliate_code_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_code" ADD CONSTRAINT "affiliate_code_created_by_person_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_link" ADD CONSTRAINT "affiliate_link_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_link" ADD CONSTRAINT "affiliate_link_affiliate_id_affiliate_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliate"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_link" ADD CONSTRAINT "affiliate_link_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_link" ADD CONSTRAINT "affiliate_link_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."store"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_link" ADD CONSTRAINT "affiliate_link_code_id_affiliate_code_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."affiliate_code"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_link" ADD CONSTRAINT "affiliate_link_created_by_person_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_program_change" ADD CONSTRAINT "affiliate_program_change_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_program_change" ADD CONSTRAINT "affiliate_program_change_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_program" ADD CONSTRAINT "affiliate_program_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_change" ADD CONSTRAINT "affiliate_change_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_change" ADD CONSTRAINT "affiliate_change_affiliate_id_affiliate_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliate"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_change" ADD CONSTRAINT "affiliate_change_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate" ADD CONSTRAINT "affiliate_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate" ADD CONSTRAINT "affiliate_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate" ADD CONSTRAINT "affiliate_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate" ADD CONSTRAINT "affiliate_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate" ADD CONSTRAINT "affiliate_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate" ADD CONSTRAINT "affiliate_invited_by_person_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "affiliate_code_page" ON "affiliate_code" USING btree ("brand_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "affiliate_code_of" ON "affiliate_code" USING btree ("affiliate_id");--> statement-breakpoint
CREATE INDEX "affiliate_code_folded" ON "affiliate_code" USING btree ("store_id","folded");--> statement-breakpoint
CREATE INDEX "affiliate_code_campaign" ON "affiliate_code" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "affiliate_link_page" ON "affiliate_link" USING btree ("brand_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "affiliate_link_of" ON "affiliate_link" USING btree ("affiliate_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "affiliate_link_store" ON "affiliate_link" USING btree ("store_id");--> statement-breakpoint
CREATE INDEX "affiliate_link_campaign" ON "affiliate_link" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "affiliate_link_code" ON "affiliate_link" USING btree ("code_id");--> statement-breakpoint
CREATE INDEX "affiliate_page" ON "affiliate" USING btree ("brand_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "affiliate_user" ON "affiliate" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "affiliate_creator" ON "affiliate" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "affiliate_opt_in" ON "affiliate" USING btree ("opt_in_id");--> statement-breakpoint
CREATE INDEX "affiliate_campaign" ON "affiliate" USING btree ("campaign_id");
--> statement-breakpoint
-- A code of a store belongs to one creator at a time. Owning nothing, as after a refusal by the store, is an empty range.
ALTER TABLE "affiliate_code" ADD CONSTRAINT "affiliate_code_owner" EXCLUDE USING gist
  ("store_id" WITH =, "folded" WITH =, tstzrange("owned_from", "owned_until") WITH &&);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER affiliate_program_change_keep BEFORE UPDATE OR DELETE ON affiliate_program_change
  FOR EACH ROW EXECUTE FUNCTION affiliate_history_keep();
--> statement-breakpoint
CREATE TRIGGER affiliate_change_keep BEFORE UPDATE OR DELETE ON affiliate_change
  FOR EACH ROW EXECUTE FUNCTION affiliate_history_keep();
--> statement-breakpoint
-- A slug is never used again: not after its brand is gone either, because it may be printed somewhere.
CREATE FUNCTION affiliate_link_retire() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO affiliate_retired_slug (slug) VALUES (OLD.slug) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliate_link_retire AFTER DELETE ON affiliate_link
  FOR EACH ROW EXECUTE FUNCTION affiliate_link_retire();
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER affiliate_link_fresh BEFORE INSERT ON affiliate_link
  FOR EACH ROW EXECUTE FUNCTION affiliate_link_fresh();
--> statement-breakpoint
-- Click hosts keep all links in memory; a change is announced with the slug, or empty for changes of many links.
CREATE FUNCTION affiliate_link_announce() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('affiliate_link_changed', coalesce(NEW.slug, OLD.slug));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliate_link_announce AFTER INSERT OR UPDATE OR DELETE ON affiliate_link
  FOR EACH ROW EXECUTE FUNCTION affiliate_link_announce();
--> statement-breakpoint
-- What a link credits depends on its affiliate too.
CREATE FUNCTION affiliate_announce() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NEW.state IS DISTINCT FROM OLD.state THEN PERFORM pg_notify('affiliate_link_changed', ''); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliate_announce AFTER UPDATE OF state ON affiliate
  FOR EACH ROW EXECUTE FUNCTION affiliate_announce();
