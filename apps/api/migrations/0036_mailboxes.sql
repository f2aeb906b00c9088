CREATE TABLE "mailbox_email" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"mailbox_id" uuid,
	"direction" text NOT NULL,
	"message_id" text NOT NULL,
	"message_references" text,
	"creator_address" text NOT NULL,
	"own_address" text NOT NULL,
	"subject" text NOT NULL,
	"visible" text NOT NULL,
	"body" text,
	"sent_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailbox_search" (
	"mailbox_id" uuid NOT NULL,
	"address" text NOT NULL,
	CONSTRAINT "mailbox_search_mailbox_id_address_pk" PRIMARY KEY("mailbox_id","address")
);
--> statement-breakpoint
CREATE TABLE "mailbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"address" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"provider" text NOT NULL,
	"imap" jsonb NOT NULL,
	"smtp" jsonb NOT NULL,
	"username" text NOT NULL,
	"password" text,
	"access_token" text,
	"access_expires_at" timestamptz(3),
	"refresh_token" text,
	"version" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'connected' NOT NULL,
	"problem" text,
	"is_sender" boolean DEFAULT false NOT NULL,
	"daily_cap" integer NOT NULL,
	"spacing_seconds" double precision NOT NULL,
	"folders" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"imported" integer DEFAULT 0 NOT NULL,
	"next_sync_at" timestamptz(3) DEFAULT now() NOT NULL,
	"synced_at" timestamptz(3),
	"lease_holder" uuid,
	"lease_until" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "mailbox_email_id" uuid;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "from_address" text;--> statement-breakpoint
ALTER TABLE "mailbox_email" ADD CONSTRAINT "mailbox_email_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox_email" ADD CONSTRAINT "mailbox_email_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox_email" ADD CONSTRAINT "mailbox_email_mailbox_id_mailbox_id_fk" FOREIGN KEY ("mailbox_id") REFERENCES "public"."mailbox"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox_search" ADD CONSTRAINT "mailbox_search_mailbox_id_mailbox_id_fk" FOREIGN KEY ("mailbox_id") REFERENCES "public"."mailbox"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox" ADD CONSTRAINT "mailbox_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox" ADD CONSTRAINT "mailbox_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mailbox_email_once" ON "mailbox_email" USING btree ("conversation_id","message_id");--> statement-breakpoint
CREATE INDEX "mailbox_email_brand" ON "mailbox_email" USING btree ("brand_id","message_id");--> statement-breakpoint
CREATE INDEX "mailbox_email_mailbox" ON "mailbox_email" USING btree ("mailbox_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mailbox_address" ON "mailbox" USING btree ("brand_id",lower("address"));--> statement-breakpoint
CREATE UNIQUE INDEX "mailbox_sender" ON "mailbox" USING btree ("brand_id") WHERE "mailbox"."is_sender";--> statement-breakpoint
CREATE INDEX "mailbox_user" ON "mailbox" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mailbox_due" ON "mailbox" USING btree ("next_sync_at") WHERE "mailbox"."status" = 'connected';--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_mailbox_email_id_mailbox_email_id_fk" FOREIGN KEY ("mailbox_email_id") REFERENCES "public"."mailbox_email"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_mailbox_email" ON "message" USING btree ("mailbox_email_id") WHERE "message"."mailbox_email_id" is not null;