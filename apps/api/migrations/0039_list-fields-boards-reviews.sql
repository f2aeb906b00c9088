CREATE TABLE "list_comment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"user_id" uuid,
	"reviewer_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_review" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"list_id" uuid NOT NULL,
	"label" text NOT NULL,
	"token_sha256" text NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"password_hash" text,
	"shows" jsonb NOT NULL,
	"expires_at" timestamptz(3) NOT NULL,
	"closed_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"user_id" uuid
);
--> statement-breakpoint
CREATE TABLE "list_reviewer" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"review_id" uuid,
	"name" text NOT NULL,
	"created_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_vote" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"user_id" uuid,
	"reviewer_id" uuid,
	"vote" text NOT NULL,
	"voted_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "personal_view" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "creator_list_item" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_list_item" ADD COLUMN "stage_id" uuid;--> statement-breakpoint
ALTER TABLE "creator_list_item" ADD COLUMN "stage_rank" double precision;--> statement-breakpoint
ALTER TABLE "creator_list_item" ADD COLUMN "review" jsonb;--> statement-breakpoint
ALTER TABLE "creator_list" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "creator_list" ADD COLUMN "fields" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_list" ADD COLUMN "stages" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "list_comment" ADD CONSTRAINT "list_comment_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_comment" ADD CONSTRAINT "list_comment_item_id_creator_list_item_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."creator_list_item"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_comment" ADD CONSTRAINT "list_comment_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_comment" ADD CONSTRAINT "list_comment_reviewer_id_list_reviewer_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."list_reviewer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_review" ADD CONSTRAINT "list_review_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_review" ADD CONSTRAINT "list_review_list_id_creator_list_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."creator_list"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_review" ADD CONSTRAINT "list_review_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_reviewer" ADD CONSTRAINT "list_reviewer_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_reviewer" ADD CONSTRAINT "list_reviewer_review_id_list_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."list_review"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_vote" ADD CONSTRAINT "list_vote_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_vote" ADD CONSTRAINT "list_vote_item_id_creator_list_item_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."creator_list_item"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_vote" ADD CONSTRAINT "list_vote_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_vote" ADD CONSTRAINT "list_vote_reviewer_id_list_reviewer_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."list_reviewer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_view" ADD CONSTRAINT "personal_view_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_view" ADD CONSTRAINT "personal_view_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "list_comment_item" ON "list_comment" USING btree ("item_id","created_at","id");--> statement-breakpoint
CREATE INDEX "list_comment_user" ON "list_comment" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "list_comment_reviewer" ON "list_comment" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "list_comment_brand" ON "list_comment" USING btree ("brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "list_review_token" ON "list_review" USING btree ("token_sha256");--> statement-breakpoint
CREATE INDEX "list_review_list" ON "list_review" USING btree ("list_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "list_review_brand" ON "list_review" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "list_review_user" ON "list_review" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "list_reviewer_review" ON "list_reviewer" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "list_reviewer_brand" ON "list_reviewer" USING btree ("brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "list_vote_user" ON "list_vote" USING btree ("item_id","user_id") WHERE "list_vote"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "list_vote_reviewer" ON "list_vote" USING btree ("item_id","reviewer_id") WHERE "list_vote"."reviewer_id" is not null;--> statement-breakpoint
CREATE INDEX "list_vote_by_user" ON "list_vote" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "list_vote_by_reviewer" ON "list_vote" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "list_vote_brand" ON "list_vote" USING btree ("brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "personal_view_name" ON "personal_view" USING btree ("brand_id","user_id","screen",lower("name"));--> statement-breakpoint
CREATE INDEX "personal_view_user" ON "personal_view" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "creator_list" ADD CONSTRAINT "creator_list_owner_id_person_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creator_list_item_stage" ON "creator_list_item" USING btree ("list_id","stage_id","stage_rank","id") WHERE "creator_list_item"."archived_at" is null and "creator_list_item"."stage_id" is not null;--> statement-breakpoint
CREATE INDEX "creator_list_owner" ON "creator_list" USING btree ("owner_id");