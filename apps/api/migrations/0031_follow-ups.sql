CREATE TABLE "follow_up_step" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"follow_up_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"condition" text NOT NULL,
	"mail_id" uuid,
	"decided_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "follow_up" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"invite_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"sequence_id" uuid NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"stop" text,
	"zone" text NOT NULL,
	"zone_source" text NOT NULL,
	"last_mail_id" uuid NOT NULL,
	"skipped_at" timestamptz(3),
	"next_at" timestamptz(3),
	"started_by" uuid,
	"started_at" timestamptz(3) DEFAULT now() NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sequence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"name" text NOT NULL,
	"steps" jsonb NOT NULL,
	"weekdays_only" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"request_key" text,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"removed_at" timestamptz(3)
);
--> statement-breakpoint
ALTER TABLE "email_domain" ADD COLUMN "stopped" jsonb;--> statement-breakpoint
ALTER TABLE "email_domain" ADD COLUMN "resumed_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "email_domain" ADD COLUMN "resumed_by" uuid;--> statement-breakpoint
ALTER TABLE "mail_pace" ADD COLUMN "follow_up_next" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "follow_up_step" ADD CONSTRAINT "follow_up_step_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up_step" ADD CONSTRAINT "follow_up_step_follow_up_id_follow_up_id_fk" FOREIGN KEY ("follow_up_id") REFERENCES "public"."follow_up"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up_step" ADD CONSTRAINT "follow_up_step_mail_id_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mail"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up" ADD CONSTRAINT "follow_up_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up" ADD CONSTRAINT "follow_up_invite_id_invite_id_fk" FOREIGN KEY ("invite_id") REFERENCES "public"."invite"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up" ADD CONSTRAINT "follow_up_campaign_id_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up" ADD CONSTRAINT "follow_up_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up" ADD CONSTRAINT "follow_up_sequence_id_sequence_id_fk" FOREIGN KEY ("sequence_id") REFERENCES "public"."sequence"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up" ADD CONSTRAINT "follow_up_last_mail_id_mail_id_fk" FOREIGN KEY ("last_mail_id") REFERENCES "public"."mail"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up" ADD CONSTRAINT "follow_up_started_by_person_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up" ADD CONSTRAINT "follow_up_changed_by_person_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence" ADD CONSTRAINT "sequence_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence" ADD CONSTRAINT "sequence_updated_by_person_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "follow_up_step_once" ON "follow_up_step" USING btree ("follow_up_id","step_id");--> statement-breakpoint
CREATE UNIQUE INDEX "follow_up_step_mail" ON "follow_up_step" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "follow_up_step_brand" ON "follow_up_step" USING btree ("brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "follow_up_invite" ON "follow_up" USING btree ("invite_id");--> statement-breakpoint
CREATE INDEX "follow_up_due" ON "follow_up" USING btree ("next_at") WHERE "follow_up"."state" = 'running';--> statement-breakpoint
CREATE INDEX "follow_up_on_its_way" ON "follow_up" USING btree ("last_mail_id") WHERE "follow_up"."state" = 'running' and "follow_up"."next_at" is null;--> statement-breakpoint
CREATE INDEX "follow_up_creator" ON "follow_up" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "follow_up_campaign" ON "follow_up" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "follow_up_sequence" ON "follow_up" USING btree ("sequence_id");--> statement-breakpoint
CREATE INDEX "follow_up_brand" ON "follow_up" USING btree ("brand_id","started_at");--> statement-breakpoint
CREATE INDEX "sequence_brand" ON "sequence" USING btree ("brand_id","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "sequence_request" ON "sequence" USING btree ("brand_id","request_key");--> statement-breakpoint
ALTER TABLE "email_domain" ADD CONSTRAINT "email_domain_resumed_by_person_id_fk" FOREIGN KEY ("resumed_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_follow_up_due" ON "mail" USING btree ("brand_id","due_at","id") WHERE "mail"."status" in ('queued', 'deferred') and "mail"."purpose" = 'follow-up';--> statement-breakpoint
CREATE INDEX "mail_bounced" ON "mail" USING btree ("brand_id","bounced_at") WHERE "mail"."bounced_at" is not null;--> statement-breakpoint
CREATE INDEX "mail_recipient" ON "mail" USING btree ("brand_id",lower("to_address"),"created_at") WHERE "mail"."kind" in ('invite', 'email');