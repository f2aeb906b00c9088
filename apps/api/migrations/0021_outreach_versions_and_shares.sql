CREATE TABLE "provider_share" (
	"provider" text NOT NULL,
	"brand_id" uuid NOT NULL,
	"day" text NOT NULL,
	"used" double precision NOT NULL,
	CONSTRAINT "provider_share_provider_brand_id_day_pk" PRIMARY KEY("provider","brand_id","day")
);
--> statement-breakpoint
DROP INDEX "credit_entry_page";--> statement-breakpoint
ALTER TABLE "email_template" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "email_template" ADD COLUMN "updated_by" uuid;--> statement-breakpoint
ALTER TABLE "email_template" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "provider_share" ADD CONSTRAINT "provider_share_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_template" ADD CONSTRAINT "email_template_updated_by_person_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_template_request" ON "email_template" USING btree ("brand_id","request_key");