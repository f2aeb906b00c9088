ALTER TABLE "mail" ADD COLUMN "purpose" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "bound_since" timestamptz(3);--> statement-breakpoint
CREATE INDEX "live_post_opt_in" ON "live_post" USING btree ("opt_in_id");--> statement-breakpoint
CREATE INDEX "live_post_preview" ON "live_post" USING btree ("preview_id");--> statement-breakpoint
CREATE INDEX "upload_preview" ON "upload" USING btree ("preview_id") WHERE "upload"."preview_id" is not null;--> statement-breakpoint
CREATE INDEX "upload_waiting" ON "upload" USING btree ("created_at") WHERE "upload"."scan" = 'waiting';--> statement-breakpoint
CREATE INDEX "attachment_opt_in" ON "attachment" USING btree ("opt_in_id");--> statement-breakpoint
CREATE INDEX "attachment_user" ON "attachment" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "attachment_loose" ON "attachment" USING btree ("created_at") WHERE "attachment"."message_id" is null;--> statement-breakpoint
CREATE INDEX "attachment_waiting" ON "attachment" USING btree ("created_at") WHERE "attachment"."scan" = 'waiting';--> statement-breakpoint
CREATE INDEX "mail_purpose" ON "mail" USING btree ("brand_id","created_at") WHERE "mail"."purpose" is not null;--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" USING btree ("user_id") WHERE "notification"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notification_read" ON "notification" USING btree ("read_at") WHERE "notification"."read_at" is not null;