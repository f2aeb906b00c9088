CREATE TABLE "marketing_source" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"campaign" text NOT NULL,
	"medium" text NOT NULL,
	"source" text NOT NULL,
	"content" text NOT NULL,
	"term" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "marketing_source" ADD CONSTRAINT "marketing_source_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "marketing_source_created" ON "marketing_source" USING btree ("created_at");