CREATE TABLE "creator_connection" (
	"creator_id" uuid PRIMARY KEY NOT NULL,
	"open_id" text NOT NULL,
	"access_token" text NOT NULL,
	"access_expires_at" timestamptz(3) NOT NULL,
	"refresh_token" text NOT NULL,
	"refresh_expires_at" timestamptz(3) NOT NULL,
	"withdrawn_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "creator_refresh" (
	"creator_id" uuid PRIMARY KEY NOT NULL,
	"asked_at" timestamptz(3) NOT NULL,
	"tried_at" timestamptz(3),
	"read_at" timestamptz(3),
	"state" text,
	"message" text
);
--> statement-breakpoint
ALTER TABLE "provider_state" ADD COLUMN "failures_in_a_row" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_connection" ADD CONSTRAINT "creator_connection_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_refresh" ADD CONSTRAINT "creator_refresh_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creator_refresh_asked" ON "creator_refresh" USING btree ("asked_at");