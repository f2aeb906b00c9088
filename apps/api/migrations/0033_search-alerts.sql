CREATE TABLE "saved_search_alert" (
	"saved_search_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"brand_id" uuid NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "saved_search_alert_saved_search_id_user_id_pk" PRIMARY KEY("saved_search_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "saved_search_match" (
	"saved_search_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"brand_id" uuid NOT NULL,
	"found_at" timestamptz(3) NOT NULL,
	CONSTRAINT "saved_search_match_saved_search_id_creator_id_pk" PRIMARY KEY("saved_search_id","creator_id")
);
--> statement-breakpoint
ALTER TABLE "saved_search" ADD COLUMN "checked_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "saved_search" ADD COLUMN "alert_problem" text;--> statement-breakpoint
ALTER TABLE "saved_search_alert" ADD CONSTRAINT "saved_search_alert_saved_search_id_saved_search_id_fk" FOREIGN KEY ("saved_search_id") REFERENCES "public"."saved_search"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_alert" ADD CONSTRAINT "saved_search_alert_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_alert" ADD CONSTRAINT "saved_search_alert_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_match" ADD CONSTRAINT "saved_search_match_saved_search_id_saved_search_id_fk" FOREIGN KEY ("saved_search_id") REFERENCES "public"."saved_search"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_match" ADD CONSTRAINT "saved_search_match_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_match" ADD CONSTRAINT "saved_search_match_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_search_alert_user" ON "saved_search_alert" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "saved_search_alert_brand" ON "saved_search_alert" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "saved_search_match_creator" ON "saved_search_match" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "saved_search_match_brand" ON "saved_search_match" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "saved_search_checked" ON "saved_search" USING btree ("checked_at") WHERE "saved_search"."checked_at" is not null;