DROP INDEX "store_order_ref";--> statement-breakpoint
CREATE INDEX "store_order_search" ON "store_order" USING gin ("brand_id","name" gin_trgm_ops,"ref" gin_trgm_ops);