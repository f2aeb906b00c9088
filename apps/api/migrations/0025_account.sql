CREATE TABLE "api_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"expires_at" timestamptz(3),
	"last_used_at" timestamptz(3),
	"revoked_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"user_id" uuid,
	"actor_kind" text NOT NULL,
	"action" text NOT NULL,
	"title" text NOT NULL,
	"object_kind" text,
	"object_id" uuid,
	"outcome" text,
	"problem" text,
	"ip" text NOT NULL,
	"agent" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "brand_export" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"user_id" uuid,
	"status" text DEFAULT 'waiting' NOT NULL,
	"with_files" boolean NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"file_key" text,
	"bytes" bigint,
	"tries" integer DEFAULT 0 NOT NULL,
	"beat_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"finished_at" timestamptz(3),
	"expires_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "brand_closing" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"user_id" uuid,
	"members" jsonb NOT NULL,
	"closed_at" timestamptz(3) DEFAULT now() NOT NULL,
	"delete_at" timestamptz(3) NOT NULL,
	"billing_ended_at" timestamptz(3),
	"undone_at" timestamptz(3),
	"undone_by" text
);
--> statement-breakpoint
CREATE TABLE "outgoing_webhook" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"disabled_reason" text,
	"failing_since" timestamptz(3),
	"secret" text NOT NULL,
	"former_secret" text,
	"former_secret_until" timestamptz(3),
	"created_by" uuid,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_delivery_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"brand_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"log" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"due_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "brand" ADD COLUMN "closed_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_created_by_person_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_export" ADD CONSTRAINT "brand_export_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_export" ADD CONSTRAINT "brand_export_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_closing" ADD CONSTRAINT "brand_closing_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_closing" ADD CONSTRAINT "brand_closing_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_webhook" ADD CONSTRAINT "outgoing_webhook_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_webhook" ADD CONSTRAINT "outgoing_webhook_created_by_person_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_outgoing_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."outgoing_webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_webhook_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_hash" ON "api_key" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_user" ON "api_key" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_key_brand" ON "api_key" USING btree ("brand_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entry_page" ON "audit_entry" USING btree ("brand_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entry_user" ON "audit_entry" USING btree ("brand_id","user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entry_action" ON "audit_entry" USING btree ("brand_id","action","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entry_age" ON "audit_entry" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "brand_export_brand" ON "brand_export" USING btree ("brand_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "brand_export_one" ON "brand_export" USING btree ("brand_id") WHERE "brand_export"."status" in ('waiting', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "brand_closing_one" ON "brand_closing" USING btree ("brand_id") WHERE "brand_closing"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "brand_closing_due" ON "brand_closing" USING btree ("delete_at") WHERE "brand_closing"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "outgoing_webhook_brand" ON "outgoing_webhook" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("due_at") WHERE "webhook_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_of" ON "webhook_delivery" USING btree ("webhook_id","number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_delivery_event" ON "webhook_delivery" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_event_age" ON "webhook_event" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_event_brand" ON "webhook_event" USING btree ("brand_id");