CREATE TABLE "audience_share" (
	"brand_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"weight" double precision NOT NULL,
	CONSTRAINT "audience_share_brand_id_creator_id_kind_code_pk" PRIMARY KEY("brand_id","creator_id","kind","code")
);
--> statement-breakpoint
CREATE TABLE "creator_audience" (
	"brand_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"known" boolean NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "creator_audience_brand_id_creator_id_pk" PRIMARY KEY("brand_id","creator_id")
);
--> statement-breakpoint
ALTER TABLE "creator_connection" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "audience_share" ADD CONSTRAINT "audience_share_of" FOREIGN KEY ("brand_id","creator_id") REFERENCES "public"."creator_audience"("brand_id","creator_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_audience" ADD CONSTRAINT "creator_audience_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_audience" ADD CONSTRAINT "creator_audience_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_audience" ADD CONSTRAINT "creator_audience_report_id_audience_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."audience_report"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audience_share_least" ON "audience_share" USING btree ("brand_id","kind","code","weight");--> statement-breakpoint
CREATE INDEX "creator_audience_report" ON "creator_audience" USING btree ("report_id");