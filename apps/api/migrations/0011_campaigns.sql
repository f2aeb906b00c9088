CREATE TABLE "content_preview" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"opt_in_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"caption" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'preview' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"live_url" text,
	"live_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_post" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"opt_in_id" uuid NOT NULL,
	"preview_id" uuid,
	"kind" text NOT NULL,
	"platform" text NOT NULL,
	"url" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"thumbnail_url" text,
	"published_at" timestamptz(3),
	"expires_at" timestamptz(3),
	"figures" jsonb NOT NULL,
	"history" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"as_of" timestamptz(3),
	"source" text NOT NULL,
	"failure" text,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "preview_comment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"preview_id" uuid NOT NULL,
	"side" text NOT NULL,
	"user_id" uuid,
	"author_name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"opt_in_id" uuid NOT NULL,
	"preview_id" uuid,
	"user_id" uuid,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"hash" text NOT NULL,
	"file_key" text NOT NULL,
	"thumbnail_key" text,
	"width" integer,
	"height" integer,
	"seconds" double precision,
	"scan" text DEFAULT 'waiting' NOT NULL,
	"usable_until" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"campaign_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"fields" text[] DEFAULT '{}' NOT NULL,
	"before" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"after" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"user_id" uuid,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attachment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"opt_in_id" uuid NOT NULL,
	"message_id" uuid,
	"user_id" uuid,
	"file_key" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation" (
	"opt_in_id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"brand_read" integer DEFAULT 0 NOT NULL,
	"creator_read" integer DEFAULT 0 NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"last_at" timestamptz(3) DEFAULT now() NOT NULL,
	"starred" boolean DEFAULT false NOT NULL,
	"assigned_to" uuid,
	"snoozed_until" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "live_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"audience" text NOT NULL,
	"type" text NOT NULL,
	"campaign_id" uuid,
	"opt_in_id" uuid,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"opt_in_id" uuid NOT NULL,
	"number" integer,
	"client_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"user_id" uuid,
	"author_name" text NOT NULL,
	"by_email" boolean DEFAULT false NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"send_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "saved_reply" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"label" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_preference" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"preferences" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"brand_id" uuid,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"href" text NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"read_at" timestamptz(3),
	"mailed_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "creator_claim" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"code" text NOT NULL,
	"claimed_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "opt_in_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"opt_in_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "opt_in" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"user_id" uuid,
	"invite_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"pitch" text DEFAULT '' NOT NULL,
	"asked_fee" bigint,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"agreement" jsonb NOT NULL,
	"rating" jsonb,
	"shipment" jsonb NOT NULL,
	"terms_version" integer NOT NULL,
	"terms_accepted_at" timestamptz(3) NOT NULL,
	"unseen" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"approved_at" timestamptz(3),
	"reminded_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "campaign" ADD COLUMN "brief" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign" ADD COLUMN "published_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "content_preview" ADD CONSTRAINT "content_preview_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_preview" ADD CONSTRAINT "content_preview_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_preview" ADD CONSTRAINT "content_preview_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_post" ADD CONSTRAINT "live_post_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_post" ADD CONSTRAINT "live_post_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_post" ADD CONSTRAINT "live_post_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_post" ADD CONSTRAINT "live_post_preview_id_content_preview_id_fk" FOREIGN KEY ("preview_id") REFERENCES "public"."content_preview"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_comment" ADD CONSTRAINT "preview_comment_preview_id_content_preview_id_fk" FOREIGN KEY ("preview_id") REFERENCES "public"."content_preview"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_comment" ADD CONSTRAINT "preview_comment_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_preview_id_content_preview_id_fk" FOREIGN KEY ("preview_id") REFERENCES "public"."content_preview"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_change" ADD CONSTRAINT "campaign_change_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_change" ADD CONSTRAINT "campaign_change_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_assigned_to_person_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_reply" ADD CONSTRAINT "saved_reply_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preference" ADD CONSTRAINT "notification_preference_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_claim" ADD CONSTRAINT "creator_claim_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_claim" ADD CONSTRAINT "creator_claim_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_in_event" ADD CONSTRAINT "opt_in_event_opt_in_id_opt_in_id_fk" FOREIGN KEY ("opt_in_id") REFERENCES "public"."opt_in"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_in_event" ADD CONSTRAINT "opt_in_event_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_in" ADD CONSTRAINT "opt_in_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_in" ADD CONSTRAINT "opt_in_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_in" ADD CONSTRAINT "opt_in_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_in" ADD CONSTRAINT "opt_in_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_in" ADD CONSTRAINT "opt_in_invite_id_invite_id_fk" FOREIGN KEY ("invite_id") REFERENCES "public"."invite"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_preview_page" ON "content_preview" USING btree ("campaign_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "content_preview_opt_in" ON "content_preview" USING btree ("opt_in_id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_post_once" ON "live_post" USING btree ("campaign_id","url");--> statement-breakpoint
CREATE INDEX "live_post_page" ON "live_post" USING btree ("campaign_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "preview_comment_of" ON "preview_comment" USING btree ("preview_id","id");--> statement-breakpoint
CREATE INDEX "upload_page" ON "upload" USING btree ("campaign_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "upload_once" ON "upload" USING btree ("opt_in_id","hash");--> statement-breakpoint
CREATE INDEX "upload_rights" ON "upload" USING btree ("usable_until") WHERE "upload"."usable_until" is not null;--> statement-breakpoint
CREATE INDEX "campaign_change_of" ON "campaign_change" USING btree ("campaign_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "attachment_message" ON "attachment" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "conversation_page" ON "conversation" USING btree ("brand_id","last_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "conversation_campaign" ON "conversation" USING btree ("campaign_id","last_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "live_event_audience" ON "live_event" USING btree ("audience","id");--> statement-breakpoint
CREATE INDEX "live_event_created" ON "live_event" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "message_number" ON "message" USING btree ("opt_in_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "message_client" ON "message" USING btree ("opt_in_id","client_id");--> statement-breakpoint
CREATE INDEX "message_due" ON "message" USING btree ("send_at") WHERE "message"."number" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_reply_label" ON "saved_reply" USING btree ("brand_id",lower("label"));--> statement-breakpoint
CREATE UNIQUE INDEX "notification_once" ON "notification" USING btree ("user_id","reference");--> statement-breakpoint
CREATE INDEX "notification_page" ON "notification" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "creator_claim_mine" ON "creator_claim" USING btree ("user_id","creator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "creator_claim_once" ON "creator_claim" USING btree ("creator_id") WHERE "creator_claim"."claimed_at" is not null;--> statement-breakpoint
CREATE INDEX "opt_in_event_of" ON "opt_in_event" USING btree ("opt_in_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "opt_in_once" ON "opt_in" USING btree ("campaign_id","creator_id");--> statement-breakpoint
CREATE INDEX "opt_in_page" ON "opt_in" USING btree ("campaign_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "opt_in_status" ON "opt_in" USING btree ("campaign_id","status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "opt_in_user" ON "opt_in" USING btree ("user_id","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "opt_in_approved" ON "opt_in" USING btree ("brand_id","approved_at") WHERE "opt_in"."approved_at" is not null;