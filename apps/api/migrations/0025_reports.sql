CREATE TABLE "report_logo" (
	"brand_id" uuid PRIMARY KEY NOT NULL,
	"png" text NOT NULL,
	"name" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"changed_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_mail" (
	"mail_id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"formats" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"slot" timestamptz(3),
	"request_key" text,
	"as_of" timestamptz(3) NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"zone" text NOT NULL,
	"snapshot" jsonb NOT NULL,
	"items" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"outcome" text NOT NULL,
	"corrections" integer NOT NULL,
	"previous_run_id" uuid,
	"created_at" timestamptz(3) NOT NULL,
	"user_id" uuid,
	CONSTRAINT "report_run_slot" UNIQUE("report_id","slot"),
	CONSTRAINT "report_run_request" UNIQUE("report_id","request_key")
);
--> statement-breakpoint
CREATE TABLE "report_schedule" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"form" jsonb NOT NULL,
	"next_at" timestamptz(3),
	"last_slot" timestamptz(3),
	"last_outcome" text,
	"failure" text,
	"retry_at" timestamptz(3),
	"attempts" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamptz(3) NOT NULL,
	"user_id" uuid,
	CONSTRAINT "report_schedule_one" UNIQUE("report_id")
);
--> statement-breakpoint
CREATE TABLE "report_share" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"run_id" uuid,
	"label" text NOT NULL,
	"token_sha256" text NOT NULL,
	"generation" integer NOT NULL,
	"password_hash" text,
	"expires_at" timestamptz(3),
	"revoked_at" timestamptz(3),
	"view_limit" integer,
	"views" integer DEFAULT 0 NOT NULL,
	"last_seen_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"rotated_at" timestamptz(3),
	"user_id" uuid
);
--> statement-breakpoint
CREATE TABLE "report_share_view" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"share_id" uuid NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"agent" text NOT NULL,
	"browser" text NOT NULL,
	"kind" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"changed_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_version" (
	"report_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"brand_id" uuid NOT NULL,
	"form" jsonb NOT NULL,
	"at" timestamptz(3) NOT NULL,
	"user_id" uuid,
	CONSTRAINT "report_version_report_id_version_pk" PRIMARY KEY("report_id","version")
);
--> statement-breakpoint
ALTER TABLE "report_logo" ADD CONSTRAINT "report_logo_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_mail" ADD CONSTRAINT "report_mail_mail_id_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mail"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_mail" ADD CONSTRAINT "report_mail_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_mail" ADD CONSTRAINT "report_mail_run_id_report_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."report_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_run" ADD CONSTRAINT "report_run_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_run" ADD CONSTRAINT "report_run_report_id_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."report"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_run" ADD CONSTRAINT "report_run_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedule" ADD CONSTRAINT "report_schedule_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedule" ADD CONSTRAINT "report_schedule_report_id_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."report"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedule" ADD CONSTRAINT "report_schedule_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_share" ADD CONSTRAINT "report_share_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_share" ADD CONSTRAINT "report_share_report_id_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."report"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_share" ADD CONSTRAINT "report_share_run_id_report_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."report_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_share" ADD CONSTRAINT "report_share_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_share_view" ADD CONSTRAINT "report_share_view_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_share_view" ADD CONSTRAINT "report_share_view_share_id_report_share_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."report_share"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_version" ADD CONSTRAINT "report_version_report_id_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."report"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_version" ADD CONSTRAINT "report_version_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_version" ADD CONSTRAINT "report_version_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_mail_run" ON "report_mail" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "report_mail_brand" ON "report_mail" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "report_run_page" ON "report_run" USING btree ("report_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_run_brand" ON "report_run" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "report_schedule_due" ON "report_schedule" USING btree ("next_at") WHERE "report_schedule"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "report_schedule_brand" ON "report_schedule" USING btree ("brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_share_token" ON "report_share" USING btree ("token_sha256");--> statement-breakpoint
CREATE INDEX "report_share_page" ON "report_share" USING btree ("brand_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_share_report" ON "report_share" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "report_share_run" ON "report_share" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "report_share_view_page" ON "report_share_view" USING btree ("share_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_share_view_brand" ON "report_share_view" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "report_share_view_at" ON "report_share_view" USING btree ("at");--> statement-breakpoint
CREATE INDEX "report_page" ON "report" USING btree ("brand_id","changed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "report_version_brand" ON "report_version" USING btree ("brand_id");