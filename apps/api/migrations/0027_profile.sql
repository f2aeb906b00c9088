ALTER TABLE "person" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "email_as_of" timestamptz(3);