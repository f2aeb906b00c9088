-- Holds up purchases of reports alone, which write about fifty rows each: a million rows take a few seconds.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "audience_share_found" ON "audience_share" USING btree ("brand_id","kind","code","weight","creator_id");--> statement-breakpoint
-- Nothing to wait for: the drop itself takes no time.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "audience_share_least";--> statement-breakpoint
-- Kinds and codes depend on each other: the planner would expect far too few creators.
CREATE STATISTICS audience_share_values (mcv) ON brand_id, kind, code FROM audience_share;--> statement-breakpoint
ALTER STATISTICS audience_share_values SET STATISTICS 1000;--> statement-breakpoint
ANALYZE audience_share;
