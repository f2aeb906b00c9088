CREATE TABLE "brand_member" (
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "brand_member_brand_id_user_id_pk" PRIMARY KEY("brand_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "brand" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"website" text NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"social_channels" text[] DEFAULT '{}' NOT NULL,
	"max_paid_amount" bigint,
	"meta_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"unread_message_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid NOT NULL,
	"url" text NOT NULL,
	"published_at" timestamptz(3) NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"format" text NOT NULL,
	"thumbnail_url" text,
	"view_count" bigint,
	"like_count" bigint,
	"dislike_count" bigint,
	"comment_count" bigint,
	"save_count" bigint,
	"share_count" bigint
);
--> statement-breakpoint
CREATE TABLE "creator_list_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"list_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"feedback" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"archived_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "creator_list" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"archived_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "creator_contact" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "creator" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid,
	"platform" text NOT NULL,
	"social_id" text,
	"username" text NOT NULL,
	"fullname" text DEFAULT '' NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"profile_pic_url" text,
	"profile_url" text NOT NULL,
	"country" char(2),
	"language" text,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"follower_count" bigint,
	"engagement" double precision,
	"avg_views" bigint,
	"figures" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"user_id" text,
	"contact_email" text,
	"contacts_fetched_at" timestamptz(3),
	"contacts_error" text,
	"shop" jsonb,
	"channels" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"connected_at" timestamptz(3),
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_search" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"plan_id" text NOT NULL,
	"period" text NOT NULL,
	"status" text NOT NULL,
	"past_due" boolean DEFAULT false NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text,
	"email" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"role" text DEFAULT 'brand' NOT NULL,
	"extra_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "person_subject_unique" UNIQUE("subject")
);
--> statement-breakpoint
ALTER TABLE "brand_member" ADD CONSTRAINT "brand_member_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_member" ADD CONSTRAINT "brand_member_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign" ADD CONSTRAINT "campaign_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content" ADD CONSTRAINT "content_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_list_item" ADD CONSTRAINT "creator_list_item_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_list_item" ADD CONSTRAINT "creator_list_item_list_id_creator_list_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."creator_list"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_list_item" ADD CONSTRAINT "creator_list_item_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_list_item" ADD CONSTRAINT "creator_list_item_updated_by_person_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_list" ADD CONSTRAINT "creator_list_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_contact" ADD CONSTRAINT "creator_contact_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_contact" ADD CONSTRAINT "creator_contact_creator_id_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creator"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator" ADD CONSTRAINT "creator_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search" ADD CONSTRAINT "saved_search_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "brand_member_user" ON "brand_member" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "brand_name" ON "brand" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "campaign_brand" ON "campaign" USING btree ("brand_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_slug" ON "campaign" USING btree ("brand_id","slug");--> statement-breakpoint
CREATE INDEX "content_recent" ON "content" USING btree ("creator_id","published_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "content_url" ON "content" USING btree ("creator_id","url");--> statement-breakpoint
CREATE UNIQUE INDEX "creator_list_item_once" ON "creator_list_item" USING btree ("list_id","creator_id");--> statement-breakpoint
CREATE INDEX "creator_list_item_page" ON "creator_list_item" USING btree ("list_id","saved_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "creator_list_item_creator" ON "creator_list_item" USING btree ("brand_id","creator_id");--> statement-breakpoint
CREATE INDEX "creator_list_item_creator_id" ON "creator_list_item" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "creator_list_item_archived" ON "creator_list_item" USING btree ("brand_id","archived_at" DESC NULLS LAST) WHERE "creator_list_item"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "creator_list_brand" ON "creator_list" USING btree ("brand_id","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "creator_contact_once" ON "creator_contact" USING btree ("brand_id","creator_id");--> statement-breakpoint
CREATE INDEX "creator_contact_creator" ON "creator_contact" USING btree ("creator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "creator_shared_handle" ON "creator" USING btree ("platform",lower("username")) WHERE "creator"."brand_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "creator_private_handle" ON "creator" USING btree ("brand_id","platform",lower("username")) WHERE "creator"."brand_id" is not null;--> statement-breakpoint
CREATE INDEX "creator_followers" ON "creator" USING btree ("follower_count" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "saved_search_name" ON "saved_search" USING btree ("brand_id",lower("name"));--> statement-breakpoint
CREATE INDEX "subscription_brand" ON "subscription" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "person_email" ON "person" USING btree (lower("email"));