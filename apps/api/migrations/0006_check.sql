DROP INDEX "affiliate_folded";--> statement-breakpoint
CREATE INDEX "affiliate_code_folded" ON "affiliate_code" USING btree ("store_id","folded");