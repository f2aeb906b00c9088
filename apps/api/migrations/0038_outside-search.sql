CREATE TABLE "outside_hit" (
	"search_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"account_id" text NOT NULL,
	"username" text NOT NULL,
	"fullname" text NOT NULL,
	"profile_url" text NOT NULL,
	"picture_url" text,
	"followers" bigint,
	"engagement" double precision,
	"avg_views" bigint,
	"verified" boolean NOT NULL,
	"known" boolean NOT NULL,
	CONSTRAINT "outside_hit_search_id_position_pk" PRIMARY KEY("search_id","position")
);
--> statement-breakpoint
CREATE TABLE "outside_search" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"user_id" uuid,
	"vendor" text NOT NULL,
	"platform" text NOT NULL,
	"filters" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"page" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"outcome" text,
	"credits" integer NOT NULL,
	"total" bigint,
	"more" boolean DEFAULT false NOT NULL,
	"idempotency_key" text,
	"started_at" timestamptz(3) NOT NULL,
	"ended_at" timestamptz(3),
	"expires_at" timestamptz(3) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outside_hit" ADD CONSTRAINT "outside_hit_search_id_outside_search_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."outside_search"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_search" ADD CONSTRAINT "outside_search_brand_id_brand_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brand"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_search" ADD CONSTRAINT "outside_search_user_id_person_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "outside_search_open" ON "outside_search" USING btree ("brand_id","fingerprint","page") WHERE "outside_search"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "outside_search_key" ON "outside_search" USING btree ("brand_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "outside_search_kept" ON "outside_search" USING btree ("brand_id","fingerprint","expires_at");--> statement-breakpoint
CREATE INDEX "outside_search_started" ON "outside_search" USING btree ("brand_id","started_at");--> statement-breakpoint
CREATE INDEX "outside_search_expires" ON "outside_search" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "creator_social_id" ON "creator" USING btree ("social_id","platform") WHERE "creator"."social_id" is not null;