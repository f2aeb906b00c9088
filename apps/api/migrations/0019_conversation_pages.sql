DROP INDEX "conversation_page";--> statement-breakpoint
CREATE INDEX "conversation_unread" ON "conversation" USING btree ("brand_id","campaign_id") WHERE "conversation"."unread" > 0;--> statement-breakpoint
CREATE INDEX "conversation_page" ON "conversation" USING btree ("brand_id","last_at" DESC NULLS LAST,"opt_in_id" DESC NULLS LAST);