CREATE TABLE "audience_purchase" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"user_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"outcome" text,
	"report_id" uuid,
	"idempotency_key" text,
	"started_at" timestamptz(3) DEFAULT now() NOT NULL,
	"ended_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "audience_report" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"provider_report_id" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"purchased_at" timestamptz(3) DEFAULT now() NOT NULL,
	"purchased_by" uuid,
	"report" jsonb NOT NULL,
	"original" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"balance" integer NOT NULL,
	"reason" text NOT NULL,
	"reference" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_domain_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"domain_id" uuid NOT NULL,
	"selector" text NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"retired_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "email_domain" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"from_name" text NOT NULL,
	"from_address" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"states" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"daily_cap" integer NOT NULL,
	"spacing_seconds" double precision NOT NULL,
	"checked_at" timestamptz(3),
	"verified_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_template" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"label" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"campaign_ids" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"removed_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "invite" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"list_id" uuid,
	"template_id" uuid,
	"mail_id" uuid NOT NULL,
	"token" text NOT NULL,
	"saved_by" uuid,
	"saved_at" timestamptz(3) DEFAULT now() NOT NULL,
	"scheduled_for" timestamptz(3),
	"visited_at" timestamptz(3),
	"cancelled_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "inbound_mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"mail_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"message_id" text NOT NULL,
	"from_address" text NOT NULL,
	"subject" text NOT NULL,
	"visible" text NOT NULL,
	"trust" text NOT NULL,
	"raw_key" text NOT NULL,
	"size" bigint NOT NULL,
	"received_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"to_name" text DEFAULT '' NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"plain" text NOT NULL,
	"message_id" text NOT NULL,
	"in_reply_to" text,
	"reply_token" text NOT NULL,
	"unsubscribe_token" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"status_reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamptz(3) DEFAULT now() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"sending_at" timestamptz(3),
	"sent_at" timestamptz(3),
	"bounced_at" timestamptz(3),
	"replied_at" timestamptz(3),
	"unsubscribed_at" timestamptz(3),
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "suppression" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"detail" text,
	"mail_id" uuid,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_quota" (
	"provider" text NOT NULL,
	"quota" text NOT NULL,
	"window_start" timestamptz(3) NOT NULL,
	"used" double precision DEFAULT 0 NOT NULL,
	"limit" double precision,
	"resets_at" timestamptz(3),
	CONSTRAINT "provider_quota_provider_quota_window_start_pk" PRIMARY KEY("provider","quota","window_start")
);
--> statement-breakpoint
CREATE TABLE "provider_state" (
	"provider" text PRIMARY KEY NOT NULL,
	"last_call_at" timestamptz(3),
	"last_failure_at" timestamptz(3),
	"last_failure" text,
	"open_until" timestamptz(3),
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audience_purchase" ADD CONSTRAINT "audience_purchase_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audience_purchase" ADD CONSTRAINT "audience_purchase_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audience_purchase" ADD CONSTRAINT "audience_purchase_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audience_purchase" ADD CONSTRAINT "audience_purchase_report_id_audience_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."audience_report"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audience_report" ADD CONSTRAINT "audience_report_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audience_report" ADD CONSTRAINT "audience_report_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audience_report" ADD CONSTRAINT "audience_report_purchased_by_person_id_fk" FOREIGN KEY ("purchased_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_domain_key" ADD CONSTRAINT "email_domain_key_domain_id_email_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."email_domain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_domain" ADD CONSTRAINT "email_domain_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_template" ADD CONSTRAINT "email_template_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite" ADD CONSTRAINT "invite_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite" ADD CONSTRAINT "invite_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite" ADD CONSTRAINT "invite_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite" ADD CONSTRAINT "invite_list_id_creator_list_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."creator_list"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite" ADD CONSTRAINT "invite_template_id_email_template_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."email_template"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite" ADD CONSTRAINT "invite_mail_id_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mail"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite" ADD CONSTRAINT "invite_saved_by_person_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_mail" ADD CONSTRAINT "inbound_mail_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_mail" ADD CONSTRAINT "inbound_mail_mail_id_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mail"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppression" ADD CONSTRAINT "suppression_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppression" ADD CONSTRAINT "suppression_mail_id_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mail"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audience_purchase_open" ON "audience_purchase" USING btree ("brand_id","creator_id") WHERE "audience_purchase"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "audience_purchase_key" ON "audience_purchase" USING btree ("brand_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "audience_report_creator" ON "audience_report" USING btree ("brand_id","creator_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audience_report_page" ON "audience_report" USING btree ("brand_id","purchased_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entry_number" ON "credit_entry" USING btree ("brand_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entry_once" ON "credit_entry" USING btree ("brand_id","kind","reference");--> statement-breakpoint
CREATE INDEX "credit_entry_page" ON "credit_entry" USING btree ("brand_id","number" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "email_domain_key_selector" ON "email_domain_key" USING btree ("domain_id","selector");--> statement-breakpoint
CREATE UNIQUE INDEX "email_domain_brand" ON "email_domain" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "email_domain_checked" ON "email_domain" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "email_template_brand" ON "email_template" USING btree ("brand_id","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "invite_once" ON "invite" USING btree ("campaign_id","creator_id") WHERE "invite"."cancelled_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invite_token" ON "invite" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "invite_mail" ON "invite" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "invite_page" ON "invite" USING btree ("brand_id","saved_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invite_creator" ON "invite" USING btree ("brand_id","creator_id","saved_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_mail_once" ON "inbound_mail" USING btree ("mail_id","message_id");--> statement-breakpoint
CREATE INDEX "inbound_mail_brand" ON "inbound_mail" USING btree ("brand_id","received_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "mail_message_id" ON "mail" USING btree ("message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_reply_token" ON "mail" USING btree ("reply_token");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_unsubscribe_token" ON "mail" USING btree ("unsubscribe_token");--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("brand_id","due_at","id") WHERE "mail"."status" in ('queued', 'deferred');--> statement-breakpoint
CREATE INDEX "mail_sending" ON "mail" USING btree ("sending_at") WHERE "mail"."status" = 'sending';--> statement-breakpoint
CREATE INDEX "mail_sent" ON "mail" USING btree ("brand_id","sent_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "suppression_once" ON "suppression" USING btree ("brand_id",lower("address"));