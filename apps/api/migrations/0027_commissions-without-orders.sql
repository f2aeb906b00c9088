CREATE INDEX "commission_without_order" ON "commission" USING btree ("brand_id","at") WHERE "commission"."order_id" is null;--> statement-breakpoint
-- Clicks of a link belong to its campaign: when that changes, days with clicks are counted again.
CREATE FUNCTION analytics_link_moved() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO analytics_stale AS s (brand_id, bucket, orders, marked_at)
    SELECT DISTINCT q.brand_id, q.bucket, false, statement_timestamp()
    FROM affiliate_click_quarter q WHERE q.link_id = NEW.id AND q.verdict = 'person' ORDER BY 1, 2
    ON CONFLICT (brand_id, bucket) DO UPDATE SET marked_at = excluded.marked_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER analytics_link_moved AFTER UPDATE OF campaign_id ON affiliate_link
  FOR EACH ROW WHEN (OLD.campaign_id IS DISTINCT FROM NEW.campaign_id) EXECUTE FUNCTION analytics_link_moved();
