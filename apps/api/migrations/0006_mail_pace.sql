CREATE TABLE "mail_pace" (
	"brand_id" uuid PRIMARY KEY NOT NULL,
	"next_at" timestamptz(3) NOT NULL,
	"day" text NOT NULL,
	"sent" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "sender" integer;--> statement-breakpoint
ALTER TABLE "mail_pace" ADD CONSTRAINT "mail_pace_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;