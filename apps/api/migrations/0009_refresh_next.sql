DROP INDEX "creator_refresh_asked";--> statement-breakpoint
ALTER TABLE "creator_refresh" ALTER COLUMN "asked_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "creator_refresh" ADD COLUMN "next_at" timestamptz(3);--> statement-breakpoint
CREATE INDEX "creator_refresh_tried" ON "creator_refresh" USING btree ("tried_at");