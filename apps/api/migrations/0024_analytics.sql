CREATE TABLE "analytics_check" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"days" integer NOT NULL,
	"quarters" integer NOT NULL,
	"brand_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_day" (
	"brand_id" uuid NOT NULL,
	"campaign_id" uuid,
	"affiliate_id" uuid,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"credited" integer NOT NULL,
	"linked" integer NOT NULL,
	"net" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"commission" bigint NOT NULL,
	"clicks" integer NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "analytics_day_once" UNIQUE NULLS NOT DISTINCT("brand_id","day","campaign_id","affiliate_id","currency")
);
--> statement-breakpoint
CREATE TABLE "analytics_quarter" (
	"brand_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"affiliate_id" uuid,
	"bucket" timestamptz(3) NOT NULL,
	"currency" text NOT NULL,
	"credited" integer NOT NULL,
	"linked" integer NOT NULL,
	"net" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"commission" bigint NOT NULL,
	CONSTRAINT "analytics_quarter_once" UNIQUE NULLS NOT DISTINCT("campaign_id","affiliate_id","bucket","currency")
);
--> statement-breakpoint
CREATE TABLE "analytics_setting" (
	"brand_id" uuid PRIMARY KEY NOT NULL,
	"margin_bp" integer,
	"emv" boolean NOT NULL,
	"emv_shared" boolean NOT NULL,
	"currency" text,
	"updated_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_stale" (
	"brand_id" uuid NOT NULL,
	"bucket" timestamptz(3) NOT NULL,
	"orders" boolean NOT NULL,
	"marked_at" timestamptz(3) NOT NULL,
	CONSTRAINT "analytics_stale_brand_id_bucket_pk" PRIMARY KEY("brand_id","bucket")
);
--> statement-breakpoint
CREATE TABLE "cost_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"campaign_id" uuid,
	"creator_id" uuid,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"source" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"reference" text,
	"user_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_rate" (
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"per_euro" numeric(20, 10) NOT NULL,
	"source" text NOT NULL,
	"loaded_at" timestamptz(3) NOT NULL,
	CONSTRAINT "exchange_rate_currency_day_pk" PRIMARY KEY("currency","day")
);
--> statement-breakpoint
ALTER TABLE "analytics_check" ADD CONSTRAINT "analytics_check_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_day" ADD CONSTRAINT "analytics_day_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_day" ADD CONSTRAINT "analytics_day_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_day" ADD CONSTRAINT "analytics_day_affiliate_id_affiliate_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliate"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_quarter" ADD CONSTRAINT "analytics_quarter_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_quarter" ADD CONSTRAINT "analytics_quarter_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_quarter" ADD CONSTRAINT "analytics_quarter_affiliate_id_affiliate_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliate"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_setting" ADD CONSTRAINT "analytics_setting_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_stale" ADD CONSTRAINT "analytics_stale_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_entry" ADD CONSTRAINT "cost_entry_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_entry" ADD CONSTRAINT "cost_entry_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_entry" ADD CONSTRAINT "cost_entry_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_entry" ADD CONSTRAINT "cost_entry_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analytics_check_brand" ON "analytics_check" USING btree ("brand_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "analytics_day_campaign" ON "analytics_day" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "analytics_day_affiliate" ON "analytics_day" USING btree ("affiliate_id");--> statement-breakpoint
CREATE INDEX "analytics_quarter_bucket" ON "analytics_quarter" USING btree ("brand_id","bucket");--> statement-breakpoint
CREATE INDEX "cost_entry_page" ON "cost_entry" USING btree ("brand_id","day" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "cost_entry_campaign" ON "cost_entry" USING btree ("campaign_id") WHERE "cost_entry"."campaign_id" is not null;--> statement-breakpoint
CREATE INDEX "cost_entry_creator" ON "cost_entry" USING btree ("creator_id") WHERE "cost_entry"."creator_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "cost_entry_reference" ON "cost_entry" USING btree ("brand_id","reference") WHERE "cost_entry"."reference" is not null;--> statement-breakpoint
CREATE INDEX "live_post_published" ON "live_post" USING btree ("brand_id","published_at");--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER analytics_sales_counted AFTER DELETE ON affiliate_sales_stale
  REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION analytics_sales_counted();
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER analytics_clicks_added AFTER INSERT ON affiliate_click_quarter
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION analytics_clicks_changed();
--> statement-breakpoint
CREATE TRIGGER analytics_clicks_changed AFTER UPDATE ON affiliate_click_quarter
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION analytics_clicks_changed();
--> statement-breakpoint
CREATE TRIGGER analytics_clicks_gone AFTER DELETE ON affiliate_click_quarter
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION analytics_clicks_changed();
--> statement-breakpoint
-- What was stored before is counted by the next run of the job.
INSERT INTO analytics_stale (brand_id, bucket, orders, marked_at)
  SELECT brand_id, bucket, true, now() FROM affiliate_sales_quarter WHERE affiliate_id IS NULL GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO analytics_stale (brand_id, bucket, orders, marked_at)
  SELECT brand_id, bucket, false, now() FROM affiliate_click_total WHERE verdict = 'person' GROUP BY 1, 2
  ON CONFLICT DO NOTHING;
