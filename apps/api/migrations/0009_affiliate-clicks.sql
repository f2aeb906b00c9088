CREATE TABLE "affiliate_click_late" (
	"bucket" timestamptz(3) PRIMARY KEY NOT NULL,
	"marked_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "affiliate_click_quarter" (
	"link_id" uuid NOT NULL,
	"bucket" timestamptz(3) NOT NULL,
	"verdict" text NOT NULL,
	"brand_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"first_of_day" integer NOT NULL,
	CONSTRAINT "affiliate_click_quarter_link_id_bucket_verdict_pk" PRIMARY KEY("link_id","bucket","verdict")
);
--> statement-breakpoint
CREATE TABLE "affiliate_click_salt" (
	"day" date PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "affiliate_click" (
	"at" timestamptz(3) NOT NULL,
	"id" uuid NOT NULL,
	"brand_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"verdict" text NOT NULL,
	"reason" text,
	"visitor_key" "bytea",
	"device" text NOT NULL,
	"browser_family" text NOT NULL,
	"referrer_host" text,
	"source_label" text,
	"paid_marker" text,
	"stand_down_seen" boolean NOT NULL,
	CONSTRAINT "affiliate_click_id_at_pk" PRIMARY KEY("id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
ALTER TABLE "affiliate_click_quarter" ADD CONSTRAINT "affiliate_click_quarter_link_id_affiliate_link_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."affiliate_link"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_click_quarter" ADD CONSTRAINT "affiliate_click_quarter_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "affiliate_click_quarter_brand" ON "affiliate_click_quarter" USING btree ("brand_id","bucket");--> statement-breakpoint
CREATE INDEX "affiliate_click_quarter_bucket" ON "affiliate_click_quarter" USING btree ("bucket");--> statement-breakpoint
CREATE INDEX "affiliate_click_at" ON "affiliate_click" USING brin ("at");--> statement-breakpoint
CREATE INDEX "affiliate_click_link" ON "affiliate_click" USING btree ("link_id","at");
--> statement-breakpoint
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
--> statement-breakpoint
-- Drops the partitions of all days before this one. A partition in use is left for the next time.
CREATE FUNCTION affiliate_click_drop(before date) RETURNS integer
    LANGUAGE plpgsql
    SET lock_timeout = '2s'
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
--> statement-breakpoint
-- Clicks have no foreign keys: those of a deleted brand are deleted with its links.
CREATE FUNCTION affiliate_link_clicks() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM affiliate_click WHERE link_id IN (SELECT id FROM gone);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliate_link_clicks AFTER DELETE ON affiliate_link
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION affiliate_link_clicks();
--> statement-breakpoint
-- Click hosts read only the links that a change is about.
CREATE OR REPLACE FUNCTION affiliate_announce() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NEW.state IS DISTINCT FROM OLD.state THEN
    PERFORM pg_notify('affiliate_link_changed', 'affiliate:' || NEW.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER affiliate_program_announce AFTER INSERT OR UPDATE ON affiliate_program
  FOR EACH ROW EXECUTE FUNCTION affiliate_program_announce();
--> statement-breakpoint
CREATE FUNCTION affiliate_code_announce() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('affiliate_link_changed', 'code:' || NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliate_code_announce AFTER UPDATE OF code, state ON affiliate_code
  FOR EACH ROW EXECUTE FUNCTION affiliate_code_announce();
