DROP INDEX "saved_search_name";--> statement-breakpoint
ALTER TABLE "saved_search" ADD COLUMN "screen" text DEFAULT 'creator-search' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_search_name" ON "saved_search" USING btree ("brand_id","screen",lower("name"));