CREATE TABLE "affiliate_alert" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"affiliate_id" uuid,
	"day" text NOT NULL,
	"figures" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"user_id" uuid,
	"reason" text,
	"settled_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "affiliate_alert_once" UNIQUE("brand_id","kind","subject","day")
);
--> statement-breakpoint
CREATE TABLE "attribution_claim" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"affiliate_id" uuid NOT NULL,
	"order_name" text NOT NULL,
	"order_day" text,
	"note" text DEFAULT '' NOT NULL,
	"order_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"answer" text,
	"answered_by" uuid,
	"answered_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "attribution_claim_once" UNIQUE("affiliate_id","order_name")
);
--> statement-breakpoint
CREATE TABLE "attribution" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"program_version" integer,
	"rule" text NOT NULL,
	"shares" jsonb NOT NULL,
	"evidence" jsonb NOT NULL,
	"returning" boolean,
	"user_id" uuid,
	"manual" boolean DEFAULT false NOT NULL,
	"reason" text,
	"at" timestamptz(3) NOT NULL,
	CONSTRAINT "attribution_once" UNIQUE("order_id","revision")
);
--> statement-breakpoint
CREATE TABLE "touch" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"position" integer NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	"affiliate_id" uuid,
	"link_id" uuid,
	"code_id" uuid,
	"paid_search" boolean DEFAULT false NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "touch_once" UNIQUE("order_id","kind","value")
);
--> statement-breakpoint
CREATE TABLE "commission_statement" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"affiliate_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"currency" text NOT NULL,
	"from_at" timestamptz(3) NOT NULL,
	"until_at" timestamptz(3) NOT NULL,
	"zone" text NOT NULL,
	"carried_in" bigint NOT NULL,
	"earned" bigint NOT NULL,
	"taken_back" bigint NOT NULL,
	"bonus" bigint NOT NULL,
	"due" bigint NOT NULL,
	"carried_out" bigint NOT NULL,
	"state" text NOT NULL,
	"brand_name" text NOT NULL,
	"creator_name" text NOT NULL,
	"previous_sha256" text,
	"sha256" text NOT NULL,
	"signature" text NOT NULL,
	"signer" text NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	CONSTRAINT "commission_statement_once" UNIQUE("affiliate_id","currency","number"),
	CONSTRAINT "commission_statement_month" UNIQUE("affiliate_id","currency","until_at")
);
--> statement-breakpoint
CREATE TABLE "commission_statement_line" (
	"commission_id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"statement_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "commission" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"affiliate_id" uuid NOT NULL,
	"order_id" uuid,
	"order_name" text,
	"placed_at" timestamptz(3),
	"campaign_id" uuid,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"basis" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"attribution_revision" integer,
	"matures_at" timestamptz(3) NOT NULL,
	"user_id" uuid,
	"reason" text,
	"at" timestamptz(3) NOT NULL,
	CONSTRAINT "commission_number" UNIQUE("brand_id","number")
);
--> statement-breakpoint
ALTER TABLE "payable" ALTER COLUMN "opt_in_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "affiliate_program" ADD COLUMN "signing_secret" text NOT NULL;--> statement-breakpoint
ALTER TABLE "affiliate_program" ADD COLUMN "signer" text NOT NULL;--> statement-breakpoint
ALTER TABLE "payable" ADD COLUMN "statement_id" uuid;--> statement-breakpoint
ALTER TABLE "payable" ADD COLUMN "creator_id" uuid;--> statement-breakpoint
ALTER TABLE "payable" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "payable" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "store_refund" ADD COLUMN "lines" jsonb;--> statement-breakpoint
ALTER TABLE "affiliate_alert" ADD CONSTRAINT "affiliate_alert_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_alert" ADD CONSTRAINT "affiliate_alert_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attribution_claim" ADD CONSTRAINT "attribution_claim_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attribution_claim" ADD CONSTRAINT "attribution_claim_order_id_store_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_order"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attribution_claim" ADD CONSTRAINT "attribution_claim_answered_by_person_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attribution" ADD CONSTRAINT "attribution_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attribution" ADD CONSTRAINT "attribution_order_id_store_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attribution" ADD CONSTRAINT "attribution_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "touch" ADD CONSTRAINT "touch_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "touch" ADD CONSTRAINT "touch_order_id_store_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_statement" ADD CONSTRAINT "commission_statement_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_statement" ADD CONSTRAINT "commission_statement_affiliate_id_affiliate_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliate"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_statement" ADD CONSTRAINT "commission_statement_approved_by_person_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_statement_line" ADD CONSTRAINT "commission_statement_line_commission_id_commission_id_fk" FOREIGN KEY ("commission_id") REFERENCES "public"."commission"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_statement_line" ADD CONSTRAINT "commission_statement_line_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_statement_line" ADD CONSTRAINT "commission_statement_line_statement_id_commission_statement_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."commission_statement"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission" ADD CONSTRAINT "commission_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission" ADD CONSTRAINT "commission_affiliate_id_affiliate_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliate"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission" ADD CONSTRAINT "commission_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "affiliate_alert_page" ON "affiliate_alert" USING btree ("brand_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "attribution_claim_page" ON "attribution_claim" USING btree ("brand_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "attribution_brand" ON "attribution" USING btree ("brand_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "touch_brand" ON "touch" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "touch_affiliate" ON "touch" USING btree ("affiliate_id","at");--> statement-breakpoint
CREATE INDEX "commission_statement_page" ON "commission_statement" USING btree ("brand_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "commission_statement_line_of" ON "commission_statement_line" USING btree ("statement_id");--> statement-breakpoint
CREATE INDEX "commission_statement_line_brand" ON "commission_statement_line" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "commission_order" ON "commission" USING btree ("order_id","affiliate_id") WHERE "commission"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "commission_affiliate" ON "commission" USING btree ("affiliate_id","currency","matures_at");--> statement-breakpoint
CREATE INDEX "commission_at" ON "commission" USING btree ("brand_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "payable" ADD CONSTRAINT "payable_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payable" ADD CONSTRAINT "payable_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payable_user" ON "payable" USING btree ("user_id") WHERE "payable"."user_id" is not null;--> statement-breakpoint
ALTER TABLE "payable" ADD CONSTRAINT "payable_statement" UNIQUE("statement_id");--> statement-breakpoint
ALTER TABLE "payable" ADD CONSTRAINT "payable_of_one" CHECK (("payable"."opt_in_id" is null) <> ("payable"."statement_id" is null));
--> statement-breakpoint
ALTER TABLE "payable" ADD CONSTRAINT "payable_statement_of" FOREIGN KEY ("statement_id")
  REFERENCES "commission_statement"("id") ON DELETE cascade;
--> statement-breakpoint
CREATE TRIGGER commission_keep BEFORE UPDATE OR DELETE ON commission
  FOR EACH ROW EXECUTE FUNCTION affiliate_history_keep();
--> statement-breakpoint
CREATE TRIGGER commission_statement_line_keep BEFORE UPDATE ON commission_statement_line
  FOR EACH ROW EXECUTE FUNCTION affiliate_history_keep();
--> statement-breakpoint
CREATE FUNCTION commission_truncate() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: TRUNCATE refused', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER commission_truncate BEFORE TRUNCATE ON commission
  FOR EACH STATEMENT EXECUTE FUNCTION commission_truncate();
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER attribution_keep BEFORE UPDATE OR DELETE ON attribution
  FOR EACH ROW EXECUTE FUNCTION attribution_keep();
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER commission_statement_keep BEFORE UPDATE OR DELETE ON commission_statement
  FOR EACH ROW EXECUTE FUNCTION commission_statement_keep();
