CREATE INDEX "monitor_mention_language" ON "monitor_mention" USING btree ("brand_id","lang","published_at","id");--> statement-breakpoint
CREATE INDEX "monitor_mention_source" ON "monitor_mention" USING btree ("brand_id","source_kind","published_at","id");--> statement-breakpoint
CREATE INDEX "monitor_mention_sentiment" ON "monitor_mention" USING btree ("brand_id",coalesce(person_sentiment, sentiment),"published_at","id");--> statement-breakpoint
CREATE INDEX "monitor_mention_state" ON "monitor_mention" USING btree ("brand_id","state","published_at","id");--> statement-breakpoint
CREATE INDEX "monitor_mention_tagged" ON "monitor_mention" USING btree ("brand_id","published_at","id") WHERE tags <> '{}';--> statement-breakpoint
CREATE INDEX "monitor_mention_judged" ON "monitor_mention" USING btree ("brand_id","published_at","id") WHERE person_relevant is not null;