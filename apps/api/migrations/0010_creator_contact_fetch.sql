CREATE TABLE "creator_contact_fetch" (
	"creator_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"brand_id" uuid NOT NULL,
	"credits" integer NOT NULL,
	"started_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "creator_contact_fetch" ADD CONSTRAINT "creator_contact_fetch_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_contact_fetch" ADD CONSTRAINT "creator_contact_fetch_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;