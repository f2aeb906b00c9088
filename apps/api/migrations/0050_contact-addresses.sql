-- Holds up imports of contacts alone: a million rows take a few seconds.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "creator_contact_address" ON "creator_contact" USING btree ("brand_id",lower(trim("email")));--> statement-breakpoint
-- Holds up changes of creators: 10 million take about a minute. With more, run the same statement with CONCURRENTLY first.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "creator_contact_email" ON "creator" USING btree (lower(trim("contact_email"))) WHERE "creator"."contact_email" is not null;
