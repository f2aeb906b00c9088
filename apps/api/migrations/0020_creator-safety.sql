CREATE TABLE "creator_figure_day" (
	"creator_id" uuid NOT NULL,
	"day" date NOT NULL,
	"source" text NOT NULL,
	"followers" bigint,
	"engagement" double precision,
	CONSTRAINT "creator_figure_day_creator_id_day_pk" PRIMARY KEY("creator_id","day")
);
--> statement-breakpoint
CREATE TABLE "safety_check" (
	"brand_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"checked_at" timestamptz(3) NOT NULL,
	"content_hash" text NOT NULL,
	"rules_hash" text NOT NULL,
	"posts" integer NOT NULL,
	"without_text" integer NOT NULL,
	"has_bio" boolean NOT NULL,
	CONSTRAINT "safety_check_brand_id_creator_id_pk" PRIMARY KEY("brand_id","creator_id")
);
--> statement-breakpoint
CREATE TABLE "safety_evidence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"flag_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"item_key" text NOT NULL,
	"text_hash" text NOT NULL,
	"url" text,
	"published_at" timestamptz(3),
	"found_at" timestamptz(3) NOT NULL,
	"rule_version" integer NOT NULL,
	"parts" jsonb NOT NULL,
	"figures" jsonb,
	CONSTRAINT "safety_evidence_once" UNIQUE("flag_id","item_key","text_hash")
);
--> statement-breakpoint
CREATE TABLE "safety_flag" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"category" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"rule_version" integer NOT NULL,
	"raised_at" timestamptz(3) NOT NULL,
	"changed_at" timestamptz(3) NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamptz(3),
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "safety_flag_once" UNIQUE("brand_id","creator_id","category")
);
--> statement-breakpoint
CREATE TABLE "safety_rule" (
	"brand_id" uuid NOT NULL,
	"category" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"items" integer NOT NULL,
	"days" integer NOT NULL,
	"query" text,
	"names" text[] NOT NULL,
	"user_id" uuid,
	"at" timestamptz(3) NOT NULL,
	CONSTRAINT "safety_rule_brand_id_category_version_pk" PRIMARY KEY("brand_id","category","version")
);
--> statement-breakpoint
ALTER TABLE "creator_figure_day" ADD CONSTRAINT "creator_figure_day_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_check" ADD CONSTRAINT "safety_check_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_check" ADD CONSTRAINT "safety_check_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_evidence" ADD CONSTRAINT "safety_evidence_flag_id_safety_flag_id_fk" FOREIGN KEY ("flag_id") REFERENCES "public"."safety_flag"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_flag" ADD CONSTRAINT "safety_flag_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_flag" ADD CONSTRAINT "safety_flag_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_flag" ADD CONSTRAINT "safety_flag_decided_by_person_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_rule" ADD CONSTRAINT "safety_rule_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_rule" ADD CONSTRAINT "safety_rule_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "safety_check_creator" ON "safety_check" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "safety_flag_recent" ON "safety_flag" USING btree ("brand_id","changed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "safety_flag_open" ON "safety_flag" USING btree ("creator_id","brand_id") WHERE state = 'open';