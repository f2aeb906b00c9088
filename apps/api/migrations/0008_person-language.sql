ALTER TABLE "person" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "browser_language" text;