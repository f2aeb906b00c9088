CREATE TABLE "untagged_post" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"opt_in_id" uuid NOT NULL,
	"mention_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"url" text NOT NULL,
	"published_at" timestamptz(3) NOT NULL,
	"dismissed_at" timestamptz(3),
	"dismissed_by" uuid,
	"created_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "untagged_post" ADD CONSTRAINT "untagged_post_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "untagged_post" ADD CONSTRAINT "untagged_post_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "untagged_post" ADD CONSTRAINT "untagged_post_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "untagged_post" ADD CONSTRAINT "untagged_post_dismissed_by_person_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "untagged_post_once" ON "untagged_post" USING btree ("campaign_id","url");--> statement-breakpoint
CREATE INDEX "untagged_post_opt_in" ON "untagged_post" USING btree ("opt_in_id");