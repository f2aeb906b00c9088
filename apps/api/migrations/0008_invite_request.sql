ALTER TABLE "invite" ADD COLUMN "request_key" text;--> statement-breakpoint
CREATE INDEX "invite_request" ON "invite" USING btree ("brand_id","request_key") WHERE "invite"."request_key" is not null;