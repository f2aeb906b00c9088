CREATE TABLE "analytics_week" (
	"brand_id" uuid NOT NULL,
	"campaign_id" uuid,
	"affiliate_id" uuid,
	"week" date NOT NULL,
	"currency" text NOT NULL,
	"credited" integer NOT NULL,
	"linked" integer NOT NULL,
	"net" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"commission" bigint NOT NULL,
	"clicks" integer NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "analytics_week_once" UNIQUE NULLS NOT DISTINCT("brand_id","week","campaign_id","affiliate_id","currency")
);
--> statement-breakpoint
ALTER TABLE "analytics_week" ADD CONSTRAINT "analytics_week_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_week" ADD CONSTRAINT "analytics_week_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_week" ADD CONSTRAINT "analytics_week_affiliate_id_affiliate_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliate"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analytics_week_campaign" ON "analytics_week" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "analytics_week_affiliate" ON "analytics_week" USING btree ("affiliate_id");--> statement-breakpoint
INSERT INTO "analytics_week" SELECT * FROM (
	SELECT brand_id, campaign_id, affiliate_id, date_trunc('week', day::timestamp)::date AS week, currency, sum(credited), sum(linked),
		sum(net), sum(refunded), sum(commission), sum(clicks), sum(visitors)
	FROM analytics_day GROUP BY 1, 2, 3, 4, 5
) w ORDER BY brand_id, week, campaign_id, affiliate_id, currency;
