CREATE TABLE "demo_request" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"company" text NOT NULL,
	"website" text NOT NULL,
	"budget" text NOT NULL,
	"message" text NOT NULL,
	"source" jsonb,
	"fingerprint" text NOT NULL,
	"held_back" text,
	"mail_id" uuid,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail" ALTER COLUMN "brand_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "demo_request" ADD CONSTRAINT "demo_request_mail_id_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mail"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "demo_request_created" ON "demo_request" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "demo_request_fingerprint" ON "demo_request" USING btree ("fingerprint","created_at");--> statement-breakpoint
CREATE INDEX "demo_request_mail" ON "demo_request" USING btree ("mail_id");--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_of_brand" CHECK ("mail"."brand_id" is not null or "mail"."kind" = 'notice');