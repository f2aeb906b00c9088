CREATE TABLE "benchmark_item" (
	"brand_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"formula" text NOT NULL,
	"version" integer NOT NULL,
	"currency" text,
	"value" double precision NOT NULL,
	CONSTRAINT "benchmark_item_once" UNIQUE NULLS NOT DISTINCT("campaign_id","formula","currency")
);
--> statement-breakpoint
CREATE TABLE "benchmark_sharing" (
	"brand_id" uuid PRIMARY KEY NOT NULL,
	"shared" boolean NOT NULL,
	"changed_at" timestamptz(3) NOT NULL,
	"user_id" uuid,
	"counted_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "forecast_record" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"measure" text NOT NULL,
	"currency" text,
	"zone" text NOT NULL,
	"made_on" date NOT NULL,
	"until" date NOT NULL,
	"days" jsonb NOT NULL,
	"formula_version" integer NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"scored_at" timestamptz(3),
	"within_80" integer,
	"within_95" integer,
	CONSTRAINT "forecast_record_once" UNIQUE NULLS NOT DISTINCT("brand_id","measure","currency","made_on")
);
--> statement-breakpoint
CREATE TABLE "lift_study" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"name" text NOT NULL,
	"campaign_id" uuid,
	"campaign_name" text,
	"posts" jsonb NOT NULL,
	"window_hours" integer NOT NULL,
	"baseline_weeks" integer NOT NULL,
	"excluded" jsonb NOT NULL,
	"zone" text NOT NULL,
	"formula_version" integer NOT NULL,
	"result" jsonb NOT NULL,
	"as_of" timestamptz(3) NOT NULL,
	"user_id" uuid
);
--> statement-breakpoint
ALTER TABLE "benchmark_item" ADD CONSTRAINT "benchmark_item_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "benchmark_item" ADD CONSTRAINT "benchmark_item_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "benchmark_sharing" ADD CONSTRAINT "benchmark_sharing_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "benchmark_sharing" ADD CONSTRAINT "benchmark_sharing_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_record" ADD CONSTRAINT "forecast_record_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lift_study" ADD CONSTRAINT "lift_study_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lift_study" ADD CONSTRAINT "lift_study_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "benchmark_item_brand" ON "benchmark_item" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "benchmark_item_formula" ON "benchmark_item" USING btree ("formula","version");--> statement-breakpoint
CREATE INDEX "forecast_record_open" ON "forecast_record" USING btree ("until") WHERE "forecast_record"."scored_at" is null;--> statement-breakpoint
CREATE INDEX "lift_study_page" ON "lift_study" USING btree ("brand_id","as_of" DESC NULLS LAST,"id" DESC NULLS LAST);