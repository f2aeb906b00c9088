DROP INDEX "audience_share_least";--> statement-breakpoint
CREATE INDEX "audience_share_found" ON "audience_share" USING btree ("brand_id","kind","code","weight","creator_id");--> statement-breakpoint
-- Kinds and codes depend on each other: the planner would expect far too few creators.
CREATE STATISTICS audience_share_values (mcv) ON brand_id, kind, code FROM audience_share;--> statement-breakpoint
ALTER STATISTICS audience_share_values SET STATISTICS 1000;--> statement-breakpoint
ANALYZE audience_share;
