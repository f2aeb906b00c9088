DROP INDEX "upload_once";--> statement-breakpoint
ALTER TABLE "attachment" ADD COLUMN "scan" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
CREATE INDEX "upload_same" ON "upload" USING btree ("opt_in_id","hash");--> statement-breakpoint
CREATE INDEX "upload_file" ON "upload" USING btree ("file_key");--> statement-breakpoint
CREATE UNIQUE INDEX "upload_once" ON "upload" USING btree ("opt_in_id","hash") WHERE "upload"."preview_id" is null;--> statement-breakpoint
ALTER TABLE "campaign" DROP COLUMN "unread_message_count";